// SPDX-License-Identifier: Apache-2.0
#include "linux_run.h"

#include "cpu_options.h"
#include "firmware_report.h"
#include "gdb_debugging.h"
#include "outputs.h"
#include "raw_terminal.h"
#include "stop_request.h"

#include <arm1136/arm1136_activity.h>
#include <arm1136/arm1136_firmware.h>
#include <arm1136/arm1136_unit.h>
#include <components/memory_map.h>
#include <linux/board_console.h>
#include <linux/board_tree.h>
#include <linux/device_tree.h>
#include <linux/linux_board.h>
#include <pmu/arm1136/arm1136_events.h>
#include <pmu/arm1136/arm1136_parameters.h>
#include <process/input_file.h>
#include <process/printable.h>
#include <process/standard_streams.h>
#include <program/lexer.h>

#include <iostream>
#include <optional>
#include <stdexcept>
#include <vector>

namespace platform::pmu_run {

namespace {

namespace board_map = linux_board::board_map;

using byte_vector = std::vector<std::uint8_t>;

// Bytes; of what is loaded those of its place.
constexpr std::uint64_t longest_kernel = board_map::initrd - board_map::kernel;
constexpr std::uint64_t longest_initrd = board_map::device_tree - board_map::initrd;
constexpr std::uint64_t longest_device_tree = board_map::ram_bytes - board_map::device_tree;
constexpr std::uint64_t longest_script = 16U << 20U;

/// \throws std::runtime_error that names the option, too
std::string read_input(const std::string& option, const std::string& path, std::uint64_t most,
                       output_set& outputs) {
    outputs.add_input(path);
    try {
        return process::read_whole(path, most, is_stop_requested);
    } catch (const process::input_error& e) {
        throw std::runtime_error(option + ": " + e.what());
    } catch (const process::input_too_large& e) {
        throw std::runtime_error(option + " " + e.what());
    }
}

byte_vector bytes_of(const std::string& option, const std::string& path, std::uint64_t most,
                     output_set& outputs) {
    const std::string read = read_input(option, path, most, outputs);
    return {read.begin(), read.end()};
}

/// What a boot loader adds: kernel arguments, and where the RAM disk is.
byte_vector completed(const linux_request& request, byte_vector device_tree,
                      std::size_t initrd_bytes) {
    try {
        linux_board::device_tree tree(std::move(device_tree));
        if (!request.append.empty()) {
            const std::string present = tree.text("bootargs");
            tree.set_text("bootargs", present + (present.empty() ? "" : " ") + request.append);
        }
        if (initrd_bytes != 0) {
            tree.set_word("linux,initrd-start", board_map::initrd);
            tree.set_word("linux,initrd-end",
                          board_map::initrd + static_cast<std::uint32_t>(initrd_bytes));
        }
        return tree.blob();
    } catch (const linux_board::device_tree_error& e) {
        throw std::runtime_error("--dtb " + request.device_tree + ": " + e.what());
    }
}

linux_board::boot_files files_of(const linux_request& request, output_set& outputs) {
    linux_board::boot_files files;
    files.kernel_path = request.kernel;
    files.kernel = bytes_of("--kernel", request.kernel, longest_kernel, outputs);
    if (!request.initrd.empty()) {
        files.initrd = bytes_of("--initrd", request.initrd, longest_initrd, outputs);
    }
    files.device_tree = request.device_tree.empty()
                            ? linux_board::board_tree()
                            : bytes_of("--dtb", request.device_tree, longest_device_tree, outputs);
    files.device_tree = completed(request, std::move(files.device_tree), files.initrd.size());
    if (files.device_tree.size() > longest_device_tree) {
        throw std::runtime_error("--dtb: expected at most " + std::to_string(longest_device_tree) +
                                 " bytes with --append, got " +
                                 std::to_string(files.device_tree.size()));
    }
    return files;
}

/// \throws std::runtime_error for `counts` in a script where there is no file for them
void check_counts(const std::vector<linux_board::script_statement>& script,
                  const linux_request& request) {
    for (const linux_board::script_statement& s : script) {
        if (s.what == linux_board::script_statement::kind::counts && request.counts.empty()) {
            throw std::runtime_error(request.script + ":" + std::to_string(s.line) +
                                     ": expected --counts FILE for counts, got none");
        }
    }
}

/// The kinds of the events of `--counts`: those that this CPU knows. What depends on the addresses
/// of accesses costs time, and is left out where there are no caches.
std::uint64_t counted_kinds(const iss::cache_geometry& caches) {
    std::uint64_t kinds = 0;
    for (const activity::event_entry& e : arm1136::arm1136_event_kinds()) {
        kinds |= activity::bit_of(e.kind);
    }
    const iss::core_model& core = iss::core_model_of(iss::cpu_type::arm1136);
    return caches.exists() ? kinds & core.known_kinds
                           : kinds & core.known_kinds & ~core.known_with_caches &
                                 ~iss::execution_meter::kinds_by_address;
}

/// A line an event: what was executed while the PMU was enabled, since the last time.
void write_counts(std::ostream& out, const std::string& what, linux_board::board& board,
                  std::uint64_t kinds) {
    const auto write = [&](const std::string& event, std::uint64_t user, std::uint64_t privileged) {
        out << what << ',' << event << ',' << user << ',' << privileged << '\n';
    };
    for (const activity::event_entry& e : arm1136::arm1136_event_kinds()) {
        if ((activity::bit_of(e.kind) & kinds) != 0) {
            const pmu::event_desc* const event = pmu::arm1136_events.find(e.number);
            write(event->name, board.enabled.user()[e.kind], board.enabled.privileged()[e.kind]);
        }
    }
    write("PMUIRQ", 0, board.take_pmu_requests());
    board.enabled.clear();
}

iss::iss_config config_of(const linux_request& request) {
    iss::iss_config config;
    config.mode = iss::execution_mode::fast;
    config.cycle = cycle_of(request.clock_mhz);
    check_quantum(request.quantum, config.cycle);
    config.caches = parse_caches(request.caches);
    config.max_instructions = request.max_instructions;
    config.stop_asked = is_stop_requested;
    return config;
}

report::run_description description_of(const linux_request& request) {
    report::run_description run;
    run.kind = "linux";
    run.title = request.kernel;
    run.clock = "fast mode";
    return run;
}

} // namespace

int run_linux(const linux_request& request, output_set& outputs,
              process::standard_streams& streams) {
    if (request.kernel.empty()) {
        throw std::runtime_error("linux: expected --kernel FILE");
    }
    iss::iss_config config = config_of(request);
    const program::option_values options = option_values(request.options, arm1136::arm1136_unit());
    const pmu::arm1136_config parameters = options.to(pmu::arm1136_parameters);
    const linux_board::boot_files files = files_of(request, outputs);
    std::vector<linux_board::script_statement> script;
    if (!request.script.empty()) {
        script = linux_board::parse_script(
            read_input("--script", request.script, longest_script, outputs), request.script);
        check_counts(script, request);
    }
    output_file* const console_file = outputs.add("--console", request.console);
    output_file* const counts_file = outputs.add("--counts", request.counts);
    output_file* const page = outputs.add("--report", request.report);
    outputs.begin();
    const std::uint64_t counted = counts_file != nullptr ? counted_kinds(config.caches) : 0;
    config.wanted_kinds = counted;
    std::optional<firmware_report> report;
    if (page != nullptr) {
        report.emplace(arm1136::arm1136_firmware(), options, request.quantum);
        config.wanted_kinds |= report->kinds();
    }

    linux_board::board board("board", config, parameters);
    linux_board::board_console console("terminal", board.console,
                                       console_file != nullptr ? console_file->stream()
                                                               : streams.guest_out());
    std::optional<std::string> end; // what has ended the run, but for the kernel
    console.on_end = [&end](const std::string& why) {
        end = why;
        sc_core::sc_stop();
    };
    std::optional<raw_terminal> keyboard;
    if (request.script.empty()) {
        keyboard.emplace();
        console.follow([&] {
            std::string typed = keyboard->read();
            if (keyboard->is_end_asked()) {
                console.on_end("");
            }
            return typed;
        });
    } else {
        console.play({std::move(script), request.script}, [&](const std::string& what) {
            if (counts_file != nullptr) {
                write_counts(counts_file->stream(), what, board, counted);
            }
        });
    }
    tlm::tlm_global_quantum::instance().set(config.cycle * static_cast<double>(request.quantum));
    board.load(files);
    gdb_debugging debugging(request.gdb, board.cpu,
                            registers_of(arm1136::arm1136_unit(), pmu::arm1136_events, board.cpu,
                                         components::memory_map::coprocessor(0)));
    if (report) {
        report->watch(board.cpu, board.watched_pmu(), config.cycle);
    }
    sc_core::sc_start();
    keyboard.reset();

    if (!end) {
        console.end();
        if (console.has_script() && !console.unfinished()) { // the kernel halted in time
            end = "";
        }
    }
    const iss::iss_outcome outcome = end ? iss::iss_outcome{end->empty() ? 0 : 1, *end}
                                         : board.cpu.outcome().value_or(iss::iss_outcome{
                                               1, "the simulation ended before the kernel"});
    debugging.end(outcome.exit_code);
    if (report) {
        report->write(page->stream(), description_of(request), outcome);
    }
    std::string message = outcome.message;
    if (const auto place = console.unfinished(); !end && place) {
        message = *place + ": the run ended before: " + message;
    }
    std::cout.flush();
    std::cerr << "pmu_run: " << board.cpu.totals()[activity::activity_kind::instruction]
              << " instructions, " << board.cpu.interrupts_taken() << " interrupts\n";
    if (!message.empty() && cause_of_stop() != stop_cause::output) {
        std::cerr << "pmu_run: " << process::printable(message) << '\n';
        streams.excuse_stop();
    }
    return outcome.exit_code;
}

} // namespace platform::pmu_run
