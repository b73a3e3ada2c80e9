// SPDX-License-Identifier: Apache-2.0
#include "firmware_run.h"

#include "cpu_options.h"
#include "firmware_record.h"
#include "firmware_report.h"
#include "firmware_stat.h"
#include "firmware_stat_repeat.h"
#include "gdb_debugging.h"
#include "machine_state.h"
#include "outputs.h"
#include "run_progress.h"
#include "stop_request.h"

#include <iss/platform/firmware_part.h>
#include <process/standard_streams.h>

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <new>
#include <sstream>
#include <stdexcept>

namespace platform::pmu_run {

namespace {

iss::firmware_setup setup_of(const firmware_request& request, const iss::firmware_part& part) {
    iss::firmware_setup setup;
    setup.cpu.mode =
        request.mode == "exact" ? iss::execution_mode::exact : iss::execution_mode::fast;
    setup.cpu.caches = parse_caches(request.caches);
    setup.cpu.cycle = cycle_of(request.clock_mhz);
    check_quantum(request.quantum, setup.cpu.cycle);
    setup.options = option_values(request.options, part.part.unit);
    setup.cpu.max_instructions = request.max_instructions;
    setup.cpu.stop_asked = is_stop_requested;
    setup.cpu.starts_at_reset = request.start == "reset";
    if (!request.ram.empty()) {
        setup.ram.clear();
    }
    for (const std::string& range : request.ram) {
        const auto n = parse_list(range, 2, "--ram", "BASE:SIZE");
        setup.ram.push_back({as_word(n[0], "--ram"), n[1]});
    }
    return setup;
}

/// As newlib's start code takes words from a command line: they end at a blank, or, if they begin
/// with a quote, at the next one of that kind; nothing escapes a quote.
std::string quoted(const std::string& word, const std::string& option) {
    const bool is_plain = !word.empty() && word.front() != '"' && word.front() != '\'' &&
                          word.find(' ') == std::string::npos;
    if (is_plain) {
        return word;
    }
    for (const char quote : {'"', '\''}) {
        if (word.find(quote) == std::string::npos) {
            return quote + word + quote;
        }
    }
    throw std::runtime_error(option +
                             ": expected no word with both kinds of quotes that needs "
                             "quotes itself, got '" +
                             word + "'");
}

iss::semihosting_config console_of(const firmware_request& request,
                                   process::standard_streams& streams) {
    const iss::guest_folder usable(
        request.semihosting_dir); // now, not when the simulation has begun
    iss::semihosting_config console;
    console.out = &streams.guest_out();
    console.err = &streams.guest_err();
    console.directory = request.semihosting_dir;
    console.command_line = quoted(request.file, "--firmware");
    for (const std::string& argument : request.arguments) {
        console.command_line += " " + quoted(argument, "--arg");
    }
    return console;
}

/// What the platform cannot be made of is told by the option that asks for it.
std::unique_ptr<iss::firmware_platform> make(const iss::firmware_part& part,
                                             const firmware_request& request,
                                             const iss::firmware_setup& setup) {
    try {
        return iss::make_platform(part, setup, iss::firmware_parts());
    } catch (const iss::memory_error& e) {
        const std::string range = request.ram.empty() ? "0:16M" : request.ram[e.index()];
        throw std::runtime_error("--ram " + range + ": " + e.what());
    } catch (const std::bad_alloc&) {
        throw std::runtime_error("--caches " + request.caches +
                                 ": the host does not have the memory for their tags");
    }
}

const iss::firmware_part& part_of(const firmware_request& request) {
    const iss::firmware_part* part = iss::find_firmware_part(request.part);
    if (part == nullptr) {
        throw std::runtime_error("no firmware runs on " + request.part);
    }
    return *part;
}

/// \param message the text of an exception, as the CPU has it
std::string explained(const std::string& message) {
    return message == std::bad_alloc().what() ? "the host has no memory left for the run" : message;
}

iss::arm_attributes attributes_of_cpu(const iss::core_model& core) {
    iss::arm_attributes cpu;
    cpu.cpu_name = core.name;
    cpu.cpu_arch = core.architecture;
    cpu.profile = core.profile;
    return cpu;
}

std::string event_warning(const pmu::event_desc& e) {
    std::ostringstream line;
    line << "pmu_run: event 0x" << std::hex << std::uppercase << std::setfill('0') << std::setw(2)
         << e.number << " (" << e.name
         << ") is not supported here: a counter that selects it does not move\n";
    return line.str();
}

/// Where firmware reads of caches that it has not. \return a line, or nothing
std::string cache_notice(const iss::cpu_type cpu, const std::string& option,
                         const iss::cache_geometry& caches) {
    const iss::cache_geometry told = iss::identified_geometry(iss::core_model_of(cpu), caches);
    if (told == caches) {
        return "";
    }
    std::ostringstream line;
    line << "pmu_run: --caches " << option << ": the cache registers of this CPU cannot tell that; "
         << "they read as " << told.bytes << ':' << told.ways << ':' << told.line << '\n';
    return line.str();
}

/// Output that was lost in the UART. \return a line, or nothing
std::string unsent_notice(std::size_t characters) {
    return characters == 0
               ? ""
               : "pmu_run: UART0: what was written to it last, " + std::to_string(characters) +
                     (characters == 1 ? " character" : " characters") +
                     ", was not sent: its transmitter is off\n";
}

/// The PMU that `monitor pmu` shows: that of the CPU, or the one on its bus.
iss::visible_pmu visible_pmu_of(const iss::firmware_part& part, const iss::firmware_setup& setup,
                                iss::firmware_platform& platform) {
    const program::unit_info& unit = part.part.unit;
    const program::option_values options = iss::options_of(setup, unit);
    const bool is_on_bus = part.on_bus != nullptr;
    const std::uint64_t base =
        is_on_bus ? part.on_bus(options).base : components::memory_map::coprocessor(0);
    iss::visible_pmu visible = registers_of(unit, part.events(options), platform.cpu, base);
    if (!is_on_bus) {
        visible.read_banked = platform.peek_banked;
    }
    return visible;
}

report::run_description description_of(const firmware_request& request) {
    report::run_description run;
    run.kind = "firmware";
    run.title = request.file;
    run.clock = request.mode + " mode";
    return run;
}

/// \return its message is yet to be printed
iss::iss_outcome outcome_of(const firmware_request& request, output_set& outputs,
                            process::standard_streams& streams) {
    const iss::firmware_part& part = part_of(request);
    iss::firmware_setup setup = setup_of(request, part);
    setup.console = &streams.guest_out();
    iss::semihosting_config console = console_of(request, streams);
    outputs.add_input(request.file);
    output_file* const trace = outputs.add("--trace", request.trace);
    std::optional<firmware_stat> stat;
    if (request.stat.is_wanted) {
        stat.emplace(part, request, setup);
        stat->connect(console);
        setup.cpu.wanted_kinds = stat->kinds();
        setup.cpu.watcher = &stat->watcher();
    }
    output_file* const counts = outputs.add("--output", request.stat.file);
    std::optional<firmware_record> record;
    if (request.record.is_wanted) {
        record.emplace(part, request, iss::options_of(setup, part.part.unit));
        setup.cpu.wanted_kinds |= record->kinds();
    }
    output_file* const samples =
        outputs.add("--output", record ? request.record.file : std::string());
    std::optional<firmware_report> report;
    if (!request.report.empty() || !request.timeline.empty()) {
        report.emplace(part, iss::options_of(setup, part.part.unit), request.quantum);
        setup.cpu.wanted_kinds |= report->kinds();
    }
    output_file* const page = outputs.add("--report", request.report);
    output_file* const timeline = outputs.add("--timeline", request.timeline);
    output_file* const state = outputs.add("--state", request.state);
    iss::elf_image image;
    try {
        image = iss::load_elf(request.file);
    } catch (const iss::elf_error& e) {
        return {1, e.what()};
    }
    if (const auto why = iss::unsuitable(image, attributes_of_cpu(iss::core_model_of(part.cpu)))) {
        return {1, *why};
    }
    if (stat) {
        stat->look_at(image);
    }
    setup.cpu.trace = trace != nullptr ? &trace->stream() : nullptr;
    std::optional<iss::call_profile> own_profile;
    setup.cpu.profile = report                              ? report->profile(image)
                        : record && record->wants_profile() ? &own_profile.emplace(image)
                                                            : nullptr;
    setup.cpu.account = report ? setup.cpu.profile : nullptr;
    if (timeline != nullptr) {
        report->keep_calls(setup.cpu.cycle);
    }
    if (record) {
        setup.cpu.sampler = record->sampler(image, setup.cpu.profile);
    }
    // Where gdb halts it, the time that passes says nothing.
    iss::firmware_platform* running = nullptr;
    run_progress progress(setup.cpu.cycle / sc_core::sc_time(1, sc_core::SC_PS));
    if (!request.gdb.port) {
        setup.cpu.stop_asked = progress.stop_question([&running] {
            return running == nullptr
                       ? 0
                       : running->cpu.local_time() / sc_core::sc_time(1, sc_core::SC_PS);
        });
    }
    const auto target = make(part, request, setup);
    running = target.get();
    outputs.begin();
    if (record) {
        record->begin(samples->stream());
    }
    std::cerr << cache_notice(part.cpu, request.caches, setup.cpu.caches);
    tlm::tlm_global_quantum::instance().set(setup.cpu.cycle * static_cast<double>(request.quantum));
    target->cpu.on_unknown_event = [&part](const pmu::event_desc& e) {
        if (!part.parks(e.number)) {
            std::cerr << event_warning(e);
        }
    };
    target->cpu.on_warning = [](const std::string& text) {
        std::cerr << "pmu_run: " << text << '\n';
    };
    target->cpu.load(image, std::move(console));
    const iss::visible_pmu visible = visible_pmu_of(part, setup, *target);
    gdb_debugging debugging(request.gdb, target->cpu, visible);
    if (report) {
        report->watch(target->cpu, target->watched(part.make == nullptr), target->period());
    }
    std::ostream& standard = request.stat.to_error ? std::cerr : std::cout;
    std::ostream& counted = counts != nullptr ? counts->stream() : standard;
    if (stat) {
        stat->connect(target->cpu);
        stat->begin(counted);
    }
    sc_core::sc_start();
    std::cerr << unsent_notice(target->uart0.unsent());
    iss::iss_outcome outcome = target->cpu.outcome().value_or(
        iss::iss_outcome{1, "the simulation ended before the firmware"});
    debugging.end(outcome.exit_code);
    if (stat) {
        stat->print(counted, target->cpu);
    }
    if (record) {
        record->end(target->cpu, {outcome.exit_code, explained(outcome.message)});
        std::cerr << "pmu_run: samples: " << record->summary() << "; in " << request.record.file
                  << '\n';
    }
    if (timeline != nullptr) {
        for (const std::string& line : report->write_timeline(timeline->stream(), request.file)) {
            std::cerr << "pmu_run: --timeline: left out: " << line << '\n';
        }
    }
    if (page != nullptr) {
        report->write(page->stream(), description_of(request), outcome);
    }
    if (state != nullptr) {
        write_state(state->stream(), target->cpu, visible, outcome);
    }
    return outcome;
}

} // namespace

bool can_run_firmware() {
    return true;
}

std::string fault_of_firmware(const firmware_request& request) {
    try {
        setup_of(request, part_of(request));
        return "";
    } catch (const std::exception& e) {
        return e.what();
    }
}

int run_firmware(const firmware_request& request, output_set& outputs,
                 process::standard_streams& streams) {
    if (request.stat.is_wanted && request.stat.repeat > 1) {
        return run_repeatedly(request, outputs, streams);
    }
    const iss::iss_outcome outcome = outcome_of(request, outputs, streams);
    // Where an output made it stop, there is a message about that.
    if (!outcome.message.empty() && cause_of_stop() != stop_cause::output) {
        std::cerr << "pmu_run: " << explained(outcome.message) << '\n';
        streams.excuse_stop();
    }
    // A process has eight bits for it; those of a failure must not all be 0.
    return outcome.exit_code != 0 && (outcome.exit_code & 0xFF) == 0 ? 1 : outcome.exit_code;
}

std::vector<std::string> metric_names(const std::string& part) {
    std::vector<std::string> names;
    if (const iss::firmware_part* found = iss::find_firmware_part(part)) {
        for (const report::metric& m : found->metrics()) {
            names.push_back(m.name);
        }
    }
    return names;
}

void print_metrics(const firmware_request& request) {
    for (const report::metric& m : part_of(request).metrics()) {
        std::cout << std::left << std::setw(14) << m.name << m.description << '\n';
        for (const report::metric_figure& f : m.figures) {
            std::cout << std::setw(14) << ""
                      << "  " << f.name << ", " << f.unit << '\n';
        }
    }
}

void print_firmware_map(const firmware_request& request) {
    const iss::firmware_part& part = part_of(request);
    for (const std::string& line : make(part, request, setup_of(request, part))->bus.describe()) {
        std::cout << line << '\n';
    }
}

} // namespace platform::pmu_run
