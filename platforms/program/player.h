// SPDX-License-Identifier: Apache-2.0
// Executes an access program against a target, which is the stub CPU of a platform.
#pragma once

#include <program/program.h>
#include <program/unit_info.h>

#include <pmu/core/access.h>
#include <pmu/core/coprocessor_address.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace platform::program {

/// What a program acts on. Only run_edges() and wait_irq() let simulated time pass; after every
/// other call outputs have settled.
class program_target {
public:
    program_target() = default;
    program_target(const program_target&) = delete;
    program_target& operator=(const program_target&) = delete;
    virtual ~program_target() = default;

    /// MCR or MRC.
    /// \param data what is written, or receives what is read where the result is `ok`
    /// \return ok or undefined
    virtual components::access_result coprocessor(const pmu::coprocessor_register& where,
                                                  bool is_write, std::uint32_t& data,
                                                  pmu::access_attributes who) = 0;

    /// A load or store.
    /// \param offset in the unit's window; may lie outside of it
    /// \param bytes 1, 2, 4 or 8; `data` has them in its low bits
    /// \param byte_enables bit n for byte n; nothing: the access has none
    virtual components::access_result memory(std::uint64_t offset, bool is_write, unsigned bytes,
                                             std::uint64_t& data,
                                             std::optional<std::uint8_t> byte_enables,
                                             pmu::access_attributes who) = 0;

    /// A 4-byte access by the debug transport. \return whether it was answered
    virtual bool debug(std::uint64_t offset, bool is_write, std::uint32_t& data) = 0;

    /// Lets n rising edges pass.
    /// \return how many did: fewer where simulated time ended or stopped() became true
    virtual std::uint64_t run_edges(std::uint64_t n) = 0;

    /// Lets edges pass until PMUIRQ is asserted, at most `limit`.
    /// \param passed receives how many did
    /// \return whether it is asserted
    virtual bool wait_irq(std::uint64_t limit, std::uint64_t& passed) = 0;

    virtual void drive_lines(const line_set& lines) = 0; ///< levels from now on
    virtual void drive_pin(std::size_t pin, const wide_value& value) = 0;
    virtual wide_value read_pin(std::size_t pin) = 0;
    virtual bool irq() = 0; ///< whether PMUIRQ is asserted, whatever the polarity of its pin
    virtual void set_reset(bool asserted) = 0;
    virtual void count(std::uint32_t event, std::uint64_t n) = 0; ///< by the batch interface

    /// Called before each statement, and after the last one: what a statement does has been done.
    virtual void between_statements() {}

    /// True from the moment on at which the program is to end early: a limit of wall-clock time, an
    /// interrupt from the keyboard. Asked before every statement.
    virtual bool stopped() = 0;
};

/// What the stub CPU holds from one statement to the next.
struct cpu_state {
    std::array<std::uint32_t, stub_registers> registers{}; ///< r0 to r12
    pmu::access_attributes attributes;                     ///< of `mode` and `security`
    line_set held;                                         ///< of `events` and `bus`
};

/// A check that did not hold.
struct failed_check {
    std::uint32_t line;
    std::string text; ///< `expected ..., got ...`
};

/// How a program went. A statement makes at most one check: a value, a stated response, an
/// `expect`, a `wait`; anything else that goes wrong is a failed check of its own.
struct play_result {
    std::uint64_t statements = 0; ///< executed, `repeat` and `end` not among them
    std::uint64_t checks = 0;
    std::uint64_t failed = 0;           ///< of them
    bool stopped = false;               ///< by the target, or by the limit of statements
    std::uint32_t line = 0;             ///< where it stopped
    std::vector<failed_check> failures; ///< the first max_listed_failures

    bool passed() const { return failed == 0 && !stopped; }
};

/// A program that fails without end does not fill the memory.
constexpr std::size_t max_listed_failures = 1000;

/// Plays a program. Its options are the caller's business, before the target exists.
/// \param output receives what `print` prints
/// \param failures receives a line for each failed check
/// \param max_statements the program is stopped after those, each `repeat` and `end` that is passed
/// being one; 0: no limit
/// \param cpu what the program begins with; up to date in every call to the target
play_result play(const program& what, const unit_info& unit, program_target& target,
                 std::ostream& output, std::ostream& failures, std::uint64_t max_statements,
                 cpu_state& cpu);
/// The same, with a CPU after reset.
play_result play(const program& what, const unit_info& unit, program_target& target,
                 std::ostream& output, std::ostream& failures, std::uint64_t max_statements = 0);

/// A line for a program that was stopped: where.
std::string stop_message(const program& what, const play_result& result);

} // namespace platform::program
