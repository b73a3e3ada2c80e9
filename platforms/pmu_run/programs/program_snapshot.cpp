// SPDX-License-Identifier: Apache-2.0
#include "program_snapshot.h"

#include <pmu_run/command_line/command.h>
#include <pmu_run/run/stop_request.h>

#include <pmu/core/snapshot.h>
#include <process/input_file.h>
#include <process/text_streams.h>

namespace platform::pmu_run {

namespace {

constexpr pmu::snapshot_kind kind = "PMU-PROG";
constexpr unsigned size_of_word = 4;
constexpr std::uint64_t most_bytes = 64U << 20U;

void add_lines(pmu::snapshot_writer& body, const program::line_set& lines) {
    for (std::size_t i = 0; i < lines.size(); i += 8) {
        unsigned byte = 0;
        for (unsigned bit = 0; bit < 8; ++bit) {
            byte |= static_cast<unsigned>(lines[i + bit]) << bit;
        }
        body.number(byte, 1);
    }
}

program::line_set read_lines(pmu::snapshot_reader& body) {
    program::line_set lines;
    for (std::size_t i = 0; i < lines.size(); i += 8) {
        const std::uint64_t byte = body.number(1);
        for (unsigned bit = 0; bit < 8; ++bit) {
            lines[i + bit] = (byte >> bit & 1U) != 0;
        }
    }
    return lines;
}

part::driven_levels read_driven(pmu::snapshot_reader& body, const program::unit_info& unit) {
    part::driven_levels driven;
    driven.lines = read_lines(body);
    driven.reset = body.flag();
    for (std::uint64_t n = body.number(1); n != 0; --n) {
        const auto pin = static_cast<std::size_t>(body.number(1));
        program::wide_value value;
        for (std::uint64_t& word : value.words) {
            word = body.number(sizeof word);
        }
        const bool is_input = pin < unit.pins().size() && !unit.pins()[pin].is_output;
        const bool is_next = driven.pins.empty() || driven.pins.rbegin()->first < pin;
        if (!is_input || !is_next || !value.fits(unit.pins()[pin].bits)) {
            throw pmu::snapshot_error("the snapshot drives a pin that " + std::string(unit.name()) +
                                      " does not have");
        }
        driven.pins[pin] = value;
    }
    return driven;
}

program_state parse(const std::string& bytes, const program::unit_info& unit) {
    pmu::snapshot_reader body(bytes);
    program_state state;
    pmu::expect_name(body, "part", unit.name());
    for (std::uint32_t& r : state.cpu.registers) {
        r = static_cast<std::uint32_t>(body.number(size_of_word));
    }
    state.cpu.attributes.privileged = body.flag();
    state.cpu.attributes.secure = body.flag();
    state.cpu.held = read_lines(body);
    state.driven = read_driven(body, unit);
    const std::uint64_t size = body.number(size_of_word);
    state.unit = body.bytes(static_cast<std::size_t>(size));
    body.end();
    return state;
}

} // namespace

program_state state_of(const program::cpu_state& cpu, const part::pmu_platform& target,
                       const part::player_target& player) {
    process::text_writer unit;
    target.save(unit);
    return {cpu, player.driven(), unit.str()};
}

void continue_from(const program_state& state, part::pmu_platform& target,
                   part::player_target& player) {
    player.drive(state.driven);
    target.cpu.let_outputs_arrive();
    process::text_reader in(state.unit);
    target.restore(in);
    target.cpu.outputs_may_change();
}

std::string to_bytes(const program_state& state, const program::unit_info& unit) {
    pmu::snapshot_writer body;
    body.text(unit.name());
    for (const std::uint32_t r : state.cpu.registers) {
        body.number(r, size_of_word);
    }
    body.number(state.cpu.attributes.privileged, 1);
    body.number(state.cpu.attributes.secure, 1);
    add_lines(body, state.cpu.held);
    add_lines(body, state.driven.lines);
    body.number(state.driven.reset, 1);
    body.number(state.driven.pins.size(), 1);
    for (const auto& [pin, value] : state.driven.pins) {
        body.number(pin, 1);
        for (const std::uint64_t word : value.words) {
            body.number(word, sizeof word);
        }
    }
    body.number(state.unit.size(), size_of_word);
    process::text_writer out;
    pmu::write_snapshot(out, kind, body.bytes() + state.unit);
    return out.str();
}

program_state load_state(const std::string& path, const program::unit_info& unit) {
    process::text_reader in(process::read_whole(path, most_bytes, is_stop_requested));
    try {
        program_state state = parse(pmu::read_snapshot(in, kind), unit);
        if (in.peek() != std::istream::traits_type::eof()) {
            throw pmu::snapshot_error("something follows the snapshot");
        }
        return state;
    } catch (const pmu::snapshot_error& e) {
        throw usage_error(path, ": ", e.what());
    }
}

} // namespace platform::pmu_run
