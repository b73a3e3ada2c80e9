// SPDX-License-Identifier: Apache-2.0
// What the shell of a PMU does for who watches it: traces, observers, totals, what a platform
// declares. Included by pmu_module_definitions.h.
#pragma once

#include <pmu/tlm/computed_edges.h>
#include <pmu/tlm/pmu_module.h>
#include <pmu/tlm/shell_notices.h>
#include <pmu/tlm/transport_checks.h>
#include <pmu/tlm/unit_extras.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace PMU_API pmu {

template <class Core>
unit_extras<Core>& pmu_module<Core>::extras() const {
    if (m_extras == nullptr) {
        m_extras = std::make_unique<extras_type>();
    }
    return *m_extras;
}

// Whether an observer is being called.
template <class Core>
bool pmu_module<Core>::is_telling() const {
    return m_extras != nullptr && m_extras->observers.is_telling();
}

// Keeps what the short ways look at.
template <class Core>
void pmu_module<Core>::note_extras() const {
    const bool is_observed = m_extras != nullptr && !m_extras->observers.empty();
    const bool counts_totals = m_extras != nullptr && m_extras->totals != nullptr;
    m_is_watched = m_extras != nullptr && m_extras->is_watching();
    m_is_special =
        m_clock == nullptr || m_attributes != nullptr || m_waits || is_observed || counts_totals;
}

template <class Core>
void pmu_module<Core>::refuse(const char* what, const std::string& why) const {
    const std::string id = std::string("/pmu/") + Core::part + "/" + what;
    SC_REPORT_ERROR(id.c_str(), (std::string(name()) + ": " + why).c_str());
}

// The time that the core has come to.
template <class Core>
sc_core::sc_time pmu_module<Core>::time_of_unit() const {
    return sc_core::sc_time::from_value(m_is_toggling ? now() : m_computed->time);
}

// --- observers and traces ----------------------------------------------------------------

template <class Core>
void pmu_module<Core>::observe(pmu_observer& observer) {
    const auto add = [&](Core& core) {
        if (extras().observers.empty()) {
            extras().start_observing(core);
        }
        extras().observers.add(observer);
        note_extras();
    };
    if (is_telling()) {
        add(m_core); // the unit is at its present already
    } else {
        configure_core(add);
    }
}

template <class Core>
void pmu_module<Core>::stop_observing(pmu_observer& observer) {
    if (m_extras != nullptr) {
        m_extras->observers.remove(observer);
        note_extras();
    }
}

// Shows the core to traces and observers.
template <class Core>
void pmu_module<Core>::look_closely() {
    m_extras->trace.refresh(m_core, m_sampled);
    m_extras->tell_changes(m_core, time_of_unit());
}

template <class Core>
void pmu_module<Core>::tell_reset() {
    if (m_is_watched) {
        m_extras->observers.tell(&pmu_observer::reset, time_of_unit());
    }
}

// Has the unit stop at overflows too, so that each is told with its own time.
template <class Core>
void pmu_module<Core>::mind_overflows() {
    if (!m_extras->observers.empty()) {
        m_computed->next_change =
            std::min(m_computed->next_change,
                     m_computed->edges.time_of(m_core.edges_to_overflow(m_sampled)));
    }
}

// An access that is observed or counted, that waits, or whose attributes the platform finds.
template <class Core>
void pmu_module<Core>::transport_specially(tlm::tlm_generic_payload& payload,
                                           sc_core::sc_time& delay) {
    if (is_telling()) {
        m_reports.report(access_in_observer);
        payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        return;
    }
    if (!is_ready_for("b_transport")) {
        payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        return;
    }
    note_extras(); // an observer may be gone
    transport(payload, [&](bool is_read, std::uint32_t& word) {
        if (delay.value() != 0 && (m_waits || m_is_toggling)) {
            wait_for(delay);
        }
        go_to(kept(delay), "b_transport");
        const std::uint32_t address = masked(payload.get_address());
        const access_attributes who =
            m_attributes == nullptr ? attributes_of(payload) : m_attributes(payload);
        const auto tell = [&](response answer) {
            if (m_is_watched) {
                const bool has_value = !is_read || answer == response::ok;
                m_extras->observers.tell(&pmu_observer::register_access,
                                         observed_access{Core::registers().find(address), address,
                                                         !is_read, has_value ? word : 0, who,
                                                         answer},
                                         time_of_unit());
            }
            return answer;
        };
        if (is_read) {
            return tell(m_core.read(address, who, m_sampled, word));
        }
        return store([&](Core& core) {
            const response answer = core.write(address, who, word, m_sampled, m_reports);
            if (answer == response::ok && !m_is_in_reset && m_is_watched &&
                m_extras->totals != nullptr) {
                m_extras->totals->take_write(core, m_sampled, address, word);
            }
            return tell(answer);
        });
    });
}

