// SPDX-License-Identifier: Apache-2.0
// The modes of the XScale PMUs against the manuals' tables, formulas and worked example.
#include <xscale_common/pmu_modes.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace platform::pmu_modes_test {
namespace {

const report::metric& mode_of(const std::string& name) {
    for (const report::metric& mode : xscale_common::pmu_modes()) {
        if (name == mode.description) {
            return mode;
        }
    }
    throw std::invalid_argument("no mode " + name);
}

struct mode_counts {
    double ccnt = 0;
    std::vector<double> pmn;
};

/// All figures of a mode, in order.
std::vector<double> figures(const report::metric& mode, const mode_counts& counts) {
    std::vector<double> all;
    for (const report::metric_figure& figure : mode.figures) {
        all.push_back(figure.of(counts.pmn, counts.ccnt, xscale_common::line_bytes).value());
    }
    return all;
}

TEST(pmu_modes, are_those_of_table_61) {
    struct row {
        const char* name;
        std::vector<std::uint32_t> events;
    };
    const std::vector<row> table_61 = {
        {"Instruction Cache Efficiency", {0x7, 0x0}}, {"Data Cache Efficiency", {0xA, 0xB}},
        {"Instruction Fetch Latency", {0x1, 0x0}},    {"Data/Bus Request Buffer Full", {0x8, 0x9}},
        {"Stall/Writeback Statistics", {0x2, 0xC}},   {"Instruction TLB Efficiency", {0x7, 0x3}},
        {"Data TLB Efficiency", {0xA, 0x4}},
    };
    ASSERT_EQ(xscale_common::pmu_modes().size(), table_61.size());
    for (std::size_t i = 0; i < table_61.size(); ++i) {
        EXPECT_EQ(xscale_common::pmu_modes()[i].description, table_61[i].name);
        EXPECT_EQ(xscale_common::pmu_modes()[i].events, table_61[i].events) << table_61[i].name;
        EXPECT_FALSE(xscale_common::pmu_modes()[i].figures.empty()) << table_61[i].name;
    }
}

TEST(pmu_modes, the_worked_example_of_the_core_manual) {
    const mode_counts counts{0x1'0000'0020, {0x6AAA'AAAA, 0x0555'5555}};
    const auto all = figures(mode_of("Instruction Cache Efficiency"), counts);
    EXPECT_NEAR(all[0], 5.0, 1e-6);
    EXPECT_NEAR(all[1], 2.4, 1e-6);
    EXPECT_EQ(all[2], 32.0 * 0x0555'5555);
}

TEST(pmu_modes, each_figure_has_its_formula) {
    const mode_counts counts{1000, {400, 50, 0, 0}};
    EXPECT_EQ(figures(mode_of("Instruction Cache Efficiency"), counts),
              (std::vector{12.5, 2.5, 1600.0}));
    EXPECT_EQ(figures(mode_of("Data Cache Efficiency"), counts), (std::vector{12.5}));
    EXPECT_EQ(figures(mode_of("Instruction Fetch Latency"), counts), (std::vector{8.0, 40.0}));
    EXPECT_EQ(figures(mode_of("Data/Bus Request Buffer Full"), counts), (std::vector{8.0, 40.0}));
    EXPECT_EQ(figures(mode_of("Stall/Writeback Statistics"), counts), (std::vector{40.0, 800.0}));
    EXPECT_EQ(figures(mode_of("Instruction TLB Efficiency"), counts), (std::vector{12.5, 2.5}));
    EXPECT_EQ(figures(mode_of("Data TLB Efficiency"), counts), (std::vector{12.5}));
}

// A miss loads a line; what is written back are four words each, whatever a line has.
TEST(pmu_modes, the_bytes_of_a_line_are_told) {
    const std::vector<double> counts{400, 50};
    EXPECT_EQ(mode_of("Instruction Cache Efficiency").figures[2].of(counts, 1000, 16), 800.0);
    EXPECT_EQ(mode_of("Instruction Cache Efficiency").figures[2].of(counts, 1000, 64), 3200.0);
    EXPECT_EQ(mode_of("Stall/Writeback Statistics").figures[1].of(counts, 1000, 64), 800.0);
}

// The counts of four accesses with two misses, four half lines written back and two stalls.
TEST(pmu_modes, four_counters_in_one_run) {
    EXPECT_EQ(xscale_common::four_counter_mode().events,
              (std::vector<std::uint32_t>{0xA, 0xB, 0xC, 0x9}));
    EXPECT_EQ(figures(xscale_common::four_counter_mode(), {10, {4, 2, 4, 2}}),
              (std::vector{50.0, 2.0, 0.5}));
}

TEST(pmu_modes, nothing_counted_gives_no_ratio) {
    for (const report::metric& mode : xscale_common::pmu_modes()) {
        for (const report::metric_figure& figure : mode.figures) {
            const auto value = figure.of({0, 0}, 0, xscale_common::line_bytes);
            if (figure.denominators.empty()) {
                EXPECT_EQ(value, 0.0) << figure.name;
            } else {
                EXPECT_FALSE(value.has_value()) << figure.name;
            }
        }
    }
}

} // namespace
} // namespace platform::pmu_modes_test
