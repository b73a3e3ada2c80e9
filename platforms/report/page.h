// SPDX-License-Identifier: Apache-2.0
// A report as one page that needs nothing else.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

namespace platform::report {

/// Whether this program has all that a page is made of.
bool can_write_page();
/// Why it does not: one sentence that names the Debian package.
std::string why_no_page();

/// Writes a page that shows run_data().
/// \param page its file among those of the page
/// \throws std::logic_error if can_write_page() is false
void write_page(std::ostream& out, const nlohmann::ordered_json& data,
                const char* page = "page.html");

/// JSON that can stand in a script element: nothing in it ends that, or begins a comment.
std::string script_text(const nlohmann::ordered_json& data);

} // namespace platform::report
