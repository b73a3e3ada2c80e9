// SPDX-License-Identifier: Apache-2.0
// A platform as that what an access program acts on.
#pragma once

#include <part/pmu_platform.h>
#include <program/player.h>
#include <program/vcd_stimulus.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace platform::part {

/// What a program drives. A pin that it has not driven is not in it.
struct driven_levels {
    program::line_set lines;                         ///< those of a `pulse` that is on included
    std::map<std::size_t, program::wide_value> pins; ///< by position
    bool reset = false;
};

/// Lets the player of access programs use a platform, from the stub CPU's thread.
class player_target : public program::program_target {
public:
    /// \param stop_asked whether the program is to end early; asked often
    player_target(pmu_platform& target, std::function<bool()> stop_asked)
        : m_platform(target), m_stop_asked(std::move(stop_asked)) {}

    components::access_result coprocessor(const pmu::coprocessor_register& where, bool is_write,
                                          std::uint32_t& data, pmu::access_attributes who) override;
    components::access_result memory(std::uint64_t offset, bool is_write, unsigned bytes,
                                     std::uint64_t& data, std::optional<std::uint8_t> byte_enables,
                                     pmu::access_attributes who) override;
    bool debug(std::uint64_t offset, bool is_write, std::uint32_t& data) override;
    std::uint64_t run_edges(std::uint64_t n) override;
    bool wait_irq(std::uint64_t limit, std::uint64_t& passed) override;
    void drive_lines(const program::line_set& lines) override;
    void drive_pin(std::size_t pin, const program::wide_value& value) override;
    program::wide_value read_pin(std::size_t pin) override;
    bool irq() override;
    void set_reset(bool asserted) override;
    void count(std::uint32_t event, std::uint64_t n) override;
    void between_statements() override { act_if_due(); }
    bool stopped() override { return m_stop_asked(); }

    /// What was counted so far, a text as program::batches_signal has it. It stays where it is.
    const std::string& batches() const { return m_batches; }

    /// Raises these lines, too, whatever the program drives. From the stub CPU's thread, once.
    void replay(std::vector<program::line_change> changes);
    /// Calls `act` once, half a period after an edge: before the next statement, or within one that
    /// lets more edges pass.
    /// \param edge how many edges have come since the start by then
    void call_after_edge(std::uint64_t edge, std::function<void()> act);
    /// What the program drives now.
    const driven_levels& driven() const { return m_driven; }
    /// Drives that instead.
    void drive(const driven_levels& levels);

private:
    std::uint64_t edges_at_once(std::uint64_t left) const;
    void replay_if_due();
    void act_if_due();

    void drive_all_lines();

    void note_batch(std::uint32_t event, std::uint64_t n);

    pmu_platform& m_platform;
    std::map<std::uint32_t, std::uint64_t> m_counted; ///< by event
    std::string m_batches = "none";
    std::function<bool()> m_stop_asked;
    std::vector<program::line_change> m_changes;
    std::size_t m_next_change = 0;
    program::line_set m_replayed; ///< what they have raised
    driven_levels m_driven;
    std::uint64_t m_act_after = 0; ///< edges since the start
    std::function<void()> m_act;   ///< empty: nothing to be done
};

} // namespace platform::part
