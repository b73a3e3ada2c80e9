// SPDX-License-Identifier: Apache-2.0
// A CPU that executes firmware on an instruction-set simulator, in place of the stub CPU.
#pragma once

#include <activity/event_mapping.h>
#include <iss/cpu/accumulator.h>
#include <iss/cpu/counting_units.h>
#include <iss/cpu/cpu_debugger.h>
#include <iss/cpu/enabled_counts.h>
#include <iss/cpu/exceptions.h>
#include <iss/cpu/execution_watcher.h>
#include <iss/cpu/interrupt_lines.h>
#include <iss/engine/unicorn_engine.h>
#include <iss/host/elf_image.h>
#include <iss/host/semihosting.h>
#include <pmu/core/event_table.h>
#include <pmu/core/register_map.h>
#include <pmu/tlm/coprocessor_adapter.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace platform::iss {

/// How a CPU shows its PMU what it does.
enum class execution_mode : std::uint8_t {
    exact, ///< each cycle on the event lines, at its own time
    fast,  ///< in batches, ahead of time by up to the global quantum
};

/// A register of the PMU to which a write counts as an activity.
struct counted_write {
    pmu::coprocessor_register where;
    std::uint32_t mask = 0; ///< if any of these bits is set
    activity::activity_kind kind = activity::activity_kind::nothing;
};

/// Bits of a register of the PMU.
struct register_bits {
    pmu::coprocessor_register where;
    std::uint32_t mask = 0;
};

struct iss_config {
    cpu_type type = cpu_type::arm1136;
    execution_mode mode = execution_mode::exact;
    cache_geometry caches;                          ///< of both caches; none by default
    sc_core::sc_time cycle{10, sc_core::SC_NS};     ///< at least two ticks
    std::uint64_t coprocessor_window = 0;           ///< where its coprocessor space is mapped
    const pmu::register_map* coprocessor = nullptr; ///< what is there; nullptr: nothing
    std::uint32_t settle_cycles = 0; ///< after a change of `settling` events are reported one by
                                     ///< one for so many cycles, since the PMU begins to count or
                                     ///< ends some time after it
    register_bits settling;          ///< 0 out of reset
    std::uint64_t max_instructions = 0; ///< the firmware is ended after those; 0: no limit
    bool starts_at_reset = false; ///< in the architectural state; else as boot code leaves the core
    std::uint64_t wanted_kinds = 0; ///< in totals(), as bits, beside what the PMU counts
    std::vector<counted_write> counted_writes;
    enabled_counts* enabled = nullptr; ///< gets what is executed while `settling` is set, in fast
                                       ///< mode; nullptr: nobody wants to know
    std::ostream* trace = nullptr;     ///< a line an instruction; nullptr: none
    call_profile* profile = nullptr;   ///< follows calls, and must outlive it; nullptr: none
    cycle_account* account = nullptr;  ///< of all cycles, and must outlive it; nullptr: none
    execution_watcher* watcher = nullptr; ///< is told what is executed, and must outlive it;
                                          ///< nullptr: nobody looks on; its kinds are among
                                          ///< `wanted_kinds`
    std::function<bool()> stop_asked;     ///< whether to end early; may be empty
};

/// How the firmware ended.
struct iss_outcome {
    int exit_code = 0;   ///< the firmware's own; 1 where it could not go on
    std::string message; ///< why it could not
};

