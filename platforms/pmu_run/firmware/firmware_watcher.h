// SPDX-License-Identifier: Apache-2.0
// What watches a run of firmware, and writes what it has seen.
#pragma once

#include "firmware_run.h"
#include <pmu_run/run/outputs.h>

#include <iss/debugger/pmu_text.h>
#include <iss/meter/region_listener.h>
#include <iss/platform/firmware_part.h>

namespace platform::pmu_run {

/// To be kept until the run has ended.
class firmware_watcher {
public:
    firmware_watcher() = default;
    firmware_watcher(const firmware_watcher&) = delete;
    firmware_watcher& operator=(const firmware_watcher&) = delete;
    virtual ~firmware_watcher() = default;

    /// The kinds of activity, as bits, of which it needs an account by instruction and by call; 0:
    /// it needs none.
    virtual std::uint64_t profiled_kinds() const { return 0; }
    /// What counts in a region of interest alone; nullptr: nothing.
    virtual iss::region_listener* region() { return nullptr; }
    /// Before there is a CPU. \param cpu with a profile if one is wanted
    virtual void attach(iss::iss_config& cpu, const iss::elf_image& image) = 0;
    /// Before the simulation, with the firmware in its memory.
    virtual void begin(iss::firmware_platform& target) = 0;
    /// After it.
    virtual void end(iss::firmware_platform& target, const iss::iss_outcome& outcome) = 0;
    /// Whether the run was as the user expects; asked after it.
    virtual bool is_as_expected() const { return true; }
};

/// Counts events, and writes them to --output. \param setup its options of the unit decide what
/// events that has
/// \throws std::runtime_error for what the part does not have
std::unique_ptr<firmware_watcher> make_stat(const iss::firmware_part& part,
                                            const file_request& request,
                                            const iss::firmware_setup& setup,
                                            const output_set& outputs);

/// Takes samples, and writes them to --output. \param options of the unit, which decide what events
/// it has
/// \throws std::runtime_error for events or periods that cannot be
std::unique_ptr<firmware_watcher> make_record(const iss::firmware_part& part,
                                              const file_request& request,
                                              const program::option_values& options,
                                              const output_set& outputs);

/// Whether make_profile() has something to do.
bool wants_profile(const file_request& request);
/// Counts by function, line, instruction and call, and writes that to --output, --callgrind and
/// --lcov. \param setup as of make_stat()
/// \throws std::runtime_error for events that cannot be
std::unique_ptr<firmware_watcher> make_profile(const iss::firmware_part& part,
                                               const file_request& request,
                                               const iss::firmware_setup& setup,
                                               const output_set& outputs);

/// `stat -r`: runs the firmware in a child process each time, one after the other, and prints the
/// means of their counts and how far those may be off. A run that gives no counts is the last one.
/// \return the exit code of the last run. In a child it returns as well, with that of its run
/// \throws std::runtime_error for options that cannot be
int run_repeatedly(const file_request& request, runner& by);

// --- what the machine is in the end: the same for all ways to run that must leave it alike -------

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
