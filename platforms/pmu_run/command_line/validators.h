// SPDX-License-Identifier: Apache-2.0
// What the values of options may be.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>

namespace platform::pmu_run {

/// A whole number as read_whole_number() wants it, from first to last. CLI11's own conversions take
/// a minus sign for whole numbers, digits that are too many, and what is not a number.
CLI::Validator whole_number(std::uint64_t first = 0, std::uint64_t last = UINT64_MAX);
/// The same as read_number() wants it.
CLI::Validator number(double first, double last);
/// Any text but none. \param what it is, for the message
CLI::Validator some_text(const std::string& what);
/// A tab for the two characters that mean one to people, and to perf.
CLI::Validator tab_of_escape();
CLI::Validator path();
/// That is there.
CLI::Validator folder();

/// An option whose default help shows. \param may what its value may be \return the option
template <class Value>
CLI::Option* add_value(CLI::App& app, const char* name, Value& value, const CLI::Validator& may,
                       const char* help) {
    return app.add_option(name, value, help)->transform(may)->capture_default_str();
}

/// The option --jobs.
template <class Value>
CLI::Option* add_jobs(CLI::App& app, Value& jobs, const char* help) {
    constexpr std::uint64_t most = 4096;
    return app.add_option("-n,--jobs", jobs, help)->transform(whole_number(1, most));
}

} // namespace platform::pmu_run
