// SPDX-License-Identifier: Apache-2.0
// What every PMU module has: the register socket, the clock, the event bus, PMUIRQ, and time.
#pragma once

#include <pmu/core/parameter_fault.h>
#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/batch_events.h>
#include <pmu/tlm/line_bus.h>
#include <pmu/tlm/optional_pins.h>
#include <pmu/tlm/output_schedule.h>
#include <pmu/tlm/register_socket.h>
#include <pmu/tlm/register_trace.h>
#include <pmu/tlm/report_once.h>
#include <pmu/tlm/shell_notices.h>
#include <pmu/tlm/tickless_clock.h>
#include <pmu/tlm/tickless_state.h>
#include <pmu/tlm/transport_checks.h>

#include <systemc>
#include <tlm>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

namespace pmu {

/// The SystemC shell around a core, the same for every part.
///
/// A part derives from it, adds its pins, and says how pins become the core's inputs and how the
/// core's outputs become pin levels.
///
/// Time. On a signal or an sc_clock the counting process takes one step an edge. On a
/// tickless_clock no process runs for an edge. The core is advanced in closed form when somebody
/// looks, when a pin changes, and at the one scheduled instant at which an output next changes. An
/// access with delay d takes effect at now + d: a tickless clock computes that time, on a toggling
/// one the access waits for it. No process wakes while no edge can change anything.
///
/// There is one process, `counting_thread`: it takes edges, follows pins and drives outputs. It is
/// a method process, since nothing in it waits: an edge costs a fifth of what it would cost a
/// thread with a stack of its own.
///
/// \tparam Core the part without time, a value type whose copy is a snapshot. It has
/// - the types `config`, `inputs` (what an edge samples) and `outputs` (with a member `pmuirq`);
/// - the constants `part`, `event_bus_width`, `address_mask` and `window_size` (0: the mask applies
///   instead);
/// - `registers()`, and `find_fault()`: what is impossible in a configuration;
/// - `read`, `write`, `peek`, `poke`: one register access, with the pins as they are; `reset`;
/// - `step`, `run`: one edge, n edges with the same inputs;
/// - `edges_to_output_change`: how many edges until an output changes; `is_idle`, `is_quiet`:
///   whether edges matter at all, or with these inputs;
/// - `count`, `headroom`: events in batches; `is_internal`: events that no batch can report;
///   `end_start_delay`: what is about to count does;
/// - `driven`: the outputs.
template <class Core>
class pmu_module : public sc_core::sc_module,
                   public batch_events_if,
                   private tickless_clock::listener {
public:
    using core_type = Core;                                 ///< the part without time
    using inputs = typename Core::inputs;                   ///< what an edge samples
    using outputs = typename Core::outputs;                 ///< what the core drives
    using event_bus_type = line_bus<Core::event_bus_width>; ///< levels of the event lines

    /// Register accesses: 4-byte aligned words. Debug transport reaches every register without
    /// side effects; DMI is refused.
    register_socket<pmu_module> socket{"socket", *this};
    /// The clock: a signal, an sc_clock or a tickless_clock. Rising edges count. Must be bound.
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_in<bool> reset{"reset"};                   ///< optional; active high, acts at once
    sc_core::sc_in<event_bus_type> event_bus{"event_bus"}; ///< optional; levels, sampled per edge
    sc_core::sc_out<bool> pmuirq{"pmuirq"};                ///< optional; a level
    /// Events by the thousand, without pins.
    sc_core::sc_export<batch_events_if> batch_events{"batch_events"};

    /// \param name of the module
    /// \param parameters of the part; an impossible one is the error `/pmu/<part>/<parameter>`
    /// \param irq_active_low inverts the pin `pmuirq`, nothing else
    pmu_module(const sc_core::sc_module_name& name, const typename Core::config& parameters,
               bool irq_active_low)
        : sc_core::sc_module(name), m_core(checked(parameters)), m_irq_active_low(irq_active_low),
          m_reports(Core::part, this->sc_core::sc_object::name()) {
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

    /// How often the counting process has run so far: the cost of this PMU in a simulation.
    std::uint64_t activations() const { return m_activations; }

    /// As batch_events_if::count().
    void count(std::uint32_t event, std::uint64_t n, const sc_core::sc_time& delay) override {
        go_to(delay.value());
        if (n == 0 || m_is_in_reset) {
            return;
        }
        if (Core::is_internal(event)) {
            m_reports.report(no_occurrence, event);
        } else if (m_core.count(event, n, m_sampled) || m_tickless == nullptr) {
            changed();
        } else {
            m_trace.refresh(m_core, m_sampled);
        }
    }
    /// As batch_events_if::advance_to().
    void advance_to(const sc_core::sc_time& delay) override { go_to(delay.value()); }
    /// As batch_events_if::headroom().
    std::uint64_t headroom(std::uint32_t event) override {
        catch_up();
        return m_core.headroom(event, m_sampled);
    }
    /// As batch_events_if::is_counted().
    bool is_counted(std::uint32_t event) override {
        catch_up();
        Core ready = m_core;
        ready.end_start_delay();
        Core counted = ready;
        counted.count(event, 1, m_sampled);
        return !m_is_in_reset && counted != ready;
    }
    /// As batch_events_if::edges_to_output_change().
    std::uint64_t edges_to_output_change() override {
        catch_up();
        const bool counts = !m_is_in_reset && !m_core.is_idle();
        return counts ? m_core.edges_to_output_change(m_sampled) : never;
    }

    /// Adds the registers to a trace file. On a tickless clock it shows them as they were when the
    /// core was last advanced; counters at every edge need a toggling clock.
    void trace(sc_core::sc_trace_file* file) const override {
        m_trace.add_to(file, name());
        m_trace.refresh(m_core, m_sampled);
    }

protected:
    /// The levels of the pins now, as the core samples them.
    virtual inputs sample_pins() const = 0;
    /// Writes the part's own outputs. `pmuirq` is the shell's.
    virtual void drive_pins(const outputs& levels) = 0;

    /// Makes a port optional, as optional_pins::add(). Call it from the constructor.
    template <class Port, class... Rest>
    void optional_pin(Port& port, const Rest&... idle_and_use) {
        m_pins.add(port, idle_and_use...);
    }

    /// Applies `change(core)` at the present instant: for settings that are neither pin nor
    /// register. Allowed from construction on.
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

    /// Binds what the platform has left unbound.
    void before_end_of_elaboration() override { m_pins.bind_stubs(); }

    /// Looks which clock is bound, and spawns the counting process.
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
        if (auto* clock = dynamic_cast<tickless_clock*>(clk.get_interface())) {
            clock->attach(*this);
            m_tickless = std::make_unique<tickless_state>(*clock);
            m_tickless->wake_up.for_each_event(add);
            m_pins.for_each_change(optional_pins::is_sampled, add);
            m_pins.forget_ports();
            sc_core::sc_spawn([this] { follow_time(); }, "counting_thread", &options);
        } else {
            add(clk->posedge_event());
            m_pins.forget_ports_but_changes();
            sc_core::sc_spawn([this] { follow_clock(); }, "counting_thread", &options);
        }
    }

private:
    friend class register_socket<pmu_module>;

    // The parameters for the core. If one is impossible, that is an error; should the program go on
    // after it, all of them take their defaults, so that no core sees an impossible one.
    typename Core::config checked(const typename Core::config& parameters) const {
        const parameter_fault fault = Core::find_fault(parameters);
        if (!fault) {
            return parameters;
        }
        const std::string id = std::string("/pmu/") + Core::part + "/" + fault.parameter;
        const std::string message = std::string(name()) + ": the parameter `" + fault.parameter +
                                    "` is " + fault.expected + ", got " +
                                    std::to_string(fault.value);
        SC_REPORT_ERROR(id.c_str(), message.c_str());
        return {};
    }

    bool is_running() const { return m_kernel.get_status() == sc_core::SC_RUNNING; }
    std::uint64_t now() const { return m_kernel.time_stamp().value(); }
    /// Number of the present delta. No signal changes within a delta.
    std::uint64_t stamp() const { return m_kernel.change_stamp(); }

    // --- registers ---------------------------------------------------------------------------

    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
        const auto access = [&](bool is_read, std::uint32_t& word) {
            arrive(delay);
            const std::uint32_t address = masked(payload.get_address());
            const access_attributes who = attributes_of(payload);
            return is_read ? m_core.read(address, who, m_sampled, word) : write(address, who, word);
        };
        const auto finds_register = [&] {
            std::uint32_t word = 0;
            return m_core.peek(masked(payload.get_address()), m_sampled, word);
        };
        transport_word(payload, Core::window_size, access, finds_register);
    }

