// SPDX-License-Identifier: Apache-2.0
// What every PMU module has beside its register socket: the clock, the event bus, PMUIRQ, and time.
// How it does this is in pmu_module_definitions.h.
#pragma once

#include <pmu/core/access.h>
#include <pmu/core/counter.h>
#include <pmu/core/snapshot_error.h>
#include <pmu/tlm/access_attributes_source.h>
#include <pmu/tlm/batch_events.h>
#include <pmu/tlm/built_with.h>
#include <pmu/tlm/event_totals.h>
#include <pmu/tlm/line_bus.h>
#include <pmu/tlm/optional_pins.h>
#include <pmu/tlm/output_schedule.h>
#include <pmu/tlm/pmu_observer.h>
#include <pmu/tlm/register_socket.h>
#include <pmu/tlm/report_once.h>
#include <pmu/tlm/sampled_pin.h>
#include <pmu/tlm/sync_policy.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>
#include <tlm>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace PMU_API pmu {

struct computed_edges;
template <class Core>
struct unit_extras;

/// The SystemC shell around a core, the same for every part.
///
/// A part derives from it, adds its pins, and says how pins become the core's inputs and how the
/// core's outputs become pin levels.
///
/// Time. On a tickless_clock, and on an sc_clock itself, edges are computed and no process runs for
/// them. The core is advanced in closed form when somebody looks, when a pin changes, and at the
/// one scheduled instant at which an output next changes. On any other clock (a signal, a class
/// derived from sc_clock) the counting process takes one step an edge; on an sc_clock too while the
/// pins change in most cycles, and if the unit is traced. The results are the same to the delta. An
/// access with delay d takes effect at now + d: a tickless clock computes that time, on a toggling
/// one the access waits for it. No process wakes while no edge can change anything.
///
/// It answers from the first end_of_elaboration() on, of whatever module. What looks at it earlier
/// is the error `/pmu/<part>/too_early` and changes nothing; settings are allowed from construction
/// on.
///
/// There is one process, `counting_thread`: it takes edges, follows pins and drives outputs. On an
/// sc_clock, one process of the clock (clock_stepper) takes the edges of all units that are
/// stepped. What is due at a later time is on one alarm of the simulation (shared_alarm). All are
/// method processes, since nothing in them waits: an edge costs a fifth of what it would cost a
/// thread with a stack of its own.
///
/// It does not depend on the width of a bus: with_socket adds the register socket.
///
/// The .cpp of a part includes pmu_module_definitions.h and instantiates the module for its core.
/// Its header declares that instantiation `extern`, so that users do not compile it again.
///
/// \tparam Core the part without time, a value type whose copy is a snapshot. It has
/// - the types `config`, `inputs` (what an edge samples) and `outputs` (with a member `pmuirq`);
/// - the constants `part`, `event_bus_width`, `address_mask` and `window_size` (0: the mask applies
///   instead);
/// - `registers()`, and `all_parameters()`: what is possible in a configuration;
/// - `read`, `write`, `peek`, `poke`: one register access, with the pins as they are; `reset`;
/// - `step`, `run`: one edge, n edges with the same inputs;
/// - `edges_to_output_change`: how many edges until an output changes; `is_idle`, `is_quiet`:
///   whether edges matter at all, or with these inputs;
/// - `count`, `headroom`: events in batches; `is_internal`: events that no batch can report;
///   `end_start_delay`: what is about to count does;
/// - `driven`: the outputs; `set_irq_active_low`: a parameter that is the shell's;
/// - for who watches: `counter_names`, `is_enabled`, `take_overflows`, `edges_to_overflow`;
///   `find_event`, and `increment`: what an edge or an occurrence adds to a counter of an event;
/// - `state_of`: all that a snapshot has of it, and so have `inputs` and `outputs`; `normalise`:
///   makes each of the three possible.
template <class Core>
class pmu_module : public sc_core::sc_module,
                   public batch_events_if,
                   private tickless_clock::listener {
public:
    using core_type = Core;                                 ///< the part without time
    using inputs = typename Core::inputs;                   ///< what an edge samples
    using outputs = typename Core::outputs;                 ///< what the core drives
    using event_bus_type = line_bus<Core::event_bus_width>; ///< levels of the event lines

    /// The clock: a signal, an sc_clock or a tickless_clock. Rising edges count. Must be bound.
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_in<bool> reset{"reset"};                   ///< optional; active high, acts at once
    sc_core::sc_in<event_bus_type> event_bus{"event_bus"}; ///< optional; levels, sampled per edge
    sc_core::sc_out<bool> pmuirq{"pmuirq"};                ///< optional; a level
    /// Events by the thousand, without pins.
    sc_core::sc_export<batch_events_if> batch_events{"batch_events"};

    /// \param name of the module
    /// \param parameters of the part; an impossible one is the error `/pmu/<part>/<parameter>`
    pmu_module(const sc_core::sc_module_name& name, const typename Core::config& parameters);
    ~pmu_module() override;

    /// The core's state as of now, edges of this instant included.
    Core snapshot();

    /// Writes the unit's state as of now to a stream: registers, prescaler, delays, sampled pins,
    /// reset and the output changes that wait for their time, and the parameters. Edges of the
    /// clock that have come are in it; the clock and what was warned of are not. The format is in
    /// core/snapshot.h and pmu_module_snapshot.h. Allowed from start_of_simulation() on.
    /// \throw snapshot_error the stream does not take it, or an observer is being called
    void save(std::ostream& out);

    /// Goes on as the unit that was saved, from now on: every access and every output is as it
    /// would have been there. The clock bound here may be of the other kind and gives all further
    /// edges; an edge of this very instant counts unless the saved unit had taken one at its own.
    /// Pins that differ from those of the saved unit count as changed now. Where that unit was
    /// ahead of the time, after an access with a delay, this one is by as much.
    /// \param in is read up to the end of the snapshot
    /// \throw snapshot_error in one sentence: it is damaged, of another part, version or time
    /// resolution, has other parameters, this unit is ahead itself, or an observer is being called.
    /// Nothing has changed then
    void restore(std::istream& in);

    /// How often the counting process has run so far: the cost of this PMU in a simulation.
    std::uint64_t activations() const { return m_activations; }

    /// Sets the parameter `irq_active_low`: it inverts the pin `pmuirq`, nothing else, so that
    /// every part can have the active-low pin of its chip. Call it before the simulation starts;
    /// after that it is the error `/pmu/<part>/irq_active_low`.
    void set_irq_active_low(bool is_active_low);

    /// Where this unit reads who makes an access, instead of where set_access_attributes_source()
    /// says. Allowed at any time.
    /// \param source attributes_of: access_extension
    void set_access_attributes_source(access_attributes_source source);

    /// Who bridges the delay of an access on a tickless clock. Allowed at any time; what the unit
    /// has run ahead by it keeps.
    /// \param policy run_ahead where this is not called
    void set_sync_policy(sync_policy policy) {
        m_waits = policy == sync_policy::wait;
        note_extras();
    }

    /// Tells an observer from now on what happens: see pmu_observer. Allowed from construction on;
    /// twice is once. Without observers it costs nothing. Where edges are computed such a unit is
    /// also woken for overflows that request no interrupt, so that they are told in time.
    /// \param observer may be destroyed without stop_observing()
    void observe(pmu_observer& observer);
    /// Tells it nothing more. Allowed at any time, also in a call of an observer.
    void stop_observing(pmu_observer& observer);

    /// Says which events the platform drives, by pins or batches. From then on software that
    /// selects another one in a counter gets the warning `/pmu/<part>/undriven_event`, once for
    /// each number. What a unit counts by itself, the clock or a software increment, is driven, and
    /// so is an event that an occurrence of a declared one counts on. Call it before the simulation
    /// starts; several calls add up.
    /// \param numbers as software writes them; one that is reserved, and any call during the
    /// simulation, is the error `/pmu/<part>/driven_events`
    void declare_driven_events(const std::vector<std::uint32_t>& numbers);
    /// The same for every event of the part that `is_driven` says yes to.
    void declare_driven_events_if(const std::function<bool(const event_desc&)>& is_driven);

    /// From now on counts every event, whatever the counters hold: see totals(). Allowed from
    /// construction on; a second call starts anew. A unit that does is never parked where
    /// edges are stepped, and costs more.
    void count_totals();
    /// What a counter of 64 bits would have counted, for each event that the part has with these
    /// parameters, if it had selected that event and had been enabled since count_totals(). So pins
    /// that hold the counters hold the totals, and so does reset, which does not clear them; E and
    /// delays do not matter. Batches add as to such a counter. The software increment of the
    /// Cortex-R5 adds one for each write of PMSWINC that sets a bit.
    /// \return in the order of the event numbers; empty without count_totals()
    std::vector<event_total> totals();

    /// As batch_events_if::count().
    void count(std::uint32_t event, std::uint64_t n, const sc_core::sc_time& delay) override;
    /// As batch_events_if::advance_to().
    void advance_to(const sc_core::sc_time& delay) override;
    /// As batch_events_if::headroom().
    std::uint64_t headroom(std::uint32_t event) override;
    /// As batch_events_if::is_counted().
    bool is_counted(std::uint32_t event) override;
    /// As batch_events_if::edges_to_output_change().
    std::uint64_t edges_to_output_change() override;

    /// Adds the registers and their fields, the pins and the event lines to a trace file, all by
    /// name (see unit_trace). Call it before elaboration ends. On a tickless clock it shows the
    /// registers as they were when the core was last advanced, and `clk` does not toggle; counters
    /// at every edge need a toggling clock.
    void trace(sc_core::sc_trace_file* file) const override;

protected:
    /// The levels of the pins now, as the core samples them.
    virtual inputs sample_pins() const = 0;
    /// Writes the part's own outputs. `pmuirq` is the shell's.
    virtual void drive_pins(const outputs& levels) = 0;
    /// The events whose lines a trace shows.
    virtual const event_table& traced_events() const { return Core::events(); }

    /// The levels of `event_bus` now.
    const event_bus_type& event_lines() const { return m_event_lines.read(event_bus); }
    /// Makes an input optional that sample_pins() reads, as optional_pins::add(). Call it from the
    /// constructor.
    template <class T>
    void optional_pin(sc_core::sc_in<T>& port, sampled_pin<T>& reader, const T& idle,
                      optional_pins::sampling sampled = optional_pins::is_sampled) {
        m_pins.add(port, reader, idle, sampled);
    }
    /// Makes an output optional, as optional_pins::add(). Call it from the constructor.
    template <class T>
    void optional_pin(sc_core::sc_out<T>& port, const T& idle) {
        m_pins.add(port, idle);
    }

    /// Applies `change(core)` at the present instant: for settings that are neither pin nor
    /// register. Allowed from construction on.
    template <class Change>
    void configure_core(Change change);

    /// Binds what the platform has left unbound.
    void before_end_of_elaboration() override;
    /// Looks which clock is bound, and spawns the counting process.
    void end_of_elaboration() override;

private:
    friend class direct_transport<pmu_module>;
    using extras_type = unit_extras<Core>;

    typename Core::config checked(const typename Core::config& parameters) const;

    void follow_lines();
    void counting_thread();

    bool is_running() const { return m_kernel.get_status() == sc_core::SC_RUNNING; }
    std::uint64_t now() const { return m_kernel.time_stamp().value(); }
    /// Number of the present delta. No signal changes within a delta.
    std::uint64_t stamp() const { return m_kernel.change_stamp(); }

    // Registers.
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
    [[gnu::noinline]] void transport_specially(tlm::tlm_generic_payload& payload,
                                               sc_core::sc_time& delay);
    template <class Access>
    [[gnu::always_inline]] void transport(tlm::tlm_generic_payload& payload, const Access& access);
    unsigned transport_dbg(tlm::tlm_generic_payload& payload);
    [[gnu::noinline]] response write(std::uint32_t address, access_attributes who,
                                     std::uint32_t word);
    template <class Write>
    response store(Write write);
    /// The usual source is called directly, which is cheaper.
    static access_attributes_source direct(access_attributes_source source) {
        return source == &attributes_of ? nullptr : source;
    }
    static std::uint32_t masked(std::uint64_t address) {
        return static_cast<std::uint32_t>(address & Core::address_mask);
    }
    [[gnu::always_inline]] void arrive(sc_core::sc_time& delay);
    [[gnu::cold]] void wait_for(sc_core::sc_time& delay);

    // The state and what follows from its change.
    bool is_ready_for(const char* call) { return m_clock != nullptr || meet_platform(call); }
    [[gnu::cold]] bool meet_platform(const char* call);
    [[gnu::always_inline]] void catch_up(const char* call);
    [[gnu::noinline]] void come_to_present(const char* call);
    [[gnu::always_inline]] void go_to(std::uint64_t delay, const char* call);
    std::uint64_t kept(const sc_core::sc_time& delay) const { return m_waits ? 0 : delay.value(); }
    void changed();
    void publish();

    // What is there only if somebody asks for it (pmu_module_extras.h).
    extras_type& extras() const;
    bool is_telling() const;
    void note_extras() const;
    void look() {
        if (m_is_watched) {
            look_closely();
        }
    }
    [[gnu::cold]] void look_closely();
    void look_at_edges(std::uint64_t n);
    void skip_edge();
    [[gnu::cold]] void count_watched(std::uint32_t event, std::uint64_t n);
    bool is_parkable() const;
    void mind_overflows();
    void tell_reset();
    [[gnu::cold]] void refuse(const char* what, const std::string& why) const;
    sc_core::sc_time time_of_unit() const;
    void wake();
    void drive_outputs();
    void follow_reset();
    void settle();
    bool is_ahead() const;
    bool sample();
    std::uint64_t own_time() const;

    // Snapshots.
    struct saved_state;
    [[noreturn]] void refuse_snapshot(const std::string& why) const;
    void check_elaborated() const;
    static std::uint64_t resolution();
    saved_state parse(const std::string& body) const;
    void adopt(saved_state&& saved);
    [[gnu::cold]] bool is_edge_taken();
    [[gnu::cold]] void wake_for_outputs();

    // Edges that are stepped.
    static constexpr std::uint8_t longest_streak = UINT8_MAX;
    static constexpr std::uint8_t busy_changes = 8;  ///< within two cycles each: edges are stepped
    static constexpr std::uint8_t calm_edges = 8;    ///< without a change: edges are computed
    static constexpr std::uint64_t rest_cycles = 16; ///< without a change: pins are at rest
    void follow_clock();
    void follow_edges();
    bool take_edge();
    bool take_clock_edge();
    const sc_core::sc_event_or_list& idle_ends();
    sc_core::sc_event_or_list& quiet_ends();
    void add_idle_ends(sc_core::sc_event_or_list& events) const;
    void park_until(const sc_core::sc_event_or_list& events);

    // An sc_clock itself.
    void await_on_clock();
    bool begin_computing();
    void skip_edges();
    void note_change();
    void begin_stepping();
    void have_stepper();
    const sc_core::sc_clock& the_sc_clock() const;
    std::uint64_t cycles(std::uint64_t n) const;

    // Edges that are computed.
    void follow_time();
    /// Whether edges matter that nobody computes, so that every change must be looked at.
    bool is_uncomputed() const { return m_is_stepping || m_computed == nullptr; }
    void take_past_edges();
    void take_present_edge();
    std::uint64_t past() const;
    bool is_at_edge() const;
    [[gnu::noinline]] void advance(std::uint64_t t);
    [[gnu::noinline]] void advance_visibly(std::uint64_t t);
    [[gnu::always_inline]] std::uint64_t take_edges_by(std::uint64_t t);
    void predict();
    void await_change(std::uint64_t at);
    void period_changed(const sc_core::sc_time& period) override;

    // What an edge and an access need is together.
    const sc_core::sc_simcontext& m_kernel = *simcontext(); ///< spares a look-up each time
    /// What clk is bound to; nullptr: ports are not bound yet, and a unit is as in reset.
    const sc_core::sc_signal_in_if<bool>* m_clock = nullptr;
    std::unique_ptr<computed_edges> m_computed;    ///< none: edges are stepped, or none matters
    mutable std::unique_ptr<extras_type> m_extras; ///< none: nobody has asked for any
    std::uint64_t m_caught_up = never;             ///< stamp of the latest catch_up() of a process
    std::uint64_t m_edge = never;                  ///< toggling: stamp of the edge last taken
    std::uint64_t m_activations = 0;
    bool m_is_toggling = true;        ///< the clock is not a tickless one
    bool m_is_stepping = true;        ///< edges are taken one by one
    bool m_is_always_stepped = false; ///< by the counting process
    /// Stepping: edges in a row without a change of a pin. Computing on an sc_clock: changes in a
    /// row that came soon after each other.
    std::uint8_t m_streak = 0;
    mutable bool m_is_special = true;  ///< accesses do not go the short way
    mutable bool m_is_watched = false; ///< edges and writes are looked at
    bool m_is_in_reset = true;         ///< by its pin, or ports are not bound yet
    bool m_is_parked = false;          ///< the counting process waits for something to change
    bool m_is_following = false;       ///< the counting process runs
    bool m_waits = false;              ///< see sync_policy
    bool m_has_own_attributes = false; ///< not those of the platform
    bool m_is_held = false;            ///< the next delta drives outputs: see wake()
    bool m_has_reset = false;          ///< the pin is bound
    bool m_skips_edges = false;        ///< toggling: restored, see unit_extras::taken_by
    sampled_pin<event_bus_type> m_event_lines;
    inputs m_sampled; ///< the pins as last sampled
    Core m_core;
    output_schedule<outputs> m_outputs;

    // What only a few of them need.
    sc_core::sc_event m_wake{"wake"};
    std::uint64_t m_last_change = 0;                 ///< ticks; of the pins, on an sc_clock
    access_attributes_source m_attributes = nullptr; ///< nullptr: attributes_of, called directly
    std::unique_ptr<sc_core::sc_event_or_list> m_idle_ends;  ///< see idle_ends()
    std::unique_ptr<sc_core::sc_event_or_list> m_quiet_ends; ///< see quiet_ends()
    optional_pins m_pins;
    report_once m_reports;
};

} // namespace pmu
