// SPDX-License-Identifier: Apache-2.0
// Where the rising edges of a unit come from.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/edge_timeline.h>
#include <pmu/tlm/clock_stepper.h>
#include <pmu/tlm/shared_alarm.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>

#include <cstdint>
#include <memory>
#include <utility>

namespace PMU_API pmu {

/// The clock, if it is an sc_clock itself: its period, start, duty cycle and first edge never
/// change. A derived class may do anything else.
/// \param bound what a port is bound to
/// \return nullptr: its edges cannot be known
const sc_core::sc_clock* constant_clock(const sc_core::sc_interface& bound);

/// Says which edges have come that a unit has not taken. Times are ticks; `now` is the present and
/// `stamp` the number of the present delta.
class edge_source {
public:
    edge_source() = default;
    edge_source(const edge_source&) = delete;
    edge_source& operator=(const edge_source&) = delete;
    virtual ~edge_source() = default;

    /// The time up to which edges came in earlier deltas; `never`: none is left to be taken.
    virtual std::uint64_t past(std::uint64_t now) const = 0;
    /// Takes the edge of this delta. \return false: there is none, or it was taken before
    virtual bool take_present(std::uint64_t now, std::uint64_t stamp) = 0;
    /// Whether an edge of this instant has been taken.
    virtual bool has_taken_present(std::uint64_t now, std::uint64_t stamp) const = 0;
};

/// The edges of any clock that toggles, one by one, each in its own delta. A unit that need not be
/// stepped takes those that it happens to see.
class stepped_edges final : public edge_source {
public:
    ~stepped_edges() override { leave(); }

    /// \param bound what the port of the clock is bound to
    void follow(const sc_core::sc_signal_in_if<bool>& bound) { m_clock = &bound; }
    /// Has a unit on an sc_clock called for each edge: see clock_stepper::add().
    void join(void* unit, clock_stepper::step_function step, const void* touched);
    /// The unit is called no more.
    void leave();

    /// The edge of this delta does not count any more.
    void skip_present(std::uint64_t stamp) { m_last = stamp; }
    /// As take_present(), where the clock is known to have an edge in this delta.
    bool take_known(std::uint64_t stamp) { return std::exchange(m_last, stamp) != stamp; }

    std::uint64_t past(std::uint64_t /*now*/) const override { return never; }
    bool take_present(std::uint64_t /*now*/, std::uint64_t stamp) override {
        return m_clock->posedge() && take_known(stamp);
    }
    bool has_taken_present(std::uint64_t /*now*/, std::uint64_t stamp) const override {
        return m_last == stamp && m_clock->posedge();
    }

private:
    struct membership {
        std::shared_ptr<clock_stepper> stepper;
        clock_stepper::seat seat;
    };

    std::uint64_t m_last = never; ///< number of the delta of the edge that was last taken
    const sc_core::sc_signal_in_if<bool>* m_clock = nullptr;
    std::unique_ptr<membership> m_membership; ///< none: never joined
};

/// The edges of a tickless clock. A unit may take them before their time.
class computed_edges : public edge_source {
public:
    edge_timeline edges;               ///< those not yet taken
    std::uint64_t time = 0;            ///< up to which they are taken
    std::uint64_t next_change = never; ///< when edges next change an output
    /// For output changes that no access or pin brings.
    std::shared_ptr<shared_alarm> alarm = shared_alarm::get();
    shared_alarm::wake_up wake_up; ///< what the unit waits for

    /// At time 0.
    explicit computed_edges(const tickless_clock& clock);
    ~computed_edges() override { alarm->forget(wake_up); }

    /// Changes the period at the present, or at the unit's time if that is later.
    void set_period(std::uint64_t now, std::uint64_t period);

    std::uint64_t past(std::uint64_t now) const override { return time > now ? never : now; }
    bool take_present(std::uint64_t /*now*/, std::uint64_t /*stamp*/) override {
        return false; // those of an instant come before all else
    }
    bool has_taken_present(std::uint64_t now, std::uint64_t /*stamp*/) const override {
        return edges.has_taken(now);
    }

protected:
    /// \param all edges from time 0 on \param period for the alarm
    computed_edges(const edge_timeline& all, std::uint64_t period);
};

/// The edges of an sc_clock, which are known beforehand. The clock is not asked for its edges.
///
/// While it is low, the edge of this instant is still to come, if there is one. It comes in the
/// delta in which posedge() is true. While the clock is high, it has been.
class predicted_edges final : public computed_edges {
public:
    /// What the counting process waits for, the alarm included; null: it has not waited yet.
    std::unique_ptr<sc_core::sc_event_or_list> awaited;

    /// \param clock whose edges that have come do not count
    /// \param now, stamp the present
    /// \param with_present nor does that of this delta
    predicted_edges(const sc_core::sc_clock& clock, std::uint64_t now, std::uint64_t stamp,
                    bool with_present);
    /// Goes on after the edges that have come. \param now, stamp, with_present as before
    void skip(std::uint64_t now, std::uint64_t stamp, bool with_present);

    std::uint64_t past(std::uint64_t now) const override;
    bool take_present(std::uint64_t now, std::uint64_t stamp) override;
    bool has_taken_present(std::uint64_t now, std::uint64_t stamp) const override;

private:
    bool is_at_edge(std::uint64_t now) const;

    const sc_core::sc_clock& m_clock;
    std::uint64_t m_last = never; ///< number of the delta of the edge that was last taken
};

} // namespace pmu
