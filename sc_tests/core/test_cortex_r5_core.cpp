// SPDX-License-Identifier: Apache-2.0
// The properties of every core, held against the Cortex-R5 PMU.
#include <core/core_properties.h>
#include <core/cortex_r5_traits.h>

namespace core_test {

INSTANTIATE_TYPED_TEST_SUITE_P(cortex_r5, core_properties, cortex_r5_traits);

} // namespace core_test
