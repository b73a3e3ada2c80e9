// SPDX-License-Identifier: Apache-2.0
// Drives interconnect traffic onto the event buses of a CCI-400 PMU in simulated time.
#pragma once

#include <cci400/traffic_model.h>
#include <pmu/cci400/cci400_pmu.h>

#include <systemc>

#include <array>
#include <cstdint>
#include <optional>

namespace platform::cci400 {

/// Presents one cycle of traffic to each rising edge at a whole multiple of the period: the lines
/// change half a period before it. It looks at time and not at a clock, so it serves toggling and
/// tickless clocks alike. Silent until restart().
class traffic_source : public sc_core::sc_module {
public:
    using bus_type = pmu::cci400_pmu::event_bus_type;

    sc_core::sc_out<bus_type> event_bus{"event_bus"};
    sc_core::sc_out<bus_type> secure_event_bus{"secure_event_bus"};

    /// \param period of the clock, at least two ticks of the time resolution
    traffic_source(const sc_core::sc_module_name& name, const sc_core::sc_time& period);

    /// Starts afresh from the next half period on, with totals of 0.
    void restart(std::uint64_t seed);

    /// In how many of the cycles that edges have seen up to now the line of an event was high: of
    /// Non-secure transactions, or of Secure ones.
    std::uint64_t total(std::uint32_t code, bool is_secure) const;
    /// The edges that have seen traffic up to now.
    std::uint64_t cycles() const { return m_cycles + (is_seen() ? 1U : 0U); }

private:
    void wake();
    bool is_seen() const;

    const std::uint64_t m_period; ///< ticks
    std::optional<traffic_model> m_model;
    traffic_cycle m_cycle;            ///< on the lines
    bool m_presented = false;         ///< whether it is
    std::uint64_t m_presented_at = 0; ///< ticks
    std::uint64_t m_cycles = 0;       ///< before it
    std::array<std::uint64_t, std::size_t{2} * pmu::cci400_event_bus_width> m_totals{};
    bus_type m_bus; ///< kept: an sc_bv owns memory
    sc_core::sc_event m_wake;
};

} // namespace platform::cci400
