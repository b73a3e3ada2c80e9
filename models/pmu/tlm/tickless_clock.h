// SPDX-License-Identifier: Apache-2.0
// A clock that never toggles: models bound to it compute the edges from time.
#pragma once

#include <pmu/core/api.h>

#include <systemc>

#include <vector>

namespace PMU_API pmu {

/// Stands where an sc_clock would be bound. It has a period, never toggles and costs nothing.
/// Rising edges fall at start + k * period, k >= 1, as on an sc_clock with start_time = start +
/// period. It reads as false. A module that asks it for an edge event gets the error
/// `/pmu/clock/no_edges`: such a module needs an sc_clock.
class tickless_clock : public sc_core::sc_object, public sc_core::sc_signal_in_if<bool> {
public:
    /// Told of a new period before it takes effect.
    class listener {
    public:
        /// The period becomes `period` now. SC_ZERO_TIME: the clock stops.
        virtual void period_changed(const sc_core::sc_time& period) = 0;

    protected:
        ~listener() = default;
    };

    /// \param name of the channel
    /// \param period time between two rising edges; SC_ZERO_TIME: the clock stands still
    /// \param start the time one period before the first edge
    tickless_clock(const char* name, const sc_core::sc_time& period,
                   const sc_core::sc_time& start = sc_core::SC_ZERO_TIME);

    /// The name of the class, for SystemC. Not inline: so the library has the class's virtual
    /// table, and programs of another compiler have none.
    const char* kind() const override;

    /// Time between two rising edges; SC_ZERO_TIME: the clock stands still.
    const sc_core::sc_time& period() const { return m_period; }
    /// The time one period before the first edge.
    const sc_core::sc_time& start() const { return m_start; }

    /// Changes the period now. The time since the last edge is kept: the next edge comes at
    /// max(now, last edge + period). SC_ZERO_TIME stops the clock; it resumes with what it kept.
    void set_period(const sc_core::sc_time& period);

    /// Tells `who` of every change of the period. It must live as long as the simulation runs.
    void attach(listener& who) { m_listeners.push_back(&who); }

    /// \name sc_signal_in_if<bool>
    /// Always false; asked for an event, the error.
    /// @{

    /// As of a signal that never changes; asked for an event, the error `/pmu/clock/no_edges`.
    const sc_core::sc_event& default_event() const override { return no_edges("default_event"); }
    const sc_core::sc_event& value_changed_event() const override {
        return no_edges("value_changed_event");
    }
    const sc_core::sc_event& posedge_event() const override { return no_edges("posedge_event"); }
    const sc_core::sc_event& negedge_event() const override { return no_edges("negedge_event"); }
    const bool& read() const override { return m_level; }
    const bool& get_data_ref() const override { return m_level; }
    bool event() const override { return false; }
    bool posedge() const override { return false; }
    bool negedge() const override { return false; }
    /// @}

private:
    const sc_core::sc_event& no_edges(const char* asked) const;

    sc_core::sc_time m_period;
    sc_core::sc_time m_start;
    std::vector<listener*> m_listeners;
    const bool m_level = false;
    sc_core::sc_event m_never; ///< what no_edges() returns if errors do not throw
};

} // namespace pmu
