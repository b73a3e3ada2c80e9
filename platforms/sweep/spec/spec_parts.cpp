// SPDX-License-Identifier: Apache-2.0
#include <process/words.h>
#include <sweep/spec/spec_parts.h>

#include <algorithm>
#include <map>

namespace platform::sweep {

namespace {

constexpr std::uint64_t most_values = 1'000'000; ///< that an axis lists

/// {"from": 1, "to": 100, "step": 1}, or with "factor".
void read_range(axis& a, const json_at& at) {
    at.expect_only({"from", "to", "step", "factor", "each"});
    constexpr std::uint64_t most = std::uint64_t{1} << 53U; // what any JSON can have
    const auto from = at.find("from");
    const auto to = at.find("to");
    if (!from || !to) {
        at.refuse("a list of values, or an object with from and to");
    }
    a.from = from->whole(0, most);
    const std::uint64_t last = to->whole(a.from, most);
    a.last = last;
    if (const auto each = at.find("each")) {
        if (at.find("step") || at.find("factor")) {
            at.refuse("only one of step, factor and each");
        }
        a.each = a.step = each->whole(1, most);
        a.count = (last - a.from) / a.step + 1;
    } else if (const auto factor = at.find("factor")) {
        if (at.find("step") || a.from == 0) {
            at.refuse("either step, or factor and a from above 0");
        }
        a.factor = factor->whole(2, most);
        for (std::uint64_t v = a.from; v <= last; v *= a.factor) {
            ++a.count;
            if (v > last / a.factor) {
                break;
            }
        }
    } else {
        const auto step = at.find("step");
        a.step = step ? step->whole(1, most) : 1;
        a.count = (last - a.from) / a.step + 1;
    }
}

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

bool is_name(const std::string& text) {
    const auto is_good = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    };
    return !text.empty() && text.front() != '-' && std::all_of(text.begin(), text.end(), is_good);
}

std::string scalar_text(const json_at& at) {
    const json& v = at.value();
    if (v.is_string()) {
        return at.text();
    }
    if (!v.is_number()) {
        at.refuse("a text or a number");
    }
    return v.dump();
}

/// A text, a number, a list of them, true, false or null.
setting_value read_value(const json_at& at) {
    setting_value value;
    const json& v = at.value();
    if (v.is_null() || v.is_boolean()) {
        value.is_given = v.is_boolean() && v.get<bool>();
    } else if (v.is_array()) {
        for (const json_at& item : at.items()) {
            value.texts.push_back(scalar_text(item));
        }
        value.is_given = !value.texts.empty();
    } else if (v.is_string() || v.is_number()) {
        value.texts.push_back(scalar_text(at));
    } else {
        at.refuse("a text, a number, a list of them, true, false or null");
    }
    return value;
}

axis read_axis(const std::string& name, const json_at& at) {
    axis a;
    a.name = name;
    if (at.value().is_object()) {
        read_range(a, at);
        return a;
    }
    const std::vector<json_at> items = at.items();
    if (items.empty() || items.size() > most_values) {
        at.fail("expected 1 to " + std::to_string(most_values) + " values, got " +
                std::to_string(items.size()));
    }
    std::map<std::string, std::size_t> before;
    for (const json_at& item : items) {
        a.values.push_back(read_value(item));
        const auto [same, is_new] = before.emplace(a.values.back().label(), a.values.size() - 1);
        if (!is_new) {
            item.fail("the value " + shown(item.value()) + " is that of " + at.path() + "/" +
                      std::to_string(same->second));
        }
    }
    return a;
}

std::string setting_value::label() const {
    if (texts.empty()) {
        return is_given ? "true" : "(none)";
    }
    return process::joined(texts, " ");
}

setting_value axis::at(std::uint64_t position) const {
    if (!values.empty()) {
        return values[position];
    }
    std::uint64_t number = from;
    for (std::uint64_t i = 0; factor != 0 && i != position; ++i) {
        number *= factor;
    }
    number += factor != 0 ? 0 : position * step;
    std::string text = std::to_string(number);
    if (each > 1) {
        text += ".." + std::to_string(std::min(number + each - 1, last));
    }
    return {true, {std::move(text)}};
}

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
