// SPDX-License-Identifier: Apache-2.0
// Random access programs of a part, from its tables.
#pragma once

#include <pmu/core/event_table.h>
#include <program/unit_info.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace platform::fuzz {

/// An access program, a statement or a loop each.
struct program_case {
    std::string part;
    std::vector<std::string> statements; ///< empty: dropped
};

/// What is to be made.
struct program_choice {
    std::uint64_t seed = 1;
    std::uint32_t statements = 0; ///< 0: 8 to 1,024
};

/// Accesses of all kinds, pins, events, edges and resets; whatever there is to see is printed,
/// all registers and outputs at the end.
/// \param events of the part: all that has a number
/// \return the same for the same choice, everywhere
program_case random_program(const program_choice& choice, const program::unit_info& unit,
                            const std::vector<const pmu::event_desc*>& events);

/// The case as text.
std::string text_of(const program_case& c);
/// The same without what it says of an option itself, and with a first line for that.
/// \param option NAME=VALUE \param has_option false: it keeps its default
std::string text_of(const program_case& c, const std::string& option, bool has_option);

std::size_t places(const program_case& c);
/// Takes statements out. \param first, end positions among places()
void drop(program_case& c, std::size_t first, std::size_t end);
/// What may stand in a statement's place and is less: fewer edges, rounds, pulses and events, a
/// loop without one of its lines, one round of it.
std::vector<std::string> simpler(const std::string& statement);

} // namespace platform::fuzz
