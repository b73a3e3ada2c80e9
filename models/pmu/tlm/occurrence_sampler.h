// SPDX-License-Identifier: Apache-2.0
// Makes occurrences out of a level: high for the first cycle of each contiguous sequence.
#pragma once

#include <pmu/core/edge_timeline.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>

#include <cstdint>

namespace PMU_API pmu {

/// For an event that a manual counts once for each contiguous sequence, beside one that counts its
/// cycles, as 0x9 and 0x8 of the XScales (stalls because the data cache buffers are full). A model
/// has the level; this module drives the line of the occurrences.
///
/// Edge n of `clk` counts one occurrence if the level is high on it and was not on edge n - 1,
/// where the level before the first edge is low. A gap without an edge is none, and neither is
/// time in which the clock stands still. `occurrence` follows one delta cycle after `level`, and
/// goes low one delta cycle after the edge that counts it. So an edge samples the level as it was
/// one delta earlier, as after join_lines.
///
/// `clk` is a signal, an sc_clock or a tickless_clock: the one of the PMU. No process runs for an
/// edge while the level stays as it is, but for the edge that ends an occurrence.
class occurrence_sampler : public sc_core::sc_module, private tickless_clock::listener {
public:
    sc_core::sc_in<bool> clk{"clk"};                ///< of the PMU. Must be bound
    sc_core::sc_in<bool> level{"level"};            ///< high in each cycle of a sequence
    sc_core::sc_out<bool> occurrence{"occurrence"}; ///< high in the first cycle of each

    /// \param name of the module
    explicit occurrence_sampler(const sc_core::sc_module_name& name);

    const char* kind() const override { return "pmu::occurrence_sampler"; }

private:
    void end_of_elaboration() override;
    void period_changed(const sc_core::sc_time& period) override;

    void follow_clock();
    void follow_time();
    void follow_level();
    void take_edges();
    void wait_for_edge();

    bool m_seen = false;     ///< the level that the next edge samples
    bool m_previous = false; ///< the level that the last edge has sampled
    edge_timeline m_edges;   ///< tickless: those that are not taken
    sc_core::sc_event m_edge{"edge"};
    sc_core::sc_event_or_list m_level_or_edge; ///< toggling
};

} // namespace pmu
