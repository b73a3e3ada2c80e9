// SPDX-License-Identifier: Apache-2.0
// How the shell of a PMU does what pmu_module.h declares. For the .cpp of a part, which
// instantiates it; a model that uses the part does not need it.
#pragma once

#include <pmu/core/parameter_map.h>
#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/computed_edges.h>
#include <pmu/tlm/dynamic_processes.h>
#include <pmu/tlm/pmu_module.h>
#include <pmu/tlm/pmu_module_clock.h>
#include <pmu/tlm/pmu_module_extras.h>
#include <pmu/tlm/pmu_module_snapshot.h>
#include <pmu/tlm/pmu_module_time.h>
#include <pmu/tlm/shell_notices.h>
#include <pmu/tlm/transport_checks.h>

#include <memory>
#include <string>

namespace PMU_API pmu {

template <class Core>
pmu_module<Core>::pmu_module(const sc_core::sc_module_name& name,
                             const typename Core::config& parameters)
    : sc_core::sc_module(name), m_core(checked(parameters)),
      m_reports(Core::part, this->sc_core::sc_object::name()) {
    batch_events.bind(*this);
    m_pins.add(reset, false, optional_pins::is_not_sampled);
    m_pins.add(event_bus, m_event_lines, event_bus_type{});
    m_pins.add(pmuirq, m_core.parameters().irq_active_low);
}

template <class Core>
pmu_module<Core>::~pmu_module() = default;

template <class Core>
Core pmu_module<Core>::snapshot() {
    catch_up("snapshot");
    return m_core;
}

template <class Core>
void pmu_module<Core>::set_irq_active_low(bool is_active_low) {
    if (sc_core::sc_get_status() >= sc_core::SC_START_OF_SIMULATION) {
        refuse("irq_active_low", "the polarity of pmuirq can only change before the simulation");
        return;
    }
    m_core.set_irq_active_low(is_active_low);
    pmuirq.initialize(is_active_low); // for who calls this after end_of_elaboration()
}

template <class Core>
void pmu_module<Core>::set_access_attributes_source(access_attributes_source source) {
    m_has_own_attributes = true;
    m_attributes = direct(source);
    note_extras();
}

template <class Core>
void pmu_module<Core>::count(std::uint32_t event, std::uint64_t n, const sc_core::sc_time& delay) {
    if (is_telling()) {
        m_reports.report(access_in_observer);
        return;
    }
    go_to(kept(delay), "count");
    if (n == 0 || m_is_in_reset) {
        return;
    }
    if (Core::is_internal(event)) {
        m_reports.report(no_occurrence, event);
    } else if (m_is_watched) {
        count_watched(event, n);
    } else if (m_core.count(event, n, m_sampled) || is_uncomputed()) {
        changed();
    }
}

template <class Core>
void pmu_module<Core>::advance_to(const sc_core::sc_time& delay) {
    if (is_telling()) {
        m_reports.report(access_in_observer);
        return;
    }
    go_to(kept(delay), "advance_to");
}

template <class Core>
std::uint64_t pmu_module<Core>::headroom(std::uint32_t event) {
    catch_up("headroom");
    return m_core.headroom(event, m_sampled);
}

template <class Core>
bool pmu_module<Core>::is_counted(std::uint32_t event) {
    catch_up("is_counted");
    if (!is_parkable()) { // totals count whatever nobody selects
        return !m_is_in_reset && !Core::is_internal(event);
    }
    Core ready = m_core;
    ready.end_start_delay();
    Core counted = ready;
    counted.count(event, 1, m_sampled);
    return !m_is_in_reset && counted != ready;
}

template <class Core>
std::uint64_t pmu_module<Core>::edges_to_output_change() {
    catch_up("edges_to_output_change");
    const bool counts = !m_is_in_reset && !m_core.is_idle();
    return counts ? m_core.edges_to_output_change(m_sampled) : never;
}

template <class Core>
void pmu_module<Core>::trace(sc_core::sc_trace_file* file) const {
    unit_trace<Core>& shown = extras().trace;
    shown.add_to(file, name(), traced_events());
    shown.refresh(m_core, m_sampled);
    note_extras();
    sc_core::sc_trace(file, clk, std::string(name()) + ".clk");
    m_pins.trace(file, name());
}

template <class Core>
template <class Change>
void pmu_module<Core>::configure_core(Change change) {
    if (m_clock == nullptr) {
        change(m_core); // no time has passed, and pins may not be bound yet
        return;
    }
    catch_up("a setting");
    change(m_core);
    changed();
}

template <class Core>
void pmu_module<Core>::before_end_of_elaboration() {
    m_has_reset = reset.bind_count() != 0;
    m_pins.bind_stubs();
}

// Event lines are shown as they are driven, also while the counting process sleeps.
template <class Core>
void pmu_module<Core>::follow_lines() {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    m_pins.for_each_change(optional_pins::is_sampled, [&options](const sc_core::sc_event& change) {
        options.set_sensitivity(&change);
    });
    sc_core::sc_spawn([this] { m_extras->trace.refresh_lines(sample_pins()); }, "trace_lines",
                      &options);
}

template <class Core>
void pmu_module<Core>::end_of_elaboration() {
    if (m_extras != nullptr && m_extras->trace.is_on()) {
        follow_lines();
    }
    // The port has just written what the constructor knew.
    pmuirq.initialize(m_core.parameters().irq_active_low);
    is_ready_for("end_of_elaboration"); // perhaps since the access of a neighbour
    using SC_CURRENT_USER_MODULE [[maybe_unused]] = pmu_module; // SystemC 2.3 asks for it
    SC_METHOD(counting_thread);
    const auto add = [this](const sc_core::sc_event& e) { sensitive << e; };
    add(m_wake);
    m_pins.for_each_change(optional_pins::is_not_sampled, add);
    if (!m_is_toggling) {
        add(m_computed->wake_up.due);
        m_pins.for_each_change(optional_pins::is_sampled, add);
        m_pins.forget_ports();
        return;
    }
    m_pins.forget_ports_but_changes();
    const bool is_traced = m_extras != nullptr && m_extras->trace.is_on();
    m_is_stepping = m_is_always_stepped = is_traced || constant_clock(*m_clock) == nullptr;
    if (m_is_stepping) {
        add(clk->posedge_event());
        return;
    }
    // The clock is not asked for its edges: then it costs less. Nor is the process needed before
    // something happens.
    m_is_parked = m_core.is_idle() && is_parkable() && !reset->read();
    if (m_is_parked) {
        dont_initialize();
    }
}

// Looks what the platform has bound and named, in the first end_of_elaboration() that needs it.
// Until then a unit is as in reset. \return false: ports are not bound yet, which is an error
template <class Core>
bool pmu_module<Core>::meet_platform(const char* call) {
    if (m_kernel.get_status() < sc_core::SC_END_OF_ELABORATION) {
        refuse("too_early", std::string(call) + " came before end_of_elaboration(), when neither "
                                                "clock nor pins are known");
        return false;
    }
    m_clock = clk.operator->();
    m_is_in_reset = false;
    if (!m_has_own_attributes) {
        m_attributes = direct(get_access_attributes_source());
    }
    note_extras();
    if (auto* clock = dynamic_cast<tickless_clock*>(clk.get_interface())) {
        m_is_toggling = false;
        m_is_stepping = false;
        clock->attach(*this);
        m_computed = std::make_unique<computed_edges>(*clock);
    }
    return true;
}

// The one process. Declared, not spawned: what a spawned one calls stands in memory of its own.
template <class Core>
void pmu_module<Core>::counting_thread() {
    if (m_is_always_stepped) {
        follow_clock();
    } else {
        follow_time();
    }
}

// The parameters for the core. If one is impossible, that is an error; should the program go on
// after it, all of them take their defaults, so that no core sees an impossible one.
template <class Core>
typename Core::config pmu_module<Core>::checked(const typename Core::config& parameters) const {
    const parameter_fault fault = Core::all_parameters().find_fault(parameters);
    if (!fault) {
        return parameters;
    }
    const std::string id = std::string("/pmu/") + Core::part + "/" + fault.parameter->name;
    const std::string message = std::string(name()) + ": " + fault.sentence();
    SC_REPORT_ERROR(id.c_str(), message.c_str());
    return {};
}

// --- registers ---------------------------------------------------------------------------

template <class Core>
void pmu_module<Core>::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    if (m_is_special) {
        transport_specially(payload, delay);
        return;
    }
    transport(payload, [&](bool is_read, std::uint32_t& word) {
        arrive(delay);
        const std::uint32_t address = masked(payload.get_address());
        const access_attributes who = attributes_of(payload);
        return is_read ? m_core.read(address, who, m_sampled, word) : write(address, who, word);
    });
}

