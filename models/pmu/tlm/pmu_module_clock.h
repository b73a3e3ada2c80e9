// SPDX-License-Identifier: Apache-2.0
// How the shell of a PMU goes with a clock that toggles: it steps its edges, or, on an sc_clock
// itself, computes them while its pins change seldom. Included by pmu_module_definitions.h.
#pragma once

#include <pmu/tlm/computed_edges.h>
#include <pmu/tlm/pmu_module.h>

#include <systemc>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace PMU_API pmu {

// --- edges that are stepped --------------------------------------------------------------

// The counting process on a clock that may do anything, and of a traced unit.
template <class Core>
void pmu_module<Core>::follow_clock() {
    ++m_activations;
    m_is_following = true; // needs no m_wake
    follow_reset();
    take_edge();
    drive_outputs();
    if (m_skips_edges) {
        wake_for_outputs();
    }
    m_is_following = false;
    m_is_parked = false;
    if (!is_parkable()) {
        return;
    }
    if (m_core.is_idle()) {
        park_until(idle_ends());
    } else if (m_streak != 0 && m_core.is_quiet(m_sampled) &&
               sample_pins() == m_sampled) { // not worth it if pins change at every edge
        park_until(quiet_ends());
    }
}

// Takes the edge of this delta, unless there is none or it has been taken. \return whether it has
// sampled the pins
template <class Core>
inline bool pmu_module<Core>::take_edge() {
    return m_clock->posedge() && take_clock_edge();
}

// The same where the clock is known to have an edge in this delta.
template <class Core>
inline bool pmu_module<Core>::take_clock_edge() {
    if (m_edge == stamp()) {
        return false;
    }
    m_edge = stamp();
    if (!sample() && m_streak != longest_streak) {
        ++m_streak;
    }
    if (m_skips_edges && is_edge_taken()) {
        return true;
    }
    if (m_is_in_reset || m_core.is_idle()) {
        skip_edge();
        return true;
    }
    m_core.step(m_sampled);
    publish();
    if (m_is_watched) {
        look_at_edges(1);
    }
    return true;
}

// What wakes an idle unit: m_wake and reset.
template <class Core>
const sc_core::sc_event_or_list& pmu_module<Core>::idle_ends() {
    if (m_idle_ends == nullptr) {
        m_idle_ends = std::make_unique<sc_core::sc_event_or_list>();
        add_idle_ends(*m_idle_ends);
    }
    return *m_idle_ends;
}

template <class Core>
void pmu_module<Core>::add_idle_ends(sc_core::sc_event_or_list& events) const {
    events |= m_wake;
    if (m_has_reset) {
        events |= reset->value_changed_event();
    }
}

// What wakes a unit for which no edge matters until a pin changes, on a toggling clock: m_wake,
// reset and every sampled pin.
template <class Core>
sc_core::sc_event_or_list& pmu_module<Core>::quiet_ends() {
    if (m_quiet_ends == nullptr) {
        m_quiet_ends = std::make_unique<sc_core::sc_event_or_list>();
        add_idle_ends(*m_quiet_ends);
        m_pins.add_changes_to(*m_quiet_ends);
    }
    return *m_quiet_ends;
}

template <class Core>
void pmu_module<Core>::park_until(const sc_core::sc_event_or_list& events) {
    m_is_parked = true;
    next_trigger(events);
}

// --- an sc_clock itself: its edges are computed, or stepped for a while ------------------

// The end of an activation of the counting process. By itself it is sensitive to m_wake and reset.
template <class Core>
void pmu_module<Core>::await_on_clock() {
    if (m_is_stepping) {
        have_stepper(); // a restored unit has none yet
        if (m_skips_edges) {
            wake_for_outputs();
        }
        return;
    }
    if (m_core.is_idle() && is_parkable()) {
        m_is_parked = true;
        return;
    }
    if (m_streak >= busy_changes) {
        begin_stepping();
        have_stepper();
        return;
    }
    if (m_computed != nullptr && now() - m_last_change >= cycles(rest_cycles)) {
        m_computed->is_at_rest = true;
    }
    predict();
    if (m_computed == nullptr) {
        park_until(quiet_ends());
        return;
    }
    if (!m_computed->is_awaited) {
        m_computed->is_awaited = true;
        quiet_ends() |= m_computed->wake_up.due;
    }
    next_trigger(quiet_ends());
}

// Begins to compute edges if they matter. Those that have come did not. \return false: none does
template <class Core>
bool pmu_module<Core>::begin_computing() {
    const bool matter = !m_is_in_reset && !m_core.is_idle() && !m_core.is_quiet(m_sampled);
    if (!matter && is_parkable()) {
        return false;
    }
    m_computed = std::make_unique<computed_edges>(the_sc_clock());
    skip_edges();
    return true;
}

// Goes on behind the edges that have come.
template <class Core>
void pmu_module<Core>::skip_edges() {
    const std::uint64_t t = is_at_edge() && m_edge == stamp() ? now() : past();
    if (t != never) {
        m_computed->edges.take_by(t);
    }
}

// A pin differs from what was sampled last.
template <class Core>
void pmu_module<Core>::note_change() {
    if (m_is_stepping) {
        m_streak = 0;
        return;
    }
    const bool is_soon = now() - m_last_change <= cycles(2);
    m_last_change = now();
    if (!is_soon) {
        m_streak = 0;
    } else if (m_streak != longest_streak) {
        ++m_streak;
    }
}

// Takes the edges from now on one by one; that of this delta has been taken.
template <class Core>
void pmu_module<Core>::begin_stepping() {
    m_is_stepping = true;
    m_streak = 0;
    m_edge = stamp();
    if (m_computed != nullptr) {
        m_computed->is_at_rest = false;
    }
}

// Has each edge taken. The counting process still drives the outputs: a signal has one writer.
template <class Core>
void pmu_module<Core>::have_stepper() {
    if (m_computed == nullptr) {
        m_computed = std::make_unique<computed_edges>(the_sc_clock());
    }
    const auto step = [](void* unit) __attribute__((flatten)) {
        static_cast<pmu_module*>(unit)->follow_edges();
    };
    m_computed->stepper->add(m_computed->seat, this, step);
}

// Takes an edge, in the process of all units on the clock. Once the pins have come to rest, edges
// are computed again.
template <class Core>
void pmu_module<Core>::follow_edges() {
    ++m_activations;
    follow_reset();
    take_clock_edge();
    if (m_outputs.next() <= now()) {
        wake(); // between two runs, an access may have taken the edge
    }
    const bool is_needed = m_streak < calm_edges && !(m_core.is_idle() && is_parkable());
    if (is_needed || m_skips_edges) {
        return;
    }
    m_is_stepping = false;
    m_streak = 0;
    m_computed->stepper->remove(m_computed->seat);
    m_computed->is_at_rest = true;
    skip_edges();
    predict();
    wake();
}

template <class Core>
const sc_core::sc_clock& pmu_module<Core>::the_sc_clock() const {
    return static_cast<const sc_core::sc_clock&>(*m_clock);
}

// Cycles of an sc_clock in ticks.
template <class Core>
std::uint64_t pmu_module<Core>::cycles(std::uint64_t n) const {
    return n * the_sc_clock().period().value();
}

} // namespace pmu
