// SPDX-License-Identifier: Apache-2.0
// Functions as compilers write them, in ARM or Thumb state.
#pragma once

#include "code_world.h"
#include "code_writer.h"
#include "random_source.h"

#include <cstdint>
#include <vector>

namespace platform::fuzz {

/// What a function may call.
struct callable {
    unsigned number;
    std::uint32_t cost; ///< instructions, about
};

struct function_choice {
    const code_world& world;
    std::uint32_t most_cost = 1000; ///< instructions that it executes, about
    std::vector<callable> callees;  ///< later functions
    std::vector<unsigned> helpers;  ///< ARM functions that read the PMU and keep what they read
    bool has_interrupts = false;
};

/// Appends a function. R0 to R3, R7 and the flags are anybody's; R4 leads to data.
/// \return how many instructions it executes, about
std::uint32_t write_function(random_source& random, const function_choice& choice,
                             code_writer& code);

/// Appends a function that is executed once, as much firmware is before main(): accesses, most of
/// them conditional, and little else.
std::uint32_t write_initialisation(random_source& random, const function_choice& choice,
                                   code_writer& code);

} // namespace platform::fuzz
