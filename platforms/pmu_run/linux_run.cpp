// SPDX-License-Identifier: Apache-2.0
#include "linux_run.h"

#include "gdb_debugging.h"
#include "stop_request.h"

#include <arm1136/arm1136_unit.h>
#include <components/memory_map.h>
#include <linux/device_tree.h>
#include <linux/linux_board.h>

#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform::pmu_run {

namespace {

struct linux_request {
    std::string kernel;
    std::string device_tree;
    std::string initrd;
    std::string append;
    double clock_mhz = 100;
    std::uint64_t quantum = 10000;
    std::uint64_t max_instructions = 0;
    unsigned max_seconds = 0;
    gdb_request gdb;
};

std::vector<std::uint8_t> contents_of(const std::string& option, const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file),
                                    std::istreambuf_iterator<char>()};
    if (!file) {
        throw std::runtime_error(option + ": cannot read " + path);
    }
    return bytes;
}

/// What a boot loader adds: kernel arguments, and where the RAM disk is.
std::vector<std::uint8_t> completed(const linux_request& request,
                                    std::vector<std::uint8_t> device_tree,
                                    std::size_t initrd_bytes) {
    try {
        linux_board::device_tree tree(std::move(device_tree));
        if (!request.append.empty()) {
            const std::string present = tree.text("bootargs");
            tree.set_text("bootargs", present + (present.empty() ? "" : " ") + request.append);
        }
        if (initrd_bytes != 0) {
            constexpr std::uint32_t start = linux_board::board_map::initrd;
            tree.set_word("linux,initrd-start", start);
            tree.set_word("linux,initrd-end", start + static_cast<std::uint32_t>(initrd_bytes));
        }
        return tree.blob();
    } catch (const linux_board::device_tree_error& e) {
        throw std::runtime_error("--dtb " + request.device_tree + ": " + e.what());
    }
}

/// \throws std::runtime_error for a file that is too long for its place
void check_size(const std::string& option, std::size_t bytes, std::uint64_t most) {
    if (bytes > most) {
        throw std::runtime_error(option + ": expected at most " + std::to_string(most) +
                                 " bytes, got " + std::to_string(bytes));
    }
}

} // namespace

int run_linux(int argc, char* argv[], output_set& outputs, process::standard_streams& streams) {
    linux_request request;
    CLI::App app("Boots a Linux kernel on the ARM1136", "pmu_run linux");
    app.add_option("--kernel", request.kernel, "Image, or zImage")->required();
    app.add_option("--dtb", request.device_tree, "the device tree")->required();
    app.add_option("--initrd", request.initrd, "the initial RAM disk");
    app.add_option("--append", request.append, "more kernel arguments");
    app.add_option("--clock-mhz", request.clock_mhz, "of the CPU");
    app.add_option("--quantum", request.quantum, "cycles between synchronisations");
    app.add_option("--max-instructions", request.max_instructions, "end after so many; 0: never");
    app.add_option("--max-seconds", request.max_seconds, "end after so much time; 0: never");
    app.add_option("--gdb", request.gdb.port, "wait for gdb at this port; 0: at any");
    app.add_option("--debug-cycles", request.gdb.cycles, "pass each time that gdb has halted it");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return app.exit(e) == 0 ? 0 : 2;
    }
    arm_stop_request(request.max_seconds);
    linux_board::boot_files files;
    files.kernel_path = request.kernel;
    files.kernel = contents_of("--kernel", request.kernel);
    if (!request.initrd.empty()) {
        files.initrd = contents_of("--initrd", request.initrd);
    }
    files.device_tree =
        completed(request, contents_of("--dtb", request.device_tree), files.initrd.size());
    using namespace linux_board;
    check_size("--kernel", files.kernel.size(), board_map::initrd - board_map::kernel);
    check_size("--initrd", files.initrd.size(), board_map::device_tree - board_map::initrd);
    check_size("--dtb", files.device_tree.size(), board_map::ram_bytes - board_map::device_tree);
    iss::iss_config config;
    config.mode = iss::execution_mode::fast;
    config.cycle = sc_core::sc_time(1000.0 / request.clock_mhz, sc_core::SC_NS);
    config.max_instructions = request.max_instructions;
    config.stop_asked = is_stop_requested;
    outputs.begin();
    linux_board::board board("board", config);
    tlm::tlm_global_quantum::instance().set(config.cycle * static_cast<double>(request.quantum));
    board.console.transmit_to(std::cout);
    board.load(files);
    gdb_debugging debugging(request.gdb, board.cpu,
                            registers_of(arm1136::arm1136_unit(), pmu::arm1136_events, board.cpu,
                                         components::memory_map::coprocessor(0)));
    sc_core::sc_start();
    const iss::iss_outcome outcome =
        board.cpu.outcome().value_or(iss::iss_outcome{1, "the simulation ended before the kernel"});
    debugging.end(outcome.exit_code);
    const activity::activity_totals& totals = board.cpu.totals();
    std::cerr << "pmu_run: " << totals[activity::activity_kind::instruction] << " instructions, "
              << board.cpu.interrupts_taken() << " interrupts\n";
    if (!outcome.message.empty()) {
        std::cerr << "pmu_run: " << outcome.message << '\n';
        streams.excuse_stop();
    }
    return outcome.exit_code;
}

} // namespace platform::pmu_run
