// SPDX-License-Identifier: Apache-2.0
#include <sweep/spec/spec_parts.h>

#include <algorithm>

namespace platform::sweep {

namespace {

/// Numbers of a range: one, or those from one to another.
void read_interval(const axis& a, const json_at& at, filter::condition& c) {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    if (at.value().is_object()) {
        at.expect_only({"from", "to"});
        from = at.find("from") ? at.find("from")->whole(0, UINT64_MAX) : 0;
        to = at.find("to") ? at.find("to")->whole(0, UINT64_MAX) : UINT64_MAX;
    } else {
        from = to = at.whole(0, UINT64_MAX);
    }
    const auto number = [&a](std::uint64_t i) { return std::stoull(a.label(i)); };
    // The first position of at least `bound`.
    const auto position = [&](std::uint64_t bound) {
        std::uint64_t low = 0;
        std::uint64_t high = a.count;
        while (low < high) {
            const std::uint64_t middle = low + (high - low) / 2;
            (number(middle) < bound ? low : high) = number(middle) < bound ? middle + 1 : middle;
        }
        return low;
    };
    c.first = position(from);
    const std::uint64_t end = to == UINT64_MAX ? a.count : position(to + 1);
    if (from > to || c.first >= end) {
        at.refuse("numbers of the axis " + a.name);
    }
    c.last = end - 1;
}

} // namespace

filter::condition read_condition(const std::vector<axis>& axes, const std::string& name,
                                 const json_at& at) {
    const auto found =
        std::find_if(axes.begin(), axes.end(), [&](const axis& a) { return a.name == name; });
    if (found == axes.end()) {
        at.fail("there is no such axis; its value is " + shown(at.value()));
    }
    filter::condition c;
    c.axis = static_cast<std::size_t>(found - axes.begin());
    if (found->values.empty()) {
        read_interval(*found, at, c);
        return c;
    }
    c.positions.resize(found->values.size());
    const bool is_list_of_values =
        at.value().is_array() &&
        !std::any_of(found->values.begin(), found->values.end(), [&](const setting_value& v) {
            return v.texts.size() > 1 && v.label() == read_value(at).label();
        });
    for (const json_at& item : is_list_of_values ? at.items() : std::vector<json_at>{at}) {
        const std::string label = read_value(item).label();
        const auto value = std::find_if(found->values.begin(), found->values.end(),
                                        [&](const setting_value& v) { return v.label() == label; });
        if (value == found->values.end()) {
            item.refuse("a value of the axis " + name);
        }
        c.positions[static_cast<std::size_t>(value - found->values.begin())] = true;
    }
    return c;
}

bool filter::matches(const std::vector<std::uint64_t>& positions) const {
    return std::all_of(all.begin(), all.end(), [&](const condition& c) {
        const std::uint64_t p = positions[c.axis];
        return c.positions.empty() ? p >= c.first && p <= c.last : c.positions[p];
    });
}

} // namespace platform::sweep
