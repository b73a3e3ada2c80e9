// SPDX-License-Identifier: Apache-2.0
#include <sweep/table/along.h>

#include <process/words.h>

#include <algorithm>

namespace platform::sweep {

namespace {

/// For messages: the first of many.
std::string shortened(const std::set<std::string>& all) {
    constexpr std::size_t most = 20;
    std::vector<std::string> some(
        all.begin(),
        std::next(all.begin(), static_cast<std::ptrdiff_t>(std::min(all.size(), most))));
    if (all.size() > most) {
        some.push_back("and " + std::to_string(all.size() - most) + " more");
    }
    return process::joined(some);
}

/// Two sweeps of the same places: the points of one sweep, and in each place its base.
struct base_and_others {
    compared_sweep base;
    compared_sweep others;
};

base_and_others split(const compared_sweep& sweep, const std::string& axis,
                      const std::string& base) {
    base_and_others pairs;
    pairs.base.names = pairs.others.names = sweep.names;
    pairs.base.of_host = pairs.others.of_host = sweep.of_host;
    std::set<std::string> values;
    for (const auto& [at, point] : sweep.points) {
        values.insert(at.at(axis));
        if (at.at(axis) == base) {
            continue;
        }
        place at_base = at;
        at_base[axis] = base;
        if (const auto found = sweep.points.find(at_base); found != sweep.points.end()) {
            pairs.base.points.emplace(at, found->second);
        }
        pairs.others.points.emplace(at, point);
    }
    if (values.count(base) == 0) {
        throw sweep_error("--base " + base + ": no point has " + axis + "=" + base +
                          "; there are: " + shortened(values));
    }
    return pairs;
}

/// \throws sweep_error: there is no such axis
std::string first_value(const compared_sweep& sweep, const std::string& axis) {
    const auto found = sweep.first.find(axis);
    if (found == sweep.first.end()) {
        std::set<std::string> axes;
        for (const auto& [name, value] : sweep.first) {
            axes.insert(name);
        }
        throw sweep_error("--along " + axis + ": there is no such axis; there are: " +
                          (axes.empty() ? "none" : shortened(axes)));
    }
    return found->second;
}

bool has_result(const compared_point& point) {
    return point.done != 0;
}

} // namespace

comparison compare_along(const compared_sweep& sweep, const std::string& axis,
                         const std::string& base, const std::vector<std::string>& figures,
                         const std::vector<bound>& bounds) {
    const std::string first = first_value(sweep, axis);
    const std::string& value = base.empty() ? first : base;
    const auto [before, after] = split(sweep, axis, value);
    if (before.points.empty()) {
        throw sweep_error("--along " + axis + ": no two points differ in " + axis + " alone");
    }
    const auto can_be_compared = [&after = after](const auto& p) {
        return has_result(p.second) && has_result(after.points.at(p.first));
    };
    if (!bounds.empty() &&
        std::none_of(before.points.begin(), before.points.end(), can_be_compared)) {
        throw sweep_error("--bound: no two points that differ in " + axis +
                          " alone have both a result");
    }
    comparison result = compare(before, after, figures, bounds);
    result.base = text_of({{axis, value}});
    return result;
}

} // namespace platform::sweep