/// A CPU with caches, for memory mapped one to one: an initiator, temporally decoupled with a
/// quantum keeper. It acts half a period after an edge of its clock. Coprocessor accesses to the
/// registers of its PMU and loads and stores outside of memory become transactions at its local
/// time; before a write's effects are looked at, it synchronises. IRQ and FIQ are levels, taken
/// between instructions (in fast mode: between blocks). The instruction WFI stops the clock until
/// an interrupt comes.
///
/// Not modelled: address translation other than one to one, aborts by the bus (the firmware is
/// ended with a message), dual issue, and whatever the timing model leaves out.
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
    void map(std::uint32_t base, std::uint64_t bytes) {
        m_ranges.push_back({base, bytes, nullptr});
    }
    /// The PMU of this CPU, on its clock, which gets events in batches in fast mode.
    /// \param events all that the PMU knows
    void count_on(pmu::batch_events_if& unit, const activity::event_map& kinds,
                  const pmu::event_table& events);
    /// Input words of that PMU, which are driven in exact mode.
    void add_output(const activity::line_map& lines, pin_player::sink drive) {
        m_pins.add_output(lines, std::move(drive));
    }
    /// A unit on the bus, with a clock of its own, that counts this CPU's traffic, in batches. Its
    /// registers are at [base, base + bytes).
    void count_on_bus(pmu::batch_events_if& unit, const activity::event_map& kinds,
                      const pmu::event_table& events, const sc_core::sc_time& period,
                      std::uint32_t base, std::uint32_t bytes);
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

    /// How the firmware ended; nothing while it runs.
    const std::optional<iss_outcome>& outcome() const { return m_outcome; }
    /// All that has been executed.
    const activity::activity_totals& totals() const { return m_totals; }
    std::uint64_t interrupts_taken() const { return m_interrupts.taken(); }
    /// The most cycles from the rise of `irq` or `fiq` to the entry of its exception. What software
    /// masks is in it, and so is how far the CPU had run ahead of what requests. Of a pin that
    /// stays high the first entry counts.
    std::uint64_t longest_interrupt_delay() const { return m_interrupts.longest_delay(); }
    /// Whether it can report a kind of activity; totals() has no number for others.
    bool knows(activity::activity_kind kind) const {
        return m_core.knows(kind, m_meter.has_caches());
    }
    /// R0 to R15 of the mode in which it is, and the CPSR (16). PC is the next instruction's.
    std::uint32_t reg(unsigned n) const;
    /// Its memory, range by range: base, bytes and contents.
    void for_each_memory(const std::function<void(std::uint32_t base, std::uint64_t bytes,
                                                  const unsigned char* contents)>& look) const;
    /// Its own time, ahead of the simulation's.
    sc_core::sc_time local_time() const {
        return sc_core::sc_time_stamp() + m_quantum_keeper.get_local_time();
    }
    /// The same without what has passed while it had halted for a debugger, or waited in vain.
    sc_core::sc_time firmware_time() const;

