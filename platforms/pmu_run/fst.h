// SPDX-License-Identifier: Apache-2.0
// Value change dumps in GTKWave's compressed form, FST, made by its converter.
#pragma once

#include <string>

namespace platform::pmu_run {

/// \throws std::runtime_error if vcd2fst is not installed
void check_fst_converter();

/// Converts a dump that is complete.
/// \throws std::runtime_error if the converter does not
void convert_to_fst(const std::string& vcd, const std::string& fst);

} // namespace platform::pmu_run
