// SPDX-License-Identifier: Apache-2.0
// The instruction-set simulator proper, as a small interface: what executes the instructions.
#pragma once

#include <iss/decode/psr.h>
#include <iss/host/guest_memory.h>
#include <iss/meter/core_model.h>
#include <iss/meter/execution_meter.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform::iss {

/// Why an engine has stopped.
enum class stop_reason : std::uint8_t {
    asked,           ///< its host wanted it to
    trap,            ///< the meter answered `trap`: the host executes the instruction at pc
    unaligned,       ///< the meter answered `unaligned`: the instruction at pc is misaligned
    supervisor_call, ///< SVC; pc is the address after it
    breakpoint,      ///< BKPT at pc
    undefined,       ///< the instruction at pc is undefined
    prefetch_abort,  ///< by the memory protection that the firmware has set up
    data_abort,      ///< the same
    no_memory_fetch, ///< nothing is mapped at pc
    no_code,         ///< the memory at pc is nothing but zeros
    it_block,        ///< execution goes on at pc, in the middle of an IT block
    no_memory_read,  ///< nothing is mapped at `address`
    no_memory_write, ///< the same
    refused,         ///< its host has refused an access of the instruction at pc
};

struct engine_stop {
    stop_reason reason = stop_reason::asked;
    std::uint32_t pc = 0;      ///< where execution goes on, or the instruction at fault
    std::uint32_t address = 0; ///< of the access at fault
    /// The instruction at fault, or that has called, as it was executed: it may have been stored
    /// over since. Not of a fetch.
    instruction what{};
};

/// An engine that cannot go on, or cannot be made.
class engine_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
    /// \param pc where it was
    engine_error(const std::string& what, std::uint32_t pc) : std::runtime_error(what), m_pc(pc) {}

    const std::optional<std::uint32_t>& pc() const { return m_pc; }

private:
    std::optional<std::uint32_t> m_pc;
};

/// The owner of an engine, as the engine calls it from inside of run().
class engine_host {
public:
    /// The budget of the meter is used up; everything before pc has been executed and can be
    /// drained. The host renews the budget.
    /// \return false: the engine is to stop before pc. Inside an IT block it goes on all the same,
    ///         and asks again at the next boundary
    virtual bool boundary(std::uint32_t pc) = 0;
    /// Execution has come to a branch to itself at pc. It stays there until boundary() stops it,
    /// and everything before pc can be drained. \return the same
    virtual bool spin(std::uint32_t pc) = 0;
    /// A load or store of a device.
    /// \param bytes 1, 2 or 4 \param data is written, or receives what is read
    /// \return false: it is refused, and the engine stops after it
    virtual bool access(std::uint32_t address, unsigned bytes, bool is_write,
                        std::uint32_t& data) = 0;
    /// Execution has come to an instruction before which the engine is to ask.
    /// \return false: the engine is to stop before pc. Inside of an IT block it is not able to
    virtual bool lets_execute(std::uint32_t pc) = 0;

protected:
    ~engine_host() = default;
};

/// What an engine tells the meter.
struct granularity {
    bool is_stepped = false;     ///< basic blocks are single instructions; else as long as it likes
    bool tells_accesses = false; ///< each item that is loaded or stored, too

    friend bool operator!=(const granularity& a, const granularity& b) {
        return a.is_stepped != b.is_stepped || a.tells_accesses != b.tells_accesses;
    }
};

/// Executes ARM and Thumb code of one CPU, privileged modes and banked registers included. It takes
/// no exception by itself and knows no interrupt line: it stops, and its host writes CPSR, SPSR,
/// LR and PC. An engine that knows User mode only, such as a translator for application code, can
/// stand here if it keeps the banks itself and answers privileged instructions with traps.
///
/// What it executes it tells the meter: enter() before each basic block, split() at the addresses
/// that the meter has asked for, leave() where it stops in between. Where the meter answers that
/// there is a boundary it asks its host, which drains the meter. It does not go on in the middle of
/// an IT block, where an exception return or a branch may lead: its host executes what is left of
/// that an instruction at a time.
class engine : public guest_memory, public cpu_view {
public:
    virtual ~engine() = default;

    /// \param base, bytes multiples of 4 KiB \param host the memory, which outlives the engine
    virtual void map_memory(std::uint32_t base, std::uint64_t bytes, unsigned char* host) = 0;
    /// Loads and stores in this range go to the host.
    virtual void map_device(std::uint32_t base, std::uint64_t bytes) = 0;

    /// Executes from pc on until there is a reason to stop.
    virtual engine_stop run(std::uint32_t pc) = 0;
    /// Executes the instruction [pc, end), and goes on where it leads: until it comes to `end`,
    /// `asked`, or there is a reason to stop. It may lie in the middle of an IT block.
    virtual engine_stop run_to(std::uint32_t pc, std::uint32_t end) = 0;
    /// Takes effect with the next run().
    virtual void set_granularity(granularity g) = 0;
    /// From the next run() on it asks its host, by lets_execute(), before the instructions at these
    /// addresses. It may go on to ask at others that it was told of before.
    virtual void ask_before(const std::vector<std::uint32_t>& addresses) = 0;
    /// And before every instruction, wherever it is.
    virtual void ask_before_all(bool asks) = 0;

    // Registers: between runs, and from the host.

    virtual void set_reg(unsigned n, std::uint32_t value) = 0;
    /// Changes the mode and with it the banks.
    virtual void set_cpsr(std::uint32_t value) = 0;
    virtual void set_spsr(std::uint32_t value) = 0;
    virtual void set_system_register(const pmu::coprocessor_register& where,
                                     std::uint32_t value) = 0;
    /// A register of CP15; 0 where there is none.
    virtual std::uint32_t system_register(const pmu::coprocessor_register& where) const = 0;
};

} // namespace platform::iss
