// SPDX-License-Identifier: Apache-2.0
// A CPU that executes firmware on an instruction-set simulator, in place of the stub CPU.
#pragma once

#include <activity/event_mapping.h>
#include <iss/cpu/counting_units.h>
#include <iss/cpu/cpu_debugger.h>
#include <iss/cpu/cpu_memory.h>
#include <iss/cpu/cpu_time.h>
#include <iss/cpu/device_access.h>
#include <iss/cpu/event_delivery.h>
#include <iss/cpu/exceptions.h>
#include <iss/cpu/fault_finder.h>
#include <iss/cpu/interrupt_lines.h>
#include <iss/cpu/iss_config.h>
#include <iss/cpu/trapped_instructions.h>
#include <iss/cpu/unaligned_accesses.h>
#include <iss/engine/unicorn_engine.h>
#include <iss/host/elf_image.h>
#include <iss/host/semihosting.h>
#include <pmu/core/event_table.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platform::iss {

/// A CPU with caches and the MMU or MPU of its core: an initiator, temporally decoupled with a
/// quantum keeper. It acts half a period after an edge of its clock. Coprocessor accesses to the
/// registers of its PMU and loads and stores outside of memory become transactions at its local
/// time; before a write's effects are looked at, it synchronises. IRQ and FIQ are levels, taken
/// between instructions (in fast mode: between blocks). The instruction WFI stops the clock until
/// an interrupt comes.
///
/// Not modelled: process IDs of the FCSE other than 0 (the firmware is ended with a message), dual
/// issue, and whatever the timing model leaves out.
class iss_cpu : public sc_core::sc_module, private engine_host {
public:
    tlm_utils::simple_initiator_socket<iss_cpu> socket{"socket"};
    sc_core::sc_in<bool> irq{"irq"};
    sc_core::sc_in<bool> fiq{"fiq"};
    pmu::tickless_clock clk; ///< of this CPU, for its PMU

    iss_cpu(const sc_core::sc_module_name& name, const iss_config& config);
    ~iss_cpu() override;

    // Before the simulation starts.

    /// A range of the bus below 4 GiB, in whole pages of 4 KiB. A target that grants DMI for all of
    /// it is memory, where code can be; any other is a device.
    void map(std::uint32_t base, std::uint64_t bytes) { m_memory.map(base, bytes); }
    /// The PMU of this CPU, on its clock, which gets events in batches in fast mode.
    /// \param events all that the PMU knows
    void count_on(pmu::batch_events_if& unit, const activity::event_map& kinds,
                  const pmu::event_table& events);
    /// Input words of that PMU, which are driven in exact mode.
    void add_output(const activity::line_map& lines, const pin_player::sink& drive) {
        m_delivery->add_lines(lines, drive);
    }
    /// A unit on the bus, with a clock of its own, that counts this CPU's traffic, in batches.
    void count_on_bus(pmu::batch_events_if& unit, const activity::event_map& kinds,
                      const pmu::event_table& events, const sc_core::sc_time& period,
                      const unit_window& where);
    /// Something beside those units that drives `irq` or `fiq`. \param may_raise whether it may
    /// raise a request, if the CPU does nothing more: where nothing may, an endless loop or a wait
    /// for an interrupt ends the firmware
    void add_interrupt_source(std::function<bool()> may_raise) {
        m_interrupt_sources.push_back(std::move(may_raise));
    }
    /// Called once for each event that a counter selects and that this CPU cannot report.
    std::function<void(const pmu::event_desc&)> on_unknown_event;
    /// Called with what the user should know, and why the firmware still goes on; may be empty.
    std::function<void(const std::string&)> on_warning;
    /// Called whenever the CPU and all units have come to the simulation's time; may be empty. It
    /// must not wait.
    std::function<void()> on_synchronised;
    /// \param console where the firmware's files and streams are; its memory limits, its time and
    /// whether it is to stop are set here
    void load(const elf_image& image, semihosting_config console);
    /// Lets a debugger, which outlives the simulation, halt the CPU before its first instruction.
    /// \param cycles that pass each time that it has halted; else time stands still
    /// \param pmu_text what it shows of a PMU
    void debug_with(debug_monitor& monitor, std::uint64_t cycles,
                    std::function<std::string()> pmu_text);
    /// Drives the pin by which the PMU sees that the CPU has halted for a debugger. Where there is
    /// none, the PMU's clock stands still for as long.
    std::function<void(bool is_halted)> on_debug_state;
    /// Drives the pin of iss_config::held_register, with the bits that it holds.
    std::function<void(std::uint32_t)> on_held_register;

    /// How the firmware ended; nothing while it runs.
    const std::optional<iss_outcome>& outcome() const { return m_outcome; }
    /// All that has been executed.
    const activity::activity_totals& totals() const { return m_totals; }
    std::uint64_t interrupts_taken() const { return m_interrupts.taken(); }
    /// The most cycles from the rise of `irq` or `fiq` to the entry of its exception; in fast mode
    /// from the first place after the rise where interrupts are taken. Of a pin that stays high the
    /// first entry counts.
    std::uint64_t longest_interrupt_delay() const { return m_interrupts.longest_delay(); }
    /// Whether it can report a kind of activity; totals() has no number for others.
    bool knows(activity::activity_kind kind) const {
        return m_core.knows(kind, m_meter.has_caches());
    }
    /// R0 to R15 of the mode in which it is, and the CPSR (16). PC is the next instruction's.
    std::uint32_t reg(unsigned n) const;
    const cpu_memory& memory() const { return m_memory; }
    /// Its own time, ahead of the simulation's.
    sc_core::sc_time local_time() const { return m_time.now(); }
    /// The same without what has passed while it had halted for a debugger, or waited in vain.
    sc_core::sc_time firmware_time() const { return m_time.firmware_now(); }

private:
    void start_of_simulation() override;
    void provide_console();
    void execute();
    void execute_until_end();
    void take_turn();
    void end_if_there_is_reason();

