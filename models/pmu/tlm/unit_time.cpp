// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/unit_time.h>

#include <utility>

namespace PMU_API pmu {

// --- elaboration -------------------------------------------------------------------------

void unit_time::bind(sc_core::sc_in<bool>& clk) {
    m_stepped.follow(*clk.operator->());
    if (auto* clock = dynamic_cast<tickless_clock*>(clk.get_interface())) {
        m_kind = clock_kind::tickless;
        clock->attach(*this);
        m_computed = std::make_unique<computed_edges>(*clock);
        m_source = m_computed.get();
    }
    go(unit_place::woken);
}

void unit_time::begin(const sc_core::sc_in<bool>& clk, bool is_traced,
                      const std::function<void(const sc_core::sc_event&)>& add) {
    add(m_wake);
    m_pins.for_each_change(pin_use::process, [&](const sc_core::sc_event& e) {
        m_reset_change = &e;
        add(e);
    });
    if (is_tickless()) {
        add(m_computed->wake_up.due);
        m_pins.for_each_change(pin_use::edges, add);
        m_pins.forget_ports();
        return;
    }
    m_pins.forget_ports_but_changes();
    m_constant = is_traced ? nullptr : constant_clock(*clk.operator->());
    if (m_constant == nullptr) {
        add(clk->posedge_event());
    } else { // not asked for its edges, a clock costs less
        m_kind = clock_kind::constant;
    }
}

bool unit_time::begins_parked() {
    if (m_kind != clock_kind::constant || !is_idle()) {
        return false;
    }
    go(unit_place::parked);
    return true;
}

// --- the counting process ----------------------------------------------------------------

// While no process runs, edges that are computed could drive outputs too early: an alarm may come
// in the delta before that of its edge.
void unit_time::wake() {
    if (!is_running()) {
        m_process = is_tickless() ? process_state::waits : process_state::waits_to_drive;
        m_wake.notify(sc_core::SC_ZERO_TIME);
    } else if (m_process == process_state::waits || m_process == process_state::waits_to_drive) {
        m_process = process_state::waits;
        m_wake.notify();
    } else {
        m_process = process_state::runs;
    }
}

void unit_time::wake_from_sleep() {
    if (is_asleep(m_place) && !is_idle()) {
        go(unit_place::woken);
        wake();
    }
}

// On a toggling clock nothing waits for its time, except after a restore.
void unit_time::wake_for_outputs() {
    if (next_output() != never) {
        m_wake.notify(sc_core::sc_time::from_value(next_output() - now()));
    }
}

bool unit_time::drives_held() {
    if (!m_wake.triggered() && !m_constant->posedge()) {
        return false;
    }
    m_process = process_state::runs;
    return true;
}

void unit_time::end_run() {
    m_process = m_process == process_state::runs_before ? process_state::waits_to_drive
                                                        : process_state::waits;
    switch (m_kind) {
    case clock_kind::any: go_on_any_clock(); break;
    case clock_kind::constant: go_on_constant_clock(); break;
    case clock_kind::tickless: go_on_tickless_clock(); break;
    }
}

// --- where the unit goes -----------------------------------------------------------------

// The process is woken for each edge, if it waits for nothing else.
void unit_time::go_on_any_clock() {
    if (m_taken_before != 0) {
        wake_for_outputs();
    }
    if (is_idle()) {
        park(unit_place::parked, idle_ends());
    } else if (m_activity.has_calm_edge() && is_quiet() && has_sampled()) {
        park(unit_place::quiet, quiet_ends()); // not worth it if pins change at every edge
    } else {
        go(unit_place::stepping);
    }
}

// The process is woken by m_wake and reset, if it waits for nothing else.
void unit_time::go_on_constant_clock() {
    if (m_place == unit_place::stepping || (m_activity.is_busy() && !is_idle())) {
        if (m_place != unit_place::stepping) {
            begin_stepping();
        }
        m_stepped.join(this, stepper(), &m_activity); // a restored unit has not joined yet
        if (m_taken_before != 0) {
            wake_for_outputs();
        }
    } else if (is_idle()) {
        go(unit_place::parked);
    } else if (m_computed == nullptr && !begin_computing()) {
        park(unit_place::quiet, quiet_ends());
    } else {
        const bool rests = m_place == unit_place::resting || m_activity.is_at_rest(now(), cycle());
        go(rests ? unit_place::resting : unit_place::computing);
        predict();
        std::unique_ptr<sc_core::sc_event_or_list>& awaited = predicted().awaited;
        if (awaited == nullptr) {
            quiet_ends();
            awaited = std::move(m_quiet_ends); // from now on the unit is never quiet
            *awaited |= m_computed->wake_up.due;
        }
        sc_core::next_trigger(*awaited);
    }
}

// The process is woken by any pin and the alarm, if it waits for nothing else.
void unit_time::go_on_tickless_clock() {
    const std::uint64_t next = next_output();
    if (next == never && is_idle()) {
        park(unit_place::parked, idle_ends());
    } else {
        go(unit_place::computing);
        await_change(std::min(m_computed->next_change, next));
    }
}

void unit_time::park(unit_place where, const sc_core::sc_event_or_list& ends) {
    go(where);
    sc_core::next_trigger(ends);
}

const sc_core::sc_event_or_list& unit_time::idle_ends() {
    if (m_idle_ends == nullptr) {
        m_idle_ends = std::make_unique<sc_core::sc_event_or_list>();
        add_idle_ends(*m_idle_ends);
    }
    return *m_idle_ends;
}

const sc_core::sc_event_or_list& unit_time::quiet_ends() {
    if (m_quiet_ends == nullptr) {
        m_quiet_ends = std::make_unique<sc_core::sc_event_or_list>();
        add_idle_ends(*m_quiet_ends);
        m_pins.add_changes_to(*m_quiet_ends);
    }
    return *m_quiet_ends;
}

void unit_time::add_idle_ends(sc_core::sc_event_or_list& events) const {
    events |= m_wake;
    if (m_reset_change != nullptr) {
        events |= *m_reset_change;
    }
}

// --- edges -------------------------------------------------------------------------------

// Begins to compute edges if they matter. Those that have come did not. \return false: none does
bool unit_time::begin_computing() {
    if (is_idle() || is_quiet()) {
        return false;
    }
    m_computed = std::make_unique<predicted_edges>(*m_constant, now(), stamp(),
                                                   m_stepped.has_taken_present(now(), stamp()));
    m_source = m_computed.get();
    return true;
}

// Takes the edges from now on one by one; that of this delta has been taken. The counting process
// still drives the outputs: a signal has one writer.
void unit_time::begin_stepping() {
    go(unit_place::stepping);
    m_activity.restart();
    m_stepped.skip_present(stamp());
    m_source = &m_stepped;
}

void unit_time::stop_stepping() {
    const bool has_taken_present = m_stepped.has_taken_present(now(), stamp());
    m_stepped.leave();
    m_activity.restart();
    if (m_computed == nullptr) {
        m_computed =
            std::make_unique<predicted_edges>(*m_constant, now(), stamp(), has_taken_present);
    } else {
        predicted().skip(now(), stamp(), has_taken_present);
    }
    m_source = m_computed.get();
    go(unit_place::resting);
    predict();
    wake();
}

void unit_time::predict() {
    if (is_stepped() || (m_computed == nullptr && !begin_computing())) {
        return;
    }
    m_computed->next_change = m_computed->edges.time_of(edges_to_change());
    await_change(m_computed->next_change);
}

// Asks to be woken at a time at which outputs change. A unit that is asleep need not be, and one
// whose process runs or is about to asks at the end of that run.
void unit_time::await_change(std::uint64_t at) {
    const bool runs = m_process == process_state::runs || m_process == process_state::runs_before;
    if (runs || (m_place != unit_place::computing && m_place != unit_place::resting)) {
        return;
    }
    if (m_kind == clock_kind::constant && m_place == unit_place::computing) {
        at = std::min(at, saturating_add(now(), pin_activity::rest_cycles * cycle()));
    }
    m_computed->alarm->set(m_computed->wake_up, at, now());
}

void unit_time::set_period(std::uint64_t period) {
    m_computed->set_period(now(), period);
    predict();
}

// --- after a restore ---------------------------------------------------------------------

// An sc_clock is stepped at least past the edges that are skipped.
void unit_time::restart(std::uint64_t taken_before) {
    m_caught_up = never; // the pins here may differ from those that the unit has sampled
    m_taken_before = taken_before;
    if (m_kind != clock_kind::constant) {
        go(unit_place::woken);
    } else if (m_place != unit_place::stepping) {
        begin_stepping();
    }
    wake();
}

// An edge that comes before the end was taken before the unit was saved.
bool unit_time::ends_replay() {
    m_taken_before = is_replaying() ? m_taken_before : 0;
    return m_taken_before == 0;
}

} // namespace pmu
