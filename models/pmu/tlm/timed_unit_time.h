// SPDX-License-Identifier: Apache-2.0
// How a unit goes with time: elaboration, the counting process, edges. Included by
// pmu_module_definitions.h.
#pragma once

#include <pmu/tlm/dynamic_processes.h>
#include <pmu/tlm/timed_unit.h>

#include <systemc>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace PMU_API pmu {

// --- elaboration and settings ------------------------------------------------------------

template <class Core>
timed_unit<Core>::timed_unit(module_type& around, const typename Core::config& parameters)
    : m_module(around), m_core(parameters), m_reports(Core::part, around.name()) {
    pins().add(around.reset, m_reset, false, pin_use::process);
    pins().add_lines(around.event_bus, m_event_lines, 0);
    pins().add(around.pmuirq, m_core.parameters().irq_active_low);
}

// Looks what the platform has bound and named, in the first end_of_elaboration() that needs it.
// Until then a unit is as in reset. \return false: ports are not bound yet, which is an error
template <class Core>
bool timed_unit<Core>::meet_platform(const char* call) {
    if (m_kernel.get_status() < sc_core::SC_END_OF_ELABORATION) {
        refuse("too_early", std::string(call) + " came before end_of_elaboration(), when neither "
                                                "clock nor pins are known");
        return false;
    }
    bind(m_module.clk);
    m_is_in_reset = false;
    if (!m_reports.has_driven_events()) {
        find_doubts();
    }
    if (m_attributes == nullptr) {
        m_attributes = get_access_attributes_source();
    }
    choose_way();
    return true;
}

// Finds the events that batches drive, or nothing does: they come neither from the unit itself nor
// on a pin that is bound.
template <class Core>
void timed_unit<Core>::find_doubts() {
    const auto has_pin = [this](const event_desc& e) {
        for (unsigned line = 0; line < 64 && e.any_of >> line != 0; ++line) {
            if ((e.any_of >> line & 1) != 0 && pins().has_bound_line(line)) {
                return true;
            }
        }
        for (unsigned n = 0; n < e.line_count; ++n) {
            if (pins().has_bound_line(e.first_line + n)) {
                return true;
            }
        }
        return false;
    };
    event_set sure;
    for (std::uint32_t number = 0; number < event_table::numbers; ++number) {
        const event_desc* const e = m_core.find_event(number);
        if (e == nullptr || Core::is_internal(number) || has_pin(*e)) {
            sure.set(number);
        }
    }
    if (!sure.all()) {
        m_reports.doubts().begin(sure);
        m_reports.doubts().look_at(m_core.selections());
    }
}

// Most accesses go a short way.
template <class Core>
void timed_unit<Core>::choose_way() {
    m_is_special = !is_bound() || m_attributes != &attributes_of || m_policy == sync_policy::wait ||
                   m_watchers != nullptr || has_doubts() || stands_still();
}

template <class Core>
event_set& timed_unit<Core>::driven_events() {
    m_reports.doubts().end();
    choose_way();
    return m_reports.driven_events();
}

template <class Core>
void timed_unit<Core>::refuse(const char* what, const std::string& why) const {
    const std::string id = std::string("/pmu/") + Core::part + "/" + what;
    SC_REPORT_ERROR(id.c_str(), (std::string(m_module.name()) + ": " + why).c_str());
}

template <class Core>
template <class Change>
void timed_unit<Core>::configure(Change change) {
    if (!is_bound()) {
        change(m_core); // no time has passed, and pins may not be bound yet
        return;
    }
    catch_up("a setting");
    change(m_core);
    changed();
}

template <class Core>
watchers<Core>& timed_unit<Core>::watched() {
    if (m_watchers == nullptr) {
        m_watchers = std::make_unique<watchers<Core>>();
        choose_way();
    }
    return *m_watchers;
}

