// SPDX-License-Identifier: Apache-2.0
// Odd firmware, which tries to break the simulator: what ../odd/programs.txt lists, a line for each
// CPU.
#include "pmu_run_process.h"

#include <iss/odd/odd_programs.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace iss_test::odd_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Those with interrupts, or the others.
std::vector<odd_program> programs(bool with_interrupts) {
    std::vector<odd_program> all = iss_test::odd_programs();
    all.erase(
        std::remove_if(all.begin(), all.end(),
                       [&](const odd_program& p) { return p.has_interrupts != with_interrupts; }),
        all.end());
    return all;
}

std::string name_of(const testing::TestParamInfo<odd_program>& info) {
    return info.param.name + "_on_" + info.param.part;
}

class odd_programs_of_list : public testing::TestWithParam<odd_program> {
protected:
    static pmu_run_result run(const arguments& options) {
        const odd_program& p = GetParam();
        pmu_run_result result = run_counted(test_firmware(p.name, p.part) + p.options + options);
        EXPECT_EQ(result.exit_code, 0) << result;
        return result;
    }
};

constexpr const char* all_caches[] = {"none", "4K:2:16:lru"};

class odd_programs_without_interrupts : public odd_programs_of_list {};

TEST_P(odd_programs_without_interrupts, count_the_same_in_both_modes) {
    for (const char* caches : all_caches) {
        const pmu_run_result exact = run({"--mode", "exact", "--caches", caches});
        const pmu_run_result fast = run({"--mode", "fast", "--caches", caches});
        EXPECT_EQ(without_mode(fast), without_mode(exact)) << fast;
    }
}

INSTANTIATE_TEST_SUITE_P(firmware, odd_programs_without_interrupts,
                         testing::ValuesIn(programs(false)), name_of);

// The program says how often it does what.
TEST(odd_program, register_writes_under_a_condition_count_where_it_holds) {
    for (const char* mode : {"exact", "fast"}) {
        const auto stat = [&](const std::string& part) {
            const pmu_run_result result =
                run_counted(test_firmware("conditional_writes", part) + arguments{"--mode", mode});
            EXPECT_EQ(result.exit_code, 0) << result;
            return result.out;
        };
        EXPECT_THAT(stat("arm1136"), HasSubstr(" 150  0x12  "));
        EXPECT_THAT(stat("cortex_r5"), AllOf(HasSubstr(" 250  0x45  "), HasSubstr(" 50  0x0B  ")));
    }
}

// Where events are not counted, the engine tells of accesses only once a counter wants to know of
// them.
TEST(odd_program, sees_its_accesses_counted_though_nobody_else_looks) {
    const auto run = [](const arguments& options) {
        const pmu_run_result result =
            run_pmu_run(test_firmware("start_delay", "arm1136") + options);
        EXPECT_EQ(result.exit_code, 0) << result;
        return result.out;
    };
    for (const char* delay : {"0", "1", "3", "8"}) {
        const arguments options = {"--option", std::string("start_delay_cycles=") + delay};
        const std::string exact = run(options + arguments{"--mode", "exact"});
        EXPECT_EQ(run(options + arguments{"--mode", "fast"}), exact) << delay;
    }
}

class odd_programs_with_interrupts : public odd_programs_of_list {};

TEST_P(odd_programs_with_interrupts, end_well_in_exact_mode) {
    run({"--mode", "exact"});
}

TEST_P(odd_programs_with_interrupts, print_the_same_whatever_the_quantum) {
    for (const char* caches : all_caches) {
        const pmu_run_result usual = run({"--caches", caches});
        for (const char* quantum : {"1", "1000"}) {
            const pmu_run_result result = run({"--caches", caches, "--quantum", quantum});
            EXPECT_EQ(result.out, usual.out) << result;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(firmware, odd_programs_with_interrupts, testing::ValuesIn(programs(true)),
                         name_of);

} // namespace
} // namespace iss_test::odd_test
