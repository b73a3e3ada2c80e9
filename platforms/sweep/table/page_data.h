// SPDX-License-Identifier: Apache-2.0
// What the page of a sweep shows.
#pragma once

#include <sweep/plan/plan.h>
#include <sweep/store/store.h>
#include <sweep/table/figure_table.h>

#include <string>

namespace platform::sweep {

/// The sweep's axes, the figures at each place on them, and what failed. Repeats are averaged;
/// where there are too many places, so are axes, those that count first. \param log_prefix what a
/// link to a file of the store begins with
json page_data(const plan& of, const store& results, const std::string& log_prefix);

/// The same of a table that a user brings. \param name its title \param version of this program
json page_data(const figure_table& table, const std::string& name, const std::string& version);

} // namespace platform::sweep
