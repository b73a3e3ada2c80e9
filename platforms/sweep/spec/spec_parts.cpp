// SPDX-License-Identifier: Apache-2.0
#include <process/words.h>
#include <sweep/spec/spec_parts.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
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

/// A value that can be computed with: a number, perhaps with K, M or G after it, or hexadecimal
/// digits after 0x.
std::optional<double> number_of(const std::string& text) {
    if (text.empty() || text.front() < '0' || text.front() > '9') {
        return std::nullopt;
    }
    const std::size_t unit = std::string("KMG").find(text.back());
    const std::string digits = text.substr(0, text.size() - (unit == std::string::npos ? 0 : 1));
    const bool is_hexadecimal = digits.rfind("0x", 0) == 0 && digits.size() > 2;
    const bool is_number =
        digits.find_first_not_of(is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789.",
                                 is_hexadecimal ? 2 : 0) == std::string::npos &&
        std::count(digits.begin(), digits.end(), '.') <= 1;
    if (!is_number) {
        return std::nullopt;
    }
    const double number = std::strtod(digits.c_str(), nullptr);
    return unit == std::string::npos ? number
                                     : std::ldexp(number, 10 * (static_cast<int>(unit) + 1));
}

computed_condition::operand operand_of(const std::vector<axis>& axes, std::size_t n,
                                       const json_at& at) {
    computed_condition::operand o;
    o.axis = n;
    const axis& a = axes[n];
    if (a.values.empty() && a.each == 1) {
        o.range = a;
        return o;
    }
    for (std::uint64_t i = 0; i != a.size(); ++i) {
        const std::string label = a.label(i);
        const std::optional<double> number = number_of(label);
        if (!number) {
            at.fail("expected an axis of numbers, got " + a.name + ", which can be " +
                    shown(json(label)));
        }
        o.values.push_back(*number);
    }
    return o;
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

std::uint64_t axis::number(std::uint64_t position) const {
    std::uint64_t number = from;
    for (std::uint64_t i = 0; factor != 0 && i != position; ++i) {
        number *= factor;
    }
    return number + (factor != 0 ? 0 : position * step);
}

setting_value axis::at(std::uint64_t position) const {
    if (!values.empty()) {
        return values[position];
    }
    const std::uint64_t first = number(position);
    std::string text = std::to_string(first);
    if (each > 1) {
        text += ".." + std::to_string(std::min(first + each - 1, last));
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

computed_condition read_computed_condition(const std::vector<axis>& axes,
                                           const std::map<std::string, std::string>& variables,
                                           const json_at& at) {
    const std::string text = at.text();
    std::optional<comparison_expression> value;
    try {
        value.emplace(text);
    } catch (const sweep_error& e) {
        at.fail(std::string(e.what()) + " in " + shown(at.value()));
    }
    computed_condition c{std::move(*value), at.position() + ": " + shown(at.value()), {}, {}};
    for (const std::string& name : c.value.names()) {
        const auto a = std::find_if(axes.begin(), axes.end(),
                                    [&](const axis& each) { return each.name == name; });
        if (a != axes.end()) {
            c.operands[name] = operand_of(axes, static_cast<std::size_t>(a - axes.begin()), at);
            continue;
        }
        const auto variable = variables.find(name);
        if (variable == variables.end()) {
            at.fail("there is no axis or variable " + name + "; its value is " + shown(at.value()));
        }
        const std::optional<double> number = number_of(variable->second);
        if (!number) {
            at.fail("expected a variable that is a number, got " + name + ", which is " +
                    shown(json(variable->second)));
        }
        c.constants[name] = *number;
    }
    return c;
}

bool computed_condition::holds(const std::vector<std::uint64_t>& positions) const {
    const auto value_of = [&](const std::string& name) -> std::optional<double> {
        const auto found = operands.find(name);
        if (found == operands.end()) {
            return constants.at(name);
        }
        const operand& o = found->second;
        const std::uint64_t p = positions[o.axis];
        return o.values.empty() ? static_cast<double>(o.range.number(p)) : o.values[p];
    };
    try {
        return value.holds(value_of);
    } catch (const sweep_error& e) {
        std::string at;
        for (const std::string& name : value.names()) {
            at += (at.empty() ? " where " : ", ") + name + " is " + text_of(*value_of(name), 17);
        }
        throw sweep_error(position + " has " + e.what() + at);
    }
}

bool filter::matches(const std::vector<std::uint64_t>& positions) const {
    return std::all_of(all.begin(), all.end(),
                       [&](const condition& c) {
                           const std::uint64_t p = positions[c.axis];
                           return c.positions.empty() ? p >= c.first && p <= c.last
                                                      : c.positions[p];
                       }) &&
           std::all_of(where.begin(), where.end(),
                       [&](const computed_condition& c) { return c.holds(positions); });
}

} // namespace platform::sweep
