// SPDX-License-Identifier: Apache-2.0
// Median and quartiles of repeated measurements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bench {

struct summary {
    double q1 = 0;
    double median = 0;
    double q3 = 0;
};

/// The value that a fraction of the samples lies below, interpolated between two of them.
/// \param sorted in ascending order, at least one \param fraction 0 to 1
inline double quantile(const std::vector<double>& sorted, double fraction) {
    const double place = fraction * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    const double rest = place - static_cast<double>(below);
    return sorted[below] + rest * (sorted[above] - sorted[below]);
}

/// \param samples at least one, in any order
inline summary summarise(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    return {quantile(samples, 0.25), quantile(samples, 0.5), quantile(samples, 0.75)};
}

} // namespace bench
