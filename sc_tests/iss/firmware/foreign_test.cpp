// SPDX-License-Identifier: Apache-2.0
// Programs with nothing of ours in them: newlib's start code and linker script, in ARM and Thumb
// state, with and without optimisation.
#include "pmu_run_process.h"

#include <generated/part_names.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <tuple>

namespace iss_test::foreign_test {
namespace {

using testing::Combine;
using testing::HasSubstr;
using testing::StartsWith;
using testing::Values;
using testing::ValuesIn;

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
    Combine(ValuesIn(sc_test::cpu_names), Values("arm", "thumb"), Values("O0", "O2"));

std::string name_of(const testing::TestParamInfo<build>& info) {
    return std::get<0>(info.param) + "_" + std::get<1>(info.param) + "_" + std::get<2>(info.param);
}

TEST_P(foreign, has_a_console_arguments_files_and_an_exit_code) {
    const sc_test::temporary_folder folder;
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

// pmu_run/README.md: a file that is read is never written, and no two outputs go to one file.
TEST_P(foreign, cannot_write_what_the_run_reads_and_writes) {
    const sc_test::temporary_folder folder;
    folder.write("in.txt", "pear\n");
    const std::string out = folder.path("out.txt");
    const auto expect_kept = [&](const arguments& words, const std::string& why) {
        const pmu_run_result result =
            run_pmu_run(words + arguments{"--semihosting-dir", folder.path()});
        EXPECT_THAT(result.out, HasSubstr("expected out != NULL")) << result;
        EXPECT_EQ(result.err,
                  "warning: semihosting: the file '" + out + "' is not changed: " + why + "\n");
    };
    expect_kept(image("hosted") + arguments{"--trace", out}, "it is --trace " + out + " too");
    EXPECT_THAT(folder.read("out.txt"), HasSubstr("  0000"));
    const arguments run = image("hosted"); // run PART FILE
    std::filesystem::copy_file(run[2], out, std::filesystem::copy_options::overwrite_existing);
    expect_kept({run[0], run[1], out}, "it is the input " + out);
    EXPECT_EQ(std::filesystem::file_size(out), std::filesystem::file_size(run[2]));
}

TEST_P(foreign, takes_the_arguments_after_its_name) {
    const sc_test::temporary_folder folder;
    folder.write("in.txt", "pear\n");
    const arguments options = image("hosted"); // run PART FILE
    const pmu_run_result result =
        run_pmu_run({"run", options[1], options[2], "one", " two  words ", "--quiet",
                     "--semihosting-dir", folder.path(), "--", "-v", "--quiet"});
    EXPECT_EQ(result.exit_code, 42) << result;
    EXPECT_THAT(result.out, StartsWith("argument 1: one\n"
                                       "argument 2:  two  words \n"
                                       "argument 3: -v\n"
                                       "argument 4: --quiet\n"
                                       "sorted 1 lines"))
        << result;
}

// Names and words are bytes, in whatever encoding.
TEST(foreign_names, have_any_bytes) {
    const sc_test::temporary_folder outer;
    const std::string folder = outer.path("f\xFFles");
    const std::string image = outer.path("\xE9t\xE9 \xA0.elf");
    std::filesystem::create_directory(folder);
    std::filesystem::copy_file(test_firmware("hosted-arm-O2", "arm1136").back(), image);
    outer.write("f\xFFles/in.txt", "\xFE pear\n\xFD apple\n");
    const pmu_run_result result =
        run_counted({"run", "arm1136", image, "--arg", "\xFFword\xC3", "--arg", "\x80 and \xBF",
                     "--semihosting-dir", folder});
    EXPECT_EQ(result.exit_code, 42) << result;
    EXPECT_THAT(result.out, HasSubstr("argument 1: \xFFword\xC3\nargument 2: \x80 and \xBF\n"));
    EXPECT_THAT(result.out, HasSubstr("the first is \xFD apple\n"));
    EXPECT_THAT(result.out, HasSubstr(image)) << "the title of the table";
    EXPECT_EQ(outer.read("f\xFFles/out.txt"), "\xFD apple\n\xFE pear\n");

    const std::string trace = "tr\xE4";
    run_pmu_run(test_firmware("write_errors", "arm1136") + arguments{"--trace", outer.path(trace)});
    EXPECT_FALSE(outer.read(trace).empty());

    const pmu_run_result missing = run_pmu_run({"record", "arm1136", image + "\xFF"});
    EXPECT_EQ(missing.exit_code, 2) << missing;
    EXPECT_EQ(missing.err,
              "pmu_run: " + image + "\xFF: expected a readable file: No such file or directory\n");
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
            EXPECT_EQ(without_notices(result.err), "") << result;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(firmware, foreign, builds, name_of);

} // namespace
} // namespace iss_test::foreign_test
