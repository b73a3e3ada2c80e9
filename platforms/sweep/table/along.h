// SPDX-License-Identifier: Apache-2.0
// What changes along one axis of a sweep.
#pragma once

#include <sweep/table/compare.h>

#include <string>
#include <vector>

namespace platform::sweep {

/// Compares each point of a sweep with the point that differs from it in one axis alone and has
/// the base value there. The result names the point; what is before is the base.
/// \param axis its name
/// \param base a value of the axis; empty: that of the sweep's first point
/// \param figures, bounds as compare() takes them
/// \throws sweep_error if there is no such axis, no point with the base value, or no pair; and as
/// compare() does
comparison compare_along(const compared_sweep& sweep, const std::string& axis,
                         const std::string& base, const std::vector<std::string>& figures,
                         const std::vector<bound>& bounds);

} // namespace platform::sweep
