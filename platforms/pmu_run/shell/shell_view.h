// SPDX-License-Identifier: Apache-2.0
// What the shell shows of a part and of its platform, on standard output.
#pragma once

#include <part/part_entry.h>
#include <part/player_target.h>
#include <program/player.h>
#include <program/unit_info.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace platform::pmu_run {

/// What is shown when it is asked for. All of them throw std::runtime_error, `expected ..., got
/// ...`, for a name that the part does not have.
class shell_view {
public:
    explicit shell_view(const part::part_entry& part) : m_part(part) {}

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

private:
    const pmu::register_desc& find(std::string_view name) const;
    void line_of(const pmu::register_desc& r, std::uint32_t value) const;

    const part::part_entry& m_part;
};

/// Shows what is read.
class shown_target final : public part::player_target {
public:
    shown_target(part::pmu_platform& target, const program::unit_info& unit);

    components::access_result coprocessor(const pmu::coprocessor_register& where, bool is_write,
                                          std::uint32_t& data, pmu::access_attributes who) override;
    components::access_result memory(std::uint64_t offset, bool is_write, unsigned bytes,
                                     std::uint64_t& data, std::optional<std::uint8_t> byte_enables,
                                     pmu::access_attributes who) override;
    bool debug(std::uint64_t offset, bool is_write, std::uint32_t& data) override;

private:
    void show(std::uint64_t offset, std::uint64_t value, unsigned bytes) const;

    const program::unit_info& m_unit;
};

} // namespace platform::pmu_run
