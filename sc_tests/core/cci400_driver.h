// SPDX-License-Identifier: Apache-2.0
// A CCI-400 PMU as a driver sees it, with pins to set by hand.
#pragma once

#include <core/core_traits.h>

#include <pmu/cci400/cci400_core.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace core_test::cci400 {

constexpr std::uint32_t PMCR = 0x0100;
constexpr std::uint32_t SAR = 0x0008;
constexpr std::uint32_t CCNT = 0x9004;
constexpr std::uint32_t CCNT_CTRL = 0x9008;
constexpr std::uint32_t CCNT_OVF = 0x900C;
constexpr std::uint32_t ESR(unsigned n) {
    return 0xA000 + n * 0x1000;
}
constexpr std::uint32_t ECNT(unsigned n) {
    return 0xA004 + n * 0x1000;
}
constexpr std::uint32_t ECTRL(unsigned n) {
    return 0xA008 + n * 0x1000;
}
constexpr std::uint32_t EOVF(unsigned n) {
    return 0xA00C + n * 0x1000;
}

constexpr std::uint32_t DP = 1U << 5;
constexpr std::uint32_t EX = 1U << 4;
constexpr std::uint32_t CCD = 1U << 3;
constexpr std::uint32_t CCR = 1U << 2;
constexpr std::uint32_t RST = 1U << 1;
constexpr std::uint32_t CEN = 1U << 0;

inline constexpr pmu::access_attributes secure{true, true};
inline constexpr pmu::access_attributes nonsecure{true, false};

/// Accesses must be answered OK unless the test looks at the answer itself.
class cci400_driver {
public:
    explicit cci400_driver(unsigned revision = 6) : unit(pmu::cci400_config{revision}) {}

    pmu::cci400_core unit;
    pmu::cci400_core::inputs pins;
    counting_sink notices;

    std::uint32_t read(std::uint32_t offset, pmu::access_attributes who = secure) const {
        std::uint32_t data = 0xDEAD'BEEF;
        EXPECT_EQ(unit.read(offset, who, pins, data), pmu::response::ok) << std::hex << offset;
        return data;
    }
    void write(std::uint32_t offset, std::uint32_t value, pmu::access_attributes who = secure) {
        EXPECT_EQ(unit.write(offset, who, value, pins, notices), pmu::response::ok)
            << std::hex << offset;
    }
    pmu::response answer(std::uint32_t offset, bool is_write, pmu::access_attributes who) {
        std::uint32_t data = 0;
        return is_write ? unit.write(offset, who, 0, pins, notices)
                        : unit.read(offset, who, pins, data);
    }

    /// Counter n counts an event from now on, once CEN is 1.
    void select(unsigned n, std::uint32_t code) {
        write(ESR(n), code);
        write(ECTRL(n), 1);
    }
    void drive(std::uint32_t code, bool level, bool is_secure = false) {
        std::uint64_t& word = (is_secure ? pins.secure_lines : pins.lines)[code / 64];
        const std::uint64_t line = std::uint64_t{1} << code % 64;
        word = level ? word | line : word & ~line;
    }
    void tick(std::uint64_t edges = 1) {
        for (std::uint64_t i = 0; i < edges; ++i) {
            unit.step(pins);
        }
    }
    /// Holds a line high for some edges.
    void pulse(std::uint32_t code, std::uint64_t edges = 1, bool is_secure = false) {
        drive(code, true, is_secure);
        tick(edges);
        drive(code, false, is_secure);
    }

    bool irq() const { return unit.driven().pmuirq; }
    unsigned overflow() const { return unit.driven().overflow; }
    bool exports(unsigned bit) const {
        return (unit.driven().evntbus[bit / 64] >> bit % 64 & 1U) != 0;
    }
    bool exports_nothing() const { return unit.driven().evntbus == pmu::cci400_evntbus{}; }
};

} // namespace core_test::cci400
