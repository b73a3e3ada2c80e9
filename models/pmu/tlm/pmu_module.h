// SPDX-License-Identifier: Apache-2.0
// What every PMU module has beside its register socket. How it does this is in timed_unit.h.
#pragma once

#include <pmu/core/access.h>
#include <pmu/core/event_table.h>
#include <pmu/tlm/batch_events.h>
#include <pmu/tlm/built_with.h>
#include <pmu/tlm/pins.h>

#include <systemc>
#include <tlm>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <vector>

namespace PMU_API pmu {

class pmu_observer;
class register_target;
struct event_total;
template <class Core>
class timed_unit;

/// Who bridges the time to an access with a delay, on a tickless clock. On a toggling clock the
/// access always waits.
enum class sync_policy : std::uint8_t {
    /// The unit runs ahead to now + delay, and the initiator keeps its delay. An access of another
    /// initiator to a time before that is answered at the unit's later time, with the warning
    /// `/pmu/<part>/late`, once.
    run_ahead,
    /// The access waits in its initiator's process until its time has come, and returns delay 0. So
    /// several decoupled initiators see what they would see on a toggling clock. Batches apply at
    /// the present instant, as there.
    wait,
};

/// What the initiator of a refused access gets.
enum class refusal_policy : std::uint8_t {
    by_kind,       ///< the response that says what is wrong
    generic_error, ///< always TLM_GENERIC_ERROR_RESPONSE, for bridges that turn others into OK
};

/// The SystemC wrapper around a core, the same for every part. A part derives from it, adds its
/// pins, and says how pins become inputs and outputs become pin levels; with_socket adds the
/// socket.
///
/// It answers from the first end_of_elaboration() on, of whatever module. What looks at it earlier
/// is the error `/pmu/<part>/too_early` and changes nothing; settings are allowed from construction
/// on. An access with delay d takes effect at now + d: a tickless clock computes that time, on a
/// toggling one the access waits for it. No process runs while no edge can change anything.
///
/// The .cpp of a part includes pmu_module_definitions.h and instantiates the module for its core.
/// Its header declares that instantiation `extern`, so that users do not compile it again.
///
/// \tparam Core the part without time; pmu_module_definitions.h says what it has
template <class Core>
class pmu_module : public sc_core::sc_module, public batch_events_if {
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
    /// Writes the state as of now to a stream: registers, prescaler, delays, sampled pins, reset,
    /// the output changes that wait for their time, and the parameters; not the clock, nor what was
    /// warned of. timed_unit_snapshot.h has the format. From start_of_simulation() on.
    /// \throw snapshot_error the stream does not take it, or an observer is being called
    void save(std::ostream& out);
    /// Goes on as the unit that was saved, from now on: every access and every output is as it
    /// would have been there. The clock bound here may be of the other kind and gives all further
    /// edges; an edge of this very instant counts unless the saved unit had taken one at its own.
    /// Pins that differ from those of the saved unit count as changed now. Where that unit was
    /// ahead of the time, after an access with a delay, this one is by as much.
    /// \throw snapshot_error in one sentence: it is damaged, of another part, version or time
    /// resolution, has other parameters, this unit is ahead itself, or an observer is being called.
    /// Nothing has changed then
    void restore(std::istream& in);
    /// How often the unit has been woken so far: the cost of this PMU in a simulation.
    std::uint64_t activations() const;
    /// Sets the parameter `irq_active_low`: it inverts the pin `pmuirq`, nothing else. Call it
    /// before the simulation starts; after that it is the error `/pmu/<part>/irq_active_low`.
    void set_irq_active_low(bool is_active_low);
    /// Where this unit reads who makes an access, instead of where
    /// pmu::set_access_attributes_source() says. Allowed at any time.
    /// \param source an access_attributes_source; attributes_of: access_extension
    void set_access_attributes_source(access_attributes (*source)(const tlm::tlm_generic_payload&));
    /// Who bridges the delay of an access on a tickless clock; run_ahead where this is not called.
    /// Allowed at any time; what the unit has run ahead by it keeps.
    void set_sync_policy(sync_policy policy);
    /// Which response a refused access gets; by_kind where this is not called. Why an access is
    /// refused says the note `/pmu/<part>/refused`, once for each kind. Allowed at any time.
    void set_refusal_policy(refusal_policy policy);

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
    /// \param numbers a reserved one, and any call during the simulation, is the error
    /// `/pmu/<part>/driven_events`
    void declare_driven_events(const std::vector<std::uint32_t>& numbers);
    /// The same for every event of the part that `is_driven` says yes to.
    void declare_driven_events_if(const std::function<bool(const event_desc&)>& is_driven);

    /// From now on counts every event, whatever the counters hold: see totals(). Allowed from
    /// construction on; a second call starts anew. Such a unit is never parked.
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
    void advance_to(const sc_core::sc_time& delay) override; ///< as there
    std::uint64_t headroom(std::uint32_t event) override;    ///< as there
    bool is_counted(std::uint32_t event) override;           ///< as there
    std::uint64_t edges_to_output_change() override;         ///< as there

    /// Adds the registers and their fields, the pins and the event lines to a trace file, all by
    /// name (see unit_trace). Call it before elaboration ends. A tickless clock does not toggle,
    /// and registers are shown as they were when the core was last advanced.
    void trace(sc_core::sc_trace_file* file) const override;

protected:
    /// Writes the part's own outputs. `pmuirq` is the wrapper's.
    virtual void drive_pins(const outputs& levels) = 0;
    /// The events whose lines a trace shows.
    virtual const event_table& traced_events() const { return Core::events(); }

    /// Where the unit reads the part's own inputs.
    sampled_inputs<Core>& sampled();
    /// Makes an input optional. Call it from the constructor.
    /// \param port of the part \param reader that of sampled() \param idle where nothing is bound
    /// \param use who looks at it
    template <class T>
    void optional_pin(sc_core::sc_in<T>& port, sampled_pin<T>& reader, const T& idle,
                      pin_use use = pin_use::edges);
    /// The same for one with event lines, all low where nothing is bound.
    /// \param port of the part \param reader reads it
    /// \param first_line where its bit 0 is in the sampled word; event_bus begins at 0
    template <class T>
    void optional_lines(sc_core::sc_in<T>& port, sampled_pin<T>& reader, unsigned first_line);
    /// The same for an output.
    template <class T>
    void optional_pin(sc_core::sc_out<T>& port, const T& idle);
    /// Applies a setting that is neither pin nor register, now. Allowed from construction on.
    template <class Change>
    void configure_core(Change change);
    /// Answers register accesses.
    register_target& registers();

    /// Binds what the platform has left unbound.
    void before_end_of_elaboration() override;
    /// Looks which clock is bound, and makes the process.
    void end_of_elaboration() override;

private:
    friend timed_unit<Core>;
    void counting_thread();

    std::unique_ptr<timed_unit<Core>> m_unit;
};

} // namespace pmu
