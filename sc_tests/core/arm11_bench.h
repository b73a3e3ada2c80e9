// SPDX-License-Identifier: Apache-2.0
// A PMU of an ARM11 core between edges, spoken to as privileged software speaks to it.
#pragma once

#include <core/core_traits.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace core_test {

/// Bus addresses, MCR and MRC p15, 0, <Rd>, c15, c12, <n>.
constexpr std::uint32_t PMNC = 0xFF180;
constexpr std::uint32_t CCNT = 0xFF184;
constexpr std::uint32_t PMN0 = 0xFF188;
constexpr std::uint32_t PMN1 = 0xFF18C;

/// Lines of EVNTBUS, and the two inputs that follow in the sampled word. Those of the return stack,
/// where a part has them, come last.
constexpr std::uint64_t no_lines = 0;
constexpr std::uint64_t all_evntbus = 0xFFFFF;
constexpr std::uint64_t etmextout0 = 1U << 20;
constexpr std::uint64_t etmextout1 = 1U << 21;
constexpr std::uint64_t two_of_0x7 = 0x300; ///< both wires of event 0x7

template <class Core>
class arm11_bench {
public:
    explicit arm11_bench(const typename Core::config& parameters = {}) : core(parameters) {}

    std::uint32_t read(std::uint32_t address) const {
        std::uint32_t data = 0xDEADBEEF;
        EXPECT_EQ(core.read(address, {}, pins, data), pmu::response::ok);
        return data;
    }
    void write(std::uint32_t address, std::uint32_t value) {
        EXPECT_EQ(core.write(address, {}, value, pins, notices), pmu::response::ok);
    }
    std::uint32_t peek(std::uint32_t address) const {
        std::uint32_t data = 0xDEADBEEF;
        EXPECT_TRUE(core.peek(address, pins, data));
        return data;
    }
    void poke(std::uint32_t address, std::uint32_t value) {
        EXPECT_TRUE(core.poke(address, value));
    }
    /// Takes edges one by one. The lines stay as they are driven.
    void tick(std::uint64_t edges, std::uint64_t lines = no_lines) {
        pins.lines = lines;
        for (std::uint64_t i = 0; i < edges; ++i) {
            core.step(pins);
        }
    }
    /// Takes edges in one go.
    void run(std::uint64_t edges, std::uint64_t lines = no_lines) {
        pins.lines = lines;
        core.run(pins, edges);
    }
    bool irq() const { return core.driven().pmuirq; }
    std::uint32_t evntbus() const { return core.driven().evntbus; }

    Core core;
    typename Core::inputs pins;
    counting_sink notices;
};

} // namespace core_test
