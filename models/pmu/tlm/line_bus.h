// SPDX-License-Identifier: Apache-2.0
// The type of a packed bus of event lines.
#pragma once

#include <pmu/core/api.h>

#include <systemc>

#include <type_traits>

namespace PMU_API pmu {

/// A signal of W lines: sc_uint up to 64, sc_bv beyond.
template <unsigned W>
using line_bus = std::conditional_t<(W <= 64), sc_dt::sc_uint<static_cast<int>(W <= 64 ? W : 64)>,
                                    sc_dt::sc_bv<static_cast<int>(W)>>;

} // namespace pmu
