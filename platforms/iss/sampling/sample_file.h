// SPDX-License-Identifier: Apache-2.0
// Samples in a file, one JSON value a line:
//
//     {"format": "tlm-pmu-samples", "version": 1, "part": "arm1136", "firmware": "/path/fw.elf",
//      "code": "0x9e3779b97f4a7c15", "mode": "fast", "call_chains": true,
//      "events": [{"name": "INST_EXEC", "number": 7, "period": 100}]}
//     [event, time_ps, cycles, pc, caller, caller, ...]
//     ...
//     {"end": {"counts": [1003], "samples": [10], "cycles": 2410, "time_ps": 24100000,
//      "exit_code": 0}}
//
// Callers are those of call_profile::callers(); 4294967295 stands for those that are left out.
// Cycles of the CPU have no "number". "code" is a checksum of what the firmware loads. A path that
// is not UTF-8 stands as "firmware_bytes", too, in hexadecimal. Without the line "end" the run was
// cut short; with a "message" there the firmware could not go on, or was stopped.
#pragma once

#include <iss/host/elf_image.h>
#include <iss/sampling/sampler.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform::iss {

/// An event as files of samples name it.
struct recorded_event {
    std::string name;
    std::optional<std::uint32_t> number; ///< nothing: cycles of the CPU
    std::uint64_t period = 0;
    std::uint64_t count = 0; ///< what has occurred; of a run that was cut short: in whole periods
};

/// What a file says beside its samples.
struct recording {
    std::string part;
    std::string firmware;   ///< path
    std::uint64_t code = 0; ///< code_checksum()
    std::string mode;
    bool has_chains = false;
    std::vector<recorded_event> events;
    bool is_complete = false; ///< the file has an end
    std::string message;      ///< why the firmware did not come to its end; empty: it did
};

/// "FILE:LINE: expected ..., got ...".
class sample_file_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Of all that is loaded, and where.
std::uint64_t code_checksum(const elf_image& image);

void write_header(std::ostream& out, const recording& what);
void write_sample(std::ostream& out, const execution_sample& sample);
/// \param from has taken all samples \param message why the firmware could not go on, or nothing
void write_end(std::ostream& out, const sampler& from, std::uint64_t time_ps, int exit_code,
               const std::string& message);

/// Reads a file in little memory. \param on_header is called before any sample; the counts of
/// events are only known at the end \param on_sample whose event is one of the header's
/// \return what the header says, and the end, if there is one
/// \param stop_asked whether to give up; may be empty
/// \throws sample_file_error, and as process::input_file does
recording read_samples(const std::string& path,
                       const std::function<void(const recording&)>& on_header,
                       const std::function<void(const execution_sample&)>& on_sample,
                       const std::function<bool()>& stop_asked = {});

} // namespace platform::iss
