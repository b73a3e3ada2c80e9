// SPDX-License-Identifier: Apache-2.0
// The properties of every core, held against the ARM1136 PMU.
#include <core/arm1136_traits.h>
#include <core/core_properties.h>

namespace core_test {

INSTANTIATE_TYPED_TEST_SUITE_P(arm1136, core_properties, arm1136_traits);

} // namespace core_test
