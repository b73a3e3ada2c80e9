// SPDX-License-Identifier: Apache-2.0
// Programs with nothing of ours in them: newlib's start code and linker script, in ARM and Thumb
// state, with and without optimisation.
#include "pmu_run_process.h"

#include <iss/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace iss_test {
namespace {

using testing::Combine;
using testing::HasSubstr;
using testing::Values;

/// Part, state, optimisation.
using build = std::tuple<std::string, std::string, std::string>;

class foreign : public testing::TestWithParam<build> {
protected:
    static arguments image(const std::string& program) {
        const auto& [part, state, optimisation] = GetParam();
        std::string name = program;
        name += "-";
        name += state;
        name += "-";
        name += optimisation;
        return test_firmware(name, part);
    }
};

const auto builds =
    Combine(Values("arm1136", "xscale", "cortex_r5"), Values("arm", "thumb"), Values("O0", "O2"));

std::string name_of(const testing::TestParamInfo<build>& info) {
    return std::get<0>(info.param) + "_" + std::get<1>(info.param) + "_" + std::get<2>(info.param);
}

TEST_P(foreign, has_a_console_arguments_files_and_an_exit_code) {
    const platform::temporary_folder folder;
    folder.write("in.txt", "pear\napple\nfig\n");
    const arguments words = {"--arg", "one",    "--arg", "-2",    "--arg", " two  words ",
                             "--arg", "",       "--arg", "it's",  "--arg", "it's so",
                             "--arg", "\"so\"", "--arg", "'so'",  "--arg", "a \"b\" c",
                             "--arg", "{}",     "--arg", "[a,b]", "--arg", "tab\there"};
    const pmu_run_result result =
        run_pmu_run(image("hosted") + arguments{"--semihosting-dir", folder.path()} + words);
    EXPECT_EQ(result.exit_code, 42) << result;
    EXPECT_EQ(result.out, "argument 1: one\n"
                          "argument 2: -2\n"
                          "argument 3:  two  words \n"
                          "argument 4: \n"
                          "argument 5: it's\n"
                          "argument 6: it's so\n"
                          "argument 7: \"so\"\n"
                          "argument 8: 'so'\n"
                          "argument 9: a \"b\" c\n"
                          "argument 10: {}\n"
                          "argument 11: [a,b]\n"
                          "argument 12: tab\there\n"
                          "sorted 3 lines, the first is apple\n"
                          "-7 7 00C0FFEE text c 3.141\n"
                          "-1234567890123 1763668414462081127\n"
                          "58823 -9\n")
        << result;
    EXPECT_EQ(result.err, "warning: semihosting: the file '../out.txt' is refused: it is not "
                          "accessible, or not in the folder of --semihosting-dir\n"
                          "to stderr\n");
    EXPECT_EQ(folder.read("out.txt"), "apple\nfig\npear\n");
    EXPECT_FALSE(std::filesystem::exists(folder.path("in.txt")));
}

TEST_P(foreign, has_no_files_without_a_folder) {
    const pmu_run_result result = run_pmu_run(image("hosted"));
    EXPECT_EQ(result.exit_code, 1) << result;
    EXPECT_THAT(result.out, HasSubstr("expected in != NULL")) << result;
    EXPECT_THAT(result.err, HasSubstr("--semihosting-dir")) << result;
}

// A read sees what everything before it has counted, but not itself. Around N instructions lie
// four more: the first read, and three to get from there to the line and from the line to the next.
TEST_P(foreign, counts_straight_lines_exactly) {
    const std::string counts = "4 5 14 1004\n";
    for (const char* mode : {"exact", "fast"}) {
        for (const char* caches : {"none", "1K:2:16"}) {
            const pmu_run_result result = run_pmu_run(
                image("straight_lines") + arguments{"--mode", mode, "--caches", caches});
            EXPECT_EQ(result.exit_code, 0) << result;
            EXPECT_EQ(result.out, counts + counts) << result;
            EXPECT_EQ(result.err, "") << result;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(firmware, foreign, builds, name_of);

} // namespace
} // namespace iss_test
