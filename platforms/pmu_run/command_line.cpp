// SPDX-License-Identifier: Apache-2.0
#include "command_line.h"

#include "commands.h"
#include "completion.h"
#include "event_words.h"
#include "help_pages.h"
#include "line_input.h"
#include "option_table.h"
#include "options.h"
#include "parts.h"
#include "stat_options.h"
#include "sweep_command.h"

#include <sweep/spec.h>
#include <sweep/table.h>

#include <CLI/CLI.hpp>
#include <process/printable.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <unistd.h>

namespace platform::pmu_run {

namespace {

constexpr const char* sweep_name = "sweep";

bool is_table_asked_for(const command_line& c) {
    return c.registers || c.events || c.parameters || c.map;
}

/// What is wrong with the format, if something is.
std::optional<std::string> wrong_format(const command_line& c) {
    if (c.map) {
        return "--format does not go with --map";
    }
    if (!exports::can_write(c.format, tables_of(c))) {
        return "--format: expected " + exports::formats_of(tables_of(c)) + ", got '" + c.format +
               "'";
    }
    return std::nullopt;
}

job job_of(sample_view view) {
    switch (view) {
    case sample_view::report: return job::sample_report;
    case sample_view::annotate: return job::sample_annotation;
    case sample_view::script: break;
    }
    return job::sample_script;
}

job job_of(const command_line& c) {
    return c.boots                         ? job::boot
           : c.fuzzes                      ? job::fuzz
           : c.view                        ? job_of(*c.view)
           : c.firmware.record.is_wanted   ? job::sampling
           : c.list                        ? job::list
           : c.firmware.stat.lists_metrics ? job::metrics
           : !c.firmware.file.empty()      ? (c.map                       ? job::firmware_map
                                              : c.firmware.stat.is_wanted ? job::counts
                                                                          : job::firmware)
           : is_table_asked_for(c)         ? job::tables
           : c.demo                        ? job::demo
           : c.shell                       ? job::shell
           : c.counts_programs             ? job::program_counts
                                           : job::programs;
}

std::vector<std::string> part_names() {
    std::vector<std::string> names;
    for (const platform_entry& p : all_platforms()) {
        names.push_back(p.name);
    }
    return names;
}

/// What is wrong with options that are right one by one; else nothing.
std::optional<std::string> contradiction_of_options(const CLI::App& app, const option_table& table,
                                                    const command_line& c) {
    if (auto message = table.misplaced(c.what)) {
        return message;
    }
    const auto is_given = [&app](const char* name) {
        const CLI::Option* option = app.get_option_no_throw(name);
        return option != nullptr && option->count() != 0;
    };
    if (is_given("--format")) {
        if (auto message = wrong_format(c)) {
            return message;
        }
    }
    if (is_given("--debug-cycles") && !is_given("--gdb")) {
        return "--debug-cycles goes with --gdb";
    }
    if (is_given("--fst") && !is_given("--vcd")) {
        return "--fst goes with --vcd";
    }
    if (auto message = contradiction_of_stat(c.firmware.stat, is_given)) {
        return message;
    }
    if (c.replay.empty() != c.signals.empty()) {
        return c.replay.empty() ? "--map goes with --replay"
                                : "--replay: expected --map SIGNAL=EVENT, or --map auto, too";
    }
    if (c.firmware.mode == "exact" && is_given("--quantum")) {
        return "--quantum goes with --mode fast";
    }
    if (c.samples.folded && (c.samples.children || is_given("--sort"))) {
        return std::string(c.samples.children ? "--children" : "--sort") +
               " does not go with --folded";
    }
    if (c.what == job::sampling && c.firmware.file.empty()) {
        return "record: expected firmware, an ELF file" +
               (c.files.empty() ? "" : ", got '" + c.files.front() + "'");
    }
    if (c.view && is_given("DATA") && is_given("--input")) {
        return "expected one file of samples, got DATA and --input";
    }
    if (c.view && c.samples.event.find(',') != std::string::npos) {
        return "--event: expected one event, got '" + c.samples.event + "'";
    }
    return std::nullopt;
}

/// The same. What a file is decides what its options may be: where there is none, that is wrong.
std::optional<std::string> contradiction(const CLI::App& app, const option_table& table,
                                         const command_line& c) {
    const auto message = contradiction_of_options(app, table, c);
    if (message && c.has_command && !c.files.empty() &&
        ::access(c.files.front().c_str(), F_OK) != 0) {
        return c.files.front() + ": expected a readable file: " + std::strerror(errno);
    }
    return message;
}

/// \param command whose name has been taken off; nullptr: none, the options say what to do
std::optional<int> parse(CLI::App& app, option_table& table, const command_desc* command, int argc,
                         char** argv, command_line& c) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? all_held : unusable;
    }
    c.has_command = command != nullptr;
    if (c.has_command) {
        command->select(c);
    } else {
        c.shell = !c.part.empty() && c.files.empty() && is_at_terminal();
    }
    c.what = job_of(c);
    if (const auto message = contradiction(app, table, c)) {
        return refuse(*message);
    }
    c.firmware.part = c.part;
    c.firmware.report = c.report;
    c.boot.report = c.report;
    c.firmware.timeline = c.timeline;
    c.firmware.max_instructions = c.max_instructions.value_or(firmware_request{}.max_instructions);
    c.boot.clock_mhz = c.firmware.clock_mhz;
    c.boot.options = c.firmware.options;
    c.boot.quantum = c.firmware.quantum;
    c.boot.caches = c.firmware.caches;
    c.boot.gdb = c.firmware.gdb;
    c.boot.max_instructions = c.max_instructions.value_or(0);
    return std::nullopt;
}

