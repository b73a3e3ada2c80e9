// SPDX-License-Identifier: Apache-2.0
#include "program_run.h"

#include "program_session.h"
#include "runner.h"
#include "stop_request.h"

#include <process/child.h>
#include <process/printable.h>
#include <process/standard_streams.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <sstream>

namespace platform::pmu_run {

namespace {

using nlohmann::json;

json broken(const program::program& p, const std::string& why) {
    std::cerr << process::printable(p.file) << ": the simulation ended without a verdict: " << why
              << '\n';
    return {{"file", p.file}, {"passed", false}, {"error", why}};
}

/// The key of a child's errors of standard output and standard error, between it and its parent.
constexpr const char* errors_key = "output_errors";

/// Plays one program in a process of its own.
json run_apart(const part::part_entry& part, const program::program& p,
               const run_request& request) {
    std::cout.flush();
    std::cerr.flush();
    const process::memory_file result;
    process::child child([&] {
        arm_stop_request_of_child();
        int code = 0;
        try {
            json object = play_here(part, p, request);
            request.streams.flush();
            object[errors_key] = {request.streams.out().error(), request.streams.err().error()};
            result.write(to_text(object));
        } catch (const std::exception& e) {
            tell(e.what());
            code = 1;
        }
        request.streams.flush();
        return code;
    });
    if (!child.ends_within(process::child::for_ever, is_stop_requested)) {
        child.signal(SIGTERM);
    }
    if (const process::ending& end = child.wait(); end.exit_code != 0) {
        return broken(p, end.text());
    }
    json object = json::parse(result.text(), nullptr, false);
    if (object.is_discarded()) {
        return broken(p, "its result is incomplete");
    }
    request.streams.out().fail(object[errors_key][0].get<int>());
    request.streams.err().fail(object[errors_key][1].get<int>());
    object.erase(errors_key);
    return object;
}

} // namespace

program::option_values options_of(const program::unit_info& unit, const program::program& p) {
    program::option_values values(unit.options());
    for (const program::option_setting& setting : p.options) {
        values.set(setting);
    }
    return values;
}

std::string verdict_line(const program::program& p, const program::play_result& result) {
    std::ostringstream line;
    line << process::printable(p.file) << ": ";
    if (result.stopped) {
        line << "stopped at line " << result.line << ", ";
    }
    if (result.failed != 0) {
        line << result.failed << " failed of " << result.checks << " checks";
    } else {
        line << result.checks << (result.checks == 1 ? " check held" : " checks held");
    }
    return line.str();
}

std::string to_text(const json& value, int indent) {
    return value.dump(indent, ' ', true, json::error_handler_t::replace);
}

run_outcome run_programs(const part::part_entry& part,
                         const std::vector<program::program>& programs,
                         const run_request& request) {
    run_outcome outcome;
    std::uint64_t checks = 0;
    for (const program::program& p : programs) {
        json object =
            programs.size() == 1 ? play_here(part, p, request) : run_apart(part, p, request);
        outcome.passed = outcome.passed && object["passed"].get<bool>();
        checks += object.value("checks", std::uint64_t{0});
        outcome.not_saved = object.value(not_saved_key, std::string());
        object.erase(not_saved_key);
        outcome.programs.push_back(std::move(object));
        if (is_stop_requested()) {
            outcome.passed = outcome.passed && outcome.programs.size() == programs.size();
            break;
        }
    }
    if (programs.size() > 1 && !request.quiet) {
        std::cout << outcome.programs.size() << " programs, " << checks << " checks, "
                  << (outcome.passed ? "all held" : "not all held") << '\n';
    }
    return outcome;
}

} // namespace platform::pmu_run
