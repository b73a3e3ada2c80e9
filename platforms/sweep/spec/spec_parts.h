// SPDX-License-Identifier: Apache-2.0
// Parts of a specification, each read on its own.
#pragma once

#include <sweep/spec/spec.h>

#include <string>
#include <vector>

namespace platform::sweep {

/// Letters, digits, `-` and `_`.
bool is_name(const std::string& text);
/// A text, or a number as it is written. \throws sweep_error
std::string scalar_text(const json_at& at);
/// A text, a number, a list of them, true, false or null. \throws sweep_error
setting_value read_value(const json_at& at);
/// A list of values, or an object with a range of numbers. \throws sweep_error
axis read_axis(const std::string& name, const json_at& at);
/// Which values of an axis a filter means. \throws sweep_error
filter::condition read_condition(const std::vector<axis>& axes, const std::string& name,
                                 const json_at& at);
/// What a filter computes. \throws sweep_error
computed_condition read_computed_condition(const std::vector<axis>& axes,
                                           const std::map<std::string, std::string>& variables,
                                           const json_at& at);

} // namespace platform::sweep