// Event lines are shown as they are driven, also while the counting process sleeps.
template <class Core>
void timed_unit<Core>::follow_lines() {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    pins().for_each_change(pin_use::edges, [&options](const sc_core::sc_event& change) {
        options.set_sensitivity(&change);
    });
    sc_core::sc_spawn([this] { m_watchers->trace.refresh_lines(sample_pins()); }, "trace_lines",
                      &options);
}

// --- the state and what follows from its change ------------------------------------------

// Takes every edge up to now and samples the pins. While processes run, once a delta is
// enough, since no pin changes within it.
template <class Core>
inline void timed_unit<Core>::catch_up(const char* call) {
    if (m_caught_up != stamp()) {
        come_to_present(call);
    }
}

template <class Core>
void timed_unit<Core>::come_to_present(const char* call) {
    if (!is_ready_for(call) || is_telling()) {
        return; // telling: an observer looks at what is told, in the middle of it
    }
    m_caught_up = is_running() ? stamp() : never;
    settle();
}

// Takes the edges of earlier deltas with the pins as they were, follows reset and pins, and takes
// the edge of this very delta. Of a unit that is ahead, pins act at its own time, whoever looks
// first: an access or the counting process.
template <class Core>
void timed_unit<Core>::settle() {
    const std::uint64_t past = m_source->past(now());
    if (past != never) {
        advance(past);
    }
    follow_reset();
    if (is_ahead()) {
        if (sample()) {
            predict();
            if (!is_idle()) {
                m_reports.report(late);
            }
        }
        return;
    }
    if (is_stepped()) {
        if (m_source->take_present(now(), stamp())) {
            take_edge();
        } else {
            sample();
        }
        return;
    }
    if (sample()) {
        predict();
    }
    if (m_source->take_present(now(), stamp()) && m_source == m_computed.get()) {
        advance(now());
    } // else no edge matters
}

// Catches up, and on a tickless clock advances the core to now + delay.
template <class Core>
inline void timed_unit<Core>::go_to(std::uint64_t delay, const char* call) {
    catch_up(call);
    if (is_tickless()) {
        const std::uint64_t target = saturating_add(now(), delay);
        if (target < m_computed->time) {
            m_reports.report(late);
        } else {
            advance(target);
        }
    }
}

// An access or a pin has changed what edges will do.
template <class Core>
void timed_unit<Core>::changed() {
    if (m_reports.doubts().may_be() && m_reports.doubts().take_selections(m_core.selections())) {
        choose_way();
    }
    publish();
    look();
    wake_from_sleep();
    predict();
}

// Hands the outputs to the process that drives them, for the core's own time.
template <class Core>
void timed_unit<Core>::publish() {
    if (m_outputs.differs(m_core.driven())) {
        m_outputs.put(m_core.driven(), own_time());
        wake();
    }
}

template <class Core>
void timed_unit<Core>::drive_outputs() {
    outputs levels;
    if (m_outputs.take(now(), levels)) {
        m_module.pmuirq.write(levels.pmuirq != m_core.parameters().irq_active_low);
        m_module.drive_pins(levels);
    }
}

// Follows the reset pin, once the edges before it are taken. Whoever runs first in a delta, process
// or access, does it.
template <class Core>
void timed_unit<Core>::follow_reset() {
    const bool level = m_reset.read(m_module.reset);
    if (level == m_is_in_reset) {
        return;
    }
    if (is_ahead()) {
        m_reports.report(late);
    }
    m_is_in_reset = level;
    if (level) {
        m_core.reset();
        if (m_watchers != nullptr) {
            m_watchers->observers.tell(&pmu_observer::reset, time_of_unit());
        }
    }
    changed();
}

// The levels of the pins now.
template <class Core>
inline typename timed_unit<Core>::inputs timed_unit<Core>::sample_pins() const {
    return m_inputs.sample(static_cast<const typename sampled_inputs<Core>::module&>(m_module),
                           m_event_lines.read(m_module.event_bus));
}

