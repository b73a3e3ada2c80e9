// SPDX-License-Identifier: Apache-2.0
// The page of --report of firmware: its profile, and that it changes nothing.
#include "pmu_run_process.h"

#include <generated/part_names.h>
#include <pmu_run/report_page.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace iss_test::report_test {
namespace {

class firmware_report : public testing::TestWithParam<std::string> {
protected:
    pmu_run_result reported(const std::string& program, const arguments& options = {}) const {
        return run_pmu_run(firmware(program, GetParam()) +
                           arguments{"--report", folder.path("page.html")} + options);
    }
    nlohmann::json page() const { return pmu_run_test::data_of_page(folder.read("page.html")); }

    const sc_test::temporary_folder folder;
};

std::string name_of(const testing::TestParamInfo<std::string>& info) {
    return info.param;
}

// In both modes: the output, the counts and what the firmware checks of itself are as without.
TEST_P(firmware_report, changes_nothing) {
    for (const char* mode : {"fast", "exact"}) {
        const arguments options{"--mode", mode, "--caches", "4K:2:32"};
        const pmu_run_result plain =
            run_counted(firmware("sampling_profiler", GetParam()) + options);
        const pmu_run_result watched =
            run_counted(firmware("sampling_profiler", GetParam()) + options +
                        arguments{"--report", folder.path("page.html")});
        EXPECT_EQ(plain.exit_code, 0) << plain;
        EXPECT_EQ(watched.exit_code, 0) << watched;
        EXPECT_EQ(watched.out, plain.out);
        EXPECT_EQ(watched.err, plain.err);
        EXPECT_LT(std::filesystem::file_size(folder.path("page.html")), 2'000'000U);
        EXPECT_EQ(page().at("mode"), mode);
    }
}

// The CPU has not been ahead by more than --quantum lets it.
TEST_P(firmware_report, says_how_far_the_cpu_was_ahead) {
    ASSERT_EQ(reported("sampling_profiler", {"--quantum", "20"}).exit_code, 0);
    EXPECT_EQ(page().at("quantum"), 20);
    ASSERT_EQ(reported("sampling_profiler", {"--mode", "exact"}).exit_code, 0);
    EXPECT_EQ(page().at("quantum"), 0);
}

// All cycles are in the profile, once; the functions of the work loop have those that they take.
TEST_P(firmware_report, has_each_cycle_in_its_profile) {
    const pmu_run_result result = reported("sampling_profiler");
    ASSERT_EQ(result.exit_code, 0) << result;
    const nlohmann::json profile = page().at("profile");
    const auto cycles = profile.at("cycles").get<std::uint64_t>();
    std::uint64_t own = 0;
    std::map<std::string, std::uint64_t> total;
    for (const nlohmann::json& row : profile.at("functions").at("rows")) {
        own += row.at(1).get<std::uint64_t>();
        total[row.at(0)] = row.at(2);
    }
    EXPECT_EQ(profile.at("functions").at("omitted"), 0);
    EXPECT_EQ(own, cycles);
    EXPECT_EQ(profile.at("frames").at("rows").at(0).at(2), cycles);
    // main() is all but the start code and the interrupts that come before and after it.
    EXPECT_GT(total.at("main"), cycles * 9 / 10);
    EXPECT_LE(total.at("main"), cycles);
}

INSTANTIATE_TEST_SUITE_P(parts, firmware_report, testing::ValuesIn(sc_test::cpu_names), name_of);

} // namespace
} // namespace iss_test::report_test
