// SPDX-License-Identifier: Apache-2.0
// The properties of every core, held against the CCI-400 PMU.
#include <core/cci400_traits.h>
#include <core/core_properties.h>

namespace core_test {

INSTANTIATE_TYPED_TEST_SUITE_P(cci400, core_properties, cci400_traits);

} // namespace core_test
