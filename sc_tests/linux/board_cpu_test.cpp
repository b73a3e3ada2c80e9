// SPDX-License-Identifier: Apache-2.0
// The CPUs that the board can have: what Linux looks at to know each, and what its PMU needs.
#include <generated/expected_cpus.h>
#include <linux/board_cpu.h>
#include <linux/board_tree.h>

#include <program/parser.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform::linux_board {
namespace {

using iss_test::expected_cpus;

program::option_values options_of(const board_cpu& cpu, const std::vector<std::string>& settings) {
    const program::unit_info& unit = cpu.part.part.unit;
    program::option_values options(unit.options());
    for (const std::string& setting : settings) {
        options.set(program::parse_setting(setting, unit));
    }
    return options;
}

bool has_text(const std::vector<std::uint8_t>& tree, const std::string& text) {
    const char* const with_its_end = text.c_str();
    return std::search(tree.begin(), tree.end(), with_its_end, with_its_end + text.size() + 1) !=
           tree.end();
}

// The build has tests for each of these, by the list of parts of the family.
TEST(board_cpus, are_the_parts_of_the_family) {
    std::vector<std::string> names;
    for (const board_cpu& cpu : board_cpus()) {
        names.emplace_back(cpu.name());
        EXPECT_EQ(&board_cpu_of(cpu.name()), &cpu);
    }
    EXPECT_EQ(names, (std::vector<std::string>{BOARD_CPUS}));
    for (const char* const other : {"cortex_r5", "ARM1136", ""}) {
        EXPECT_THROW(board_cpu_of(other), std::invalid_argument) << other;
    }
}

TEST(board_cpus, are_in_the_device_tree_as_linux_knows_them) {
    for (const board_cpu& cpu : board_cpus()) {
        const std::vector<std::uint8_t> tree = board_tree(cpu);
        for (const std::string other : {BOARD_CPUS}) {
            const iss_test::expected_cpu& expected = expected_cpus.at(other);
            EXPECT_EQ(has_text(tree, expected.compatible), other == cpu.name()) << cpu.name();
            EXPECT_EQ(has_text(tree, expected.pmu_compatible), other == cpu.name()) << cpu.name();
        }
    }
}

// Without a device tree the driver of the PMU, and errata always, go by MIDR, as ARM_CPU_PART_...
// of arch/arm/include/asm/cputype.h have it; arch/arm/mm/proc-v6.S takes what is 0x0007B000 under
// the mask 0x0007F000.
TEST(board_cpus, have_the_ids_by_which_linux_knows_them) {
    constexpr pmu::coprocessor_register midr{15, 0, 0, 0, 0};
    for (const board_cpu& cpu : board_cpus()) {
        const auto& identity = iss::core_model_of(cpu.part.cpu).identity;
        const auto found =
            std::find_if(identity.begin(), identity.end(),
                         [&](const iss::identification& r) { return r.where == midr; });
        ASSERT_NE(found, identity.end()) << cpu.name();
        EXPECT_EQ(found->value & 0xFF00'FFF0, expected_cpus.at(cpu.name()).main_id & 0xFF00'FFF0)
            << cpu.name();
        EXPECT_EQ(found->value & 0x0007'F000, 0x0007'B000U) << cpu.name();
    }
}

// Linux counts these with all of them (armv6_perf_map), and parks counters on 0x20.
TEST(board_cpus, count_what_linux_counts) {
    for (const board_cpu& cpu : board_cpus()) {
        const pmu::event_table& events = cpu.part.events(options_of(cpu, {}));
        for (const std::uint32_t number : {0xFFU, 0x07U, 0x05U, 0x06U, 0x01U, 0x11U, 0x20U}) {
            EXPECT_NE(events.find(number), nullptr) << cpu.name() << ' ' << number;
        }
        EXPECT_TRUE(cpu.part.parks(0x20)) << cpu.name();
    }
}

TEST(board_cpus, are_told_of_their_pmu) {
    constexpr pmu::coprocessor_register pmnc{15, 0, 15, 12, 0};
    constexpr pmu::coprocessor_register access_validation{15, 0, 15, 9, 0};
    for (const board_cpu& cpu : board_cpus()) {
        for (const bool lets_user_in : {false, true}) {
            const pmu::arm11_config parameters =
                cpu.parameters(options_of(cpu, {"start_delay_cycles=7", "stop_delay_cycles=2",
                                                lets_user_in ? "user_access=1" : "user_access=0"}));
            EXPECT_EQ(parameters.start_delay_cycles, 7U) << cpu.name();
            EXPECT_EQ(parameters.user_access, lets_user_in) << cpu.name();
            iss::iss_config config;
            cpu.tell_of_pmu(config, parameters);
            EXPECT_TRUE(config.settling.where == pmnc) << cpu.name();
            EXPECT_GT(config.settle_cycles, 7U) << cpu.name();
            // The V bit, [0], which is a bit of its CPU and a pin of its PMU.
            ASSERT_EQ(config.held_register.has_value(), expected_cpus.at(cpu.name()).has_v_bit)
                << cpu.name();
            if (config.held_register) {
                EXPECT_TRUE(config.held_register->where == access_validation) << cpu.name();
                EXPECT_EQ(config.held_register->mask, 1U) << cpu.name();
                EXPECT_EQ(config.held_at_start, lets_user_in ? 1U : 0U) << cpu.name();
            }
        }
    }
}

} // namespace
} // namespace platform::linux_board