// --- what the platform drives ------------------------------------------------------------

template <class Core>
void pmu_module<Core>::declare_driven_events(const std::vector<std::uint32_t>& numbers) {
    if (sc_core::sc_get_status() >= sc_core::SC_START_OF_SIMULATION) {
        refuse("driven_events", "what drives events can only be declared before the simulation");
        return;
    }
    for (const std::uint32_t number : numbers) {
        if (m_core.find_event(number) == nullptr) {
            char text[16];
            std::snprintf(text, sizeof text, "0x%02X", static_cast<unsigned>(number));
            refuse("driven_events", std::string(Core::part) +
                                        " has no event that could be driven with the number " +
                                        text);
            return;
        }
    }
    event_set& driven = extras().driven;
    const typename Core::inputs idle{};
    for (std::uint32_t number = 0; number < event_table::numbers; ++number) {
        const event_desc* const e = m_core.find_event(number);
        const auto drives = [&](std::uint32_t declared) {
            return declared == number || m_core.increment(*e, idle, declared) != 0;
        };
        if (e != nullptr &&
            (Core::is_internal(number) || std::any_of(numbers.begin(), numbers.end(), drives))) {
            driven.set(number);
        }
    }
    m_reports.set_driven_events(driven);
}

template <class Core>
void pmu_module<Core>::declare_driven_events_if(
    const std::function<bool(const event_desc&)>& is_driven) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = 0; number < event_table::numbers; ++number) {
        const event_desc* const e = m_core.find_event(number);
        if (e != nullptr && is_driven(*e)) {
            numbers.push_back(number);
        }
    }
    declare_driven_events(numbers);
}

// --- totals ------------------------------------------------------------------------------

template <class Core>
void pmu_module<Core>::count_totals() {
    configure_core([this](Core& core) {
        extras().totals = std::make_unique<event_totals<Core>>(core);
        note_extras();
    });
    if (m_is_parked) {
        m_is_parked = false;
        wake();
    }
}

template <class Core>
std::vector<event_total> pmu_module<Core>::totals() {
    if (m_extras == nullptr || m_extras->totals == nullptr) {
        return {};
    }
    if (m_clock != nullptr) {
        catch_up("totals");
    }
    return m_extras->totals->list(m_core);
}

// Whether nothing is lost while no process follows an idle unit.
template <class Core>
bool pmu_module<Core>::is_parkable() const {
    return !m_is_watched || m_extras->totals == nullptr;
}

// Edges that a watched unit has taken. The core that holds them in reset counts none.
template <class Core>
void pmu_module<Core>::look_at_edges(std::uint64_t n) {
    if (!m_is_watched) {
        return;
    }
    if (m_extras->totals != nullptr && n != 0 && !m_is_in_reset) {
        m_extras->totals->take_edges(m_core, m_sampled, n);
    }
    look_closely();
}

// An edge that an idle unit need not take.
template <class Core>
void pmu_module<Core>::skip_edge() {
    if (m_is_watched && m_extras->totals != nullptr && !m_is_in_reset) {
        m_extras->totals->take_edges(m_core, m_sampled, 1);
    }
}

// A batch that a watched unit takes.
template <class Core>
void pmu_module<Core>::count_watched(std::uint32_t event, std::uint64_t n) {
    if (m_extras->totals != nullptr) {
        m_extras->totals->take_occurrences(m_core, m_sampled, event, n);
    }
    if (m_core.count(event, n, m_sampled) || is_uncomputed()) {
        changed();
    } else {
        look_closely();
    }
}

} // namespace pmu
