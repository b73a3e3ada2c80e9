// SPDX-License-Identifier: Apache-2.0
// What goes through the interconnect of a board while counters of its PMU are on.
#pragma once

#include <iss/cpu/enabled_counts.h>
#include <pmu/cci400/cci400_registers.h>

#include <systemc>

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace platform::linux_board {

/// A count beside the PMU's. It is told what software writes to the registers, and so knows which
/// events are selected and when a counter is on: while PMCR.CEN and its own enable are 1. What it
/// then counts is the CPU's traffic, and time; the PMU is not asked. PMCR.CCD is taken for 0.
class cci400_counts {
public:
    /// The occurrences of an event while a counter with it was on, added up where it has several.
    struct event_count {
        std::uint64_t user = 0;       ///< by what the CPU did in User mode
        std::uint64_t privileged = 0; ///< and elsewhere
    };
    struct counted {
        std::map<std::uint32_t, event_count> events; ///< by codes as in ESR[7:0]
        std::uint64_t cycles = 0;                    ///< in which CCNT was on
    };

    /// \param period of the interconnect's clock, whose edges come at its whole multiples
    explicit cci400_counts(const sc_core::sc_time& period) : m_period(period.value()) {}
    cci400_counts(const cci400_counts&) = delete;
    cci400_counts& operator=(const cci400_counts&) = delete;

    /// To be told what the CPU executes (iss_config::enabled_on_bus), as long as this lives.
    std::vector<iss::enabled_counts*> of_cpu();

    /// Software has written a register. \param offset in the window of the part
    void written(std::uint32_t offset, std::uint32_t value, const sc_core::sc_time& now);

    /// What has been counted since the last call; from now on only what comes.
    counted take(const sc_core::sc_time& now);

private:
    struct counter {
        iss::enabled_counts executed; ///< while it was on with the present event
        std::uint32_t event = 0;      ///< code
        bool is_enabled = false;
        bool has_been_on = false; ///< with that
    };

    void write_counters(std::uint32_t offset, std::uint32_t value);
    void turn(const sc_core::sc_time& now);
    void count_edges(const sc_core::sc_time& now);
    void keep(counter& c);

    const std::uint64_t m_period; ///< ticks
    std::array<counter, pmu::cci400_counters> m_counters;
    counted m_counted;
    bool m_is_enabled = false;    ///< PMCR.CEN
    bool m_has_cycles = false;    ///< CCNT_CTRL.EN
    bool m_counts_cycles = false; ///< both
    std::uint64_t m_edges = 0;    ///< that were before the last look
};

} // namespace platform::linux_board
