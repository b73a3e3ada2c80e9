// SPDX-License-Identifier: Apache-2.0
// What cannot be written ends in a message that names it, and exit code 2.
#include "program_fixture.h"

#include <support/shell.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pmu_run_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class outputs : public program_fixture {
protected:
    static void expect_failure(const pmu_run_result& result, const std::string& message) {
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.err, "pmu_run: cannot write " + message + "\n") << result;
    }

    /// Everything that pmu_run prints.
    std::vector<arguments> printing() const {
        const std::string file = passing();
        return {
            {"list"},
            {"--help"},
            {"--version"},
            {"registers", "arm1136"},
            {"events", "cci400"},
            {"map", "system"},
            {"run", "arm1136", file},
            {"run", "arm1136", file, file},
            {"run", "arm1136", file, "--json", "-"},
            {"run", "arm1136", file, "--quiet", "--json", "-"},
        };
    }
};

TEST_F(outputs, on_standard_output_that_is_full) {
    circumstances how;
    how.out = "/dev/full";
    for (const arguments& what : printing()) {
        expect_failure(run_pmu_run(what, how), "standard output: No space left on device");
    }
}

TEST_F(outputs, on_standard_output_that_is_closed) {
    circumstances how;
    how.closed = {1};
    for (const arguments& what : printing()) {
        expect_failure(run_pmu_run(what, how), "standard output: it is closed");
    }
}

TEST_F(outputs, on_standard_output_that_gets_too_large) {
    circumstances how;
    how.file_size = 100'000;
    const pmu_run_result result = run_pmu_run({"run", "arm1136", talkative()}, how);
    expect_failure(result, "standard output: File too large");
    EXPECT_EQ(result.out.size(), 100'000U);
}

TEST_F(outputs, of_a_failed_check_stay_a_failure_where_the_verdict_cannot_be_printed) {
    circumstances how;
    how.out = "/dev/full";
    const std::string file = program("failing.pmu", "expect r0, 1\n");
    const pmu_run_result result = run_pmu_run({"run", "arm1136", file}, how);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, file +
                              ":1: expected r0 0x00000001, got 0x00000000\n"
                              "pmu_run: cannot write standard output: No space left on device\n");
}

TEST_F(outputs, on_standard_error_that_is_full_or_closed) {
    const std::string failing = program("failing.pmu", "expect r0, 1\n");
    circumstances full;
    full.err = "/dev/full";
    circumstances closed;
    closed.closed = {2};
    for (const circumstances& how : {full, closed}) {
        for (const arguments& files : {arguments{failing}, arguments{passing(), failing}}) {
            const pmu_run_result result = run_pmu_run(arguments{"run", "arm1136"} + files, how);
            EXPECT_EQ(result.exit_code, 2) << result;
        }
        EXPECT_EQ(run_pmu_run({"no_such_part"}, how).exit_code, 2);
        EXPECT_EQ(run_pmu_run({"run", "arm1136", passing()}, how).exit_code, 0)
            << "nothing was written";
    }
}

TEST_F(outputs, that_are_not_wanted_need_no_standard_output) {
    circumstances how;
    how.out = "/dev/full";
    const pmu_run_result result = run_pmu_run({"run", "arm1136", passing(), "--quiet"}, how);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.err, "") << result;
}

TEST_F(outputs, in_files_that_cannot_be_written) {
    const std::string file = passing();
    folder.write("locked", "old");
    ::chmod(folder.path("locked").c_str(), 0444);
    // The children of this process are no exception to file modes, even if it is root.
    ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE);
    for (const char* option : {"--json", "--vcd"}) {
        const auto run = [&](const std::string& path) {
            return run_pmu_run({"run", "arm1136", file, option, path});
        };
        expect_failure(run("/dev/full"), "/dev/full: No space left on device");
        expect_failure(run("/nowhere/file"), "/nowhere/file: No such file or directory");
        expect_failure(run(folder.path()), folder.path() + ": Is a directory");
        expect_failure(run(folder.path("locked")), folder.path("locked") + ": Permission denied");
        expect_failure(run(file + "/below"), file + "/below: Not a directory");
        EXPECT_EQ(folder.read("locked"), "old");
    }
}

