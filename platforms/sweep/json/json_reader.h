// SPDX-License-Identifier: Apache-2.0
// JSON of users, read strictly: what is wrong is one line that names file, path and value.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace platform::sweep {

using json = nlohmann::ordered_json;

/// What is wrong with what a user wrote: one line.
class sweep_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file that is there cannot be read, which says nothing of what is in it.
class unreadable_file : public sweep_error {
public:
    using sweep_error::sweep_error;
};

/// Parses a text in which no object has a member twice, and that is not nested deeper than 64.
/// \param file for messages
/// \throws sweep_error
json parse_json(const std::string& file, const std::string& text);

/// The contents of a regular file of at most so many bytes.
/// \throws sweep_error, unreadable_file
std::string read_file(const std::string& path, std::uint64_t most_bytes);

/// With so many significant digits at most.
std::string text_of(double number, int digits = 6);
/// As messages show it: on one line, not too long.
std::string shown(const json& value);

/// A value and where it stands. The value outlives this.
class json_at {
public:
    json_at(std::string file, const json& value) : m_file(std::move(file)), m_value(&value) {}

    const json& value() const { return *m_value; }
    const std::string& path() const { return m_path; }
    /// "FILE: PATH", as messages begin.
    std::string position() const { return m_file + ": " + (m_path.empty() ? "/" : m_path); }

    /// \throws sweep_error "FILE: PATH: expected EXPECTED, got VALUE"
    [[noreturn]] void refuse(const std::string& expected) const;
    /// \throws sweep_error "FILE: PATH: MESSAGE"
    [[noreturn]] void fail(const std::string& message) const;

    /// An object without any other members. \throws sweep_error
    void expect_only(std::initializer_list<const char*> names) const;
    std::vector<std::pair<std::string, json_at>> members() const; ///< of an object
    std::vector<json_at> items() const;                           ///< of a list
    std::optional<json_at> find(const std::string& member) const; ///< of an object

    json_at at(const std::string& member) const; ///< that an object must have

    std::string text() const; ///< a string that is not empty
    std::uint64_t whole(std::uint64_t first, std::uint64_t last) const;
    double number(double first, double last) const;

private:
    json_at below(const std::string& token, const json& value) const;

    std::string m_file;
    std::string m_path; ///< a JSON pointer; empty: the whole
    const json* m_value;
};

} // namespace platform::sweep
