// SPDX-License-Identifier: Apache-2.0
// How the shell of a PMU goes with time, on either clock. Included by pmu_module_definitions.h.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/tlm/pmu_module.h>
#include <pmu/tlm/shell_notices.h>
#include <pmu/tlm/tickless_state.h>

#include <systemc>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace PMU_API pmu {

// --- the state and what follows from its change ------------------------------------------

// Takes every edge up to now and samples the pins. While processes run, once a delta is
// enough, since no pin changes within it.
template <class Core>
inline void pmu_module<Core>::catch_up() {
    if (m_caught_up != stamp()) {
        come_to_present();
    }
}

template <class Core>
void pmu_module<Core>::come_to_present() {
    if (is_telling()) {
        return; // an observer looks at what is told, in the middle of it
    }
    m_caught_up = is_running() ? stamp() : never;
    follow_reset();
    if (m_tickless == nullptr) {
        take_edge();
        m_sampled = sample_pins();
    } else if (m_tickless->time <= now()) {
        advance(now());
        sample();
    }
}

// Catches up, and on a tickless clock advances the core to now + delay.
template <class Core>
inline void pmu_module<Core>::go_to(std::uint64_t delay) {
    catch_up();
    if (m_tickless != nullptr) {
        const std::uint64_t target = saturating_add(now(), delay);
        if (target < m_tickless->time) {
            m_reports.report(late);
        } else {
            advance(target);
        }
    }
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

// Lets the counting process run: in this delta, or in the next one while no process runs.
template <class Core>
void pmu_module<Core>::wake() {
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

// Follows the reset pin. Whoever runs first in a delta, process or access, does it.
template <class Core>
void pmu_module<Core>::follow_reset() {
    const bool level = reset->read();
    if (level == m_is_in_reset) {
        return;
    }
    if (m_tickless != nullptr) {
        if (m_tickless->time > now()) {
            m_reports.report(late);
        } else {
            advance(now());
        }
    }
    m_is_in_reset = level;
    if (level) {
        m_core.reset();
        tell_reset();
    }
    changed();
}

// What wakes a quiet unit on a toggling clock: m_wake, reset and every sampled pin.
template <class Core>
const sc_core::sc_event_or_list& pmu_module<Core>::quiet_ends() {
    if (m_quiet_ends == nullptr) {
        m_quiet_ends = std::make_unique<sc_core::sc_event_or_list>();
        *m_quiet_ends |= m_idle_ends;
        m_pins.add_changes_to(*m_quiet_ends);
    }
    return *m_quiet_ends;
}

template <class Core>
void pmu_module<Core>::park_until(const sc_core::sc_event_or_list& events) {
    m_is_parked = true;
    next_trigger(events);
}

// --- a toggling clock --------------------------------------------------------------------

// The counting process on a toggling clock.
template <class Core>
void pmu_module<Core>::follow_clock() {
    ++m_activations;
    m_is_following = true; // needs no m_wake
    follow_reset();
    const inputs before = m_sampled;
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
        park_until(m_idle_ends);
    } else if (m_core.is_quiet(m_sampled) && before == m_sampled &&
               sample_pins() == m_sampled) { // not worth it if pins change at every edge
        park_until(quiet_ends());
    }
}

// Takes the edge of this delta, unless there is none or it has been taken.
template <class Core>
void pmu_module<Core>::take_edge() {
    if (!clk->posedge() || m_edge == stamp()) {
        return;
    }
    m_edge = stamp();
    m_sampled = sample_pins();
    if (m_skips_edges && is_edge_taken()) {
        return;
    }
    if (m_is_in_reset || m_core.is_idle()) {
        skip_edge();
        return;
    }
    m_core.step(m_sampled);
    publish();
    if (m_is_watched) {
        look_at_edges(1);
    }
}

// --- a tickless clock --------------------------------------------------------------------

// The counting process on a tickless clock.
template <class Core>
void pmu_module<Core>::follow_time() {
    ++m_activations;
    m_is_following = true;
    follow_reset();
    if (m_tickless->time <= now()) {
        advance(now());
        sample();
    } else if (sample() && (!m_core.is_idle() || !is_parkable())) {
        m_reports.report(late);
    }
    drive_outputs();
    m_is_following = false;
    m_is_parked = false;
    if (m_core.is_idle() && m_outputs.next() == never && is_parkable()) {
        park_until(m_idle_ends);
    } else {
        m_tickless->wake_up.set(std::min(m_tickless->next_change, m_outputs.next()));
    }
}

// Samples the pins. \return whether they have changed
template <class Core>
bool pmu_module<Core>::sample() {
    const inputs levels = sample_pins();
    if (levels == m_sampled) {
        return false;
    }
    m_sampled = levels;
    predict();
    return true;
}

// Takes the edges up to time t, which is not past. Each output change gets its own time.
template <class Core>
void pmu_module<Core>::advance(std::uint64_t t) {
    if (m_tickless->next_change <= t || m_is_watched) {
        advance_visibly(t);
    } else {
        take_edges_by(t); // a tail call: this path needs no stack frame
    }
}

template <class Core>
void pmu_module<Core>::advance_visibly(std::uint64_t t) {
    while (m_tickless->next_change <= t && m_tickless->next_change != never) {
        const std::uint64_t due = take_edges_by(m_tickless->next_change);
        publish();
        look_at_edges(due);
        predict();
    }
    look_at_edges(take_edges_by(t));
}

// Takes edges that change no output, unless the last does. \return how many have come
template <class Core>
inline std::uint64_t pmu_module<Core>::take_edges_by(std::uint64_t t) {
    m_tickless->time = t;
    if (!m_tickless->edges.has_edge_by(t)) {
        return 0;
    }
    const std::uint64_t due = m_tickless->edges.take_by(t);
    if (due != 0 && !m_is_in_reset) {
        m_core.run(m_sampled, due);
    }
    return due;
}

// Computes when edges next change an output, and asks to be woken then.
template <class Core>
void pmu_module<Core>::predict() {
    if (m_tickless == nullptr) {
        return;
    }
    m_tickless->next_change = never;
    if (!m_is_in_reset && !m_core.is_idle()) {
        m_tickless->next_change =
            m_tickless->edges.time_of(m_core.edges_to_output_change(m_sampled));
        if (m_is_watched) {
            mind_overflows();
        }
    }
    m_tickless->wake_up.set(m_tickless->next_change);
}

template <class Core>
void pmu_module<Core>::period_changed(const sc_core::sc_time& period) {
    catch_up();
    if (m_tickless->time > now()) {
        m_reports.report(late);
    }
    m_tickless->set_period(now(), period.value());
    predict();
}

} // namespace pmu
