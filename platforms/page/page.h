// SPDX-License-Identifier: Apache-2.0
// A report as one page that needs nothing else.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace platform::page {

/// Writes a page that shows run_data().
/// \param page its file among those of the page
/// \throws std::logic_error if there is none of that name
void write_page(std::ostream& out, const nlohmann::ordered_json& data,
                const char* page = "page.html");

/// The data of a page that was written. \throws nlohmann::json::exception if there are none
nlohmann::ordered_json page_data(std::string_view page);

/// JSON that can stand in a script element: nothing in it ends that, or begins a comment.
std::string script_text(const nlohmann::ordered_json& data);

} // namespace platform::page