template <class Core>
template <class Access>
inline void pmu_module<Core>::transport(tlm::tlm_generic_payload& payload, const Access& access) {
    const auto finds_register = [&] {
        std::uint32_t word = 0;
        return m_core.peek(masked(payload.get_address()), m_sampled, word);
    };
    transport_word(payload, Core::window_size, access, finds_register);
}

template <class Core>
response pmu_module<Core>::write(std::uint32_t address, access_attributes who, std::uint32_t word) {
    return store([&](Core& core) { return core.write(address, who, word, m_sampled, m_reports); });
}

template <class Core>
unsigned pmu_module<Core>::transport_dbg(tlm::tlm_generic_payload& payload) {
    if (!is_ready_for("transport_dbg")) {
        return 0;
    }
    catch_up("transport_dbg");
    return debug_words(
        payload, Core::window_size,
        [this](std::uint64_t address, std::uint32_t& data) {
            return m_core.peek(masked(address), m_sampled, data);
        },
        [this](std::uint64_t address, std::uint32_t data) {
            if (is_telling()) {
                m_reports.report(access_in_observer);
                return false;
            }
            const auto poke = [&](Core& core) {
                return core.poke(masked(address), data) ? response::ok : response::address_error;
            };
            return store(poke) == response::ok;
        });
}

// Applies `write(core)`, which returns a response. A core that is held in reset answers by the
// same rules and stores nothing.
template <class Core>
template <class Write>
response pmu_module<Core>::store(Write write) {
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

// Brings the core to the time of an access: now + delay.
template <class Core>
inline void pmu_module<Core>::arrive(sc_core::sc_time& delay) {
    if (m_is_toggling && delay.value() != 0) {
        wait_for(delay);
    }
    go_to(delay.value(), "b_transport");
}

// On a toggling clock the pins of the future are unknown: waits for them. With sync_policy::wait
// other initiators may still come before.
template <class Core>
void pmu_module<Core>::wait_for(sc_core::sc_time& delay) {
    if (sc_core::sc_get_current_process_handle().proc_kind() == sc_core::SC_THREAD_PROC_) {
        sc_core::wait(delay);
        delay = sc_core::SC_ZERO_TIME;
    } else {
        m_reports.report(cannot_wait);
    }
}

} // namespace pmu
