// SPDX-License-Identifier: Apache-2.0
// How firmware that is made programs the XScale PMU.
#include <fuzz/parts/two_counters.h>

namespace platform::fuzz {

extern const fuzzed_part xscale_fuzzed;
const fuzzed_part xscale_fuzzed{"xscale", instruction_set::v5te, false, use_of_two_counters<true>};

} // namespace platform::fuzz
