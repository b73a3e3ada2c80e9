// SPDX-License-Identifier: Apache-2.0
// What every PMU module has: the register socket, the clock, the event bus, PMUIRQ, and time.
#pragma once

#include <pmu/core/edge_timeline.h>
#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/alarm.h>
#include <pmu/tlm/batch_events.h>
#include <pmu/tlm/delta_cycle.h>
#include <pmu/tlm/line_bus.h>
#include <pmu/tlm/optional_pins.h>
#include <pmu/tlm/output_schedule.h>
#include <pmu/tlm/register_trace.h>
#include <pmu/tlm/report_once.h>
#include <pmu/tlm/shell_notices.h>
#include <pmu/tlm/tickless_clock.h>
#include <pmu/tlm/transport_checks.h>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <memory>

namespace pmu {

/// The SystemC shell around a core, the same for every part.
///
/// A part derives from it, adds its pins and says how they become the core's inputs and how the
/// core's outputs become pin levels.
///
/// Time. Bound to a signal or an sc_clock, the counting thread takes one step an edge. Bound to a
/// tickless_clock no process runs for an edge: the core is advanced in closed form when somebody
/// looks, when a pin changes, and at the one scheduled instant at which an output next changes. An
/// access with delay d takes effect at now + d: computed on a tickless clock, waited for on a
/// toggling one. Nothing is awake while no edge can change anything.
///
/// The counting thread is the one process: it takes edges, follows pins and drives outputs. It is a
/// method process: an edge costs it a fifth of what it costs a thread with a stack of its own, and
/// nothing in it waits.
///
/// \tparam Core the part without time, a value type whose copy is a snapshot. It has the types
/// config, inputs (what an edge samples) and outputs (with a member pmuirq), the constants part,
/// event_bus_width, address_mask and window_size (0: the mask applies instead), registers(), and
/// - read, write, peek, poke: one register access, with the pins as they are;
/// - step, run: one edge, n edges with the same inputs; edges_to_output_change: how many until an
///   output changes; is_idle, is_quiet: whether edges matter at all, or with these inputs;
/// - count, headroom: events in batches; driven: the outputs; reset.
template <class Core>
class pmu_module : public sc_core::sc_module,
                   public batch_events_if,
                   private tickless_clock::listener {
public:
    using core_type = Core;
    using inputs = typename Core::inputs;
    using outputs = typename Core::outputs;
    using event_bus_type = line_bus<Core::event_bus_width>;

    /// Register accesses: 4-byte aligned words. Debug transport reaches every register without
    /// side effects; DMI is refused.
    tlm_utils::simple_target_socket<pmu_module> socket{"socket"};
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_in<bool> reset{"reset"};                   ///< optional; active high, acts at once
    sc_core::sc_in<event_bus_type> event_bus{"event_bus"}; ///< optional; levels, sampled per edge
    sc_core::sc_out<bool> pmuirq{"pmuirq"};                ///< optional; a level
    sc_core::sc_export<batch_events_if> batch_events{"batch_events"};

    /// \param irq_active_low inverts the pin `pmuirq`, nothing else
    pmu_module(const sc_core::sc_module_name& name, const typename Core::config& parameters,
               bool irq_active_low)
        : sc_core::sc_module(name), m_core(parameters), m_irq_active_low(irq_active_low),
          m_reports(Core::part, this->sc_core::sc_object::name()) {
        socket.register_b_transport(this, &pmu_module::b_transport);
        socket.register_transport_dbg(this, &pmu_module::transport_dbg);
        batch_events.bind(*this);
        m_pins.add(reset, false, optional_pins::is_not_sampled);
        m_pins.add(event_bus, event_bus_type{});
        m_pins.add(pmuirq, irq_active_low);
    }

    /// The core's state as of now, edges of this instant included.
    Core snapshot() {
        catch_up();
        return m_core;
    }

    /// Process activations for counting so far: the cost of this PMU in a simulation.
    std::uint64_t activations() const { return m_activations; }

    // batch_events_if
    void count(std::uint32_t event, std::uint64_t n, const sc_core::sc_time& delay) override {
        go_to(delay.value());
        if (n == 0 || m_is_in_reset) {
            return;
        }
        if (m_core.count(event, n, m_sampled) || m_tickless == nullptr) {
            changed();
        } else {
            m_trace.refresh(m_core, m_sampled);
        }
    }
    std::uint64_t headroom(std::uint32_t event) override {
        catch_up();
        return m_core.headroom(event, m_sampled);
    }
    bool is_counted(std::uint32_t event) override {
        catch_up();
        Core counted = m_core;
        counted.count(event, 1, m_sampled);
        return !m_is_in_reset && counted != m_core;
    }
    std::uint64_t edges_to_output_change() override {
        catch_up();
        const bool counts = !m_is_in_reset && !m_core.is_idle();
        return counts ? m_core.edges_to_output_change(m_sampled) : never;
    }

    /// Dumps the registers, as they were when the core was last advanced. A value change dump of
    /// counters at every edge wants a toggling clock.
    void trace(sc_core::sc_trace_file* file) const override {
        m_trace.add_to(file, name());
        m_trace.refresh(m_core, m_sampled);
    }

protected:
    /// The levels of the pins now, as the core samples them.
    virtual inputs sample_pins() const = 0;
    /// Writes the part's own outputs. `pmuirq` is the shell's.
    virtual void drive_pins(const outputs& levels) = 0;

    /// Makes a port optional. Call it from the constructor.
    template <class Port, class T>
    void optional_pin(Port& port, const T& idle) {
        m_pins.add(port, idle);
    }

    /// Something that the core takes from outside of pins and registers has changed or will: run
    /// `change(core)` at the present instant. Allowed from construction on.
    template <class Change>
    void configure_core(Change change) {
        if (sc_core::sc_get_status() < sc_core::SC_START_OF_SIMULATION) {
            change(m_core); // no time has passed, and pins may not be bound yet
            return;
        }
        catch_up();
        change(m_core);
        changed();
    }

    void before_end_of_elaboration() override { m_pins.bind_stubs(); }

    void end_of_elaboration() override {
        sc_core::sc_spawn_options options;
        options.spawn_method();
        const auto add = [&options](const sc_core::sc_event& e) { options.set_sensitivity(&e); };
        const auto add_to_all = [&](const sc_core::sc_event& e) {
            add(e);
            m_idle_ends |= e;
        };
        add_to_all(m_wake);
        m_pins.for_each_change(optional_pins::is_not_sampled, add_to_all);
        m_tickless = dynamic_cast<tickless_clock*>(clk.get_interface());
        if (m_tickless != nullptr) {
            m_tickless->attach(*this);
            const std::uint64_t period = m_tickless->period().value();
            m_timeline = edge_timeline(m_tickless->start().value(), period);
            m_alarm = std::make_unique<alarm>(period);
            m_alarm->for_each_event(add);
            m_pins.for_each_change(optional_pins::is_sampled, add);
            sc_core::sc_spawn([this] { follow_time(); }, "counting_thread", &options);
        } else {
            add(clk->posedge_event());
            m_quiet_ends |= m_idle_ends;
            m_pins.for_each_change(optional_pins::is_sampled,
                                   [this](const sc_core::sc_event& e) { m_quiet_ends |= e; });
            sc_core::sc_spawn([this] { follow_clock(); }, "counting_thread", &options);
        }
        m_pins.keep_stubs_only();
    }

private:
    bool is_running() const { return simcontext()->get_status() == sc_core::SC_RUNNING; }
    std::uint64_t now() const { return simcontext()->time_stamp().value(); }
    delta_cycle this_delta() const { return delta_cycle(*simcontext()); }

    // --- registers ---------------------------------------------------------------------------

    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
        payload.set_dmi_allowed(false);
        if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
            payload.set_response_status(tlm::TLM_OK_RESPONSE);
            return;
        }
        const tlm::tlm_response_status status = check_word_access(payload, Core::window_size);
        if (status != tlm::TLM_OK_RESPONSE) {
            payload.set_response_status(status);
            return;
        }
        arrive(delay);
        const access_attributes who = attributes_of(payload);
        response answer = response::ok;
        if (payload.is_read()) {
            std::uint32_t data = 0;
            answer = m_core.read(register_address(payload), who, m_sampled, data);
            if (answer == response::ok) {
                set_word(payload, data);
            }
        } else {
            answer = store([&](Core& core) {
                return core.write(register_address(payload), who, get_word(payload), m_sampled,
                                  m_reports);
            });
        }
        payload.set_response_status(to_tlm(answer));
    }

    unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
        catch_up();
        return debug_words(
            payload, Core::window_size,
            [this](std::uint64_t address, std::uint32_t& data) {
                return m_core.peek(masked(address), m_sampled, data);
            },
            [this](std::uint64_t address, std::uint32_t data) {
                const auto poke = [&](Core& core) {
                    return core.poke(masked(address), data) ? response::ok
                                                            : response::address_error;
                };
                return store(poke) == response::ok;
            });
    }

    /// Applies `write(core)`, which returns a response. A core that is held in reset answers by the
    /// same rules and stores nothing.
    template <class Write>
    response store(Write write) {
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

    static std::uint32_t masked(std::uint64_t address) {
        return static_cast<std::uint32_t>(address & Core::address_mask);
    }
    static std::uint32_t register_address(const tlm::tlm_generic_payload& payload) {
        return masked(payload.get_address());
    }

    /// Brings the core to the time of an access: now + delay.
    void arrive(sc_core::sc_time& delay) {
        if (m_tickless == nullptr && delay.value() != 0) {
            if (sc_core::sc_get_current_process_handle().proc_kind() ==
                sc_core::SC_THREAD_PROC_) { // the pins of the future are unknown: let them come
                sc_core::wait(delay);
                delay = sc_core::SC_ZERO_TIME;
            } else {
                m_reports.report(cannot_wait);
            }
        }
        go_to(delay.value());
    }

    // --- the state and what follows from its change ------------------------------------------

    /// Takes every edge up to now and samples the pins of now. While processes run, once a delta is
    /// enough: no pin changes within it.
    void catch_up() {
        if (!is_running() || m_caught_up != this_delta()) {
            come_to_present();
        }
    }

    [[gnu::noinline]] void come_to_present() {
        m_caught_up = is_running() ? this_delta() : delta_cycle{};
        follow_reset();
        if (m_tickless == nullptr) {
            take_edge();
            m_sampled = sample_pins();
        } else if (m_time <= now()) {
            advance(now());
            sample();
        }
    }

    /// Catches up, and on a tickless clock advances the core to now + delay.
    void go_to(std::uint64_t delay) {
        catch_up();
        if (m_tickless == nullptr) {
            return;
        }
        const std::uint64_t target = saturating_add(now(), delay);
        if (target < m_time) {
            m_reports.report(late);
        } else {
            advance(target);
        }
    }

    /// An access or a pin has changed what edges will do.
    void changed() {
        publish();
        m_trace.refresh(m_core, m_sampled);
        if (m_is_parked && !m_core.is_idle()) {
            m_is_parked = false;
            wake();
        }
        predict();
    }

    /// Hands the outputs to the process that drives them, for the core's own time.
    void publish() {
        if (m_outputs.put(m_core.driven(), std::max(m_time, now()))) {
            wake();
        }
    }

    /// Lets the counting thread run in this delta, or in the next one where no process runs.
    void wake() {
        if (!is_running()) {
            m_wake.notify(sc_core::SC_ZERO_TIME);
        } else if (!m_is_following) {
            m_wake.notify();
        }
    }

    void drive_outputs() {
        outputs levels;
        if (m_outputs.take(now(), levels)) {
            pmuirq.write(levels.pmuirq != m_irq_active_low);
            drive_pins(levels);
        }
    }

    /// Takes the level of the reset pin over. Whoever comes first in a delta does it.
    void follow_reset() {
        const bool level = reset->read();
        if (level == m_is_in_reset) {
            return;
        }
        if (m_tickless != nullptr) {
            if (m_time > now()) {
                m_reports.report(late);
            } else {
                advance(now());
            }
        }
        m_is_in_reset = level;
        if (level) {
            m_core.reset();
        }
        changed();
    }

    void park_until(const sc_core::sc_event_or_list& events) {
        m_is_parked = true;
        next_trigger(events);
    }

    // --- a toggling clock --------------------------------------------------------------------

    /// The counting thread.
    void follow_clock() {
        ++m_activations;
        m_is_following = true; // needs no m_wake
        follow_reset();
        const inputs before = m_sampled;
        take_edge();
        drive_outputs();
        m_is_following = false;
        m_is_parked = false;
        if (m_core.is_idle()) {
            park_until(m_idle_ends);
        } else if (m_core.is_quiet(m_sampled) && before == m_sampled &&
                   sample_pins() == m_sampled) { // not where pins change at every edge
            park_until(m_quiet_ends);
        }
    }

    /// Takes the edge of this delta, unless there is none or it has been taken.
    void take_edge() {
        if (!clk->posedge() || m_edge == this_delta()) {
            return;
        }
        m_edge = this_delta();
        m_sampled = sample_pins();
        if (m_is_in_reset || m_core.is_idle()) {
            return;
        }
        m_core.step(m_sampled);
        publish();
        m_trace.refresh(m_core, m_sampled);
    }

    // --- a tickless clock --------------------------------------------------------------------

    /// The counting thread.
    void follow_time() {
        ++m_activations;
        m_is_following = true;
        follow_reset();
        if (m_time <= now()) {
            advance(now());
            sample();
        } else if (sample() && !m_core.is_idle()) {
            m_reports.report(late);
        }
        drive_outputs();
        m_is_following = false;
        m_is_parked = false;
        if (m_core.is_idle() && m_outputs.next() == never) {
            park_until(m_idle_ends);
        } else {
            m_alarm->set(std::min(m_next_change, m_outputs.next()));
        }
    }

    /// Samples the pins. \return whether they have changed
    bool sample() {
        const inputs levels = sample_pins();
        if (levels == m_sampled) {
            return false;
        }
        m_sampled = levels;
        predict();
        return true;
    }

    /// Takes the edges up to time t, each output change at its own time.
    void advance(std::uint64_t t) {
        while (const std::uint64_t due = m_timeline.edges_by(std::min(t, m_next_change))) {
            m_timeline.take(due);
            m_time = m_timeline.last();
            if (!m_is_in_reset && due == 1) {
                m_core.step(m_sampled);
            } else if (!m_is_in_reset) {
                m_core.run(m_sampled, due);
            }
            if (m_time == m_next_change) {
                publish();
                predict();
            }
            m_trace.refresh(m_core, m_sampled);
        }
        m_time = std::max(m_time, t);
    }

    /// Finds out when edges next change an output, and sees to it that it is not missed.
    void predict() {
        if (m_tickless == nullptr) {
            return;
        }
        m_next_change = never;
        if (!m_is_in_reset && !m_core.is_idle()) {
            m_next_change = m_timeline.time_of(m_core.edges_to_output_change(m_sampled));
        }
        m_alarm->set(m_next_change);
    }

    void period_changed(const sc_core::sc_time& period) override {
        catch_up();
        if (m_time > now()) {
            m_reports.report(late);
        }
        m_timeline.set_period(std::max(m_time, now()), period.value());
        m_alarm->set_unit(period.value());
        predict();
    }

    Core m_core;
    inputs m_sampled; ///< the pins as last sampled
    const bool m_irq_active_low;
    bool m_is_in_reset = false;
    bool m_is_parked = false;    ///< the counting thread waits for something to change
    bool m_is_following = false; ///< the counting thread runs
    tickless_clock* m_tickless = nullptr;
    delta_cycle m_caught_up;             ///< of the latest catch_up()
    delta_cycle m_edge;                  ///< toggling: whose edge has been taken
    edge_timeline m_timeline;            ///< tickless: the edges not yet taken
    std::uint64_t m_time = 0;            ///< tickless: the core's own time, ticks
    std::uint64_t m_next_change = never; ///< tickless: of an output, by edges, ticks
    std::unique_ptr<alarm> m_alarm;      ///< tickless
    std::uint64_t m_activations = 0;
    sc_core::sc_event m_wake;
    sc_core::sc_event_or_list m_idle_ends;  ///< m_wake and reset
    sc_core::sc_event_or_list m_quiet_ends; ///< toggling: and every other pin
    output_schedule<outputs> m_outputs;
    optional_pins m_pins;
    report_once m_reports;
    mutable register_trace<Core> m_trace;
};

} // namespace pmu
