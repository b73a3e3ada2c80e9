// SPDX-License-Identifier: Apache-2.0
#include "program_options.h"

#include "validators.h"

#include <CLI/CLI.hpp>

namespace platform::pmu_run {

void program_options::add_to(CLI::App& app) {
    app.option_defaults()->group(program_group);
    clock.add_to(app);
    add_file(app, "--vcd", vcd,
             "write a value change dump of one program; on the tickless clock counters show their "
             "value as of the last access or output change");
    add_file(app, "--fst", fst,
             "also write that dump in GTKWave's compressed form, by its vcd2fst");
    add_file(app, "--json", json,
             "write the results to a file; -: to standard output, instead of the verdicts");
    app.add_option("--save-at", save_at,
                   "CYCLE FILE: save unit, pins and stub CPU half a period after that edge of the "
                   "run, 0: at its start, for --restore")
        ->type_name("")
        ->expected(2)
        ->transform(whole_number().application_index(0))
        ->check(path().application_index(1));
    add_file(app, "--restore", restore,
             "begin the program with what --save-at has saved, on either clock");
    add_file(app, "--replay", replay,
             "raise the events that a value change dump has, beside those of the program");
    app.add_option("--map", signals,
                   "which signal of --replay is which event, SIGNAL=EVENT, once or more; auto: as "
                   "in the dumps of --vcd")
        ->type_name("SIGNAL=EVENT")
        ->allow_extra_args(false);
    app.option_defaults()->group("Options");
}

void program_options::check(const CLI::App& app, std::size_t programs) const {
    if (!fst.empty() && vcd.empty()) {
        throw usage_error("--fst goes with --vcd");
    }
    if (replay.empty() != signals.empty()) {
        throw usage_error(replay.empty()
                              ? "--map goes with --replay"
                              : "--replay: expected --map SIGNAL=EVENT, or --map auto, too");
    }
    for (const char* option : {"--vcd", "--save-at", "--restore", "--report", "--timeline",
                               "--replay", "--field-separator", "--json-output"}) {
        if (programs != 1 && is_given(app, option)) {
            throw usage_error(std::string(option) + " takes one program, got " +
                              std::to_string(programs));
        }
    }
    clock.choice();
}

} // namespace platform::pmu_run
