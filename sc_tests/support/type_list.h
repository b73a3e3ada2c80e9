// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sc_test {

/// Types, to do the same with each of them.
template <class... Type>
struct type_list {};

} // namespace sc_test
