// SPDX-License-Identifier: Apache-2.0
// How firmware that is made programs the PMU of a part.
#pragma once

#include "code_world.h"
#include "random_source.h"

#include <cstdint>
#include <vector>

namespace platform::fuzz {

/// A register: of a coprocessor, or of a unit on the bus.
struct pmu_place {
    std::uint32_t coproc = 0; ///< 0: on the bus
    std::uint32_t crn = 0;    ///< or the address
    std::uint32_t crm = 0;
    std::uint32_t opc2 = 0;
};

struct pmu_write {
    pmu_place where;
    std::uint32_t value = 0;
};

/// A counter: what is written to select it, and where it is.
struct pmu_counter {
    std::vector<pmu_write> select;
    pmu_place where;
};

/// Counters that count events at random, and an overflow interrupt.
struct pmu_use {
    std::vector<pmu_write> start;
    std::vector<pmu_write> stop;
    std::vector<pmu_counter> counters;
    std::vector<pmu_write> acknowledge; ///< in the handler
    std::uint32_t interrupting = 0;     ///< the counter whose overflow interrupts
    bool can_interrupt = false;
};

/// The first value of a counter: some overflow soon.
std::uint32_t preset(random_source& random);

/// R0 and R1 are used.
void append_pmu_write(const pmu_write& write, arm_code& code);
/// The counter whose overflow interrupts overflows after so many. R0 and R1 are used.
void append_restart(const pmu_use& use, std::uint32_t period, arm_code& code);
/// A word into a register; it is put into the code.
void append_constant(std::uint32_t rt, std::uint32_t value, arm_code& code);
/// The counter into R0; R1 is used.
void append_pmu_read(const pmu_counter& counter, arm_code& code);

} // namespace platform::fuzz
