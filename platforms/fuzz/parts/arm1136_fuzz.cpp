// SPDX-License-Identifier: Apache-2.0
// How firmware that is made programs the ARM1136 PMU.
#include <fuzz/parts/two_counters.h>

namespace platform::fuzz {

extern const fuzzed_part arm1136_fuzzed;
const fuzzed_part arm1136_fuzzed{"arm1136", instruction_set::v6, true, use_of_two_counters<false>};

} // namespace platform::fuzz
