// SPDX-License-Identifier: Apache-2.0
// How a unit answers register accesses and batches. Included by pmu_module_definitions.h.
#pragma once

#include <pmu/tlm/timed_unit.h>
#include <pmu/tlm/transport_checks.h>

#include <systemc>
#include <tlm>

#include <cstdint>

namespace PMU_API pmu {

// --- registers ---------------------------------------------------------------------------

// What is not as usual goes transport_specially(), from the beginning: that does all of this, too.
template <class Core>
void timed_unit<Core>::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const bool waits = !is_tickless() && delay.value() != 0;
    if (!m_is_special && !waits && is_usual_access(payload, Core::window_size)) {
        go_to(delay.value(), "b_transport");
        const std::uint32_t address = masked(payload.get_address());
        const access_attributes who = attributes_of(payload);
        response answer = response::ok;
        if (payload.is_read()) {
            std::uint32_t word = 0;
            answer = m_core.read(address, who, m_sampled, word);
            if (answer == response::ok) {
                set_word(payload, word);
            }
        } else {
            answer = write(address, who, get_word(payload));
        }
        if (answer == response::ok) {
            payload.set_dmi_allowed(false);
            payload.set_response_status(tlm::TLM_OK_RESPONSE);
            return;
        }
    }
    transport_specially(payload, delay);
}

