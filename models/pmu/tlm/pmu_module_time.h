// SPDX-License-Identifier: Apache-2.0
// How the shell of a PMU goes with time. Included by pmu_module_definitions.h.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/tlm/computed_edges.h>
#include <pmu/tlm/pmu_module.h>
#include <pmu/tlm/shell_notices.h>

#include <systemc>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace PMU_API pmu {

// --- the state and what follows from its change ------------------------------------------

// Takes every edge up to now and samples the pins. While processes run, once a delta is
// enough, since no pin changes within it.
template <class Core>
inline void pmu_module<Core>::catch_up(const char* call) {
    if (m_caught_up != stamp()) {
        come_to_present(call);
    }
}

template <class Core>
void pmu_module<Core>::come_to_present(const char* call) {
    if (!is_ready_for(call) || is_telling()) {
        return; // telling: an observer looks at what is told, in the middle of it
    }
    m_caught_up = is_running() ? stamp() : never;
    settle();
}

// Takes the edges of earlier deltas with the pins as they were, follows reset and pins, and takes
// the edge of this very delta.
template <class Core>
void pmu_module<Core>::settle() {
    if (m_is_stepping) {
        follow_reset();
        if (!take_edge()) {
            sample();
        }
        return;
    }
    take_past_edges();
    follow_reset();
    if (!is_ahead()) {
        if (sample()) {
            predict();
        }
        take_present_edge();
    }
}

// Catches up, and on a tickless clock advances the core to now + delay.
template <class Core>
inline void pmu_module<Core>::go_to(std::uint64_t delay, const char* call) {
    catch_up(call);
    if (!m_is_toggling) {
        const std::uint64_t target = saturating_add(now(), delay);
        if (target < m_computed->time) {
            m_reports.report(late);
        } else {
            advance(target);
        }
    }
}

// Whether an access with a delay has moved the unit ahead, on a tickless clock.
template <class Core>
inline bool pmu_module<Core>::is_ahead() const {
    return !m_is_toggling && m_computed->time > now();
}

// An access or a pin has changed what edges will do.
template <class Core>
void pmu_module<Core>::changed() {
    publish();
    look();
    if (m_is_parked && !m_core.is_idle()) {
        m_is_parked = false;
        wake();
    }
    predict();
}

// Hands the outputs to the process that drives them, for the core's own time.
template <class Core>
void pmu_module<Core>::publish() {
    if (m_outputs.put(m_core.driven(), own_time())) {
        wake();
    }
}

// Lets the counting process run: in this delta, or in the next one while no process runs. Then it
// drives outputs no earlier, though its alarm may come in the delta before that of an edge.
template <class Core>
void pmu_module<Core>::wake() {
    m_is_held = m_is_toggling && !is_running();
    if (!is_running()) {
        m_wake.notify(sc_core::SC_ZERO_TIME);
    } else if (!m_is_following) {
        m_wake.notify();
    }
}

template <class Core>
void pmu_module<Core>::drive_outputs() {
    outputs levels;
    if (m_outputs.take(now(), levels)) {
        pmuirq.write(levels.pmuirq != m_core.parameters().irq_active_low);
        drive_pins(levels);
    }
}

// Follows the reset pin, once the edges before it are taken. Whoever runs first in a delta, process
// or access, does it.
template <class Core>
void pmu_module<Core>::follow_reset() {
    const bool level = m_has_reset && reset->read();
    if (level == m_is_in_reset) {
        return;
    }
    if (is_ahead()) {
        m_reports.report(late);
    }
    m_is_in_reset = level;
    if (level) {
        m_core.reset();
        tell_reset();
    }
    changed();
}

// Samples the pins. \return whether they have changed
template <class Core>
inline bool pmu_module<Core>::sample() {
    const inputs levels = sample_pins();
    if (levels == m_sampled) {
        return false;
    }
    m_sampled = levels;
    if (m_is_toggling) {
        note_change();
    }
    return true;
}

// --- edges that are computed -------------------------------------------------------------

