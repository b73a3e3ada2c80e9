// SPDX-License-Identifier: Apache-2.0
// What pmu_run says of firmware on stderr, a line each.
#pragma once

#include <cstdint>
#include <string>

namespace platform::fuzz {

enum class message_kind : std::uint8_t {
    about_options, ///< it depends on how it is run, not on what the firmware does
    warning,       ///< a model's
    notice,        ///< the firmware goes on
    limit,         ///< it was ended where fast mode looks only between blocks
    end,           ///< it has come to an end for another reason
    odd,           ///< none of pmu_run's
};

/// The only place that knows the texts.
message_kind kind_of(const std::string& line);

} // namespace platform::fuzz
