// SPDX-License-Identifier: Apache-2.0
// A CPU that stands still, as a debugger sees it; and what the two tell each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace platform::iss {

/// Where a debugger wants a CPU to halt. The values are those of the packets Z and z.
enum class stop_kind : std::uint8_t {
    software_breakpoint = 0, ///< before the instruction at an address
    hardware_breakpoint = 1, ///< the same
    write_watchpoint = 2,    ///< before an instruction that stores to a range
    read_watchpoint = 3,     ///< one that loads from it
    access_watchpoint = 4,   ///< either
};

constexpr bool is_breakpoint(stop_kind kind) {
    return kind == stop_kind::software_breakpoint || kind == stop_kind::hardware_breakpoint;
}

/// Why a CPU has halted.
struct debug_halt {
    enum class reason : std::uint8_t {
        asked,   ///< by the debugger, or before the first instruction
        stepped, ///< it was to execute no more
        point,   ///< it has come to a breakpoint or watchpoint
        failed,  ///< the firmware cannot go on
    };
    reason why = reason::asked;
    stop_kind point = stop_kind::software_breakpoint;
    std::uint32_t address = 0; ///< of the data that a watchpoint is about
    std::string message;       ///< why the firmware cannot go on
};

/// How it is to go on.
struct debug_resume {
    enum class kind : std::uint8_t {
        go_on,  ///< until there is a reason to halt
        step,   ///< an instruction, and on while PC is in [first, end)
        detach, ///< without a debugger
        kill,   ///< not at all
    };
    kind how = kind::go_on;
    std::uint32_t first = 0;
    std::uint32_t end = 0;
};

/// What a debugger may do while the CPU has halted. Nothing of this takes simulated time.
class debug_target {
public:
    static constexpr unsigned program_counter = 15;
    static constexpr unsigned status = 16; ///< CPSR
    static constexpr unsigned registers = 17;

    debug_target() = default;
    debug_target(const debug_target&) = delete;
    debug_target& operator=(const debug_target&) = delete;
    virtual ~debug_target() = default;

    /// r0 to r15 of the mode in which the CPU is, and the CPSR. PC is the next instruction's.
    virtual std::uint32_t reg(unsigned n) = 0;
    /// \return false: it cannot have that value
    virtual bool set_reg(unsigned n, std::uint32_t value) = 0;

    /// Memory as the program sees it, by virtual addresses, whatever is allowed there. Devices are
    /// read without side effects.
    /// \return how many bytes from there on can be read, up to `bytes`
    virtual std::size_t read(std::uint32_t address, std::uint8_t* data, std::size_t bytes) = 0;
    /// \return false: a byte of it cannot be written; others may have been
    virtual bool write(std::uint32_t address, const std::uint8_t* data, std::size_t bytes) = 0;

    /// \param bytes of the range that a watchpoint is about
    /// \return false: there are too many already
    virtual bool add(stop_kind kind, std::uint32_t address, std::uint32_t bytes) = 0;
    /// Removes one that was added, if there is such a one.
    virtual void remove(stop_kind kind, std::uint32_t address, std::uint32_t bytes) = 0;

    /// A command for the target itself: gdb's `monitor`. \return its output; nothing: unknown
    virtual std::optional<std::string> command(const std::string& line) = 0;
};

/// A debugger, as the CPU calls it.
class debug_monitor {
public:
    /// The CPU has halted, and stays so until this returns.
    virtual debug_resume halted(const debug_halt& why, debug_target& target) = 0;
    /// Whether the CPU is to halt. Called often while it executes.
    virtual bool asks_to_halt() = 0;

protected:
    ~debug_monitor() = default;
};

} // namespace platform::iss
