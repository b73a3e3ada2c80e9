// SPDX-License-Identifier: Apache-2.0
// Runs the selected tests, each in a process of its own: SystemC elaborates once in a process.
#pragma once

namespace sc_test {

/// Runs the tests that GoogleTest's filter selects; call it after InitGoogleTest. A single test
/// runs in this process. Of several each gets a child process, one after another, and a test that
/// crashes fails like any other; then --gtest_output takes xml or xml:FILE, --gtest_repeat and
/// --gtest_fail_fast work, and shuffling and sharding are ignored.
/// \return the exit code: 0 if a test was selected and all passed, else 1
int run_isolated();

} // namespace sc_test
