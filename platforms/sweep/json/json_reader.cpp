// SPDX-License-Identifier: Apache-2.0
#include <sweep/json/json_reader.h>

#include <process/input_file.h>
#include <process/text_streams.h>
#include <process/words.h>

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <set>
#include <system_error>

namespace platform::sweep {

namespace {

constexpr int deepest = 64;
constexpr std::size_t longest_shown = 60;

} // namespace

json parse_json(const std::string& file, const std::string& text) {
    std::vector<std::set<std::string>> keys;
    const auto watch = [&](int depth, json::parse_event_t event, json& parsed) {
        if (depth > deepest) {
            throw sweep_error(file + ": nested deeper than " + std::to_string(deepest));
        }
        if (event == json::parse_event_t::object_start) {
            keys.emplace_back();
        } else if (event == json::parse_event_t::object_end) {
            keys.pop_back();
        } else if (event == json::parse_event_t::key) {
            if (!keys.back().insert(parsed.get<std::string>()).second) {
                throw sweep_error(file + ": " + shown(parsed) + " stands twice in an object");
            }
        }
        return true;
    };
    try {
        return json::parse(text, watch);
    } catch (const json::exception& e) {
        std::string why = e.what(); // with a prefix in brackets
        why.erase(0, why.find("] ") == std::string::npos ? 0 : why.find("] ") + 2);
        std::replace(why.begin(), why.end(), '\n', ' ');
        throw sweep_error(file + ": " + why);
    }
}

std::string read_file(const std::string& path, std::uint64_t most_bytes) {
    std::error_code failed;
    const bool is_other =
        std::filesystem::exists(path, failed) && !std::filesystem::is_regular_file(path, failed);
    if (is_other) { // which would not be the same the next time
        throw sweep_error("cannot read " + path + ": expected a regular file");
    }
    try {
        return process::read_whole(path, most_bytes);
    } catch (const process::input_error& e) {
        throw unreadable_file(e.what());
    } catch (const std::runtime_error& e) {
        throw sweep_error(e.what());
    }
}

std::string text_of(double number, int digits) {
    process::text_writer text;
    text << std::setprecision(digits) << number;
    return text.str();
}

std::string shown(const json& value) {
    std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
    if (text.size() > longest_shown) {
        text.resize(longest_shown);
        text += "...";
    }
    return text;
}

void json_at::refuse(const std::string& expected) const {
    fail("expected " + expected + ", got " + shown(*m_value));
}

void json_at::fail(const std::string& message) const {
    throw sweep_error(position() + ": " + message);
}

void json_at::expect_only(std::initializer_list<const char*> names) const {
    for (const auto& [name, value] : members()) {
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            value.fail("there is no such member; expected one of " + process::joined(names) +
                       "; its value is " + shown(value.value()));
        }
    }
}

std::vector<std::pair<std::string, json_at>> json_at::members() const {
    if (!m_value->is_object()) {
        refuse("an object");
    }
    std::vector<std::pair<std::string, json_at>> all;
    for (const auto& [name, value] : m_value->items()) {
        all.emplace_back(name, below(name, value));
    }
    return all;
}

std::vector<json_at> json_at::items() const {
    if (!m_value->is_array()) {
        refuse("a list");
    }
    std::vector<json_at> all;
    all.reserve(m_value->size());
    for (std::size_t i = 0; i != m_value->size(); ++i) {
        all.push_back(below(std::to_string(i), (*m_value)[i]));
    }
    return all;
}

std::optional<json_at> json_at::find(const std::string& member) const {
    if (!m_value->is_object()) {
        refuse("an object");
    }
    const auto found = m_value->find(member);
    if (found == m_value->end()) {
        return std::nullopt;
    }
    return below(member, *found);
}

json_at json_at::at(const std::string& member) const {
    const std::optional<json_at> found = find(member);
    if (!found) {
        fail("expected the member " + member);
    }
    return *found;
}

std::string json_at::text() const {
    if (!m_value->is_string() || m_value->get_ref<const std::string&>().empty()) {
        refuse("a text");
    }
    auto text = m_value->get<std::string>();
    if (text.find('\0') != std::string::npos) {
        refuse("a text without a null character");
    }
    return text;
}

std::uint64_t json_at::whole(std::uint64_t first, std::uint64_t last) const {
    if (!m_value->is_number_unsigned() || m_value->get<std::uint64_t>() < first ||
        m_value->get<std::uint64_t>() > last) {
        refuse("a whole number from " + std::to_string(first) + " to " + std::to_string(last));
    }
    return m_value->get<std::uint64_t>();
}

double json_at::number(double first, double last) const {
    if (!m_value->is_number() || m_value->get<double>() < first || m_value->get<double>() > last) {
        refuse("a number from " + text_of(first) + " to " + text_of(last));
    }
    return m_value->get<double>();
}

json_at json_at::below(const std::string& token, const json& value) const {
    json_at inner(m_file, value);
    inner.m_path = m_path + "/";
    for (const char c : token) { // as RFC 6901 has it
        inner.m_path += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return inner;
}

} // namespace platform::sweep
