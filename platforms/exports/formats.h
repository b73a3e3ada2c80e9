// SPDX-License-Identifier: Apache-2.0
// The formats that the tables of a part are printed in.
#pragma once

#include <exports/part_tables.h>

#include <iosfwd>
#include <string>

namespace platform::exports {

/// Which of the tables.
struct selection {
    bool registers = false;
    bool events = false;
    bool parameters = false;
};

/// The format of a run that asks for none.
constexpr const char* default_format = "text";

/// The formats that have all of these tables, as in `text, json, csv`.
std::string formats_of(selection tables);

/// Whether there is such a format, and it has all of these tables.
bool can_write(const std::string& format, selection tables);

/// Prints tables. \param version of this project, for the formats that have a place for it
/// \return can_write(); if not, nothing is printed
bool write(std::ostream& out, const std::string& format, const part_tables& part, selection tables,
           const std::string& version);

} // namespace platform::exports
