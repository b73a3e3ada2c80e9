// SPDX-License-Identifier: Apache-2.0
// A function for each format.
#pragma once

#include <exports/formats.h>

namespace platform::exports {

/// Columns for people.
void write_text(std::ostream& out, const part_tables& part, selection tables);
/// One JSON object.
void write_json(std::ostream& out, const part_tables& part, selection tables);
/// The events, in the manner of RFC 4180 with LF at the ends of lines.
void write_csv(std::ostream& out, const part_tables& part);
/// Tables of GitHub's Markdown. What differs in the number in its name only shares a row.
void write_markdown(std::ostream& out, const part_tables& part, selection tables);
/// Macros for C from C89 on, for C++ and for the assembler.
void write_c_header(std::ostream& out, const part_tables& part, selection tables);
/// The registers as CMSIS-SVD, schema 1.3.
void write_svd(std::ostream& out, const part_tables& part, const std::string& version);
/// The registers as a component of IP-XACT, IEEE 1685-2014.
void write_ip_xact(std::ostream& out, const part_tables& part, const std::string& version);
/// The registers as an address map of SystemRDL 2.0.
void write_system_rdl(std::ostream& out, const part_tables& part);

} // namespace platform::exports
