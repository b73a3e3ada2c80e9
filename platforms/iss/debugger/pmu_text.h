// SPDX-License-Identifier: Apache-2.0
// A PMU as text, for somebody who debugs what programs it.
#pragma once

#include <pmu/core/event_table.h>
#include <pmu/core/register_map.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace platform::iss {

/// A PMU that can be looked at.
struct visible_pmu {
    std::string name;
    const pmu::register_map* registers = nullptr;
    const pmu::event_table* events = nullptr;
    /// The value of a register, without side effects; nothing: it cannot be read.
    std::function<std::optional<std::uint32_t>(const pmu::register_desc&)> read;
    /// The same of banked registers, where the PMU has some.
    std::function<std::uint32_t(const pmu::banked_register&)> read_banked;
};

/// Each register that can be read, those in a bank by names of their own.
void for_each_register(const visible_pmu& unit,
                       const std::function<void(const char* name, const pmu::register_desc&,
                                                std::uint32_t word)>& look);
/// A line a register: its value, and its fields that are not 0, events by their names.
std::string text_of(const visible_pmu& unit);

} // namespace platform::iss
