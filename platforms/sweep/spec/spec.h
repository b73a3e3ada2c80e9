// SPDX-License-Identifier: Apache-2.0
// What a sweep is to run: the file that a user writes, read strictly.
#pragma once

#include <sweep/json/json_reader.h>
#include <sweep/spec/expression.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace platform::sweep {

/// An option of pmu_run, as the program tells it.
struct option_desc {
    bool is_flag = false;
    std::string unusable; ///< why no point can have it; empty: it can
    /// What is wrong with a value; empty: nothing.
    std::function<std::string(const std::string& value)> fault;
};

/// What the program that runs the points can do: its commands, with their options by name.
struct run_interface {
    std::map<std::string, std::map<std::string, option_desc>> commands;
    /// Names that figures of some point may have; empty: any.
    std::set<std::string> figures = {};
    /// What is wrong with what follows the name of the program; empty: nothing. It runs nothing.
    std::function<std::string(const std::vector<std::string>& arguments)> fault = {};
    std::set<std::string> parts = {}; ///< that some point may have; empty: any
};

/// A value of something that a point is run with.
struct setting_value {
    bool is_given = true;           ///< false: the option is left out
    std::vector<std::string> texts; ///< none: a flag
    /// As tables have it.
    std::string label() const;
};

/// One of the dimensions of the matrix.
struct axis {
    std::string name;
    std::vector<setting_value> values; ///< empty: whole numbers, which are not stored
    std::uint64_t from = 0;
    std::uint64_t step = 0;   ///< from, from + step ...
    std::uint64_t factor = 0; ///< or from, from * factor ...
    std::uint64_t count = 0;
    std::uint64_t each = 1; ///< of step: numbers of a value; A..B where it is more than one
    std::uint64_t last = 0;

    std::uint64_t size() const { return values.empty() ? count : values.size(); }
    setting_value at(std::uint64_t position) const;
    /// Of an axis that counts: the first number of a value.
    std::uint64_t number(std::uint64_t position) const;
    std::string label(std::uint64_t position) const { return at(position).label(); }
};

/// A comparison of what is computed from the values of axes.
struct computed_condition {
    struct operand {
        std::size_t axis = 0;
        std::vector<double> values; ///< of an axis that lists its values
        struct axis range;          ///< one that counts
    };

    comparison_expression value;
    std::string position;                    ///< where it stands, for messages
    std::map<std::string, double> constants; ///< variables
    std::map<std::string, operand> operands; ///< axes

    /// \throws sweep_error where something is divided by 0, or a result is too large
    bool holds(const std::vector<std::uint64_t>& positions) const;
};

/// Which points: for each axis that it names, some of its positions; and what is computed of them.
struct filter {
    struct condition {
        std::size_t axis = 0;
        std::vector<bool> positions;       ///< of an axis that lists its values
        std::uint64_t first = 0, last = 0; ///< of one that counts: positions
    };
    std::vector<condition> all;            ///< that must hold
    std::vector<computed_condition> where; ///< that must hold, where all of those do
    /// \throws sweep_error see computed_condition
    bool matches(const std::vector<std::uint64_t>& positions) const;
};

/// What a point may take.
struct point_limits {
    double seconds = 600;        ///< of wall-clock time
    std::uint64_t mebibytes = 0; ///< of memory; 0: no limit
    std::uint64_t retries = 1;   ///< after a failure
};

/// A figure that is computed for each point.
struct metric {
    std::string name;
    std::string text;
    expression value;
};

struct spec {
    std::string name;
    std::map<std::string, setting_value> run; ///< what all points share
    std::vector<axis> axes;
    std::map<std::string, std::string> variables;
    std::vector<filter> include;
    std::vector<filter> exclude;
    std::uint64_t repeat = 1;
    point_limits limits;
    std::vector<metric> metrics;
    std::set<int> exit_codes{0};                            ///< of a point that has not failed
    std::vector<std::pair<std::string, std::string>> slurm; ///< options of sbatch, without dashes
    std::uint64_t task_seconds = 60;                        ///< how long a task is to take
    std::uint64_t most_tasks = 1000;                        ///< that wait or run at a time
    std::string folder;                                     ///< names of files are relative to it
    json text;                                              ///< as it was written
    const run_interface* interface = nullptr;
};

/// More points than that are refused.
inline constexpr std::uint64_t most_points = 10'000'000;

/// \param file for messages \param folder that names of files are relative to
/// \param variables take the place of those in the text
/// \param interface outlives the result
/// \throws sweep_error
spec read_spec(const std::string& file, const json& text, const std::string& folder,
               const std::map<std::string, std::string>& variables, const run_interface& interface);

/// What a setting may be beside options of pmu_run.
inline constexpr const char* command_setting = "command";
inline constexpr const char* part_setting = "part";
inline constexpr const char* file_setting = "file";
inline constexpr const char* arguments_setting = "args";

/// Calls text(s) for what is plain, and name(n) for each {n}; {{ and }} are braces.
/// \throws sweep_error where a brace has no partner
void for_each_piece(const std::string& pattern, const std::function<void(char)>& text,
                    const std::function<void(const std::string&)>& name);

} // namespace platform::sweep
