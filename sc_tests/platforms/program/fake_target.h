// SPDX-License-Identifier: Apache-2.0
// A target for programs that stores words, obeys orders about responses and time, and writes down
// what it was asked to do.
#pragma once

#include <program/parser.h>
#include <program/player.h>

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace platform::program {

class fake_target final : public program_target {
public:
    // What it does.
    std::map<std::uint64_t, std::uint64_t> words; ///< by address, coprocessor registers too
    std::map<std::uint64_t, components::access_result> refusals;
    std::map<std::size_t, wide_value> pins;
    std::uint64_t edges_left = UINT64_MAX;      ///< until the end of simulated time
    std::uint64_t irq_after = UINT64_MAX;       ///< edges until the request
    std::uint64_t statements_left = UINT64_MAX; ///< until it wants to stop
    bool stops_in_time = false;                 ///< stop when edges_left is used up
    bool answers_debug = true;

    // What it saw.
    std::vector<std::string> log;
    std::uint64_t edges = 0;
    line_set lines;

    components::access_result coprocessor(const pmu::coprocessor_register& where, bool is_write,
                                          std::uint32_t& data, pmu::access_attributes who) override;
    components::access_result memory(std::uint64_t offset, bool is_write, unsigned bytes,
                                     std::uint64_t& data, std::optional<std::uint8_t> byte_enables,
                                     pmu::access_attributes who) override;
    bool debug(std::uint64_t offset, bool is_write, std::uint32_t& data) override;
    std::uint64_t run_edges(std::uint64_t n) override;
    bool wait_irq(std::uint64_t limit, std::uint64_t& passed) override;
    void drive_lines(const line_set& levels) override;
    void drive_pin(std::size_t pin, const wide_value& value) override;
    wide_value read_pin(std::size_t pin) override { return pins[pin]; }
    bool irq() override { return irq_after == 0; }
    void set_reset(bool asserted) override;
    void count(std::uint32_t event, std::uint64_t n) override;
    bool stopped() override;

private:
    std::uint64_t advance(std::uint64_t n);
};

/// A program that has been played, and all that came of it.
struct played {
    fake_target target;
    play_result result;
    std::string output;
    std::string failures;

    /// Plays `text`, which must be a program, as the file `t.pmu`.
    void play_text(const std::string& text, const unit_info& unit,
                   std::uint64_t max_statements = 0);
};

} // namespace platform::program
