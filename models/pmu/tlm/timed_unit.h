// SPDX-License-Identifier: Apache-2.0
// A core in time, behind the pins and the socket of its module.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/event_table.h>
#include <pmu/core/snapshot_error.h>
#include <pmu/tlm/access_attributes_source.h>
#include <pmu/tlm/output_schedule.h>
#include <pmu/tlm/pmu_module.h>
#include <pmu/tlm/refusal.h>
#include <pmu/tlm/report_once.h>
#include <pmu/tlm/unit_time.h>
#include <pmu/tlm/watchers.h>
#include <pmu/tlm/with_socket.h>
#include <pmu/tlm/wrapper_notices.h>

#include <systemc>
#include <tlm>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

namespace PMU_API pmu {

/// What a pmu_module does. The core is advanced where unit_time says that edges have come: one step
/// an edge, or in closed form when somebody looks, when a pin changes, and at the one scheduled
/// instant at which an output next changes. The results are the same to the delta.
template <class Core>
class timed_unit final : public register_target, public batch_events_if, public unit_time {
    using module_type = pmu_module<Core>;
    using inputs = typename Core::inputs;
    using outputs = typename Core::outputs;
    using event_bus_type = typename module_type::event_bus_type;

public:
    /// \param around has the pins \param parameters possible ones
    timed_unit(module_type& around, const typename Core::config& parameters);

    // Registers and batches.
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
    unsigned transport_dbg(tlm::tlm_generic_payload& payload) override;
    void count(std::uint32_t event, std::uint64_t n, const sc_core::sc_time& delay) override;
    void advance_to(const sc_core::sc_time& delay) override;
    std::uint64_t headroom(std::uint32_t event) override;
    bool is_counted(std::uint32_t event) override;
    std::uint64_t edges_to_output_change() override;

private:
    friend pmu_module<Core>;

    // Elaboration and the counting process.
    bool is_ready_for(const char* call) { return is_bound() || meet_platform(call); }
    bool is_traced() const { return is_watched() && m_watchers->trace.is_on(); }
    void follow_lines();
    void run();

    // For the module.
    /// Takes every edge up to now and samples the pins. \param call names what asks for it
    [[gnu::always_inline]] void catch_up(const char* call);
    /// Applies `change(core)` at the present instant, or before there is one.
    template <class Change>
    void configure(Change change);
    /// Reports an error of the part.
    [[gnu::cold]] void refuse(const char* what, const std::string& why) const;
    void set_attributes_source(access_attributes_source source) {
        m_attributes = source != nullptr ? source : &attributes_of;
        choose_way();
    }
    void set_policy(sync_policy policy) {
        m_policy = policy;
        choose_way();
    }
    void set_policy(refusal_policy policy) { m_refusals = policy; }
    Core& core() { return m_core; }
    sampled_inputs<Core>& sampled() { return m_inputs; }
    /// Those who watch, from now on.
    watchers<Core>& watched();
    /// Shows them the state.
    void look() {
        if (is_watched()) {
            look_closely();
        }
    }
    bool is_watched() const { return m_watchers != nullptr; }
    bool is_telling() const { return is_watched() && m_watchers->observers.is_telling(); }
    bool counts_totals() const { return is_watched() && m_watchers->counts_totals(); }
    /// What the platform drives, now that it says so.
    event_set& driven_events();

    void save(std::ostream& out);
    void restore(std::istream& in);

    [[gnu::cold]] bool meet_platform(const char* call);
    [[gnu::cold]] void find_doubts();
    void choose_way();

    // What unit_time asks.
    bool is_idle() const override { return m_core.is_idle() && !counts_totals(); }
    bool is_quiet() const override;
    bool has_sampled() const override { return sample_pins() == m_sampled; }
    std::uint64_t edges_to_change() const override;
    std::uint64_t next_output() const override { return m_outputs.next(); }
    clock_stepper::step_function stepper() const override;
    void period_changed(const sc_core::sc_time& period) override;

    // The state and what follows from its change.
    [[gnu::noinline]] void come_to_present(const char* call);
    [[gnu::always_inline]] void go_to(std::uint64_t delay, const char* call);
    void settle();
    void follow_reset();
    inputs sample_pins() const;
    bool sample();
    void changed();
    void publish();
    void drive_outputs();
    [[gnu::cold]] void look_closely();
    void look_at_edges(std::uint64_t n);
    [[gnu::cold]] void note_edges(std::uint64_t n);
    sc_core::sc_time time_of_unit() const;

    // Edges.
    void follow_edge();
    void take_edge();
    [[gnu::noinline]] void advance(std::uint64_t t);
    [[gnu::noinline]] void advance_visibly(std::uint64_t t);
    [[gnu::always_inline]] std::uint64_t take_edges_by(std::uint64_t t);

    // Registers and batches.
    static std::uint32_t masked(std::uint64_t address) {
        return static_cast<std::uint32_t>(address & Core::address_mask);
    }
    std::uint64_t kept(const sc_core::sc_time& delay) const {
        return m_policy == sync_policy::wait ? 0 : delay.value();
    }
    [[gnu::noinline]] void transport_specially(tlm::tlm_generic_payload& payload,
                                               sc_core::sc_time& delay);
    [[gnu::cold]] [[gnu::noinline]] tlm::tlm_response_status
    remark(const tlm::tlm_generic_payload& payload, refusal why, tlm::tlm_response_status answer);
    response access_specially(std::uint32_t address, access_attributes who, bool is_read,
                              std::uint32_t& word);
    [[gnu::noinline]] response write(std::uint32_t address, access_attributes who,
                                     std::uint32_t word);
    template <class Write>
    response store(Write write);
    [[gnu::cold]] void wait_for(sc_core::sc_time& delay);
    bool refuses_while_telling();

    // Zeros that nobody would understand.
    bool has_doubts() const { return m_reports.doubts().any(); }
    bool stands_still() const { return is_tickless() && m_computed->edges.period() == 0; }
    [[gnu::cold]] void doubt_what_was_read(std::uint32_t address);
    bool is_driven_by_batches(const event_desc& e) const;

    // Snapshots.
    struct saved_state;
    [[noreturn]] void refuse_snapshot(const std::string& why) const;
    void check_elaborated() const;
    static std::uint64_t resolution();
    saved_state parse(const std::string& body) const;
    void adopt(saved_state&& saved);

    // What an edge and an access needs is together, at the beginning.
    module_type& m_module;
    sampled_pin<bool> m_reset;
    sampled_pin<event_bus_type> m_event_lines;
    sampled_inputs<Core> m_inputs;
    std::unique_ptr<watchers<Core>> m_watchers; ///< none: nobody has ever watched
    sync_policy m_policy = sync_policy::run_ahead;
    refusal_policy m_refusals = refusal_policy::by_kind;
    bool m_is_in_reset = true; ///< by its pin, or ports are not bound yet
    bool m_is_special = true;  ///< accesses do not go the short way
    inputs m_sampled;          ///< the pins as last sampled
    Core m_core;
    output_schedule<outputs> m_outputs;
    access_attributes_source m_attributes = nullptr; ///< nullptr: the platform's, once it is known
    report_once m_reports;
};

} // namespace pmu
