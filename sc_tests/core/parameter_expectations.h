// SPDX-License-Identifier: Apache-2.0
// What the parameters of a part must be, as its specification has them. Those of each part are in
// PART_expectations.h; <generated/part_expectations.h> has them all.
#pragma once

#include <functional>

namespace core_test {

/// What a listing must say of a parameter.
struct expected_parameter {
    const char* name;
    const char* default_text;
    const char* range;
};
/// A value that a part refuses, and the whole message.
struct refused_value {
    const char* name;
    const char* text;
    const char* message;
};
/// A configuration that is impossible, and the whole message.
template <class Core>
struct impossible_value {
    std::function<void(typename Core::config&)> change;
    const char* message;
};

template <class Core>
struct expectations;

} // namespace core_test
