// SPDX-License-Identifier: Apache-2.0
#include <report/metric.h>

#include <algorithm>
#include <numeric>

namespace platform::report {

std::optional<double> metric_figure::of(const std::vector<double>& counts, double cycle_count,
                                        const line_sizes& sizes) const {
    const auto sum = [&](const std::vector<std::size_t>& terms) {
        return std::accumulate(terms.begin(), terms.end(), 0.0, [&](double all, std::size_t term) {
            return all + (term == cycles ? cycle_count : counts.at(term));
        });
    };
    const double base = denominators.empty() ? 1 : sum(denominators);
    if (base == 0) {
        return std::nullopt;
    }
    const double bytes = lines == lines_of::instruction_cache ? sizes.instruction
                         : lines == lines_of::data_cache      ? sizes.data
                                                              : 1.0;
    const double figure = factor * bytes * sum(numerators) / base;
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

metric instructions_per_cycle(std::uint32_t instructions) {
    constexpr std::size_t cycles = metric_figure::cycles;
    return {"ipc",
            "instructions per cycle",
            {instructions},
            {{"IPC", "instructions per cycle", {0}, {cycles}},
             {"CPI", "cycles per instruction", {cycles}, {0}}}};
}

metric branch_mpki(std::uint32_t mispredicted, std::uint32_t instructions) {
    return per_thousand_instructions("branch_mpki", "mispredicted branches", "branch MPKI",
                                     mispredicted, instructions);
}

metric per_thousand_instructions(const std::string& name, const std::string& what,
                                 const std::string& figure_name, std::uint32_t event,
                                 std::uint32_t instructions) {
    return {name,
            what + " per thousand instructions",
            {event, instructions},
            {{figure_name, "per thousand instructions", {0}, {1}, 1000}}};
}

metric percentage(const std::string& name, const std::string& what, const std::string& figure_name,
                  const std::string& unit, std::uint32_t event, std::uint32_t base) {
    return {name, what, {event, base}, {{figure_name, unit, {0}, {1}, 100}}};
}

} // namespace platform::report