    [[gnu::noinline]] response write(std::uint32_t address, access_attributes who,
                                     std::uint32_t word) {
        return store(
            [&](Core& core) { return core.write(address, who, word, m_sampled, m_reports); });
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

    /// Brings the core to the time of an access: now + delay.
    [[gnu::always_inline]] void arrive(sc_core::sc_time& delay) {
        if (m_tickless == nullptr && delay.value() != 0) {
            wait_for(delay);
        }
        go_to(delay.value());
    }

    /// On a toggling clock the pins of the future are unknown: waits for them.
    [[gnu::cold]] void wait_for(sc_core::sc_time& delay) {
        if (sc_core::sc_get_current_process_handle().proc_kind() == sc_core::SC_THREAD_PROC_) {
            sc_core::wait(delay);
            delay = sc_core::SC_ZERO_TIME;
        } else {
            m_reports.report(cannot_wait);
        }
    }

    // --- the state and what follows from its change ------------------------------------------

    /// Takes every edge up to now and samples the pins. While processes run, once a delta is
    /// enough, since no pin changes within it.
    [[gnu::always_inline]] void catch_up() {
        if (m_caught_up != stamp()) {
            come_to_present();
        }
    }

    [[gnu::noinline]] void come_to_present() {
        m_caught_up = is_running() ? stamp() : never;
        follow_reset();
        if (m_tickless == nullptr) {
            take_edge();
            m_sampled = sample_pins();
        } else if (m_tickless->time <= now()) {
            advance(now());
            sample();
        }
    }

    /// Catches up, and on a tickless clock advances the core to now + delay.
    [[gnu::always_inline]] void go_to(std::uint64_t delay) {
        catch_up();
        if (m_tickless != nullptr) {
            const std::uint64_t target = saturating_add(now(), delay);
            if (target < m_tickless->time) {
                m_reports.report(late);
            } else {
                advance(target);
            }
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
        const std::uint64_t ahead = m_tickless != nullptr ? m_tickless->time : 0;
        if (m_outputs.put(m_core.driven(), std::max(ahead, now()))) {
            wake();
        }
    }

    /// Lets the counting process run: in this delta, or in the next one while no process runs.
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

    /// Follows the reset pin. Whoever runs first in a delta, process or access, does it.
    void follow_reset() {
        const bool level = reset->read();
        if (level == m_is_in_reset) {
            return;
        }
        if (m_tickless != nullptr) {
            if (m_tickless->time > now()) {
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

    /// What wakes a quiet unit on a toggling clock: m_wake, reset and every sampled pin.
    const sc_core::sc_event_or_list& quiet_ends() {
        if (m_quiet_ends.empty()) {
            m_quiet_ends |= m_idle_ends;
            m_pins.add_changes_to(m_quiet_ends);
        }
        return m_quiet_ends;
    }

    void park_until(const sc_core::sc_event_or_list& events) {
        m_is_parked = true;
        next_trigger(events);
    }

    // --- a toggling clock --------------------------------------------------------------------

    /// The counting process on a toggling clock.
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
                   sample_pins() == m_sampled) { // not worth it if pins change at every edge
            park_until(quiet_ends());
        }
    }

    /// Takes the edge of this delta, unless there is none or it has been taken.
    void take_edge() {
        if (!clk->posedge() || m_edge == stamp()) {
            return;
        }
        m_edge = stamp();
        m_sampled = sample_pins();
        if (m_is_in_reset || m_core.is_idle()) {
            return;
        }
        m_core.step(m_sampled);
        publish();
        m_trace.refresh(m_core, m_sampled);
    }

    // --- a tickless clock --------------------------------------------------------------------

    /// The counting process on a tickless clock.
    void follow_time() {
        ++m_activations;
        m_is_following = true;
        follow_reset();
        if (m_tickless->time <= now()) {
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
            m_tickless->wake_up.set(std::min(m_tickless->next_change, m_outputs.next()));
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

    /// Takes the edges up to time t, which is not past. Each output change gets its own time.
    [[gnu::noinline]] void advance(std::uint64_t t) {
        if (m_tickless->next_change <= t || m_trace.is_on()) {
            advance_visibly(t);
        } else {
            take_edges_by(t); // a tail call: this path needs no stack frame
        }
    }

    [[gnu::noinline]] void advance_visibly(std::uint64_t t) {
        while (m_tickless->next_change <= t && m_tickless->next_change != never) {
            take_edges_by(m_tickless->next_change);
            publish();
            predict();
        }
        take_edges_by(t);
        m_trace.refresh(m_core, m_sampled);
    }

    /// Takes edges that change no output, unless the last does.
    [[gnu::always_inline]] void take_edges_by(std::uint64_t t) {
        const std::uint64_t due = m_tickless->edges.take_by(t);
        m_tickless->time = t;
        if (due != 0 && !m_is_in_reset) {
            m_core.run(m_sampled, due);
        }
    }

    /// Computes when edges next change an output, and asks to be woken then.
    void predict() {
        if (m_tickless == nullptr) {
            return;
        }
        m_tickless->next_change = never;
        if (!m_is_in_reset && !m_core.is_idle()) {
            m_tickless->next_change =
                m_tickless->edges.time_of(m_core.edges_to_output_change(m_sampled));
        }
        m_tickless->wake_up.set(m_tickless->next_change);
    }

    void period_changed(const sc_core::sc_time& period) override {
        catch_up();
        if (m_tickless->time > now()) {
            m_reports.report(late);
        }
        m_tickless->set_period(now(), period.value());
        predict();
    }

    const sc_core::sc_simcontext& m_kernel = *simcontext(); ///< spares a look-up each time
    Core m_core;
    inputs m_sampled; ///< the pins as last sampled
    const bool m_irq_active_low;
    bool m_is_in_reset = false;
    bool m_is_parked = false;    ///< the counting process waits for something to change
    bool m_is_following = false; ///< the counting process runs
    std::unique_ptr<tickless_state> m_tickless; ///< none on a toggling clock
    std::uint64_t m_caught_up = never;          ///< stamp of the latest catch_up() of a process
    std::uint64_t m_edge = never;               ///< toggling: stamp of the edge last taken
    std::uint64_t m_activations = 0;
    sc_core::sc_event m_wake{"wake"};
    sc_core::sc_event_or_list m_idle_ends;  ///< m_wake and reset
    sc_core::sc_event_or_list m_quiet_ends; ///< see quiet_ends()
    output_schedule<outputs> m_outputs;
    optional_pins m_pins;
    report_once m_reports;
    mutable register_trace<Core> m_trace;
};

} // namespace pmu
