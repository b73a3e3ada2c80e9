// SPDX-License-Identifier: Apache-2.0
#include <pmu/core/counter.h>
#include <pmu/tlm/dynamic_processes.h>
#include <pmu/tlm/occurrence_sampler.h>

namespace PMU_API pmu {

occurrence_sampler::occurrence_sampler(const sc_core::sc_module_name& name)
    : sc_core::sc_module(name) {
    occurrence.initialize(false);
}

void occurrence_sampler::end_of_elaboration() {
    sc_core::sc_spawn_options options;
    options.spawn_method();
    options.set_sensitivity(&level->value_changed_event());
    if (auto* clock = dynamic_cast<tickless_clock*>(clk.get_interface())) {
        clock->attach(*this);
        m_edges = edge_timeline(clock->start().value(), clock->period().value());
        options.set_sensitivity(&m_edge);
        sc_core::sc_spawn([this] { follow_time(); }, "sample", &options);
    } else {
        m_level_or_edge |= level->value_changed_event();
        m_level_or_edge |= clk->posedge_event();
        sc_core::sc_spawn([this] { follow_clock(); }, "sample", &options);
    }
}

void occurrence_sampler::follow_clock() {
    if (clk->posedge()) {
        m_previous = m_seen; // what `occurrence` shows, and not a level of this delta
    }
    follow_level();
    if (m_previous != m_seen) { // else an edge changes nothing
        next_trigger(m_level_or_edge);
    }
}

void occurrence_sampler::follow_time() {
    take_edges();
    follow_level();
    wait_for_edge();
}

void occurrence_sampler::follow_level() {
    m_seen = level->read();
    occurrence.write(m_seen && !m_previous);
}

void occurrence_sampler::take_edges() {
    if (m_edges.take_by(sc_core::sc_time_stamp().value()) != 0) {
        m_previous = m_seen;
    }
}

// Only the edge that ends an occurrence is waited for.
void occurrence_sampler::wait_for_edge() {
    m_edge.cancel();
    const std::uint64_t next = m_seen && !m_previous ? m_edges.time_of(1) : never;
    if (next != never) {
        m_edge.notify(sc_core::sc_time::from_value(next - sc_core::sc_time_stamp().value()));
    }
}

void occurrence_sampler::period_changed(const sc_core::sc_time& period) {
    take_edges();
    m_edges.set_period(sc_core::sc_time_stamp().value(), period.value());
    wait_for_edge();
}

} // namespace pmu
