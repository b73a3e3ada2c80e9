// SPDX-License-Identifier: Apache-2.0
// What a machine is after a run, as JSON: the same for all ways to run that must leave it alike.
#pragma once

#include <iss/cpu/iss_cpu.h>
#include <iss/debugger/pmu_text.h>

#include <iosfwd>

namespace platform::pmu_run {

/// After the run. Numbers of the machine are texts in hexadecimal.
///
///     {"part": "ARM1136JF-S", "exit_code": 0, "message": "", "time_ps": 1000, "cycles": 80,
///      "instructions": 60, "interrupts": 0,
///      "registers": {"r0": "0x00000018", ..., "pc": "0x00008010", "cpsr": "0x600001D3"},
///      "pmu": {"PMNC": "0x00000000", ...},
///      "memory": [{"base": "0x00000000", "bytes": 16777216, "pages": {"0x00008000": "5f..."}}]}
///
/// `pages` has the SHA-256 of each 4 KiB that are not all zeros, `message` why the firmware could
/// not go on.
/// \param pmu the unit that is looked at: each register that can be read, by its name
void write_state(std::ostream& out, const iss::iss_cpu& cpu, const iss::visible_pmu& pmu,
                 const iss::iss_outcome& outcome);

} // namespace platform::pmu_run
