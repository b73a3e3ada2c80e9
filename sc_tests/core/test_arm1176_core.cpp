// SPDX-License-Identifier: Apache-2.0
// The properties of every core, held against the ARM1176 PMU.
#include <core/arm1176_traits.h>
#include <core/core_properties.h>

namespace core_test {

INSTANTIATE_TYPED_TEST_SUITE_P(arm1176, core_properties, arm1176_traits);

} // namespace core_test
