// SPDX-License-Identifier: Apache-2.0
// How a module does what pmu_module.h declares. For the .cpp of a part, which instantiates it; a
// model that uses the part does not need it.
#pragma once

#include <pmu/core/message_text.h>
#include <pmu/core/parameter_map.h>
#include <pmu/tlm/pmu_module.h>
#include <pmu/tlm/timed_unit.h>
#include <pmu/tlm/timed_unit_access.h>
#include <pmu/tlm/timed_unit_snapshot.h>
#include <pmu/tlm/timed_unit_time.h>

#include <memory>
#include <string>
#include <vector>

namespace PMU_API pmu {

// --- the core ----------------------------------------------------------------------------

// A core is the part without time, a value type whose copy is a snapshot. It has
// - the types `config`, `inputs` (what an edge samples) and `outputs` (with a member `pmuirq`);
// - the constants `part`, `event_bus_width`, `address_mask` and `window_size` (0: the mask applies
//   instead);
// - `registers()`, and `all_parameters()`: what is possible in a configuration;
// - `read`, `write`, `peek`, `poke`: one register access, with the pins as they are; `reset`;
// - `step`, `run`: one edge, n edges with the same inputs;
// - `edges_to_output_change`: how many edges until an output changes; `is_idle`, `is_quiet`:
//   whether edges matter at all, or with these inputs;
// - `count`, `headroom`: events in batches; `is_internal`: events that no batch can report;
//   `end_start_delay`: what is about to count does;
// - `driven`: the outputs; `set_irq_active_low`: a parameter that is the wrapper's;
// - for who watches: `counter_names`, `is_enabled`, `take_overflows`, `edges_to_overflow`;
//   `find_event`; `selections`: what counters have selected; `increment`: what an edge or an
//   occurrence adds to a counter of an event;
// - `state_of`: all that a snapshot has of it, and so have `inputs` and `outputs`; `normalise`:
//   makes each of the three possible.

// --- the module --------------------------------------------------------------------------

/// The parameters for the core of a module. If one is impossible, that is an error; should the
/// program go on after it, all of them take their defaults, so that no core sees an impossible one.
template <class Core>
typename Core::config checked(const typename Core::config& parameters, const char* module) {
    const parameter_fault fault = Core::all_parameters().find_fault(parameters);
    if (!fault) {
        return parameters;
    }
    const std::string id = std::string("/pmu/") + Core::part + "/" + fault.parameter->name;
    const std::string message = std::string(module) + ": " + fault.sentence();
    SC_REPORT_ERROR(id.c_str(), message.c_str());
    return {};
}

template <class Core>
pmu_module<Core>::pmu_module(const sc_core::sc_module_name& name,
                             const typename Core::config& parameters)
    : sc_core::sc_module(name),
      m_unit(std::make_unique<timed_unit<Core>>(
          *this, checked<Core>(parameters, this->sc_core::sc_object::name()))) {
    batch_events.bind(*m_unit);
}

template <class Core>
pmu_module<Core>::~pmu_module() = default;

template <class Core>
void pmu_module<Core>::before_end_of_elaboration() {
    m_unit->pins().bind_stubs();
}

template <class Core>
void pmu_module<Core>::end_of_elaboration() {
    if (m_unit->is_traced()) {
        m_unit->follow_lines();
    }
    // The port has just written what the constructor knew.
    pmuirq.initialize(m_unit->core().parameters().irq_active_low);
    m_unit->is_ready_for("end_of_elaboration"); // perhaps since the access of a neighbour
    // Declared, not spawned: what a spawned process calls stands in memory of its own.
    using SC_CURRENT_USER_MODULE [[maybe_unused]] = pmu_module; // SystemC 2.3 asks for it
    SC_METHOD(counting_thread);
    m_unit->begin(clk, m_unit->is_traced(), [this](const sc_core::sc_event& e) { sensitive << e; });
    if (!reset->read() && m_unit->begins_parked()) {
        dont_initialize();
    }
}

template <class Core>
void pmu_module<Core>::counting_thread() {
    m_unit->run();
}

template <class Core>
sampled_inputs<Core>& pmu_module<Core>::sampled() {
    return m_unit->sampled();
}

template <class Core>
template <class T>
void pmu_module<Core>::optional_pin(sc_core::sc_in<T>& port, sampled_pin<T>& reader, const T& idle,
                                    pin_use use) {
    m_unit->pins().add(port, reader, idle, use);
}

template <class Core>
template <class T>
void pmu_module<Core>::optional_lines(sc_core::sc_in<T>& port, sampled_pin<T>& reader,
                                      unsigned first_line) {
    m_unit->pins().add_lines(port, reader, first_line);
}

template <class Core>
template <class T>
void pmu_module<Core>::optional_pin(sc_core::sc_out<T>& port, const T& idle) {
    m_unit->pins().add(port, idle);
}

template <class Core>
template <class Change>
void pmu_module<Core>::configure_core(Change change) {
    m_unit->configure(change);
}

template <class Core>
register_target& pmu_module<Core>::registers() {
    return *m_unit;
}

// --- settings ----------------------------------------------------------------------------

template <class Core>
void pmu_module<Core>::set_irq_active_low(bool is_active_low) {
    if (sc_core::sc_get_status() >= sc_core::SC_START_OF_SIMULATION) {
        m_unit->refuse("irq_active_low",
                       "the polarity of pmuirq can only change before the simulation");
        return;
    }
    m_unit->core().set_irq_active_low(is_active_low);
    pmuirq.initialize(is_active_low); // for who calls this after end_of_elaboration()
}

template <class Core>
void pmu_module<Core>::set_access_attributes_source(
    access_attributes (*source)(const tlm::tlm_generic_payload&)) {
    m_unit->set_attributes_source(source);
}

template <class Core>
void pmu_module<Core>::set_sync_policy(sync_policy policy) {
    m_unit->set_policy(policy);
}

template <class Core>
void pmu_module<Core>::set_refusal_policy(refusal_policy policy) {
    m_unit->set_policy(policy);
}

template <class Core>
void pmu_module<Core>::declare_driven_events(const std::vector<std::uint32_t>& numbers) {
    if (sc_core::sc_get_status() >= sc_core::SC_START_OF_SIMULATION) {
        m_unit->refuse("driven_events",
                       "what drives events can only be declared before the simulation");
        return;
    }
    for (const std::uint32_t number : numbers) {
        if (m_unit->core().find_event(number) == nullptr) {
            m_unit->refuse("driven_events",
                           std::string(Core::part) +
                               " has no event that could be driven with the number " +
                               hex(number, 2));
            return;
        }
    }
    add_driven_events(m_unit->core(), numbers, m_unit->driven_events());
}

template <class Core>
void pmu_module<Core>::declare_driven_events_if(
    const std::function<bool(const event_desc&)>& is_driven) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t number = 0; number < event_table::numbers; ++number) {
        const event_desc* const e = m_unit->core().find_event(number);
        if (e != nullptr && is_driven(*e)) {
            numbers.push_back(number);
        }
    }
    declare_driven_events(numbers);
}

