// SPDX-License-Identifier: Apache-2.0
// Firmware without start code and drivers, ../alone, that looks at what it does: exit code 0.
#include "pmu_run_process.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace iss_test::alone_test {
namespace {

struct lone_program {
    const char* name;
    const char* part;
    bool is_without_caches = false; ///< a miss would move what it counts
};

void PrintTo(const lone_program& p, std::ostream* out) {
    *out << p.name << " on " << p.part;
}

class lone_programs : public testing::TestWithParam<lone_program> {};

TEST_P(lone_programs, end_well_in_both_modes) {
    const arguments modes[] = {
        {"--mode", "exact"}, {"--quantum", "1"}, {"--quantum", "10000"}}; // of fast mode
    for (const arguments& mode : modes) {
        for (const char* caches : {"none", "16K:4:32"}) {
            if (GetParam().is_without_caches && caches != std::string("none")) {
                continue;
            }
            const pmu_run_result result =
                run_pmu_run(test_firmware(GetParam().name, GetParam().part) + mode +
                            arguments{"--caches", caches});
            EXPECT_EQ(result.exit_code, 0) << result;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(firmware, lone_programs,
                         testing::Values(lone_program{"fiq_of_pmu", "xscale"},
                                         lone_program{"fiq_of_pmu", "arm1176"},
                                         lone_program{"delay_of_device", "arm1136", true},
                                         lone_program{"thumb_call", "arm1136"},
                                         lone_program{"drains_of_swap", "cortex_r5"}),
                         [](const testing::TestParamInfo<lone_program>& p) {
                             return std::string(p.param.name) + "_on_" + p.param.part;
                         });

} // namespace
} // namespace iss_test::alone_test
