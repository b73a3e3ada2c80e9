// SPDX-License-Identifier: Apache-2.0
#include "stat_options.h"

namespace platform::pmu_run {

namespace {

constexpr std::uint64_t most_cycles = std::uint64_t{1} << 40;
constexpr std::uint64_t most_repeats = 1'000'000;

bool has_events(const stat_request& s) {
    return !s.events.empty() || !s.metrics.empty();
}

} // namespace

void describe_stat(option_table& table, stat_request& s) {
    CLI::Option* events =
        table
            .option(
                "-e,--event", s.events,
                {job::counts, job::program_counts, job::sampling, job::sample_report,
                 job::sample_annotation, job::sample_script},
                "only these events, by name or number (0x07, r07), with commas between; record: "
                "cycles, unless it is given. stat: those of a group, {A,B}, are counted "
                "together; where they are more than the part has counters, they take turns, and "
                "the counts are scaled, as perf does")
            ->allow_extra_args(false);
    CLI::Option* metrics =
        table
            .option("-M,--metrics", s.metrics, {job::counts, job::metrics},
                    "what follows from events that are counted together, by name, with commas "
                    "between; list: print the names")
            ->allow_extra_args(false);
    table.flag("--list-metrics", s.lists_metrics, {job::metrics}, "print what -M can be");
    CLI::Option* all = table.flag(
        "--all", s.all, {job::counts, job::program_counts},
        "count every event, whatever the part has counters for; so it is without -e and -M");
    table.exclude(all, {events, metrics});
    table.flag("--exact-counts", s.exact, {job::counts},
               "count all that is asked for all the time, whatever the part has counters for");
    table
        .option("--rotate", s.rotation, {job::counts},
                "cycles of the CPU after which events take turns")
        ->transform(whole_number(1, most_cycles))
        ->capture_default_str();
    table
        .option("-r,--repeat", s.repeat, {job::counts},
                "run so often; print means and their deviation")
        ->transform(whole_number(1, most_repeats))
        ->capture_default_str();
    table
        .option("-I,--interval-print", s.interval_ms, {job::counts},
                "print the counts of each so many milliseconds of simulated time")
        ->type_name("MS")
        ->transform(number(1e-6, 1e9));
    CLI::Option* region =
        table
            .option("--region", s.region, {job::counts},
                    "count from where the PC comes to FROM until it comes to TO, again each time: "
                    "functions or addresses")
            ->type_name("FROM:TO")
            ->check(some_text("FROM:TO"));
    CLI::Option* marks = table.flag(
        "--marks", s.marks, {job::counts},
        "count between marks of the firmware: semihosting calls 0x110, begin, and 0x111, end");
    table.exclude(marks, {region});
}

std::optional<std::string> contradiction_of_stat(const stat_request& s,
                                                 const std::function<bool(const char*)>& is_given) {
    for (const char* name : {"--region", "--repeat"}) {
        if (is_given(name) && is_given("--gdb")) {
            return std::string(name) + " does not go with --gdb";
        }
    }
    for (const char* name : {"--trace", "--report", "--state", "--interval-print"}) {
        if (s.repeat > 1 && is_given(name)) {
            return std::string("--repeat does not go with ") + name;
        }
    }
    if (s.exact && !has_events(s)) {
        return "--exact-counts goes with --event and --metrics";
    }
    if (is_given("--rotate") && (s.exact || !has_events(s))) {
        return "--rotate goes with --event and --metrics, without --exact-counts";
    }
    return std::nullopt;
}

} // namespace platform::pmu_run
