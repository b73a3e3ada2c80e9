// SPDX-License-Identifier: Apache-2.0
// Lets gdb debug what a CPU of the instruction-set simulator executes.
#pragma once

#include <pmu_run/command_line/option_groups.h>

#include <iss/cpu/iss_cpu.h>
#include <iss/debugger/gdb_session.h>
#include <iss/debugger/pmu_text.h>
#include <program/unit_info.h>

#include <cstdint>
#include <optional>

namespace platform::pmu_run {

/// The registers of a unit on the bus of a CPU.
/// \param events all that the unit knows \param base of its window
iss::visible_pmu registers_of(const program::unit_info& unit, const pmu::event_table& events,
                              iss::iss_cpu& cpu, std::uint64_t base);

/// To be made before the simulation starts, and to be kept until it has ended.
class gdb_debugging {
public:
    /// Listens if that is asked for, and says where on standard error.
    /// \param pmu what `monitor pmu` shows
    /// \throws std::runtime_error for a port that it cannot listen at
    gdb_debugging(const gdb_options& request, iss::iss_cpu& cpu, iss::visible_pmu pmu);

    /// The firmware has ended.
    void end(int exit_code);

private:
    std::optional<iss::gdb_socket> m_socket;
    std::optional<iss::gdb_session> m_session;
};

} // namespace platform::pmu_run
