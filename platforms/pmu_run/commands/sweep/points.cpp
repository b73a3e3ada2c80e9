// SPDX-License-Identifier: Apache-2.0
// The commands that a point of a sweep may be, and what is wrong with one.
#include "sweep_actions.h"

#include <pmu_run/command_line/command_tree.h>
#include <pmu_run/command_line/parts.h>

#include <CLI/CLI.hpp>
#include <sweep/spec/spec.h>
#include <sweep/table/table.h>

namespace platform::pmu_run {

namespace {

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
    try {
        command_tree(arguments.front()).parse(arguments);
        return "";
    } catch (const std::bad_alloc&) {
        throw; // of the host
    } catch (const std::exception& e) {
        return e.what();
    }
}

/// What is wrong with a value of an option.
std::string fault_of_value(CLI::Option& option, const std::string& value) {
    std::string fault;
    try {
        option.clear();
        option.add_result(value);
        option.run_callback();
    } catch (const CLI::Error& e) {
        fault = e.what();
    }
    option.clear();
    return fault;
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
    names.insert({"region-entries", "interrupts", "interrupt_delay"});
    return names;
}

} // namespace

const sweep::run_interface& interface_of_points() {
    static const command_tree commands;
    static const sweep::run_interface interface = [] {
        sweep::run_interface all{{}, figures_of_points(), fault_of_point, {}};
        for (const platform_entry& p : all_platforms()) {
            all.parts.insert(p.name);
        }
        for (const command_tree::node& n : commands.nodes()) {
            for (CLI::Option* option : n.app.get_options()) {
                if (!n.what.may_be_point || option->get_positional()) {
                    continue;
                }
                const bool is_flag = option->get_expected_max() == 0;
                all.commands[n.what.text.name][option->get_single_name()] = {
                    is_flag, unusable_in_sweeps(*option),
                    [option, is_flag](const std::string& value) {
                        return is_flag ? std::string() : fault_of_value(*option, value);
                    }};
            }
        }
        return all;
    }();
    return interface;
}

} // namespace platform::pmu_run
