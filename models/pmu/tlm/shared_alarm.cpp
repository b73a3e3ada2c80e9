// SPDX-License-Identifier: Apache-2.0
#include <pmu/tlm/dynamic_processes.h>
#include <pmu/tlm/shared_alarm.h>

namespace PMU_API pmu {

std::shared_ptr<shared_alarm> shared_alarm::get() {
    static std::weak_ptr<shared_alarm> the_alarm;
    std::shared_ptr<shared_alarm> found = the_alarm.lock();
    if (found == nullptr) {
        found = std::make_shared<shared_alarm>();
        the_alarm = found;
    }
    return found;
}

void shared_alarm::have_process() {
    if (m_has_process) {
        return;
    }
    m_has_process = true;
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.dont_initialize();
    m_alarm.for_each_event([&options](const sc_core::sc_event& e) { options.set_sensitivity(&e); });
    // The process stays when the last unit has gone.
    const auto run = [alarm = weak_from_this()] {
        if (const auto present = alarm.lock()) {
            present->ring();
        }
    };
    sc_core::sc_spawn(run, sc_core::sc_gen_unique_name("pmu_alarm"), &options);
}

void shared_alarm::wait_for(wake_up& who, std::uint64_t at) {
    have_process();
    who.m_at = at;
    if (who.m_place == nowhere) {
        m_waiting.push_back(&who);
        who.m_place = m_waiting.size() - 1;
    }
    rise(who);
    if (who.m_place == 0) {
        m_alarm.set(at);
    }
}

void shared_alarm::forget(wake_up& who) {
    who.m_at = never;
    if (who.m_place == nowhere) {
        return;
    }
    wake_up& last = *m_waiting.back();
    m_waiting.pop_back();
    if (&last != &who) {
        put(last, who.m_place);
        rise(last);
        sink(last);
    }
    who.m_place = nowhere;
}

void shared_alarm::put(wake_up& who, std::size_t place) {
    m_waiting[place] = &who;
    who.m_place = place;
}

// Moves it before those that are due later.
void shared_alarm::rise(wake_up& who) {
    std::size_t place = who.m_place;
    for (; place != 0 && who.m_at < m_waiting[(place - 1) / 2]->m_at; place = (place - 1) / 2) {
        put(*m_waiting[(place - 1) / 2], place);
    }
    put(who, place);
}

// Moves it after those that are due earlier.
void shared_alarm::sink(wake_up& who) {
    std::size_t place = who.m_place;
    for (;;) {
        std::size_t next = 2 * place + 1;
        if (next + 1 < m_waiting.size() && m_waiting[next + 1]->m_at < m_waiting[next]->m_at) {
            ++next;
        }
        if (next >= m_waiting.size() || who.m_at <= m_waiting[next]->m_at) {
            break;
        }
        put(*m_waiting[next], place);
        place = next;
    }
    put(who, place);
}

// The process: wakes the units whose time has come.
void shared_alarm::ring() {
    const std::uint64_t now = sc_core::sc_time_stamp().value();
    while (!m_waiting.empty() && m_waiting.front()->m_at <= now) {
        wake_up& who = *m_waiting.front();
        forget(who);
        who.due.notify();
    }
    if (!m_waiting.empty()) {
        m_alarm.set(m_waiting.front()->m_at);
    }
}

} // namespace pmu
