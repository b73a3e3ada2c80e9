// SPDX-License-Identifier: Apache-2.0
// How a CPU enters an exception.
#pragma once

#include <iss/engine/unicorn_engine.h>
#include <iss/meter/execution_meter.h>
#include <iss/profile/call_profile.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace platform::iss {

/// The firmware cannot go on.
class firmware_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

enum class exception : std::uint8_t { undefined, svc, prefetch_abort, data_abort, irq, fiq };

/// Banks, CPSR, LR, vectors and fault registers.
class exceptions {
public:
    /// \param profile that follows calls; nullptr: none
    /// \param warn is told of a handler that takes its own exception again and again
    exceptions(const core_model& core, unicorn_engine& cpu, execution_meter& meter,
               call_profile* profile, std::function<void(const std::string&)> warn)
        : m_core(core), m_cpu(cpu), m_meter(meter), m_profile(profile), m_warn(std::move(warn)) {}

    /// Whether there is code at the vector.
    bool has_handler(exception e) const;
    /// DFSR and DFAR, or IFSR and IFAR.
    void set_fault_status(bool is_fetch, std::uint32_t status, std::uint32_t address);
    /// \param pc where execution has come to \param what for messages, with its place
    /// \param instructions executed so far
    /// \return the vector, where execution goes on
    /// \throws firmware_error if there is no handler
    std::uint32_t take(exception e, std::uint32_t pc, std::uint32_t return_address,
                       const std::string& what, std::uint64_t instructions);
    std::uint64_t taken() const { return m_taken; }

private:
    std::uint32_t vector_of(exception e) const;
    std::uint32_t status_in(exception e, std::uint32_t before) const;
    void tell_of_ring(exception e, const std::string& what, std::uint64_t steps);

    const core_model& m_core;
    unicorn_engine& m_cpu;
    execution_meter& m_meter;
    call_profile* m_profile;
    std::function<void(const std::string&)> m_warn;
    std::uint64_t m_taken = 0;
    std::optional<exception> m_last;
    std::uint64_t m_steps_at_last = 0; ///< instructions and exceptions when that was entered
    bool m_has_told_of_ring = false;
};

} // namespace platform::iss
