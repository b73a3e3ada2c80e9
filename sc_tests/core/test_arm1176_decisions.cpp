// SPDX-License-Identifier: Apache-2.0
// What the ARM1176 manual leaves open and the ARM1136 has not, or has otherwise. What both share,
// test_arm1136_decisions.cpp has; the programs in conformance/arm11_common are played on both.
#include <core/arm1176_bench.h>

namespace core_test::arm1176_decisions_test {
namespace {

using config = pmu::arm1176_config;

constexpr std::uint64_t call = 1U << 22;    // 0x23
constexpr std::uint64_t return_ = 1U << 23; // 0x24

// D1: the pin says who has access. The parameter is its level where nothing is bound, which is the
// module's.
TEST(arm1176_user_access, is_that_of_the_pin_whatever_the_parameter) {
    const pmu::access_attributes user{false, true};
    for (const bool parameter : {false, true}) {
        config c;
        c.user_access = parameter;
        arm1176_bench bench(c);
        for (const bool v : {false, true, false}) { // at once, without an edge
            bench.pins.v = v;
            std::uint32_t data = 0;
            EXPECT_EQ(bench.core.read(PMN0, user, bench.pins, data),
                      v ? pmu::response::ok : pmu::response::command_error);
        }
    }
}

TEST(arm1176_user_access, is_nothing_that_an_edge_or_a_reset_looks_at) {
    arm1176_bench bench;
    bench.write(PMNC, 0x02324811);
    bench.tick(3);
    arm1176_bench other = bench;
    bench.pins.v = false;
    other.pins.v = true;
    EXPECT_EQ(bench.core.edges_to_output_change(bench.pins),
              other.core.edges_to_output_change(other.pins));
    bench.tick(10, call | return_);
    other.tick(10, call | return_);
    EXPECT_TRUE(bench.core == other.core);
    bench.core.reset();
    other.core.reset();
    EXPECT_TRUE(bench.core == other.core);
}

// D7: no erratum is known, so a wrap by two sets the flag from any value.
TEST(arm1176_overflow, by_two_sets_the_flag) {
    for (const std::uint32_t old : {0xFFFFFFFEU, 0xFFFFFFFFU}) {
        arm1176_bench bench;
        bench.write(PMNC, 0x00700001);
        bench.tick(3);
        bench.write(PMN0, old);
        bench.tick(1, 0x300); // both wires of 0x7
        EXPECT_EQ(bench.read(PMN0), old + 2);
        EXPECT_EQ(bench.read(PMNC), 0x00700101U);
    }
}

// D17: a line each, so that a call and a return of one cycle count both, and a return and its
// prediction are reported side by side.
TEST(arm1176_return_stack, has_a_line_for_each_event) {
    arm1176_bench bench;
    bench.write(PMNC, 0x02324001); // PMN0: 0x23, PMN1: 0x24
    bench.tick(3, call | return_); // the start delay loses them
    bench.tick(2, call | return_);
    bench.tick(3, call);
    bench.tick(4, return_);
    EXPECT_EQ(bench.read(PMN0), 5U);
    EXPECT_EQ(bench.read(PMN1), 6U);
    bench.pins.debug_state = true;
    bench.tick(5, call | return_);
    EXPECT_EQ(bench.read(PMN0), 5U);
    EXPECT_EQ(bench.read(PMN1), 6U);
}

// It is one wire a line: two_bit_mode does not concern them.
TEST(arm1176_return_stack, is_never_binary) {
    config binary;
    binary.two_bit = pmu::two_bit_mode::binary;
    arm1176_bench bench(binary);
    bench.write(PMNC, 0x02324001);
    bench.tick(3);
    bench.tick(4, call | return_);
    EXPECT_EQ(bench.read(PMN0), 4U);
    EXPECT_EQ(bench.read(PMN1), 4U);
}

// Bits of the sampled word that no pin has are no state.
TEST(arm1176_return_stack, is_the_last_of_the_sampled_lines) {
    pmu::arm1176_core::inputs in;
    in.lines = UINT64_MAX;
    pmu::arm1176_core().normalise(in);
    EXPECT_EQ(in.lines, 0x3FFFFFFU);
}

} // namespace
} // namespace core_test::arm1176_decisions_test
