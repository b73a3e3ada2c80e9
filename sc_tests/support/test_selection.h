// SPDX-License-Identifier: Apache-2.0
// Which tests GoogleTest's flags select. GoogleTest itself only tells after it has run them.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace sc_test {

/// SUITE.TEST, as in --gtest_filter.
std::string full_name(const testing::TestInfo& test);

/// Whether a name matches a filter: patterns of `*` and `?` separated by `:`, and after the first
/// `-` those that exclude.
bool matches_filter(const std::string& name, const std::string& filter);

/// The tests that --gtest_filter and --gtest_also_run_disabled_tests select, in order.
std::vector<const testing::TestInfo*> selected_tests();

} // namespace sc_test
