// SPDX-License-Identifier: Apache-2.0
// How a unit goes with time, whatever its core: where it is, and what its process waits for.
#pragma once

#include <pmu/tlm/edge_source.h>
#include <pmu/tlm/optional_pins.h>
#include <pmu/tlm/pin_activity.h>
#include <pmu/tlm/unit_place.h>

#include <systemc>

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>

namespace PMU_API pmu {

/// A unit in time. It has one process: it takes edges, follows pins and drives outputs. On an
/// sc_clock, one process of the clock (clock_stepper) takes the edges of all units that are
/// stepped. What is due at a later time is on one alarm of the simulation (shared_alarm). All are
/// method processes, since nothing in them waits: an edge costs a fifth of what it would cost a
/// thread with a stack of its own. Times are ticks.
class unit_time : private tickless_clock::listener {
public:
    unit_time(const unit_time&) = delete;
    unit_time& operator=(const unit_time&) = delete;

    /// How often the counting process has run, and how often the unit was stepped.
    std::uint64_t activations() const { return m_activations; }
    /// The ports of the module.
    optional_pins& pins() { return m_pins; }

    /// The end of elaboration: says which events wake the counting process.
    /// \param clk the bound port \param is_traced each edge is to be seen \param add takes them
    void begin(const sc_core::sc_in<bool>& clk, bool is_traced,
               const std::function<void(const sc_core::sc_event&)>& add);
    /// Whether the counting process need not run before one of them comes.
    bool begins_parked();

protected:
    /// What is bound to `clk`.
    enum class clock_kind : std::uint8_t {
        any,      ///< a signal, a class derived from sc_clock: edges are stepped
        constant, ///< an sc_clock: edges are computed, or stepped while pins are busy
        tickless, ///< edges are computed, also before their time
    };

    unit_time() = default;
    ~unit_time() = default;

    // What is asked of the core.
    /// Whether no edge matters, whatever the pins.
    virtual bool is_idle() const = 0;
    /// Whether no edge matters with the pins as they were sampled.
    virtual bool is_quiet() const = 0;
    /// Whether the pins are as they were sampled.
    virtual bool has_sampled() const = 0;
    /// After how many edges an output changes, or there is something to tell; `never`: none.
    virtual std::uint64_t edges_to_change() const = 0;
    /// When outputs that wait for their time are due; `never`: none do.
    virtual std::uint64_t next_output() const = 0;
    /// What takes an edge of a clock_stepper; its argument is this, as a unit_time.
    virtual clock_stepper::step_function stepper() const = 0;

    /// Whether processes run.
    bool is_running() const { return m_kernel.get_status() == sc_core::SC_RUNNING; }
    /// The present.
    std::uint64_t now() const { return m_kernel.time_stamp().value(); }
    /// Number of the present delta. No signal changes within a delta.
    std::uint64_t stamp() const { return m_kernel.change_stamp(); }

    /// Takes the clock that is bound.
    void bind(sc_core::sc_in<bool>& clk);
    /// Whether the clock is known.
    bool is_bound() const { return m_place != unit_place::unbound; }
    /// Whether edges can be taken before their time.
    bool is_tickless() const { return m_kind == clock_kind::tickless; }
    /// Whether each edge is looked at in its delta.
    bool is_stepped() const { return m_kind == clock_kind::any || m_place == unit_place::stepping; }
    /// Whether an access with a delay has moved the unit ahead, on a tickless clock.
    bool is_ahead() const { return is_tickless() && m_computed->time > now(); }
    /// The time up to which the edges have been taken, or the present if that is later.
    std::uint64_t own_time() const {
        const std::uint64_t restored = m_taken_before != 0 ? m_taken_before - 1 : 0;
        return std::max(is_tickless() ? m_computed->time : restored, now());
    }