std::unique_ptr<CLI::App> make_app(const command_desc& command) {
    auto app = std::make_unique<CLI::App>(wrapped(command.description), "pmu_run " + command.name);
    app->footer(examples_of(command));
    return app;
}

/// For what is given without a command.
std::unique_ptr<CLI::App> make_plain_app() {
    auto app = std::make_unique<CLI::App>(
        "Plays access programs, or runs firmware, on the platform of a part. Commands have "
        "fewer options: see pmu_run --help.",
        "pmu_run");
    app->set_version_flag("--version", "pmu_run " TLM_PMU_VERSION);
    app->set_help_flag("-h,--help,--help-all", "print this text");
    app->footer(std::string("Exit code: ") + exit_code_text);
    return app;
}

/// All commands with their options. What these set is of no use.
std::vector<command_page> all_pages() {
    static command_line unused;
    static sweep_request unused_sweep;
    std::vector<command_page> pages;
    for (const command_desc& command : all_commands()) {
        pages.push_back({command, make_app(command), nullptr});
        if (command.name == sweep_name) {
            describe_sweep(*pages.back().app, unused_sweep);
            continue;
        }
        pages.back().table = std::make_unique<option_table>(*pages.back().app, command.jobs);
        describe(*pages.back().table, unused);
    }
    return pages;
}

/// Why no point of a sweep can have an option; empty: it can.
std::string unusable_in_sweeps(const CLI::Option& option) {
    const std::string& name = option.get_single_name();
    const std::string type = option.get_type_name();
    if (type == "FILE" || type == "FOLDER" || name == "save-at") {
        return "a point reads what the specification names as file, and writes its result";
    }
    if (type.rfind("PORT", 0) == 0 || name == "debug-cycles") {
        return "nobody debugs it";
    }
    if (name == "interval-print" || name == "repeat") {
        return "a result is the counts of one whole run";
    }
    if (name == "metrics") {
        return "its counts are estimates where events take turns; points count every event, and "
               "/metrics computes";
    }
    const bool is_form = name == "json-output" || name == "field-separator" || name == "quiet" ||
                         name == "event" || name == "help" || name == "list-metrics";
    return is_form ? "the sweep asks for figures in its own way" : "";
}

/// What is wrong with the command line of a point.
std::string fault_of_point(const std::vector<std::string>& arguments) {
    const command_desc& command = *find_command(arguments.front());
    const auto app = make_app(command);
    command_line c;
    option_table table(*app, command.jobs);
    describe(table, c);
    try {
        app->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend() - 1));
    } catch (const CLI::ParseError& e) {
        return e.what();
    }
    command.select(c);
    c.what = job_of(c);
    if (const auto message = contradiction(*app, table, c)) {
        return *message;
    }
    const platform_entry* platform = find_platform(c.part);
    const bool is_demo = c.what == job::demo;
    const bool takes_file = !is_demo && c.what != job::fuzz;
    if (platform == nullptr || (!is_demo && platform->part == nullptr)) {
        return command.name + ": expected a part that is one unit, got '" + c.part + "'";
    }
    const bool has_file = !c.files.empty() || !c.firmware.file.empty();
    if (has_file != takes_file) {
        return has_file ? command.name + " takes no file, got '" + c.files.front() + "'"
                        : command.name + " expects a file";
    }
    c.firmware.part = c.part;
    return c.firmware.file.empty() ? "" : fault_of_firmware(c.firmware);
}

