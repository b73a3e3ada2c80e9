// SPDX-License-Identifier: Apache-2.0
// What a run takes does not grow with its length: ../growth.
#include "pmu_run_process.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace iss_test::growth_test {
namespace {

struct long_program {
    const char* name;
    const char* part;
    const char* mode;
    long most_mib = 96;
};

void PrintTo(const long_program& p, std::ostream* out) {
    *out << p.name << " on " << p.part << ", " << p.mode;
}

class growth : public testing::TestWithParam<long_program> {};

// What the engine may keep of translations is some 40 MiB, and what is known of their pages beside
// it as much; without that limit these took 100 to 200.
TEST_P(growth, is_bounded) {
    const long_program& p = GetParam();
    const pmu_run_result result =
        run_pmu_run(test_firmware(p.name, p.part) + arguments{"--mode", p.mode});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_LT(result.resident_kib, p.most_mib * 1024) << result;
}

constexpr long_program programs[] = {
    {"self_modifying", "arm1136", "fast"},         {"prefetch_aborts", "arm1136", "fast"},
    {"changing_tables", "arm1136", "fast"},        {"counter_in_it_block", "cortex_r5", "fast"},
    {"counter_in_it_block", "cortex_r5", "exact"},
};

std::string name_of(const testing::TestParamInfo<long_program>& info) {
    return std::string(info.param.name) + "_" + info.param.mode;
}

INSTANTIATE_TEST_SUITE_P(firmware, growth, testing::ValuesIn(programs), name_of);

} // namespace
} // namespace iss_test::growth_test
