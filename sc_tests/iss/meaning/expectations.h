// SPDX-License-Identifier: Apache-2.0
// The expected counts of the worked examples, and what pmu_run prints of them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace iss_test {

/// Counts by event number, two hexadecimal digits; values of registers by their name. No 0 among
/// the counts.
using event_counts = std::map<std::string, std::int64_t>;

/// One example in one state and setting.
struct expected_example {
    std::string name; ///< ID.STATE
    std::string setting;
    std::string where; ///< file and line
    event_counts counts;
    event_counts registers;
    std::shared_ptr<const std::set<std::string>> compared; ///< events
    bool has_stat = true; ///< false: it is about the counters themselves
};

/// A file *.expected. Its lines, words with blanks between them, a remark after #:
///
///     include FILE                the lines of another file
///     setting NAME OPTION...      how pmu_run is called
///     any NAME...                 the settings that "any" stands for
///     events NUMBER...            that `stat` has a number for in every setting
///     unsupported NUMBER...       that it has none for in any
///     unsupported_in NAME NUMBER...   that it has none for in this setting; in others, a number
///     compared NUMBER...          the events that the counts of the following examples are about;
///                                 others may have counts that are not listed
///     ID STATES SETTINGS COUNT... an example; states and settings with commas between them
///
/// A count is NUMBER=VALUE, in hexadecimal and in decimal, where the value may have * and +; or
/// rN=VALUE for a register at the end. The other events that are compared are 0. "no_stat" in place
/// of a count: what
/// `stat` says is not looked at.
class expectations {
public:
    /// Reads the file of this part.
    /// \throws std::runtime_error with file and line if a line is none of these
    explicit expectations(const std::string& part);

    const std::vector<expected_example>& examples() const { return m_examples; }
    std::set<std::string> settings() const;
    const std::vector<std::string>& options(const std::string& setting) const;
    /// The events that `stat` shows a number for.
    std::set<std::string> supported(const std::string& setting) const;
    /// The events that it shows without one.
    std::set<std::string> not_supported(const std::string& setting) const;

private:
    void read_file(const std::string& name);
    void read(const std::string& line, const std::string& where);
    void read_example(const std::vector<std::string>& all, const std::string& where);

    std::map<std::string, std::vector<std::string>> m_settings;
    std::vector<std::string> m_any;
    std::set<std::string> m_events;
    std::set<std::string> m_unsupported;
    std::shared_ptr<const std::set<std::string>> m_compared;
    std::map<std::string, std::set<std::string>> m_unsupported_in;
    std::vector<expected_example> m_examples;
};

/// The line that the firmware prints: the name of an example, its counts and registers.
struct printed_example {
    std::string name;
    event_counts counts;
    event_counts registers;
};

/// \throws std::runtime_error if it is no such line
printed_example parse_printed(const std::string& line);

/// Those of these events.
event_counts only(const event_counts& counts, const std::set<std::string>& events);

/// The events in the table of `stat`.
class stat_table {
public:
    explicit stat_table(const std::string& output);

    std::set<std::string> numbers() const;
    const std::set<std::string>& not_supported() const { return m_not_supported; }
    /// The difference, without zeros.
    event_counts operator-(const stat_table& other) const;

private:
    event_counts m_counts;
    std::set<std::string> m_not_supported;
};

} // namespace iss_test
