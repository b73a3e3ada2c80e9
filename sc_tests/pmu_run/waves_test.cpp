// SPDX-License-Identifier: Apache-2.0
// --vcd: accesses as text, and the save file for GTKWave beside the dump.
#include "program_fixture.h"

#include <generated/part_names.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace pmu_run_test {
namespace {

using testing::HasSubstr;

class waves : public program_fixture {
protected:
    std::string driver() const {
        return program("driver.pmu", "write PMNC, 1\nwrite CCNT, 7\nrun 3\nread CCNT\n");
    }
    void dump(const std::string& part, const std::string& name) const {
        const pmu_run_result result =
            run_pmu_run({"run", part, driver(), "--quiet", "--vcd", folder.path(name)});
        EXPECT_EQ(result.exit_code, 0) << result;
    }
};

/// All variables of a dump, as GTKWave names them.
std::set<std::string> variables_of(const std::string& dump) {
    std::set<std::string> all;
    std::vector<std::string> scopes;
    std::istringstream lines(dump);
    for (std::string line; std::getline(lines, line) && line != "$enddefinitions $end";) {
        std::istringstream words(line);
        std::string word;
        std::string kind;
        std::string bits;
        std::string code;
        std::string name;
        words >> word;
        if (word == "$scope") {
            words >> kind >> name;
            scopes.push_back(name);
        } else if (word == "$upscope") {
            scopes.pop_back();
        } else if (word == "$var") {
            std::string range;
            words >> kind >> bits >> code >> name >> range;
            std::string path;
            for (const std::string& s : scopes) {
                path += s + ".";
            }
            all.insert(path + name + (range == "$end" ? "" : range));
        }
    }
    return all;
}

TEST_F(waves, tell_accesses_as_text) {
    dump("xscale", "waves.vcd");
    const std::string text = folder.read("waves.vcd");
    const std::size_t name = text.find(" accesses $end\n");
    ASSERT_NE(name, std::string::npos);
    const std::size_t line = text.rfind("$var string 1 ", name);
    ASSERT_EQ(text.rfind('\n', name), line - 1);
    const std::string code = text.substr(line + 14, name - line - 14);
    EXPECT_THAT(text, HasSubstr("s- " + code + "\n")); // before the first one
    // Both writes come before the first edge, at one instant; CCNT counts each of three edges.
    EXPECT_THAT(text, HasSubstr("sPMNC:=0x00000001;CCNT:=0x00000007 " + code + "\n"));
    EXPECT_THAT(text, HasSubstr("sCCNT=0x0000000A " + code + "\n"));
}

TEST_F(waves, have_a_save_file_that_shows_all_of_them_in_groups) {
    for (const std::string& part : sc_test::part_names) {
        folder.write("driver.pmu", "run 2\n");
        const pmu_run_result result = run_pmu_run(
            {"run", part, folder.path("driver.pmu"), "--quiet", "--vcd", folder.path("waves.vcd")});
        ASSERT_EQ(result.exit_code, 0) << result;
        const std::string save = folder.read("waves.gtkw");
        EXPECT_THAT(save, HasSubstr("[dumpfile] \"waves.vcd\"\n"));
        std::set<std::string> shown;
        std::vector<std::string> open;
        std::istringstream lines(save);
        bool is_end = false;
        for (std::string line; std::getline(lines, line);) {
            if (line.front() == '@') {
                is_end = line == "@1000200" || line == "@1401200";
            } else if (line.front() == '-') {
                if (is_end) {
                    ASSERT_FALSE(open.empty());
                    EXPECT_EQ(open.back(), line);
                    open.pop_back();
                } else {
                    open.push_back(line);
                }
            } else if (line.front() != '[' && line.front() != '*') {
                EXPECT_EQ(open.size(), 1U) << line;
                EXPECT_TRUE(shown.insert(line).second) << line;
            }
        }
        EXPECT_TRUE(open.empty());
        EXPECT_EQ(shown, variables_of(folder.read("waves.vcd"))) << part;
    }
}

TEST_F(waves, have_their_save_file_beside_them_if_they_are_a_file) {
    dump("xscale", "waves.txt");
    EXPECT_TRUE(std::filesystem::exists(folder.path("waves.txt.gtkw")));
    const pmu_run_result result = run_pmu_run({"run", "xscale", driver(), "--vcd", "/dev/null"});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_FALSE(std::filesystem::exists("/dev/null.gtkw"));
    std::filesystem::create_directory(folder.path("taken.gtkw"));
    const pmu_run_result taken =
        run_pmu_run({"run", "xscale", driver(), "--vcd", folder.path("taken.vcd")});
    EXPECT_EQ(taken.exit_code, 2) << taken;
    EXPECT_THAT(taken.err, HasSubstr(folder.path("taken.gtkw") + ": Is a directory"));
}

TEST_F(waves, are_compressed_by_the_converter_of_gtkwave) {
    const pmu_run_result result =
        run_pmu_run({"run", "xscale", driver(), "--quiet", "--vcd", folder.path("waves.vcd"),
                     "--fst", folder.path("waves.fst")});
    if (result.err.find("vcd2fst is not installed") != std::string::npos) {
        GTEST_SKIP() << result.err;
    }
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.err, "") << result;
    EXPECT_GT(std::filesystem::file_size(folder.path("waves.fst")), 0U);
    // The converter would replace a device: a link to one stands for it here.
    std::filesystem::create_symlink("/dev/null", folder.path("link"));
    const pmu_run_result device =
        run_pmu_run({"run", "xscale", driver(), "--quiet", "--vcd", folder.path("waves.vcd"),
                     "--fst", folder.path("link")});
    EXPECT_EQ(device.exit_code, 2) << device;
    EXPECT_EQ(device.err, "pmu_run: --fst " + folder.path("link") + ": expected a regular file\n");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
}

TEST_F(waves, need_the_converter_before_the_run) {
    ::setenv("PATH", folder.path().c_str(), 1); // of this process and its children
    const pmu_run_result result =
        run_pmu_run({"run", "xscale", driver(), "--vcd", folder.path("waves.vcd"), "--fst",
                     folder.path("waves.fst")});
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, "pmu_run: --fst: vcd2fst is not installed; it comes with the package "
                          "gtkwave\n");
    EXPECT_FALSE(std::filesystem::exists(folder.path("waves.vcd")));
    const pmu_run_result alone = run_pmu_run({"run", "xscale", driver(), "--fst", "waves.fst"});
    EXPECT_EQ(alone.exit_code, 2) << alone;
    EXPECT_EQ(alone.err, "pmu_run: --fst goes with --vcd\n");
}

} // namespace
} // namespace pmu_run_test