/// Names that figures may have.
std::set<std::string> figures_of_points() {
    std::set<std::string> names = sweep::own_figures();
    for (const platform_entry& p : all_platforms()) {
        if (p.part == nullptr) {
            continue;
        }
        for (const auto& port : p.part->events) {
            for (const pmu::event_desc& e : *port.events) {
                names.insert(e.name);
            }
        }
        for (const auto& r : p.part->unit.registers()) {
            names.insert(std::string("reg.") + r.name);
        }
        for (const pmu::banked_register& b : p.part->unit.registers().banked()) {
            names.insert(std::string("reg.") + b.name);
        }
    }
    names.insert("region-entries");
    return names;
}

/// Commands that a point of a sweep may be, with their options.
sweep::run_interface interface_of_points() {
    static const std::vector<command_page> pages = all_pages();
    const std::vector<std::string> parts = part_names();
    sweep::run_interface interface {
        {}, figures_of_points(), fault_of_point, { parts.begin(), parts.end() }
    };
    for (const command_page& page : pages) {
        if (page.command.name != "run" && page.command.name != "stat" &&
            page.command.name != "demo" && page.command.name != "fuzz") {
            continue;
        }
        auto& options = interface.commands[page.command.name];
        for (CLI::Option* option : page.app->get_options()) {
            if (option->get_positional()) {
                continue;
            }
            const bool is_flag = option->get_expected_max() == 0;
            options[option->get_single_name()] = {is_flag, unusable_in_sweeps(*option),
                                                  [option, is_flag](const std::string& value) {
                                                      std::string fault;
                                                      try {
                                                          option->clear();
                                                          option->add_result(value);
                                                          option->run_callback();
                                                      } catch (const CLI::Error& e) {
                                                          fault = e.what();
                                                      }
                                                      option->clear();
                                                      return is_flag ? std::string() : fault;
                                                  }};
        }
    }
    return interface;
}

/// What can be typed about each platform.
std::vector<completed_part> completed_parts() {
    std::vector<completed_part> all;
    for (const platform_entry& p : all_platforms()) {
        completed_part part{p.name, {}, {}, {}};
        if (p.part != nullptr) {
            part.events.emplace_back(cycles_name);
            for (const exports::event_list& list : p.part->events) {
                for (const pmu::event_desc& e : *list.events) {
                    if (std::find(part.events.begin(), part.events.end(), e.name) ==
                        part.events.end()) {
                        part.events.emplace_back(e.name);
                    }
                }
            }
            for (const pmu::parameter_desc& option : p.part->unit.options()) {
                part.parameters.push_back(option.name + std::string("="));
            }
            part.metrics = metric_names(p.name);
        }
        all.push_back(std::move(part));
    }
    return all;
}

/// \param topic a command, --man or --completion; empty: the overview
int print_help(const std::string& topic) {
    if (topic.empty() || topic == "help" || topic == "--help") {
        print_overview(std::cout, part_names());
    } else if (topic == "--man") {
        print_man_page(std::cout, all_pages(), part_names());
    } else if (topic == "--completion") {
        command_line unused;
        const auto plain = make_plain_app();
        option_table table(*plain, {});
        describe(table, unused);
        print_completion(std::cout, all_pages(), *plain, completed_parts());
    } else {
        for (const command_page& page : all_pages()) {
            if (page.command.name == topic) {
                std::cout << page.app->help();
                return all_held;
            }
        }
        return refuse("help: expected a command, --man or --completion, got '" + topic + "'");
    }
    return all_held;
}

} // namespace

std::optional<int> read_command_line(int argc, char** argv, command_line& c) {
    const std::string first = argc > 1 ? argv[1] : "";
    if (first == "help" || first == "--help" || first == "-h") {
        return print_help(argc > 2 && first == "help" ? argv[2] : "");
    }
    if (const command_desc* command = find_command(first)) {
        const auto app = make_app(*command);
        if (command->name == sweep_name) {
            return sweep_command(*app, argc - 1, argv + 1, interface_of_points);
        }
        option_table table(*app, command->jobs);
        describe(table, c);
        return parse(*app, table, command, argc - 1, argv + 1, c);
    }
    const auto app = make_plain_app();
    option_table table(*app, {});
    describe(table, c);
    return parse(*app, table, nullptr, argc, argv, c);
}

int refuse(const std::string& message) {
    std::cerr << "pmu_run: " << process::printable(message) << '\n';
    return unusable;
}

} // namespace platform::pmu_run
