// SPDX-License-Identifier: Apache-2.0
#include "expectations.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace iss_test {

namespace {

using words = std::vector<std::string>;

words split(const std::string& text, char separator) {
    words all;
    std::istringstream in(text);
    for (std::string word; std::getline(in, word, separator);) {
        if (!word.empty()) {
            all.push_back(word);
        }
    }
    return all;
}

std::int64_t number(const std::string& text, int base) {
    std::size_t used = 0;
    const std::int64_t value = std::stoll(text, &used, base); // throws
    if (used != text.size()) {
        throw std::invalid_argument(text);
    }
    return value;
}

/// An event number as two digits.
std::string event_key(const std::string& text) {
    constexpr std::int64_t largest = 0xFF;
    const std::int64_t value = number(text, 16);
    if (value < 0 || value > largest) {
        throw std::invalid_argument(text);
    }
    constexpr const char* digits = "0123456789ABCDEF";
    return {digits[value / 16], digits[value % 16]};
}

std::set<std::string> event_keys(words::const_iterator first, words::const_iterator last) {
    std::set<std::string> all;
    std::transform(first, last, std::inserter(all, all.end()), event_key);
    return all;
}

/// Sums of products.
std::int64_t value_of(const std::string& text) {
    std::int64_t sum = 0;
    for (const std::string& addend : split(text, '+')) {
        std::int64_t product = 1;
        for (const std::string& factor : split(addend, '*')) {
            product *= number(factor, 0);
        }
        sum += product;
    }
    return sum;
}

/// "NUMBER=VALUE" or "rN=VALUE", into one of both.
void add_count(const std::string& word, event_counts& counts, event_counts& registers) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals + 1 == word.size()) {
        throw std::invalid_argument(word);
    }
    const std::string key = word.substr(0, equals);
    const std::int64_t value = value_of(word.substr(equals + 1));
    if (key.front() == 'r') {
        registers[key] = value;
    } else if (value != 0) {
        counts[event_key(key)] = value;
    }
}

/// What a row of `stat` begins with: the count, or nothing where it is not supported; the event.
struct stat_row {
    std::optional<std::int64_t> count;
    std::string event;
};

std::optional<stat_row> parse_row(const std::string& line) {
    const std::string not_supported = "<not supported>";
    const std::size_t at = line.find_first_not_of(' ');
    if (at == std::string::npos) {
        return std::nullopt;
    }
    const bool is_number = std::isdigit(static_cast<unsigned char>(line[at])) != 0;
    if (!is_number && line.compare(at, not_supported.size(), not_supported) != 0) {
        return std::nullopt;
    }
    const std::size_t end =
        is_number ? line.find_first_not_of("0123456789,", at) : at + not_supported.size();
    const std::size_t event = line.find_first_not_of(' ', std::min(end, line.size()));
    constexpr std::size_t digits = 2;
    if (event == std::string::npos || line.compare(event, digits, "0x") != 0) {
        return std::nullopt; // cycles
    }
    stat_row row{std::nullopt, event_key(line.substr(event + 2, digits))};
    if (is_number) {
        std::string count = line.substr(at, end - at);
        count.erase(std::remove(count.begin(), count.end(), ','), count.end());
        row.count = number(count, 10);
    }
    return row;
}

} // namespace

expectations::expectations(const std::string& part) {
    read_file(part + ".expected");
}

void expectations::read_file(const std::string& name) {
    const std::string path = MEANING_SOURCE_DIR "/" + name;
    std::ifstream in(path);
    if (!in) {
        throw std::runtime_error(path + ": expected a file that can be read");
    }
    unsigned line_number = 0;
    for (std::string line; std::getline(in, line);) {
        const std::string where = name + ":" + std::to_string(++line_number);
        try {
            read(line, where);
        } catch (const std::logic_error& e) { // of the conversions, and ours
            std::string text = where;
            text += ": expected what expectations.h says, got '";
            throw std::runtime_error(text.append(line).append("' (").append(e.what()).append(")"));
        }
    }
}

