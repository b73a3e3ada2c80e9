// SPDX-License-Identifier: Apache-2.0
// An overflow interrupt every thousand instructions: none is lost, none comes twice, none late.
#include "pmu_run_process.h"

#include <generated/part_names.h>

#include <gtest/gtest.h>

#include <string>

namespace iss_test::overflow_interrupts_test {
namespace {

class overflow_interrupts : public testing::TestWithParam<std::string> {
protected:
    /// \param latest how many instructions late one may be; empty: a block
    static void expect_well(const std::string& mode, const std::string& count,
                            const std::string& latest, const arguments& options = {}) {
        arguments all = test_firmware("overflow_interrupts", GetParam()) +
                        arguments{"--mode", mode, "--arg", count} + options;
        if (!latest.empty()) {
            all = all + arguments{"--arg", latest};
        }
        const pmu_run_result result = run_pmu_run(all);
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(without_notices(result.err), "") << result;
    }
};

TEST_P(overflow_interrupts, in_exact_mode_each_comes_in_time) {
    expect_well("exact", "2000", "0");
}

TEST_P(overflow_interrupts, in_fast_mode_each_comes_at_most_a_block_late) {
    expect_well("fast", "10000", "");
}

TEST_P(overflow_interrupts, with_caches) {
    expect_well("exact", "200", "0", {"--caches", "4K:2:16"});
    expect_well("fast", "2000", "", {"--caches", "4K:2:16"});
}

// The program sees it where one is late.
TEST_P(overflow_interrupts, in_fast_mode_they_are_not_in_time) {
    const pmu_run_result result = run_pmu_run(test_firmware("overflow_interrupts", GetParam()) +
                                              arguments{"--arg", "1000", "--arg", "0"});
    EXPECT_EQ(result.exit_code, 1) << result;
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
    return info.param;
}

INSTANTIATE_TEST_SUITE_P(firmware, overflow_interrupts, testing::ValuesIn(sc_test::cpu_names),
                         name_of);

} // namespace
} // namespace iss_test::overflow_interrupts_test
