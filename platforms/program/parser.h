// SPDX-License-Identifier: Apache-2.0
// Turns the text of an access program into statements, and finds every error that can be found
// before a simulation starts.
#pragma once

#include <program/program.h>
#include <program/unit_info.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace platform::program {

/// An error of a program.
struct diagnostic {
    std::string file;
    std::uint32_t line = 0;   ///< 1 is the first; 0: the file as a whole
    std::uint32_t column = 0; ///< in characters, 1 is the first
    std::string message;      ///< `expected ..., got ...`

    /// `FILE:LINE:COLUMN: message`, or `FILE: message`.
    std::string text() const;
};

/// A program, or what is wrong with it.
struct parse_result {
    program accepted;                    ///< valid if there are no errors
    std::vector<diagnostic> diagnostics; ///< in the order of the text, at most max_diagnostics

    bool ok() const { return diagnostics.empty(); }
};

/// A faulty program gets this many messages, at most one a line.
constexpr std::size_t max_diagnostics = 20;

/// Largest file that load() takes, in bytes.
constexpr std::size_t max_file_size = std::size_t{64} << 20;

/// Longest line of a program, in bytes without its line end: its tokens take a hundred times that.
constexpr std::size_t max_line_size = std::size_t{1} << 20;

/// Parses the text of a program for a part.
/// \param file the name that messages give it
/// \param stop_asked whether to give up, which is an error of the line; may be empty
parse_result parse(std::string_view text, std::string file, const unit_info& unit,
                   const std::function<bool()>& stop_asked = {});

/// Reads and parses a file. One that cannot be read gives a diagnostic of line 0; so does a FIFO
/// that nobody opens for writing within some seconds.
/// \param stop_asked whether to give up; may be empty
/// \throw process::input_stopped if it says so while the file is read
parse_result load(const std::string& path, const unit_info& unit,
                  const std::function<bool()>& stop_asked = {});

/// What `NAME=VALUE` sets: the same as `option NAME, VALUE` in a program, with the same messages.
/// \throw std::runtime_error `expected ..., got ...`
option_setting parse_setting(std::string_view text, const unit_info& unit);

} // namespace platform::program
