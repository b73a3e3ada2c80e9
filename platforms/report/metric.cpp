// SPDX-License-Identifier: Apache-2.0
#include <report/metric.h>

#include <algorithm>
#include <numeric>

namespace platform::report {

std::optional<double> metric_figure::of(const std::vector<double>& counts,
                                        double cycle_count) const {
    const auto sum = [&](const std::vector<std::size_t>& terms) {
        return std::accumulate(terms.begin(), terms.end(), 0.0, [&](double all, std::size_t term) {
            return all + (term == cycles ? cycle_count : counts.at(term));
        });
    };
    const double base = denominators.empty() ? 1 : sum(denominators);
    if (base == 0) {
        return std::nullopt;
    }
    const double figure = factor * sum(numerators) / base;
    return is_complement ? factor - figure : figure;
}

bool metric_figure::needs_cycles() const {
    const auto has = [](const std::vector<std::size_t>& terms) {
        return std::find(terms.begin(), terms.end(), cycles) != terms.end();
    };
    return has(numerators) || has(denominators);
}

bool metric::needs_cycles() const {
    return std::any_of(figures.begin(), figures.end(),
                       [](const metric_figure& f) { return f.needs_cycles(); });
}

} // namespace platform::report