private:
    struct range {
        std::uint32_t base;
        std::uint64_t bytes;
        unsigned char* host = nullptr; ///< of memory
    };
    void start_of_simulation() override;
    void map_ranges();
    const range* memory_at(std::uint32_t address) const;
    void load_image();
    void provide_console();
    void execute();
    void execute_until_end();
    void take_turn();

    // engine_host: from inside of the engine
    bool boundary(std::uint32_t pc) override;
    bool spin(std::uint32_t pc) override;
    bool access(std::uint32_t address, unsigned bytes, bool is_write, std::uint32_t& data) override;
    bool lets_execute(std::uint32_t pc) override;

    // What has been executed, and what time it is.
    void account();
    void account_for_host();
    call_profile::code_facts facts_of(std::uint32_t pc, std::uint32_t bytes);
    void let_watcher_look();
    void note(activity_counts counts, std::optional<std::uint32_t> pc);
    void choose_detail();
    void look_at_control();
    void deliver();
    void deliver_one_by_one();
    void note_enabled(const activity_counts& counts) const;
    void write_trace(const instruction* i, const activity_counts& counts);
    void renew_budget();
    void synchronise();
    void keep_up();
    void wait_for_outputs();
    void look_at_masks();
    void choose_granularity();
    bool has_selected() const {
        return m_units.has_selected(m_totals[activity::activity_kind::cycle]);
    }
    std::vector<const pmu::event_desc*> unknown_events(const activity::event_map& kinds,
                                                       const pmu::event_table& events) const;
    void set_start_state();
    std::uint64_t picoseconds() const;

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
    bool perform(const instruction& i);
    bool transfer_coprocessor(const instruction& i);
    void note_write(const pmu::coprocessor_register& where, std::uint32_t value);
    bool read_identification(const instruction& i);
    bool transfer(const instruction* by, const device_piece& item, bool is_write,
                  std::uint32_t& data);
    bool access_piece(const instruction& by, const device_piece& piece, bool is_write,
                      std::uint32_t& data);
    void act_on_unaligned(const instruction& i);
    void execute_unaligned(const instruction& i, std::uint32_t address);
    void execute_unaligned_swap(const instruction& i, std::uint32_t address);
    void execute_with_aligned_base(const instruction& i, std::uint32_t address,
                                   std::uint32_t excess);
    bool is_preceded_by_interrupt();
    void wait_for_interrupt(std::uint32_t pc);
    void call_supervisor(const instruction& i);
    void call_semihosting(std::uint32_t next_pc);
    bool is_trap(const instruction& i) const;
    bool is_of_pmu(const pmu::coprocessor_register& where) const;
    bool is_identification(const pmu::coprocessor_register& where) const;
    bool is_wait_for_interrupt(const instruction& i) const;
    bool is_process_id_write(const instruction& i) const;
    void check_process_id(const instruction& i);
    bool is_no_wait(const instruction& i) const;
    bool is_accumulator_access(const instruction& i) const;

    // Aborts.
    void abort_fetch(std::uint32_t pc);
    void execute_alone(const instruction& i);
    void abort_access(const instruction& i);
    bool abort_outside(const engine_stop& stop, const std::string& what);
    std::string access_text(const instruction& i);
    void take_data_abort(const instruction& i, std::uint32_t status, std::uint32_t address,
                         const std::string& what);

    // Exceptions.
    void note_request() { m_interrupts.note_requests(); }
    bool take_interrupt();
    bool can_be_interrupted();
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
    const std::uint64_t m_cycle; ///< ticks
    unicorn_engine m_engine;
    execution_meter m_meter;
    pmu::coprocessor_adapter m_coprocessor;
    accumulator m_accumulator; ///< of an XScale
    tlm::tlm_generic_payload m_payload;
    pmu::access_extension m_extension;
    tlm_utils::tlm_quantumkeeper m_quantum_keeper;
    std::uint64_t m_quantum_cycles = 0; ///< from a synchronisation to the next

    std::vector<range> m_ranges;
    counting_units m_units{on_unknown_event};
    std::vector<identification> m_identity;
    pin_player m_pins;

    elf_image m_image;
    semihosting_config m_console;
    std::unique_ptr<semihosting> m_semihosting;
    decoder m_disassembler;

    std::uint32_t m_pc = 0;
    activity_counts m_counts;
    activity::activity_totals m_totals;
    std::uint64_t m_quiet_cycles = 0;  ///< no PMU changes an output within those
    std::uint32_t m_settling = 0;      ///< what was written to those bits last
    bool m_begins_settling = false;    ///< another value was written to them just now
    std::uint64_t m_one_by_one = 0;    ///< cycles left for which events are reported one by one
    bool m_is_watched_closely = false; ///< the watcher is told of each instruction
    std::uint32_t m_noted_pc = 0;      ///< of the instruction that it was told of last
    granularity m_granularity;
    bool m_is_due = false; ///< something may have changed an output: synchronise
    interrupt_lines m_interrupts{irq, fiq};
    bool m_is_user = false; ///< the mode of what is executed
    exceptions m_exceptions;
    std::array<std::uint32_t, 2> m_exclusive_data{}; ///< of a device, that LDREX has loaded last
    std::uint32_t m_piece_data = 0;                  ///< of an item that is not aligned
    unsigned m_idle_turns = 0;        ///< of the engine, one after another: nothing has happened
    std::uint32_t m_spins_at = 1;     ///< the branch to itself that is executing; odd: none
    unsigned m_step = 0;              ///< boundaries until an instruction is executed, or 0
    std::uint64_t m_hidden_ticks = 0; ///< that have not passed for the firmware
    std::string m_failure;            ///< found where it cannot be thrown, to be told when it can
    std::optional<iss_outcome> m_outcome;
    std::unique_ptr<cpu_debugger> m_debugger; ///< nullptr: none
};

} // namespace platform::iss
