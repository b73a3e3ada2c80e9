// SPDX-License-Identifier: Apache-2.0
// How firmware that is made programs the ARM1176 PMU.
#include <fuzz/parts/two_counters.h>

namespace platform::fuzz {

extern const fuzzed_part arm1176_fuzzed;
const fuzzed_part arm1176_fuzzed{"arm1176", instruction_set::v6, true, use_of_two_counters<false>};

} // namespace platform::fuzz