// Samples the pins. \return whether they have changed
template <class Core>
inline bool timed_unit<Core>::sample() {
    const inputs levels = sample_pins();
    if (levels == m_sampled) {
        return false;
    }
    m_sampled = levels;
    note_change();
    return true;
}

// --- the counting process ----------------------------------------------------------------

template <class Core>
void timed_unit<Core>::run() {
    begin_run();
    settle();
    if (may_drive()) {
        drive_outputs();
    }
    end_run();
}

// Takes an edge, in the process of all units on the clock.
template <class Core>
void timed_unit<Core>::follow_edge() {
    ++m_activations;
    follow_reset();
    if (m_stepped.take_known(stamp())) {
        take_edge();
    }
    if (m_outputs.next() <= now()) {
        wake(); // between two runs, an access may have taken the edge
    }
    if ((has_calm_pins() || is_idle()) && !is_replaying()) {
        stop_stepping();
    }
}

template <class Core>
clock_stepper::step_function timed_unit<Core>::stepper() const {
    return [](void* unit) __attribute__((flatten)) {
        static_cast<timed_unit*>(static_cast<unit_time*>(unit))->follow_edge();
    };
}

// Takes the edge of this delta, which is stepped.
template <class Core>
inline void timed_unit<Core>::take_edge() {
    if (!sample()) {
        note_calm_edge();
    }
    if (is_replayed()) {
        return;
    }
    if (m_is_in_reset || m_core.is_idle()) {
        if (m_watchers != nullptr) {
            note_edges(1);
        }
        return;
    }
    m_core.step(m_sampled);
    publish();
    look_at_edges(1);
}

// --- edges that are computed -------------------------------------------------------------

// Takes the edges up to time t, which is not past. Each output change gets its own time.
template <class Core>
void timed_unit<Core>::advance(std::uint64_t t) {
    if (m_computed->next_change <= t || m_watchers != nullptr) {
        advance_visibly(t);
    } else {
        take_edges_by(t); // a tail call: this path needs no stack frame
    }
}

template <class Core>
void timed_unit<Core>::advance_visibly(std::uint64_t t) {
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
inline std::uint64_t timed_unit<Core>::take_edges_by(std::uint64_t t) {
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

template <class Core>
void timed_unit<Core>::period_changed(const sc_core::sc_time& period) {
    catch_up("set_period");
    if (is_ahead()) {
        m_reports.report(late);
    }
    set_period(period.value());
    choose_way();
}

template <class Core>
bool timed_unit<Core>::is_quiet() const {
    return (m_is_in_reset || m_core.is_quiet(m_sampled)) && !counts_totals();
}

template <class Core>
std::uint64_t timed_unit<Core>::edges_to_change() const {
    if (m_is_in_reset || m_core.is_idle()) {
        return never;
    }
    const std::uint64_t n = m_core.edges_to_output_change(m_sampled);
    return m_watchers == nullptr ? n : std::min(n, m_watchers->edges_to_tell(m_core, m_sampled));
}

// --- who watches -------------------------------------------------------------------------

template <class Core>
void timed_unit<Core>::look_closely() {
    m_watchers->look(m_core, m_sampled, time_of_unit());
}

// Edges that the core has taken. One that is held in reset counts none.
template <class Core>
inline void timed_unit<Core>::look_at_edges(std::uint64_t n) {
    if (m_watchers != nullptr) {
        note_edges(n);
        look_closely();
    }
}

template <class Core>
void timed_unit<Core>::note_edges(std::uint64_t n) {
    if (!m_is_in_reset) {
        m_watchers->take_edges(m_core, m_sampled, n);
    }
}

// The time that the core has come to.
template <class Core>
sc_core::sc_time timed_unit<Core>::time_of_unit() const {
    return sc_core::sc_time::from_value(is_tickless() ? m_computed->time : now());
}

} // namespace pmu
