// SPDX-License-Identifier: Apache-2.0
// What a value change dump shows of a part, on either clock: PART_trace_names_test.cpp say it.
#include <models/trace_names.h>

namespace sc_test {

INSTANTIATE_TEST_SUITE_P(clocks, trace_names, both_clocks(), name_of);

} // namespace sc_test
