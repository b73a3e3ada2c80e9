// SPDX-License-Identifier: Apache-2.0
// What the shell shows of a part and of its platform.
#pragma once

#include <part/part_entry.h>
#include <part/player_target.h>
#include <program/player.h>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>

namespace platform::pmu_run {

/// Of a part, as program::unit_info has it. All of them throw std::runtime_error, `expected ...,
/// got ...`, for a name that the part does not have.
class shell_view {
public:
    shell_view(std::ostream& out, const part::part_entry& part) : m_out(out), m_part(part) {}

    /// Statements and what the shell does: all, or one.
    void help(std::string_view word) const;
    /// The fields of a register as its manual has them.
    void fields(std::string_view name) const;
    /// A register with its fields, or one of its fields after a dot.
    void show(std::string_view name, part::pmu_platform& target) const;
    /// All registers and outputs, and the stub CPU.
    /// \param edges how many have passed
    void show_all(part::pmu_platform& target, part::player_target& player,
                  const program::cpu_state& cpu, std::uint64_t edges) const;
    /// What was read.
    void read(const std::string& what, std::uint64_t value, unsigned bytes) const;
    /// The register at an offset, or nullptr.
    const pmu::register_desc* at(std::uint64_t offset) const;

private:
    const pmu::register_desc& find(std::string_view name) const;
    void line_of(const pmu::register_desc& r, std::uint32_t value) const;

    std::ostream& m_out;
    const part::part_entry& m_part;
};

} // namespace platform::pmu_run