TEST_F(outputs, in_files_that_get_too_large) {
    const std::string file = program("long.pmu", "run 20_000\n");
    circumstances how;
    how.file_size = 100'000;
    expect_failure(
        run_pmu_run({"run", "arm1136", file, "--quiet", "--vcd", folder.path("waves")}, how),
        folder.path("waves") + ": File too large");
    EXPECT_EQ(folder.read("waves").size(), 100'000U);

    const std::string failing = program("failing.pmu", "repeat 1000\nexpect r0, 1\nend\n");
    how.file_size = 90'000; // less than a thousand failures take, in JSON
    const pmu_run_result result =
        run_pmu_run({"run", "arm1136", failing, "--quiet", "--json", folder.path("json")}, how);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_THAT(result.err,
                HasSubstr("pmu_run: cannot write " + folder.path("json") + ": File too large\n"));
}

TEST_F(outputs, in_folders_that_cannot_be) {
    ASSERT_EQ(::mkfifo(folder.path("fifo").c_str(), 0600), 0);
    expect_failure(run_pmu_run({"fuzz", "arm1136", "--seeds", "1", "--keep", folder.path("fifo")}),
                   "--keep " + folder.path("fifo") + ": Not a directory");
}

TEST_F(outputs, replace_what_was_there) {
    folder.write("json", std::string(10'000, 'x'));
    folder.write("waves", std::string(10'000, 'x'));
    const pmu_run_result result = run_pmu_run({"run", "arm1136", passing(), "--json",
                                               folder.path("json"), "--vcd", folder.path("waves")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_TRUE(json("json")["passed"]);
    EXPECT_THAT(folder.read("waves"), StartsWith("$version"));
    EXPECT_EQ(folder.read("waves").find('x'), std::string::npos);
}

// --- --vcd NAME ----------------------------------------------------------------------------------

TEST_F(outputs, value_change_dump_has_the_name_that_was_asked_for) {
    // One enabled edge after three of start delay: CCNT counts the 4th edge after the write.
    const std::string file = program("counting.pmu", "write PMNC, 1\nrun 4\nread CCNT == 1\n");
    for (const char* name : {"waves", "waves.vcd", "waves.txt", "waves.vcd.vcd", ".vcd", "a b"}) {
        const pmu_run_result result =
            run_pmu_run({"run", "arm1136", file, "--vcd", folder.path(name), "--period", "10"});
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(result.err, "") << result;
        EXPECT_FALSE(std::filesystem::exists(folder.path(std::string(name) + ".vcd")));
        const std::string dump = folder.read(name);
        EXPECT_THAT(dump, HasSubstr("$timescale 1 ps $end\n"));
        EXPECT_THAT(dump, HasSubstr("$scope module pmu $end\n"));
        // The first edge comes at 10 ns. PMNC is written between the edges 0 and 1.
        EXPECT_THAT(dump, HasSubstr("\n#10000\n1!\n"));
        const std::size_t ccnt = dump.find(" CCNT [31:0]");
        ASSERT_NE(ccnt, std::string::npos);
        const std::string code = dump.substr(ccnt - 1, 1);
        const std::size_t counted = dump.find("\nb1 " + code + "\n");
        ASSERT_NE(counted, std::string::npos) << dump;
        EXPECT_EQ(dump.substr(dump.rfind('#', counted), 7), "#40000\n") << dump;
        std::filesystem::remove(folder.path(name));
    }
}

// --- one file, two uses --------------------------------------------------------------------------

class same_files : public outputs {
protected:
    /// Runs it with that and expects the input to be as it was.
    void expect_refusal(const arguments& options, const std::string& message,
                        const circumstances& how = {}) {
        const std::string text = "print \"precious\"\n";
        const std::string file = program("input.pmu", text);
        const pmu_run_result result = run_pmu_run(arguments{"run", "arm1136", file} + options, how);
        expect_failure(result, message);
        EXPECT_EQ(result.out, "") << result;
        EXPECT_EQ(folder.read("input.pmu"), text);
    }
};

TEST_F(same_files, an_input_is_not_written) {
    const std::string input = program("input.pmu", "");
    std::filesystem::create_symlink("input.pmu", folder.path("link"));
    std::filesystem::create_hard_link(input, folder.path("twin"));
    std::filesystem::create_directory(folder.path("sub"));
    for (const char* option : {"--json", "--vcd"}) {
        for (const std::string& path :
             {input, folder.path("./input.pmu"), folder.path("sub/../input.pmu"),
              folder.path("link"), folder.path("twin")}) {
            std::string message = option;
            message.append(" ").append(path).append(": it is the input ").append(input);
            expect_refusal({option, path}, message);
        }
    }
    // Another program of the same run.
    const std::string other = program("other.pmu", "print \"other\"\n");
    expect_refusal({other, "--json", other}, "--json " + other + ": it is the input " + other);
    EXPECT_EQ(folder.read("other.pmu"), "print \"other\"\n");
}

// Nobody waits for the reader of a FIFO that the run itself reads.
TEST_F(same_files, an_input_that_is_a_fifo_is_not_written) {
    const std::string fifo = folder.path("fifo");
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    expect_refusal({"--replay", fifo, "--map", "auto", "--json", fifo},
                   "--json " + fifo + ": it is the input " + fifo);
}

TEST_F(same_files, two_outputs_are_two_files) {
    const std::string path = folder.path("new");
    const std::string again = folder.path("./new");
    expect_refusal({"--vcd", path, "--json", again},
                   "--json " + again + ": it is --vcd " + path + " too");
    EXPECT_FALSE(std::filesystem::exists(path)); // as before
    folder.write("old", "old");
    std::filesystem::create_symlink(folder.path("old"), folder.path("link"));
    expect_refusal({"--vcd", folder.path("old"), "--json", folder.path("link")},
                   "--json " + folder.path("link") + ": it is --vcd " + folder.path("old") +
                       " too");
    EXPECT_EQ(folder.read("old"), "old");
}

TEST_F(same_files, standard_output_is_no_input_and_no_other_output) {
    circumstances how;
    how.out = folder.path("input.pmu");
    expect_refusal({}, "standard output: it is the input " + how.out, how);
    how.out = folder.path("log");
    folder.write("log", "old\n");
    for (const std::string& path : {how.out, std::string("/dev/stdout")}) {
        expect_refusal({"--json", path}, "--json " + path + ": it is standard output too", how);
    }
    EXPECT_EQ(folder.read("log"), "old\n");
}

// What goes to a pipe would be mixed there. A table for people may share it.
TEST_F(same_files, a_stream_that_programs_read_is_no_other_output) {
    const std::string file = passing();
    const auto piped = [](const std::string& words, const std::string& streams) {
        return sc_test::run_in_shell(PMU_RUN " " + words + streams);
    };
    for (const char* path : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
        for (const char* command : {"run", "stat"}) {
            const auto [code, text] =
                piped(command + (" arm1136 " + file) + " --json - --timeline " + path, " 2>&1");
            EXPECT_EQ(code, 2);
            EXPECT_EQ(text, "pmu_run: cannot write --timeline " + std::string(path) +
                                ": it is standard output too\n");
        }
    }
    const std::string onto_errors = "stat arm1136 " + file + " --timeline /dev/stderr";
    for (const char* option : {" -j", " -x,"}) {
        EXPECT_EQ(piped(onto_errors + option, " 2>&1 >/dev/null").out,
                  "pmu_run: cannot write --timeline /dev/stderr: it is standard error too\n");
    }
    EXPECT_EQ(piped(onto_errors, " 2>&1 >/dev/null").exit_code, 0);
}

TEST_F(same_files, a_link_to_nothing_is_created_and_nothing_else) {
    std::filesystem::create_symlink(folder.path("target"), folder.path("link"));
    const pmu_run_result result =
        run_pmu_run({"run", "arm1136", passing(), "--json", folder.path("link")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_TRUE(json("target")["passed"]);
    std::filesystem::remove(folder.path("target"));
    expect_refusal({"--json", folder.path("link"), "--vcd", folder.path("target")},
                   "--json " + folder.path("link") + ": it is --vcd " + folder.path("target") +
                       " too");
    EXPECT_FALSE(std::filesystem::exists(folder.path("target")));
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
}

TEST_F(same_files, devices_may_have_any_use) {
    const pmu_run_result result =
        run_pmu_run({"run", "arm1136", "/dev/null", "--json", "/dev/null", "--vcd", "/dev/null"});
    EXPECT_EQ(result.exit_code, 0) << result;
}

// --- names ---------------------------------------------------------------------------------------

TEST_F(outputs, and_inputs_may_have_names_that_are_no_text) {
    const std::string name = "a\xFF\xC3\xE2\x28.pmu";
    const std::string file = program(name, "read PMNC == 1\n");
    const std::string report = folder.path("b\xFE.json");
    // Played in this process, and in children.
    for (const arguments& files : {arguments{file}, arguments{file, file}}) {
        const pmu_run_result result =
            run_pmu_run(arguments{"run", "arm1136", "--json", report} + files);
        EXPECT_EQ(result.exit_code, 1) << result;
        EXPECT_THAT(result.err, HasSubstr(file + ":1: expected PMNC == 0x00000001"));
        EXPECT_THAT(result.out, HasSubstr(file + ": 1 failed of 1 checks\n"));
        const nlohmann::json written = json("b\xFE.json"); // parse() checks UTF-8
        ASSERT_EQ(written["programs"].size(), files.size());
        EXPECT_THAT(written["programs"][0]["file"].get<std::string>(), HasSubstr("\xEF\xBF\xBD"));
        EXPECT_EQ(written["programs"][0]["failed"], 1);
    }
    const pmu_run_result missing = run_pmu_run({"run", "arm1136", folder.path("\xFF")});
    EXPECT_EQ(missing.exit_code, 2) << missing;
    EXPECT_THAT(missing.err, StartsWith(folder.path("\xFF") + ": expected a readable file"));
    const pmu_run_result waves =
        run_pmu_run({"run", "arm1136", passing(), "--vcd", folder.path("\xFD")});
    EXPECT_EQ(waves.exit_code, 0) << waves;
    EXPECT_THAT(folder.read("\xFD"), StartsWith("$version"));
}

// Names do nothing to a terminal, of eight bits too, and a message is one line.
TEST_F(outputs, and_inputs_may_have_names_of_control_characters) {
    const std::string shown = folder.path("a\\x9B31m\\x0Ax: 1 check held\\x1B");
    const std::string good = program("a\x9B"
                                     "31m\nx: 1 check held\x1B.pmu",
                                     "expect r0, 0\n");
    EXPECT_EQ(run_pmu_run({"run", "arm1136", good}).out, shown + ".pmu: 1 check held\n");
    const std::string bad = program("a\x9B"
                                    "31m\nx: 1 check held\x1B.bad",
                                    "expect r0, 1\n");
    EXPECT_EQ(run_pmu_run({"run", "arm1136", bad}).err,
              shown + ".bad:1: expected r0 0x00000001, got 0x00000000\n");
    EXPECT_EQ(run_pmu_run({"run", "arm1136", folder.path("a\x9B\n")}).err,
              folder.path("a\\x9B\\x0A") +
                  ": expected a readable file: No such file or directory\n");
    EXPECT_THAT(run_pmu_run({"stat", "arm1136", good}).err, HasSubstr(shown + ".pmu"));
}

// --- closed descriptors --------------------------------------------------------------------------

TEST_F(outputs, do_not_land_in_a_file_that_gets_a_closed_descriptor) {
    const std::string failing = program("failing.pmu", "print \"text\"\nexpect r0, 1\n");
    for (const std::vector<int>& closed :
         std::vector<std::vector<int>>{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}}) {
        circumstances how;
        how.closed = closed;
        const auto is_closed = [&closed](int descriptor) {
            return std::find(closed.begin(), closed.end(), descriptor) != closed.end();
        };
        const bool is_lost = is_closed(1) || is_closed(2); // the text or the message
        for (const arguments& files : {arguments{failing}, arguments{failing, failing}}) {
            arguments what = arguments{"run", "arm1136", "--json", folder.path("json")} + files;
            const pmu_run_result result = run_pmu_run(what, how);
            EXPECT_EQ(result.exit_code, is_lost ? 2 : 1) << result;
            // A run whose output is lost goes no further.
            EXPECT_EQ(json("json")["programs"].size(), is_lost ? 1 : files.size()) << result;
        }
        const pmu_run_result waves =
            run_pmu_run({"run", "arm1136", failing, "--quiet", "--vcd", folder.path("waves")}, how);
        EXPECT_EQ(waves.exit_code, is_closed(2) ? 2 : 1) << waves; // nothing is for standard output
        EXPECT_THAT(folder.read("waves"), StartsWith("$version"));
        EXPECT_EQ(folder.read("waves").find("expected"), std::string::npos);
    }
}

} // namespace
} // namespace pmu_run_test
