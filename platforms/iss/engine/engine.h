// SPDX-License-Identifier: Apache-2.0
// Why an engine stops, and whom it asks.
#pragma once

#include <iss/decode/instruction.h>
#include <iss/decode/psr.h>

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

} // namespace platform::iss
