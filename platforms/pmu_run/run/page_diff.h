// SPDX-License-Identifier: Apache-2.0
// What has changed from the run of one page to that of another.
#pragma once

#include <report/diff_table.h>

#include <string>
#include <string_view>
#include <vector>

namespace platform::pmu_run {

/// What a page begins with.
inline constexpr std::string_view page_begin = "<!doctype html>";

/// A run as its page has it.
struct page_counts {
    std::string part;
    std::vector<report::named_count> events;
    /// The cycles of each function, those where it is inlined among them, or source line, as far as
    /// the page has them; empty: it has no profile.
    std::vector<report::named_count> cycles;
    bool has_all_cycles = true; ///< of less expensive ones, too
};

/// \param by function or line
/// \throws std::runtime_error for what is no page of --report, or of several units, or damaged
page_counts load_page(const std::string& file, const std::string& by);

/// Events, and if both pages have a profile the cycles by `by`.
std::vector<report::diff_table> diff_pages(const page_counts& before, const page_counts& after,
                                           const std::string& by);

} // namespace platform::pmu_run