void expectations::read(const std::string& line, const std::string& where) {
    const words all = split(line.substr(0, line.find('#')), ' ');
    if (all.empty()) {
        return;
    }
    const std::string& first = all.front();
    const auto rest = all.begin() + 1;
    if (first == "include") {
        read_file(all.at(1));
    } else if (first == "setting") {
        m_settings[all.at(1)] = words(all.begin() + 2, all.end());
    } else if (first == "any") {
        m_any = words(rest, all.end());
    } else if (first == "events") {
        m_events.merge(event_keys(rest, all.end()));
    } else if (first == "unsupported") {
        m_unsupported.merge(event_keys(rest, all.end()));
    } else if (first == "unsupported_in") {
        m_unsupported_in[all.at(1)].merge(event_keys(all.begin() + 2, all.end()));
    } else if (first == "compared") {
        m_compared = std::make_shared<const std::set<std::string>>(event_keys(rest, all.end()));
    } else if (!m_compared) {
        throw std::invalid_argument("an example before what is compared");
    } else {
        read_example(all, where);
    }
}

void expectations::read_example(const std::vector<std::string>& all, const std::string& where) {
    expected_example e;
    e.where = where;
    e.compared = m_compared;
    const words states = split(all.at(1), ',');
    const words settings = all.at(2) == "any" ? m_any : split(all.at(2), ',');
    for (auto word = all.begin() + 3; word != all.end(); ++word) {
        if (*word == "no_stat") {
            e.has_stat = false;
        } else {
            add_count(*word, e.counts, e.registers);
        }
    }
    for (const auto& count : e.counts) {
        if (m_compared->count(count.first) == 0) {
            throw std::invalid_argument(count.first + " is not compared");
        }
    }
    for (const std::string& state : states) {
        for (const std::string& setting : settings) {
            e.name = all.front() + "." + state;
            e.setting = setting;
            options(setting); // throws
            m_examples.push_back(e);
        }
    }
}

std::set<std::string> expectations::settings() const {
    std::set<std::string> all;
    for (const auto& setting : m_settings) {
        all.insert(setting.first);
    }
    return all;
}

const std::vector<std::string>& expectations::options(const std::string& setting) const {
    const auto found = m_settings.find(setting);
    if (found == m_settings.end()) {
        throw std::invalid_argument("no setting " + setting);
    }
    return found->second;
}

std::set<std::string> expectations::supported(const std::string& setting) const {
    std::set<std::string> all = m_events;
    const std::set<std::string> missing = not_supported(setting);
    for (const auto& in_setting : m_unsupported_in) {
        std::set_difference(in_setting.second.begin(), in_setting.second.end(), missing.begin(),
                            missing.end(), std::inserter(all, all.end()));
    }
    return all;
}

std::set<std::string> expectations::not_supported(const std::string& setting) const {
    std::set<std::string> all = m_unsupported;
    const auto found = m_unsupported_in.find(setting);
    if (found != m_unsupported_in.end()) {
        all.insert(found->second.begin(), found->second.end());
    }
    return all;
}

printed_example parse_printed(const std::string& line) {
    const words all = split(line, ' ');
    if (all.empty()) {
        throw std::runtime_error("expected an example and its counts, got nothing");
    }
    printed_example printed;
    printed.name = all.front();
    try {
        for (auto word = all.begin() + 1; word != all.end(); ++word) {
            add_count(*word, printed.counts, printed.registers);
        }
    } catch (const std::logic_error& e) { // of the conversions
        throw std::runtime_error("expected counts, got '" + line + "' (" + e.what() + ")");
    }
    return printed;
}

event_counts only(const event_counts& counts, const std::set<std::string>& events) {
    event_counts some;
    std::copy_if(counts.begin(), counts.end(), std::inserter(some, some.end()),
                 [&](const auto& count) { return events.count(count.first) != 0; });
    return some;
}

stat_table::stat_table(const std::string& output) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        const auto row = parse_row(line);
        if (row && row->count) {
            m_counts[row->event] = *row->count;
        } else if (row) {
            m_not_supported.insert(row->event);
        }
    }
}

std::set<std::string> stat_table::numbers() const {
    std::set<std::string> all;
    for (const auto& count : m_counts) {
        all.insert(count.first);
    }
    return all;
}

event_counts stat_table::operator-(const stat_table& other) const {
    event_counts difference;
    for (const auto& count : m_counts) {
        const auto found = other.m_counts.find(count.first);
        const std::int64_t value =
            count.second - (found == other.m_counts.end() ? 0 : found->second);
        if (value != 0) {
            difference[count.first] = value;
        }
    }
    return difference;
}

} // namespace iss_test
