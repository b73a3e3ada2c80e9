// SPDX-License-Identifier: Apache-2.0
// A second elaboration in one process, for tests that need thousands of short simulations.
#pragma once

namespace sc_test {

/// Leaves the present simulation: time is 0 again and a new elaboration may begin. Takes some
/// 0.2 ms, and the memory of the old kernel. Every sc_object (modules, signals, clocks, ports) must
/// have been destroyed before. This leans on the reference kernel and is not in the standard, so
/// one process a test stays the rule; only the differential runs use it.
/// \throws std::logic_error if an sc_object is still alive; its name is in the message
void reset_elaboration();

} // namespace sc_test