// --- who watches -------------------------------------------------------------------------

template <class Core>
void pmu_module<Core>::observe(pmu_observer& observer) {
    const auto add = [&](Core& core) { m_unit->watched().observe(core, observer); };
    if (m_unit->is_telling()) {
        add(m_unit->core()); // the unit is at its present already
    } else {
        m_unit->configure(add);
    }
}

template <class Core>
void pmu_module<Core>::stop_observing(pmu_observer& observer) {
    if (m_unit->is_watched()) {
        m_unit->watched().observers.remove(observer);
    }
}

template <class Core>
void pmu_module<Core>::count_totals() {
    m_unit->configure([this](Core& core) { m_unit->watched().count_totals(core); });
}

template <class Core>
std::vector<event_total> pmu_module<Core>::totals() {
    if (!m_unit->counts_totals()) {
        return {};
    }
    if (m_unit->is_bound()) {
        m_unit->catch_up("totals");
    }
    return m_unit->watched().totals(m_unit->core());
}

template <class Core>
void pmu_module<Core>::trace(sc_core::sc_trace_file* file) const {
    m_unit->watched().trace.add_to(file, name(), traced_events());
    m_unit->look();
    sc_core::sc_trace(file, clk, std::string(name()) + ".clk");
    m_unit->pins().trace(file, name());
}

// --- what the unit does ------------------------------------------------------------------

template <class Core>
Core pmu_module<Core>::snapshot() {
    m_unit->catch_up("snapshot");
    return m_unit->core();
}

template <class Core>
void pmu_module<Core>::save(std::ostream& out) {
    m_unit->save(out);
}

template <class Core>
void pmu_module<Core>::restore(std::istream& in) {
    m_unit->restore(in);
}

template <class Core>
std::uint64_t pmu_module<Core>::activations() const {
    return m_unit->activations();
}

template <class Core>
void pmu_module<Core>::count(std::uint32_t event, std::uint64_t n, const sc_core::sc_time& delay) {
    m_unit->count(event, n, delay);
}
template <class Core>
void pmu_module<Core>::advance_to(const sc_core::sc_time& delay) {
    m_unit->advance_to(delay);
}
template <class Core>
std::uint64_t pmu_module<Core>::headroom(std::uint32_t event) {
    return m_unit->headroom(event);
}
template <class Core>
bool pmu_module<Core>::is_counted(std::uint32_t event) {
    return m_unit->is_counted(event);
}
template <class Core>
std::uint64_t pmu_module<Core>::edges_to_output_change() {
    return m_unit->edges_to_output_change();
}

} // namespace pmu
