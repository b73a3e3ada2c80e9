// SPDX-License-Identifier: Apache-2.0
// The CPUs that the board can have, each with its PMU.
#pragma once

#include <components/interrupt_wires.h>
#include <components/router.h>
#include <components/watched_unit.h>
#include <iss/cpu/iss_cpu.h>
#include <iss/platform/firmware_part.h>
#include <pmu/arm11_common/arm11_tables.h>
#include <program/option_values.h>

#include <systemc>

#include <memory>
#include <string>
#include <vector>

namespace platform::linux_board {

/// What the PMU is connected to, which outlives it.
struct pmu_surroundings {
    iss::iss_cpu& cpu;
    components::router& bus;
    sc_core::sc_signal<bool>& reset;
    components::interrupt_wire& pmuirq;
};

/// The PMU of the board's CPU, whichever that is, and the wires between the two.
class board_pmu {
public:
    board_pmu() = default;
    board_pmu(const board_pmu&) = delete;
    board_pmu& operator=(const board_pmu&) = delete;
    virtual ~board_pmu() = default;

    /// For who looks on.
    virtual components::watched_unit watched() = 0;
};

/// A CPU that the board can have. All are of the family ARM11, whose drivers are one in Linux.
struct board_cpu {
    const iss::firmware_part& part; ///< its PMU, and which CPU it is
    const char* compatible;         ///< of the CPU in a device tree, as Linux knows it
    const char* pmu_compatible;     ///< the same of its PMU
    /// What the options set of the parameters that all have.
    pmu::arm11_config (*parameters)(const program::option_values& options);
    /// Tells the CPU of its PMU.
    void (*tell_of_pmu)(iss::iss_config& cpu, const pmu::arm11_config& parameters);
    /// Makes the PMU and connects it, while the board is made. \param which this CPU
    std::unique_ptr<board_pmu> (*make_pmu)(const board_cpu& which,
                                           const program::option_values& options,
                                           const pmu_surroundings& around);

    /// As the command line spells it.
    const char* name() const { return part.part.unit.name(); }
};

/// All of them; the first is the one that nobody has to ask for.
const std::vector<board_cpu>& board_cpus();

/// \throws std::invalid_argument if the board cannot have it
const board_cpu& board_cpu_of(const std::string& name);

} // namespace platform::linux_board