// The counting process where edges are computed: on a tickless clock, and on an sc_clock itself.
template <class Core>
void pmu_module<Core>::follow_time() {
    ++m_activations;
    m_is_following = true;
    settle();
    if (is_ahead() && sample()) {
        predict();
        if (!m_core.is_idle() || !is_parkable()) {
            m_reports.report(late);
        }
    }
    if (!m_is_held || m_wake.triggered() || m_clock->posedge()) {
        m_is_held = false;
        drive_outputs();
    }
    m_is_following = false;
    m_is_parked = false;
    if (m_is_toggling) {
        await_on_clock();
    } else if (m_core.is_idle() && m_outputs.next() == never && is_parkable()) {
        park_until(idle_ends());
    } else {
        await_change(std::min(m_computed->next_change, m_outputs.next()));
    }
}

// Takes the edges of earlier deltas. An sc_clock that is low has the edge of this instant before
// it, if there is one; and in the delta of an edge, that one is not past.
template <class Core>
void pmu_module<Core>::take_past_edges() {
    if (!m_is_toggling) {
        if (!is_ahead()) {
            advance(now());
        }
    } else if (m_computed != nullptr) {
        const std::uint64_t t = past();
        if (t != never) {
            advance(t);
        }
    }
}

// The time up to which an sc_clock has had its edges in earlier deltas; `never`: before time 0.
template <class Core>
std::uint64_t pmu_module<Core>::past() const {
    return m_clock->read() && !is_at_edge() ? now() : now() - 1;
}

// Whether an sc_clock has an edge in this delta. A signal's posedge() is true from its delta to the
// next in which a process runs, and that may be at a later time.
template <class Core>
bool pmu_module<Core>::is_at_edge() const {
    if (!m_clock->posedge()) {
        return false;
    }
    return m_computed != nullptr ? m_computed->edges.has_edge_at(now())
                                 : edges_of(the_sc_clock()).has_edge_at(now());
}

// Takes the edge of this delta of an sc_clock, unless there is none or it has been taken.
template <class Core>
void pmu_module<Core>::take_present_edge() {
    if (m_is_toggling && m_edge != stamp() && is_at_edge()) {
        m_edge = stamp();
        if (m_computed != nullptr) {
            advance(now());
        }
    }
}

// Takes the edges up to time t, which is not past. Each output change gets its own time.
template <class Core>
void pmu_module<Core>::advance(std::uint64_t t) {
    if (m_computed->next_change <= t || m_is_watched) {
        advance_visibly(t);
    } else {
        take_edges_by(t); // a tail call: this path needs no stack frame
    }
}

template <class Core>
void pmu_module<Core>::advance_visibly(std::uint64_t t) {
    while (m_computed->next_change <= t && m_computed->next_change != never) {
        const std::uint64_t due = take_edges_by(m_computed->next_change);
        publish();
        look_at_edges(due);
        predict();
    }
    look_at_edges(take_edges_by(t));
}

// Takes edges that change no output, unless the last does. \return how many have come
template <class Core>
inline std::uint64_t pmu_module<Core>::take_edges_by(std::uint64_t t) {
    m_computed->time = t;
    if (!m_computed->edges.has_edge_by(t)) {
        return 0;
    }
    const std::uint64_t due = m_computed->edges.take_by(t);
    if (due != 0 && !m_is_in_reset) {
        m_core.run(m_sampled, due);
    }
    return due;
}

// Computes when edges next change an output, and asks to be woken then.
template <class Core>
void pmu_module<Core>::predict() {
    if (m_is_stepping || (m_computed == nullptr && !begin_computing())) {
        return;
    }
    m_computed->next_change = never;
    if (!m_is_in_reset && !m_core.is_idle()) {
        m_computed->next_change =
            m_computed->edges.time_of(m_core.edges_to_output_change(m_sampled));
        if (m_is_watched) {
            mind_overflows();
        }
    }
    await_change(m_computed->next_change);
}

// Asks to be woken at a time, in ticks, at which outputs change.
template <class Core>
void pmu_module<Core>::await_change(std::uint64_t at) {
    if (m_is_toggling && !m_computed->is_at_rest) {
        at = std::min(at, saturating_add(now(), cycles(rest_cycles)));
    }
    m_computed->alarm->set(m_computed->wake_up, at);
}

template <class Core>
void pmu_module<Core>::period_changed(const sc_core::sc_time& period) {
    catch_up("set_period");
    if (is_ahead()) {
        m_reports.report(late);
    }
    m_computed->set_period(now(), period.value());
    predict();
}

} // namespace pmu
