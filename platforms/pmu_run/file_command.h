// SPDX-License-Identifier: Apache-2.0
// Commands that execute what is in FILE on a part: access programs, or firmware. The file decides.
#pragma once

#include <pmu_run/firmware/firmware_run.h>
#include <pmu_run/programs/program_run.h>

#include <string>
#include <vector>

namespace platform::pmu_run {

inline const std::string files_text =
    "FILE is one or more access programs (.pmu), or one ELF file, firmware, and its arguments; "
    "arguments that begin with a dash come after `--`.";

/// \throws usage_error unless it is firmware, an ELF file
/// \param command that takes nothing else
void require_firmware(const std::string& command, const std::string& path);
bool is_firmware(const std::string& path);

class file_command : public command {
public:
    using command::command;
    void add_to(CLI::App& app) override;
    void check(const CLI::App& app) override;
    int run(runner& by) override;

protected:
    /// What there is of both kinds.
    void add_runs_to(CLI::App& app);

    part_argument m_part;
    std::vector<std::string> m_files; ///< programs; empty: it is firmware
    program_options m_programs;
    firmware_request m_firmware;

private:
    void check_kind(const CLI::App& app) const;
};

} // namespace platform::pmu_run
