// SPDX-License-Identifier: Apache-2.0
// Options that several commands have. add_to() adds them to a command; check() throws usage_error
// for values that are right one by one and cannot be together.
#pragma once

#include "command.h"
#include "parts.h"

#include <components/platform_fabric.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace platform::pmu_run {

struct part_argument {
    std::string name;
    void add_to(CLI::App& app);
    /// \throws usage_error if there is none of the name
    const platform_entry& platform() const;
    /// The same of one unit. \throws usage_error also for several
    const part::part_entry& unit() const;
};

struct clock_options {
    std::string kind = "sc_clock"; ///< or tickless
    double period_ns = 10;
    void add_to(CLI::App& app);
    /// \throws usage_error for a period that is too short
    components::clock_choice choice() const;
};

/// The simulated CPU, of firmware and of Linux.
struct cpu_options {
    double clock_mhz = 100;
    std::uint64_t quantum = 10'000;   ///< cycles
    std::string caches = "none";      ///< none or SIZE:WAYS:LINE
    std::vector<std::string> options; ///< of the PMU, NAME=VALUE
    void add_to(CLI::App& app);
};

/// Whether and how what the simulated CPU executes is debugged.
struct gdb_options {
    std::optional<std::uint16_t> port; ///< nothing: it is not; 0: any port
    std::uint64_t cycles = 0;          ///< that pass each time that the CPU has halted
    void add_to(CLI::App& app);
    void check(const CLI::App& app) const;
};

/// A file name. \return the option
CLI::Option* add_file(CLI::App& app, const char* name, std::string& value, const char* help);

} // namespace platform::pmu_run
