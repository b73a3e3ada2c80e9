// SPDX-License-Identifier: Apache-2.0
// A Cortex-R5 PMU core with its pins, for tests that read as scenarios.
#pragma once

#include <pmu/core/notice.h>
#include <pmu/cortex_r5/cortex_r5_core.h>

#include <cstdint>
#include <string>
#include <vector>

namespace core_test {

/// Keeps what software is told.
struct cortex_r5_notices final : pmu::notice_sink {
    struct entry {
        std::string what;
        std::uint32_t value;
        friend bool operator==(const entry& a, const entry& b) {
            return a.what == b.what && a.value == b.value;
        }
    };
    void report(const pmu::notice& kind, std::uint32_t value) override {
        entries.push_back({kind.what, value});
    }
    std::vector<entry> entries;
};

/// The unit, its pins as they are driven, and accesses by register.
struct cortex_r5_unit {
    using reg = pmu::cortex_r5_register;

    explicit cortex_r5_unit(const pmu::cortex_r5_config& parameters = {}) : core(parameters) {}

    static constexpr pmu::access_attributes privileged{true, true};
    static constexpr pmu::access_attributes user{false, true};

    pmu::response try_write(reg r, std::uint32_t value, pmu::access_attributes who = privileged) {
        return core.write(pmu::cortex_r5_registers[r].address, who, value, pins, notices);
    }
    pmu::response try_read(reg r, std::uint32_t& value,
                           pmu::access_attributes who = privileged) const {
        return core.read(pmu::cortex_r5_registers[r].address, who, pins, value);
    }
    void write(reg r, std::uint32_t value) { try_write(r, value); }
    std::uint32_t read(reg r) const {
        std::uint32_t value = 0xBAD'BAD;
        try_read(r, value);
        return value;
    }
    void poke(reg r, std::uint32_t value) { core.poke(pmu::cortex_r5_registers[r].address, value); }

    /// An event on counter n, with a count to start from.
    void select(std::uint32_t n, std::uint32_t event, std::uint32_t count = 0) {
        write(reg::PMSELR, n);
        write(reg::PMXEVTYPER, event);
        write(reg::PMXEVCNTR, count);
    }
    std::uint32_t count_of(std::uint32_t n) {
        write(reg::PMSELR, n);
        return read(reg::PMXEVCNTR);
    }
    /// Enables these counters, and all of them.
    void start(std::uint32_t counters, std::uint32_t pmcr = 1) {
        write(reg::PMCNTENSET, counters);
        write(reg::PMCR, pmcr);
    }
    /// n edges with these lines of the bus and of the events without a bus bit.
    void run(std::uint64_t n, std::uint64_t bus = 0, std::uint64_t aux = 0) {
        pins.lines = bus | aux << pmu::cortex_r5_aux_line;
        for (std::uint64_t i = 0; i < n; ++i) {
            core.step(pins);
        }
        pins.lines = 0;
    }
    std::uint64_t evntbus() const { return core.driven().evntbus; }
    bool irq() const { return core.driven().pmuirq; }
    /// VALIRQ, VALFIQ, VALRESET, VALEDBGRQ as four binary digits.
    unsigned requests() const {
        const auto& out = core.driven();
        return unsigned{out.valirq} << 3 | unsigned{out.valfiq} << 2 | unsigned{out.valreset} << 1 |
               unsigned{out.valedbgrq};
    }

    pmu::cortex_r5_core core;
    pmu::cortex_r5_core::inputs pins;
    cortex_r5_notices notices;
};

} // namespace core_test