    /// A run of the counting process begins.
    void begin_run() {
        ++m_activations;
        m_process = m_process == process_state::waits_to_drive ? process_state::runs_before
                                                               : process_state::runs;
        if (is_asleep(m_place)) {
            go(unit_place::woken);
        }
    }
    /// Whether it drives the outputs.
    bool may_drive() {
        return m_process != process_state::runs_before || m_constant == nullptr || drives_held();
    }
    /// It ends: decides where the unit goes, and what the process waits for.
    void end_run();
    /// Lets the counting process run: in this delta, or in the next one while no process runs.
    void wake();
    /// The same if the unit is asleep, and edges matter now.
    void wake_from_sleep();

    /// A pin differs from what was sampled last.
    void note_change() {
        if (is_stepped()) {
            m_activity.restart();
        } else if (m_constant != nullptr) {
            m_activity.note_change(now(), cycle());
        }
    }
    /// None differed on an edge that is stepped.
    void note_calm_edge() { m_activity.note_calm_edge(); }
    /// Whether stepping is not worth it any more.
    bool has_calm_pins() const { return m_activity.is_calm(); }
    /// Finds out when edges next change an output, and asks to be woken then.
    void predict();
    /// The pins have come to rest: edges are computed again.
    void stop_stepping();
    /// The period of a tickless clock has changed.
    void set_period(std::uint64_t period);
    /// The unit was restored. \param taken_before on a toggling clock, edges before this time were
    /// taken; 0: none
    void restart(std::uint64_t taken_before);
    /// Whether an edge that comes now was taken before the unit was saved.
    bool is_replayed() { return m_taken_before != 0 && !ends_replay(); }
    /// Whether edges at this instant were.
    bool is_replaying() const { return now() < m_taken_before; }

private:
    /// What the counting process does.
    enum class process_state : std::uint8_t {
        waits,
        waits_to_drive, ///< outputs change when m_wake comes, no earlier
        runs,
        runs_before, ///< it was woken before m_wake has come
    };

    void go(unit_place to) {
        assert(may_follow(m_place, to));
        m_place = to;
    }
    [[gnu::cold]] bool drives_held();
    void park(unit_place where, const sc_core::sc_event_or_list& ends);
    void go_on_any_clock();
    void go_on_constant_clock();
    void go_on_tickless_clock();
    bool begin_computing();
    void begin_stepping();
    void await_change(std::uint64_t at);
    [[gnu::cold]] void wake_for_outputs();
    [[gnu::cold]] bool ends_replay();
    const sc_core::sc_event_or_list& idle_ends();
    const sc_core::sc_event_or_list& quiet_ends();
    void add_idle_ends(sc_core::sc_event_or_list& events) const;
    predicted_edges& predicted() const { return static_cast<predicted_edges&>(*m_computed); }
    std::uint64_t cycle() const { return m_constant->period().value(); }

    optional_pins m_pins;
    sc_core::sc_event m_wake{"wake"};
    const sc_core::sc_event* m_reset_change = nullptr; ///< nullptr: nothing is bound
    const sc_core::sc_clock* m_constant = nullptr;     ///< the clock; nullptr: of another kind
    std::unique_ptr<sc_core::sc_event_or_list> m_idle_ends;
    std::unique_ptr<sc_core::sc_event_or_list> m_quiet_ends;
    // What an edge and an access needs is together, from here to the core in timed_unit.
    pin_activity m_activity;
    process_state m_process = process_state::waits;
    clock_kind m_kind = clock_kind::any;
    unit_place m_place = unit_place::unbound;
    std::uint64_t m_taken_before = 0; ///< see restart()

protected:
    const sc_core::sc_simcontext& m_kernel =
        *sc_core::sc_get_curr_simcontext(); ///< spares a look-up
    std::uint64_t m_activations = 0;        ///< see activations()
    std::uint64_t m_caught_up = never;      ///< stamp of the latest look of a process at the unit
    stepped_edges m_stepped;                ///< edges that are taken one by one
    std::unique_ptr<computed_edges> m_computed; ///< none: no edge that is computed has mattered
    edge_source* m_source = &m_stepped;         ///< where edges come from now
};

} // namespace pmu
