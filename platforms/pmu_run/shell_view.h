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

/// A target that shows what is read of another.
class shown_target final : public program::program_target {
public:
    shown_target(program::program_target& target, const shell_view& view)
        : m_target(target), m_view(view) {}

    components::access_result coprocessor(const pmu::coprocessor_register& where, bool is_write,
                                          std::uint32_t& data, pmu::access_attributes who) override;
    components::access_result memory(std::uint64_t offset, bool is_write, unsigned bytes,
                                     std::uint64_t& data, std::optional<std::uint8_t> byte_enables,
                                     pmu::access_attributes who) override;
    bool debug(std::uint64_t offset, bool is_write, std::uint32_t& data) override;
    std::uint64_t run_edges(std::uint64_t n) override { return m_target.run_edges(n); }
    bool wait_irq(std::uint64_t limit, std::uint64_t& passed) override {
        return m_target.wait_irq(limit, passed);
    }
    void drive_lines(const program::line_set& lines) override { m_target.drive_lines(lines); }
    void drive_pin(std::size_t pin, const program::wide_value& value) override {
        m_target.drive_pin(pin, value);
    }
    program::wide_value read_pin(std::size_t pin) override { return m_target.read_pin(pin); }
    bool irq() override { return m_target.irq(); }
    void set_reset(bool asserted) override { m_target.set_reset(asserted); }
    void count(std::uint32_t event, std::uint64_t n) override { m_target.count(event, n); }
    bool stopped() override { return m_target.stopped(); }

private:
    void show(std::uint64_t offset, std::uint64_t value, unsigned bytes) const;

    program::program_target& m_target;
    const shell_view& m_view;
};

} // namespace platform::pmu_run
