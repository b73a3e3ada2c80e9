// SPDX-License-Identifier: Apache-2.0
// The register accesses of Xilinx's BSP: boot, xpm_counter and usleep (specification, section 9).
#pragma once

#include <cortex_r5/cortex_r5_cp15.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace platform::cortex_r5 {

/// The event groups XPM_CNTRCFG1 to XPM_CNTRCFG16: what counter 0, 1 and 2 count.
extern const std::array<std::array<std::uint8_t, 3>, 16> xpm_event_groups;

/// The BSP as of September 2024, slips included. Runs in the stub CPU's thread.
class xilinx_bsp {
public:
    using counts = std::array<std::uint32_t, pmu::cortex_r5_counters::event_counters>;

    static constexpr unsigned none_free = 0xFF;

    /// \param cpu_hz of the clock, as the BSP has been told
    xilinx_bsp(components::stub_cpu& cpu, std::uint64_t cpu_hz)
        : m_cpu(cpu), m_cp15(cpu), m_cpu_hz(cpu_hz) {}

    /// What cpu_init.S does: PMCCNTR counts every 64th cycle from then on.
    void cpu_init();

    /// COUNTS_PER_SECOND of PMCCNTR, rounded; 0 below 32 Hz, where usleep() cannot wait.
    std::uint64_t counts_per_second() const { return (m_cpu_hz + 32) / 64; }
    /// Polls PMCCNTR, across its wraps, until the time is over.
    void usleep(std::uint64_t microseconds);

    // Xpm_ and what follows in the name.

    void disable_event_counters();
    void enable_event_counters();
    void reset_event_counters();
    /// \param group index in xpm_event_groups
    void set_events(std::size_t group);
    /// Stops the event counters and reads them.
    counts get_event_counters();
    /// \return the counter, 0 to 2; `none_free` if all are enabled
    unsigned set_up_an_event(std::uint32_t event);
    std::uint32_t get_event_counter(unsigned counter);
    /// Leaves this counter on and disables all others, PMCCNTR included: the BSP's slip.
    void disable_event(unsigned counter);

private:
    using reg = pmu::cortex_r5_register;

    components::stub_cpu& m_cpu;
    cortex_r5_cp15 m_cp15;
    std::uint64_t m_cpu_hz;
};

} // namespace platform::cortex_r5
