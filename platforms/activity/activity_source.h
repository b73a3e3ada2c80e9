// SPDX-License-Identifier: Apache-2.0
// Drives the activity of a core onto event lines in simulated time.
#pragma once

#include <activity/activity_stream.h>
#include <activity/event_mapping.h>

#include <systemc>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace platform::activity {

/// Presents cycle k, k >= 1, to the rising edge at k * period: its lines change half a period
/// before that edge and only if they differ from those of the cycle before. It looks at time and
/// not at a clock, so it serves toggling and tickless clocks alike, and it sleeps while nothing
/// changes. A clock that goes with it has its edges at whole multiples of the period.
///
/// start(), stop() and restart() may be called from any process and before the simulation; lines
/// change in a process of this module. Call them between edges: whether an edge of the same instant
/// still belongs to the time before is left to the order of processes.
class activity_source : public sc_core::sc_module {
public:
    using sink = std::function<void(std::uint64_t)>;

    /// \param period of the clock, at least two ticks of the time resolution; anything else is the
    ///        error /platform/activity/period
    /// \throws std::invalid_argument if the configuration is out of range
    activity_source(const sc_core::sc_module_name& name, const sc_core::sc_time& period,
                    std::uint64_t seed, const pipeline_config& config = {});

    /// Adds an input word of a part: `drive` gets the lines when they change; they are 0 at first
    /// and while the source is stopped. Before the simulation only.
    void add_output(const line_map& lines, sink drive);
    /// The same, driving a port.
    template <int W>
    void add_output(const line_map& lines, sc_core::sc_out<sc_dt::sc_uint<W>>& port) {
        add_output(lines, [&port](std::uint64_t word) { port.write(word); });
    }

    /// Goes on, from the next half period on, with the first cycle that no edge has seen yet.
    void start();
    /// Drops all lines at once. The cycle that no edge has seen yet is kept for start().
    void stop();
    /// Drops all lines at once and starts afresh at the next half period, with totals of 0.
    void restart(std::uint64_t seed);

    bool is_running() const { return m_running; }

    /// What the edges up to now, an edge of this instant included, have seen. Kinds that no output
    /// shows are not counted.
    activity_totals totals() const;

    /// How often this module's process has run, for tests of its cost.
    std::uint64_t wake_ups() const { return m_wake_ups; }

private:
    struct output {
        line_map lines;
        sink drive;
        std::uint64_t word;
    };

    void wake();
    void account_for_seen();
    void drive(const cycle_activity& activity);
    std::uint64_t edges_seen() const;

    const std::uint64_t m_period; ///< ticks
    const pipeline_config m_config;
    std::uint64_t m_seed;
    std::uint64_t m_visible = 0;
    std::vector<output> m_outputs;
    std::optional<activity_stream> m_stream; ///< made when it is needed first
    activity_run m_run;                      ///< what is left of the run on the lines
    std::uint64_t m_run_from = 0; ///< ticks: the multiple of the period before its first edge
    activity_totals m_totals;     ///< of what came before m_run
    bool m_running = false;
    bool m_presented = false; ///< m_run is on the lines
    std::uint64_t m_wake_ups = 0;
    sc_core::sc_event m_wake;
};

} // namespace platform::activity
