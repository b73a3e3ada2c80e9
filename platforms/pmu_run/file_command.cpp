// SPDX-License-Identifier: Apache-2.0
#include "file_command.h"

#include <pmu_run/run/runner.h>

#include <CLI/CLI.hpp>
#include <process/input_file.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <unistd.h>

namespace platform::pmu_run {

namespace {

/// \throws usage_error if it is not there
void require_there(const std::string& path) {
    if (::access(path.c_str(), F_OK) != 0) {
        throw usage_error(path + ": expected a readable file: " + std::strerror(errno));
    }
}

} // namespace

/// Firmware is a regular file. What comes through a pipe comes once, and is a program.
bool is_firmware(const std::string& path) {
    constexpr std::array<char, 4> magic{'\x7F', 'E', 'L', 'F'};
    std::array<char, 4> start{};
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) { // to open a device can do something
        return false;
    }
    try {
        process::input_file in(path);
        return in.is_regular() && in.read(start.data(), start.size()) == start.size() &&
               start == magic;
    } catch (const process::input_error&) {
        return false; // who reads all of it says so
    }
}

void require_firmware(const std::string& command, const std::string& path) {
    if (path.empty()) {
        throw usage_error(command + ": expected firmware, an ELF file");
    }
    require_there(path);
    if (!is_firmware(path)) {
        throw usage_error(command + ": expected firmware, an ELF file, got '" + path + "'");
    }
}

void file_command::add_runs_to(CLI::App& app) {
    m_part.add_to(app);
    app.add_option("FILE", m_files,
                   "access programs (.pmu), played in order; or an ELF file and its arguments");
    options.add_quiet(app);
    options.add_limits(app);
    options.add_report(app);
    options.add_timeline(app);
}

void file_command::add_to(CLI::App& app) {
    add_runs_to(app);
    m_programs.add_to(app);
    m_firmware.add_to(app);
}

/// What help has in a group of one kind of files goes with files of that kind.
void file_command::check_kind(const CLI::App& app) const {
    const bool is_program = m_firmware.file.empty();
    const std::string other = is_program ? firmware_group() : program_group;
    for (const CLI::Option* option : app.get_options()) {
        if (option->count() == 0 || option->get_group() != other) {
            continue;
        }
        const std::string& file = is_program ? m_files.front() : m_firmware.file;
        require_there(file);
        throw usage_error(
            option->get_name() + " goes with " +
            (is_program ? "firmware, got a program: " : "access programs, got firmware: ") + file);
    }
}

void file_command::check(const CLI::App& app) {
    m_firmware.part = m_part.unit().unit.name();
    if (m_files.empty()) {
        throw usage_error("expected FILE: access programs (.pmu), or firmware, an ELF file, and "
                          "its arguments");
    }
    if (is_firmware(m_files.front())) {
        m_firmware.file = m_files.front();
        m_firmware.arguments.insert(m_firmware.arguments.begin(), m_files.begin() + 1,
                                    m_files.end());
        m_files.clear();
    }
    check_kind(app);
    if (m_firmware.stat) {
        m_firmware.stat->check(app);
    }
    if (m_firmware.file.empty()) {
        m_programs.check(app, m_files.size());
        return;
    }
    m_firmware.check(app);
    m_firmware.run = options;
    check_firmware(m_firmware);
}

int file_command::run(runner& by) {
    if (!m_firmware.file.empty()) {
        return run_firmware(m_firmware, by);
    }
    return play_programs({m_part.unit(), m_files, m_programs, options,
                          m_firmware.stat ? &*m_firmware.stat : nullptr},
                         by);
}

} // namespace platform::pmu_run