// Says what is not as usual, once a kind, and gives the response.
template <class Core>
tlm::tlm_response_status timed_unit<Core>::remark(const tlm::tlm_generic_payload& payload,
                                                  refusal why, tlm::tlm_response_status answer) {
    const std::uint32_t address = masked(payload.get_address());
    std::uint32_t word = 0;
    if (why == refusal::no_register && m_core.peek(address, m_sampled, word)) {
        why = refusal::not_allowed;
    }
    const bool is_refused = answer != tlm::TLM_OK_RESPONSE;
    if (is_refused && m_refusals == refusal_policy::generic_error) {
        answer = tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
    refused_access access;
    access.why = why;
    access.address = payload.get_address();
    access.command = payload.get_command();
    access.length = payload.get_data_length();
    access.streaming_width = payload.get_streaming_width();
    access.window_size = Core::window_size;
    access.who = m_attributes(payload);
    access.target = why == refusal::not_allowed ? Core::registers().find(address) : nullptr;
    access.answer = answer;
    m_reports.note(is_refused ? refused : taken, static_cast<std::uint32_t>(why),
                   [&access] { return access.sentence(); });
    if (is_refused && m_watchers != nullptr) {
        catch_up("b_transport"); // of one unit, times never go backwards
        m_watchers->observers.tell(&pmu_observer::refused, access, time_of_unit());
    }
    return answer;
}

// An access that is watched, that waits, or whose attributes the platform finds.
template <class Core>
void timed_unit<Core>::transport_specially(tlm::tlm_generic_payload& payload,
                                           sc_core::sc_time& delay) {
    if (refuses_while_telling() || !is_ready_for("b_transport")) {
        payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        return;
    }
    const auto access = [&](bool is_read, std::uint32_t& word) {
        if (delay.value() != 0 && (m_policy == sync_policy::wait || !is_tickless())) {
            wait_for(delay);
        }
        go_to(kept(delay), "b_transport");
        return access_specially(masked(payload.get_address()), m_attributes(payload), is_read,
                                word);
    };
    const auto finds_register = [&] {
        std::uint32_t word = 0;
        return m_core.peek(masked(payload.get_address()), m_sampled, word);
    };
    const auto remark_on = [&](refusal why, tlm::tlm_response_status answer) {
        return remark(payload, why, answer);
    };
    transport_word(payload, Core::window_size, access, finds_register, remark_on);
}

template <class Core>
response timed_unit<Core>::access_specially(std::uint32_t address, access_attributes who,
                                            bool is_read, std::uint32_t& word) {
    const auto tell = [&](response answer) {
        if (m_watchers != nullptr) {
            const bool has_value = !is_read || answer == response::ok;
            m_watchers->observers.tell(&pmu_observer::register_access,
                                       observed_access{Core::registers().find(address), address,
                                                       !is_read, has_value ? word : 0, who, answer},
                                       time_of_unit());
        }
        return answer;
    };
    if (is_read) {
        const response answer = tell(m_core.read(address, who, m_sampled, word));
        if (answer == response::ok && (has_doubts() || stands_still())) {
            doubt_what_was_read(address);
        }
        return answer;
    }
    return store([&](Core& core) {
        const response answer = core.write(address, who, word, m_sampled, m_reports);
        if (answer == response::ok && !m_is_in_reset && m_watchers != nullptr) {
            m_watchers->take_write(core, m_sampled, address, word);
        }
        return tell(answer);
    });
}

template <class Core>
response timed_unit<Core>::write(std::uint32_t address, access_attributes who, std::uint32_t word) {
    return store([&](Core& core) { return core.write(address, who, word, m_sampled, m_reports); });
}

template <class Core>
unsigned timed_unit<Core>::transport_dbg(tlm::tlm_generic_payload& payload) {
    if (!is_ready_for("transport_dbg")) {
        return 0;
    }
    catch_up("transport_dbg");
    return debug_bytes(
        payload, Core::window_size,
        [this](std::uint64_t address, std::uint32_t& data) {
            return m_core.peek(masked(address), m_sampled, data);
        },
        [this](std::uint64_t address, std::uint32_t data) {
            const auto poke = [&](Core& core) {
                return core.poke(masked(address), data) ? response::ok : response::address_error;
            };
            return !refuses_while_telling() && store(poke) == response::ok;
        });
}

// Applies `write(core)`, which returns a response. A core that is held in reset answers by the
// same rules and stores nothing.
template <class Core>
template <class Write>
response timed_unit<Core>::store(Write write) {
    if (m_is_in_reset) {
        Core ignored = m_core;
        return write(ignored);
    }
    const response answer = write(m_core);
    if (answer == response::ok) {
        changed();
    }
    return answer;
}

// On a toggling clock the pins of the future are unknown: waits for them. With sync_policy::wait
// other initiators may still come before.
template <class Core>
void timed_unit<Core>::wait_for(sc_core::sc_time& delay) {
    if (sc_core::sc_get_current_process_handle().proc_kind() == sc_core::SC_THREAD_PROC_) {
        sc_core::wait(delay);
        delay = sc_core::SC_ZERO_TIME;
    } else {
        m_reports.report(cannot_wait);
    }
}

// \return whether an observer is being called
template <class Core>
bool timed_unit<Core>::refuses_while_telling() {
    if (is_telling()) {
        m_reports.report(access_in_observer);
        return true;
    }
    return false;
}

// Software has read a register of a unit that stands still, or whose events perhaps nothing drives.
template <class Core>
void timed_unit<Core>::doubt_what_was_read(std::uint32_t address) {
    if (m_is_in_reset) {
        return;
    }
    // Before the simulation no time has passed, and a clock may get its period yet.
    const bool has_begun = m_kernel.get_status() >= sc_core::SC_START_OF_SIMULATION;
    if (stands_still() && has_begun && m_core.is_enabled()) {
        m_reports.report(clock_stands_still);
    }
    if (!has_doubts()) {
        return;
    }
    event_doubts& doubts = m_reports.doubts();
    // Whether an event matters to the register shows what an occurrence would do.
    Core ready = m_core;
    ready.end_start_delay();
    bool is_over = true;
    constexpr std::size_t event_counters =
        Core::counter_names.size() - 1; // the other counts cycles
    for (std::size_t i = 0; i < event_counters; ++i) {
        const std::uint32_t number = m_core.selections() >> 8 * i & event_number_bits;
        if (!doubts.is_doubted(number)) {
            continue;
        }
        const event_desc* const e = m_core.find_event(number);
        if (is_driven_by_batches(*e)) {
            doubts.settle(number);
            continue;
        }
        Core counted = ready;
        counted.count(number, 1, m_sampled);
        std::uint32_t before = 0;
        std::uint32_t after = 0;
        ready.peek(address, m_sampled, before);
        counted.peek(address, m_sampled, after);
        if (before == after) {
            is_over = false;
            continue;
        }
        doubts.settle(number);
        m_reports.report(nothing_drives, {Core::registers().find(address)->name, number, e});
    }
    doubts.take_look(is_over);
    choose_way();
}

// Whether a batch so far has reported an event, or one that it counts on. Secure ones count while
// SPNIDEN lets them.
template <class Core>
bool timed_unit<Core>::is_driven_by_batches(const event_desc& e) const {
    const inputs idle{};
    return m_reports.doubts().any_reported([&](std::uint32_t number) {
        return m_core.increment(e, idle, number) != 0 ||
               m_core.increment(e, m_sampled, number) != 0;
    });
}

// --- batches -----------------------------------------------------------------------------

template <class Core>
void timed_unit<Core>::count(std::uint32_t event, std::uint64_t n, const sc_core::sc_time& delay) {
    if (refuses_while_telling()) {
        return;
    }
    go_to(kept(delay), "count");
    m_reports.doubts().take_batch(event);
    if (n == 0 || m_is_in_reset) {
        return;
    }
    if (Core::is_internal(event)) {
        m_reports.report(no_occurrence, event);
        return;
    }
    if (m_watchers != nullptr) {
        m_watchers->take_occurrences(m_core, m_sampled, event, n);
    }
    // Where nobody computes edges, they may matter from now on.
    if (m_core.count(event, n, m_sampled) || m_source != m_computed.get()) {
        changed();
    } else {
        look();
    }
}

template <class Core>
void timed_unit<Core>::advance_to(const sc_core::sc_time& delay) {
    if (!refuses_while_telling()) {
        go_to(kept(delay), "advance_to");
    }
}

template <class Core>
std::uint64_t timed_unit<Core>::headroom(std::uint32_t event) {
    catch_up("headroom");
    return m_core.headroom(event, m_sampled);
}

template <class Core>
bool timed_unit<Core>::is_counted(std::uint32_t event) {
    catch_up("is_counted");
    if (counts_totals()) { // whatever nobody selects
        return !m_is_in_reset && !Core::is_internal(event);
    }
    Core ready = m_core;
    ready.end_start_delay();
    Core counted = ready;
    counted.count(event, 1, m_sampled);
    return !m_is_in_reset && counted != ready;
}

template <class Core>
std::uint64_t timed_unit<Core>::edges_to_output_change() {
    catch_up("edges_to_output_change");
    const bool counts = !m_is_in_reset && !m_core.is_idle();
    return counts ? m_core.edges_to_output_change(m_sampled) : never;
}

} // namespace pmu
