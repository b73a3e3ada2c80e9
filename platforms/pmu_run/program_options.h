// SPDX-License-Identifier: Apache-2.0
// The options of access programs.
#pragma once

#include "option_groups.h"

namespace platform::pmu_run {

struct program_options {
    clock_options clock;
    std::string vcd;
    std::string fst;
    std::string json;                 ///< file; empty: none; -: standard output
    std::vector<std::string> save_at; ///< cycle and file; empty: nothing is saved
    std::string restore;              ///< file; empty: none
    std::string replay;               ///< value change dump; empty: none
    std::vector<std::string> signals; ///< of that, SIGNAL=EVENT or auto

    void add_to(CLI::App& app);
    /// \param programs that are played
    void check(const CLI::App& app, std::size_t programs) const;
};

} // namespace platform::pmu_run
