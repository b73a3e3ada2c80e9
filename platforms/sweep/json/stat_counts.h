// SPDX-License-Identifier: Apache-2.0
// The counts that `pmu_run stat -j` has written.
#pragma once

#include <sweep/json/json_reader.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::sweep {

/// A line that counts an event. Lines of further metrics are none.
struct stat_count {
    std::string event;
    std::optional<std::uint64_t> count; ///< nothing: `<not counted>` or `<not supported>`
    std::uint64_t runtime_ns = 0;       ///< how long it was counted
    std::string metric_unit;            ///< of the metric beside it; empty: there is none
    std::string part;                   ///< whose event it is
    bool is_of_interval = false;        ///< of -I
};

/// \param file for messages \param text an object of JSON a line
/// \throws sweep_error "FILE:LINE: ..."
std::vector<stat_count> read_stat_counts(const std::string& file, const std::string& text);

} // namespace platform::sweep
