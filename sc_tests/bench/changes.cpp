// SPDX-License-Identifier: Apache-2.0
#include <bench/changes.h>
#include <bench/json_keys.h>
#include <bench/statistics.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace bench {

namespace {

constexpr double least_change = 0.02; // what two quiet runs differ by

bool is_figure(const std::string& key) {
    return key != versions_key;
}

summary figure_of(const nlohmann::json& report, const std::string& key) {
    const nlohmann::json& figure = report.at(key);
    for (const char* member : {"value", "q1", "q3"}) {
        if (!figure.is_object() || !figure.contains(member) || !figure[member].is_number()) {
            throw std::runtime_error(key + " has no number '" + member + "'");
        }
    }
    return {figure["q1"], figure["value"], figure["q3"]};
}

bool lies_in(double value, const summary& s) {
    return s.q1 <= value && value <= s.q3;
}

bool differ(const summary& a, const summary& b) {
    return !lies_in(a.median, b) && !lies_in(b.median, a) &&
           std::abs(a.median - b.median) > least_change * std::abs(a.median);
}

std::string line_of(const std::string& key, const summary& before, const summary& now) {
    char line[120];
    std::snprintf(line, sizeof line, "%-27s %10.4g -> %10.4g  %+.1f %%", key.c_str(), before.median,
                  now.median, (now.median / before.median - 1) * 100);
    return line;
}

std::string version_of(const nlohmann::json& report, const std::string& name) {
    return report.contains(versions_key) ? report[versions_key].value(name, "") : "";
}

void compare_versions(const nlohmann::json& before, const nlohmann::json& now,
                      std::vector<std::string>& lines) {
    nlohmann::json names = before.value(versions_key, nlohmann::json::object());
    names.update(now.value(versions_key, nlohmann::json::object()));
    for (const auto& [name, version] : names.items()) {
        const std::string old_version = version_of(before, name);
        const std::string new_version = version_of(now, name);
        if (old_version != new_version) {
            lines.push_back(name + ": " + (old_version.empty() ? "not known" : old_version) +
                            " -> " + (new_version.empty() ? "missing" : new_version));
        }
    }
}

} // namespace

void check_report(const nlohmann::json& report) {
    if (!report.is_object()) {
        throw std::runtime_error("it holds no figures");
    }
    for (const auto& [key, value] : report.items()) {
        if (is_figure(key)) {
            figure_of(report, key);
            continue;
        }
        const bool holds_texts =
            value.is_object() && std::all_of(value.begin(), value.end(),
                                             [](const nlohmann::json& v) { return v.is_string(); });
        if (!holds_texts) {
            throw std::runtime_error(key + ": expected an object of strings");
        }
    }
}

std::vector<std::string> changes(const nlohmann::json& before, const nlohmann::json& now) {
    std::vector<std::string> lines;
    compare_versions(before, now, lines);
    for (const auto& [key, figure] : now.items()) {
        if (!is_figure(key)) {
            continue;
        }
        if (!before.contains(key)) {
            lines.push_back(key + ": new");
            continue;
        }
        const summary old_value = figure_of(before, key);
        const summary new_value = figure_of(now, key);
        if (differ(old_value, new_value)) {
            lines.push_back(line_of(key, old_value, new_value));
        }
    }
    for (const auto& [key, figure] : before.items()) {
        if (is_figure(key) && !now.contains(key)) {
            lines.push_back(key + ": not measured now");
        }
    }
    return lines;
}

} // namespace bench
