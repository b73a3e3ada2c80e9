// SPDX-License-Identifier: Apache-2.0
// pmu_run with firmware.
#pragma once

#include <pmu_run/pmu_run_process.h>

#include <string>
#include <vector>

namespace iss_test {

using pmu_run_test::arguments;
using pmu_run_test::circumstances;
using pmu_run_test::pmu_run_process;
using pmu_run_test::pmu_run_result;
using pmu_run_test::run_pmu_run;
using pmu_run_test::operator+;

/// The same with `stat -v` in place of `run`. The counts of every event come after what the
/// firmware has printed on standard output.
pmu_run_result run_counted(const arguments& what, const circumstances& how = {});

/// The standard output of a counted run without the mode, which the title of its table names.
std::string without_mode(const pmu_run_result& result);

/// Standard error without the notices about events that a counter selects and nobody can report,
/// and about caches that no register can tell.
std::string without_notices(const std::string& err);

/// The lines of a text.
std::vector<std::string> lines_of(const std::string& text);

/// The path of an image beside this file.
inline std::string test_image(const std::string& program, const std::string& part) {
    return std::string(TEST_FIRMWARE_DIR "/") + program + "." + part + ".elf";
}

/// "run PART IMAGE", one of the programs in platforms/firmware.
inline arguments firmware(const std::string& program, const std::string& part) {
    return {"run", part, std::string(FIRMWARE_DIR "/") + program + "." + part + ".elf"};
}

/// The same, one of those beside this file.
inline arguments test_firmware(const std::string& program, const std::string& part) {
    return {"run", part, test_image(program, part)};
}

} // namespace iss_test
