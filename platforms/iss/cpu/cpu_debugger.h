// SPDX-License-Identifier: Apache-2.0
// A CPU under a debugger: where it halts, how it goes on from there, and what the debugger sees.
#pragma once

#include <iss/debugger/debug_target.h>
#include <iss/debugger/stop_points.h>
#include <iss/engine/unicorn_engine.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace platform::iss {

class iss_cpu;

/// Stands between the run loop of a CPU and a debugger. Whatever the debugger does, short of
/// writing, the firmware counts and takes as long as without one: so interrupts are taken where
/// they would be. They are taken between basic blocks, and what halts or steps in the middle of one
/// holds them until its end.
class cpu_debugger final : public debug_target {
public:
    /// \param cycles of the CPU's clock that pass each time that it has halted
    cpu_debugger(iss_cpu& cpu, debug_monitor& monitor, std::uint64_t cycles)
        : m_cpu(cpu), m_monitor(monitor), m_cycles(cycles) {}

    /// What `monitor pmu` prints.
    std::function<std::string()> pmu_text;

    // --- for the run loop --------------------------------------------------------------------

    /// Before a turn of it. \return whether this was a turn
    bool attend();
    /// Whether the CPU is to stop for it at a boundary.
    bool asks_to_halt();
    /// Execution has come to an address of those that the engine asks at.
    /// \return false: it is to stop before it
    bool lets_execute(std::uint32_t pc);
    /// Whether the CPU is to halt before what the engine has stopped for, and leaves to its host.
    bool halts_before(const engine_stop& stop);
    /// The CPU waits for an interrupt. \return whether it has halted meanwhile
    bool halts_while_waiting();
    /// The firmware cannot go on: the debugger may look why.
    void fail(const std::string& message);

    // --- for the debugger, while the CPU has halted ------------------------------------------

    std::uint32_t reg(unsigned n) override;
    bool set_reg(unsigned n, std::uint32_t value) override;
    std::size_t read(std::uint32_t address, std::uint8_t* data, std::size_t bytes) override;
    bool write(std::uint32_t address, const std::uint8_t* data, std::size_t bytes) override;
    bool add(stop_kind kind, std::uint32_t address, std::uint32_t bytes) override;
    void remove(stop_kind kind, std::uint32_t address, std::uint32_t bytes) override;
    std::optional<std::string> command(const std::string& line) override;

private:
    void halt(const debug_halt& why);
    void pass_cycles();
    std::optional<debug_halt> reason_to_halt();
    std::optional<debug_halt> point_at_pc();
    std::optional<stop_points::hit> watchpoint_of(const instruction& i) const;
    bool is_special_it(const instruction& i) const;
    void tell_engine();
    std::vector<instruction> it_block_after(const instruction& it) const;
    void note_it_blocks(std::uint32_t pc, std::vector<std::uint32_t>& addresses) const;

    // One instruction.
    void step();
    bool takes_interrupt();
    void step_it(const instruction& i);
    instruction next_instruction() const;

    std::optional<std::uint32_t> physical(std::uint32_t address) const;
    std::size_t read_piece(std::uint32_t physical, std::uint8_t* data, std::size_t bytes);
    bool access_word(std::uint32_t physical, std::uint32_t& word, bool is_write);
    bool write_device(std::uint32_t physical, const std::uint8_t* data, std::size_t bytes);
    bool set_status(std::uint32_t value);

    iss_cpu& m_cpu;
    debug_monitor& m_monitor;
    const std::uint64_t m_cycles;
    stop_points m_points;
    bool m_is_attached = true;
    bool m_is_to_halt = true; ///< before anything else
    debug_resume m_resume;
    bool m_has_gone_on = false;          ///< something has been executed since it halted
    std::uint64_t m_exceptions_seen = 0; ///< taken at the latest look
    bool m_steps_over = false;           ///< a step, for reasons of ours
    bool m_is_in_block = false;          ///< in the middle of a basic block: interrupts are held
};

} // namespace platform::iss