    // engine_host: from inside of the engine
    bool boundary(std::uint32_t pc) override;
    bool spin(std::uint32_t pc) override;
    bool access(std::uint32_t address, unsigned bytes, bool is_write, std::uint32_t& data) override;
    bool lets_execute(std::uint32_t pc) override;

    // What has been executed, and what time it is.
    void account();
    void account_for_host();
    call_profile::code_facts facts_of(std::uint32_t pc, std::uint32_t bytes);
    void come_to_pause();
    void tell_watcher(const activity_counts& counts, std::optional<std::uint32_t> pc);
    void choose_detail();
    void look_at_control();
    void deliver();
    void write_trace(const instruction* i, const activity_counts& counts);
    void renew_budget();
    void look_at_masks();
    void choose_granularity();
    bool has_selected() const {
        return m_units.has_selected(m_totals[activity::activity_kind::cycle]);
    }
    std::vector<unknown_event> unknown_events(const activity::event_map& kinds,
                                              const pmu::event_table& events) const;
    void set_start_state();

    // Why the engine has stopped.
    void act_on(const engine_stop& stop);
    std::string refusal_text(const engine_stop& stop) const;
    void execute_trapped();
    void execute_on_host(const instruction& i, std::uint8_t it_before);
    bool goes_on_in_it_block();
    void step_in_it_block();
    engine_stop step(const instruction& i, unsigned boundaries = 2);
    void go_on_after(const instruction& i, const engine_stop& stop);
    void continue_at(std::uint32_t pc, std::uint8_t it_state);
    bool is_preceded_by_interrupt();
    void wait_for_interrupt(std::uint32_t pc);
    void call_supervisor(const instruction& i);
    void call_semihosting(std::uint32_t next_pc);

    // Aborts.
    void abort_fetch(std::uint32_t pc);
    void execute_alone(const instruction& i);
    void abort_access(const instruction& i);
    void act_on_unaligned(const instruction& i);
    bool abort_outside(const engine_stop& stop, const std::string& what);
    std::string access_text(const instruction& i);
    void take_data_abort(const instruction& i, std::uint32_t status, std::uint32_t address,
                         const std::string& what);

    // Exceptions.
    void note_request() { m_interrupts.note_requests(); }
    bool take_interrupt();
    bool can_be_interrupted();
    bool may_others_interrupt() const;
    bool may_pause(const instruction& before, const instruction& next) const;
    void take(exception e, std::uint32_t return_address, const std::string& what);

    std::uint64_t steps_taken() const {
        return m_totals[activity::activity_kind::instruction] + m_exceptions.taken();
    }
    std::uint64_t steps_left() const;
    std::string reason_to_end(std::uint32_t pc);
    void finish(int exit_code, const std::string& message);

    friend class cpu_debugger;

    const core_model& m_core;
    const iss_config m_config;
    cpu_time m_time;
    unicorn_engine m_engine;
    execution_meter m_meter;

    cpu_memory m_memory;
    counting_units m_units{on_unknown_event};
    const std::unique_ptr<event_delivery> m_delivery =
        make_delivery(m_config.mode, m_time, m_units, m_config.enabled);
    device_access m_devices{socket, m_engine, m_meter, m_units, m_time};
    trapped_instructions m_trapped{socket,  m_config, m_engine, m_meter,
                                   m_units, m_time,   m_image,  on_held_register};
    unaligned_accesses m_unaligned{m_engine, m_meter,
                                   [this](const instruction& i) { return step(i); }};
    fault_finder m_faults{m_core, m_engine, m_meter};

    elf_image m_image;
    semihosting_config m_console;
    std::unique_ptr<semihosting> m_semihosting;
    decoder m_disassembler;

    std::uint32_t m_pc = 0;
    activity_counts m_counts;
    activity::activity_totals m_totals;
    bool m_is_watched_closely = false; ///< the watcher is told of each instruction
    std::uint32_t m_noted_pc = 0;      ///< of the instruction that it was told of last
    granularity m_granularity;
    interrupt_lines m_interrupts{irq, fiq};
    std::vector<std::function<bool()>> m_interrupt_sources;
    exceptions m_exceptions;
    unsigned m_idle_turns = 0;    ///< of the engine, one after another: nothing has happened
    std::uint32_t m_spins_at = 1; ///< the branch to itself that is executing; odd: none
    unsigned m_step = 0;          ///< boundaries until an instruction is executed, or 0
    std::string m_failure;        ///< found where it cannot be thrown, to be told when it can
    std::exception_ptr m_why_not_loaded; ///< the same, of what came before the run
    std::optional<iss_outcome> m_outcome;
    std::unique_ptr<cpu_debugger> m_debugger; ///< nullptr: none
};

} // namespace platform::iss
