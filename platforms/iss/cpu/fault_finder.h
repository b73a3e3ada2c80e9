// SPDX-License-Identifier: Apache-2.0
// Why a fetch or an access is aborted: what the fault registers say of it.
#pragma once

#include <iss/engine/unicorn_engine.h>
#include <iss/meter/execution_meter.h>

#include <cstdint>
#include <optional>

namespace platform::iss {

/// Why the engine could not fetch an instruction.
struct fetch_fault {
    enum class cause : std::uint8_t {
        gone,       ///< by what the engine has kept: now it may
        code_ahead, ///< it has met code that it must not fetch as it translated what comes before
        refused,    ///< the MMU or MPU refuses it
    };
    cause why = cause::gone;
    std::uint32_t status = 0; ///< of what is refused, as in IFSR
};

/// Asks the MMU or MPU. The engine tells only that one of them has refused something.
class fault_finder {
public:
    fault_finder(const core_model& core, unicorn_engine& cpu, const execution_meter& meter)
        : m_core(core), m_cpu(cpu), m_meter(meter) {}

    /// Of the instruction at pc, where execution has come to.
    fetch_fault of_fetch(std::uint32_t pc);
    /// Of what an instruction accesses, as in DFSR and DFAR.
    /// \return nothing: by what the engine has kept; now it may
    std::optional<address_translation::found_fault> of_access(const instruction& i);
    /// DFSR of an access that is refused by something else. \param status without the store bit
    std::uint32_t status_of(const instruction& i, std::uint32_t status) const;

private:
    fetch_fault of_protected_fetch(std::uint32_t pc);

    const core_model& m_core;
    unicorn_engine& m_cpu;
    const execution_meter& m_meter;
};

} // namespace platform::iss
