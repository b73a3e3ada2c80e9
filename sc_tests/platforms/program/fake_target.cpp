// SPDX-License-Identifier: Apache-2.0
#include "fake_target.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace platform::program {
namespace {

std::string hex(std::uint64_t value) {
    return wide_value{value}.to_hex();
}

std::string marks(pmu::access_attributes who) {
    return std::string(who.privileged ? "" : " user") + (who.secure ? "" : " nonsecure");
}

} // namespace

components::access_result fake_target::coprocessor(const pmu::coprocessor_register& where,
                                                   bool is_write, std::uint32_t& data,
                                                   pmu::access_attributes who) {
    const std::uint32_t address = encode(where);
    log.push_back((is_write ? "mcr " + hex(address) + " = " + hex(data) : "mrc " + hex(address)) +
                  marks(who));
    if (const auto refusal = refusals.find(address); refusal != refusals.end()) {
        data = 0xBAD;
        return refusal->second;
    }
    if (is_write) {
        words[address] = data;
    } else {
        data = static_cast<std::uint32_t>(words[address]);
    }
    return components::access_result::ok;
}

components::access_result fake_target::memory(std::uint64_t offset, bool is_write, unsigned bytes,
                                              std::uint64_t& data,
                                              std::optional<std::uint8_t> byte_enables,
                                              pmu::access_attributes who) {
    log.push_back((is_write ? "str" : "ldr") + std::to_string(bytes) + " " + hex(offset) +
                  (is_write ? " = " + hex(data) : "") +
                  (byte_enables ? " be " + hex(*byte_enables) : "") + marks(who));
    if (const auto refusal = refusals.find(offset); refusal != refusals.end()) {
        data = 0xBAD;
        return refusal->second;
    }
    if (is_write) {
        words[offset] = data;
    } else {
        data = words[offset];
    }
    return components::access_result::ok;
}

bool fake_target::debug(std::uint64_t offset, bool is_write, std::uint32_t& data) {
    log.push_back(is_write ? "poke " + hex(offset) + " = " + hex(data) : "peek " + hex(offset));
    if (!answers_debug) {
        return false;
    }
    if (is_write) {
        words[offset] = data;
    } else {
        data = static_cast<std::uint32_t>(words[offset]);
    }
    return true;
}

std::uint64_t fake_target::advance(std::uint64_t n) {
    const std::uint64_t passed = std::min(n, edges_left);
    edges_left -= passed;
    edges += passed;
    irq_after = irq_after == UINT64_MAX ? irq_after : irq_after - std::min(irq_after, passed);
    return passed;
}

std::uint64_t fake_target::run_edges(std::uint64_t n) {
    log.push_back("run " + std::to_string(n));
    return advance(n);
}

bool fake_target::wait_irq(std::uint64_t limit, std::uint64_t& passed) {
    log.push_back("wait " + std::to_string(limit));
    passed = advance(std::min(limit, irq_after));
    return irq();
}

void fake_target::drive_lines(const line_set& levels) {
    std::string text = "lines";
    for (std::size_t i = 0; i < levels.size(); ++i) {
        text += levels[i] ? " " + std::to_string(i) : "";
    }
    log.push_back(text);
    lines = levels;
}

void fake_target::drive_pin(std::size_t pin, const wide_value& value) {
    log.push_back("pin " + std::to_string(pin) + " = " + value.to_hex());
}

void fake_target::set_reset(bool asserted) {
    log.emplace_back(asserted ? "reset 1" : "reset 0");
}

void fake_target::count(std::uint32_t event, std::uint64_t n) {
    log.push_back("count " + hex(event) + " " + std::to_string(n));
}

bool fake_target::stopped() {
    if (stops_in_time) {
        return edges_left == 0;
    }
    if (statements_left == 0) {
        return true;
    }
    --statements_left;
    return false;
}

void played::play_text(const std::string& text, const unit_info& unit,
                       std::uint64_t max_statements) {
    const parse_result parsed = parse(text, "t.pmu", unit);
    ASSERT_TRUE(parsed.ok()) << parsed.diagnostics.front().text();
    std::ostringstream printed;
    std::ostringstream failed;
    result = play(parsed.accepted, unit, target, printed, failed, max_statements);
    output = printed.str();
    failures = failed.str();
}

} // namespace platform::program
