// SPDX-License-Identifier: Apache-2.0
#include "firmware_run.h"
#include "validators.h"

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

void firmware_options::add_ram_to(CLI::App& app) {
    app.add_option("--ram", ram, "memory, BASE:SIZE, once or more [0:16M]")
        ->group(firmware_group())
        ->allow_extra_args(false);
}

void firmware_options::add_to(CLI::App& app) {
    app.option_defaults()->group(firmware_group());
    app.add_option("--mode", mode, "exact: each cycle on the event lines; fast: counts in batches")
        ->check(CLI::IsMember({"exact", "fast"}))
        ->capture_default_str();
    add_ram_to(app);
    cpu_options::add_to(app);
    app.add_option("--start", start,
                   "boot: as boot code leaves the core, with the caches of --caches on; reset: as "
                   "reset leaves it")
        ->check(CLI::IsMember({"boot", "reset"}))
        ->capture_default_str();
    add_file(app, "--trace", trace, "write a line an instruction to a file");
    add_file(app, "--state", state,
             "write what the machine is in the end, as JSON: registers, those of the PMU, hashes "
             "of memory, time, exit code");
    gdb.add_to(app);
    app.add_option("--semihosting-dir", semihosting_dir, "where the firmware's files are")
        ->type_name("FOLDER")
        ->check(path());
    app.add_option("--arg", arguments,
                   "an argument of the firmware, once or more; in the command line that it asks "
                   "for, one with blanks stands between quotes, as newlib's start code wants it")
        ->allow_extra_args(false);
    app.option_defaults()->group("Options");
}

void firmware_options::check(const CLI::App& app) const {
    gdb.check(app);
    if (mode == "exact" && is_given(app, "--quantum")) {
        throw usage_error("--quantum goes with --mode fast");
    }
}

} // namespace platform::pmu_run
