// SPDX-License-Identifier: Apache-2.0
// The commands of pmu_run, and what they tell about themselves.
#include "pmu_run_process.h"

#include <generated/part_names.h>
#include <support/shell.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace pmu_run_test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// All parts, and the platform that has several units.
std::vector<std::string> parts_and_system() {
    std::vector<std::string> all = sc_test::part_names;
    all.emplace_back("system");
    return all;
}
const std::vector<std::string> parts = parts_and_system();

/// "arm1136, cci400, ...": all parts, as messages name them.
std::string part_list() {
    std::string all;
    for (const std::string& part : sc_test::part_names) {
        all += (all.empty() ? "" : ", ") + part;
    }
    return all;
}

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), {}};
}

/// All of platforms/CMakeLists.txt.
const std::vector<std::string> commands = words_of(PMU_RUN_COMMANDS);

std::string refusal(const arguments& what) {
    const pmu_run_result result = run_pmu_run(what);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.out, "") << result;
    return result.err;
}

class command_files : public testing::Test {
protected:
    std::string write(const std::string& name, const std::string& text) {
        m_folder.write(name, text);
        return m_folder.path(name);
    }

private:
    sc_test::temporary_folder m_folder;
};

/// Tables are on standard error, or where -o says.
TEST(commands, play_the_demonstration) {
    const pmu_run_result demo = run_pmu_run({"demo", "xscale", "--cycles", "10000"});
    EXPECT_EQ(demo.exit_code, 0) << demo;
    EXPECT_EQ(demo.out, "") << demo;
    EXPECT_THAT(demo.err, HasSubstr("INSTR_EXEC"));
    const sc_test::temporary_folder folder;
    EXPECT_EQ(output_of({"demo", "xscale", "--cycles", "10000", "-o", folder.path("tables")}), "");
    EXPECT_EQ(folder.read("tables"), demo.err);
}

TEST_F(command_files, are_played) {
    const std::string program = write("a.pmu", "write PMNC, 1\nrun 8\nread CCNT == 8\n");
    for (const char* clock : {"sc_clock", "tickless"}) {
        EXPECT_EQ(output_of({"run", "xscale", program, "--clock", clock}),
                  program + ": 1 check held\n");
    }
}

TEST_F(command_files, that_fail_give_exit_code_1) {
    const std::string program = write("a.pmu", "read CCNT == 1\n");
    EXPECT_EQ(run_pmu_run({"run", "xscale", program}).exit_code, 1);
}

/// Version 0.1 took a part, a file and options, among them some that said what to do.
TEST(commands, are_named_where_there_is_none) {
    const std::pair<arguments, const char*> rows[] = {
        {{"arm1136", "a.pmu"}, "arm1136: pmu_run run arm1136 ..."},
        {{"arm1136", "a.pmu", "--vcd", "a.vcd"}, "arm1136: pmu_run run arm1136 ..."},
        {{"arm1136", "--firmware", "a.elf"}, "arm1136: pmu_run run arm1136 ..."},
        {{"arm1136", "--firmware", "a.elf", "--stat"}, "arm1136: pmu_run stat arm1136 ..."},
        {{"xscale", "--registers"}, "xscale: pmu_run registers xscale ..."},
        {{"system", "--demo"}, "system: pmu_run demo system ..."},
        {{"arm1136"}, "arm1136: pmu_run shell arm1136 ..."},
        {{"--list"}, "--list: pmu_run list ..."},
        {{"arm1136", "a.pmu", "--report", "a.html"}, "arm1136: pmu_run run arm1136 ..."},
        {{"arm1136", "--map"}, "arm1136: pmu_run map arm1136 ..."},
        {{"arm1136", "a.pmu", "--replay", "a.vcd", "--map", "auto"},
         "arm1136: pmu_run run arm1136 ..."},
        {{"ixp42x", "--list-metrics"}, "ixp42x: pmu_run stat ixp42x ..."},
        {{"xscale", "--registers", "--events"}, "xscale: pmu_run tables xscale ..."},
        {{"--clock", "tickless", "arm1136", "a.pmu"}, "--clock: pmu_run run arm1136 ..."},
        {{"--registers", "cci400"}, "--registers: pmu_run registers cci400 ..."},
        {{"arm1136", "stat", "a.elf"}, "arm1136: pmu_run stat arm1136 ..."},
        {{"-e", "cycles", "stat", "xscale", "a.elf"}, "-e: pmu_run stat xscale ..."},
        {{"--seed", "7", "demo", "system"}, "--seed: pmu_run demo system ..."},
        {{"arm1136", "--shell"}, "arm1136: pmu_run shell arm1136 ..."},
    };
    for (const auto& [what, meant] : rows) {
        EXPECT_EQ(refusal(what), std::string("pmu_run: expected a command before ") + meant +
                                     " (pmu_run --help)\n");
    }
    EXPECT_EQ(refusal({}), "pmu_run: expected a command (pmu_run --help)\n");
}

// --- what does not go together -------------------------------------------------------------------

TEST_F(command_files, have_only_the_options_that_are_for_them) {
    const std::string program = write("a.pmu", "run 1\n");
    EXPECT_THAT(refusal({"run", "xscale", program, "--mode", "exact"}),
                StartsWith("pmu_run: --mode goes with firmware, got a program: " + program + "\n"));
    EXPECT_THAT(refusal({"run", "xscale", program, "--demo"}), HasSubstr("--demo"));
    EXPECT_THAT(refusal({"registers", "xscale", "--clock", "tickless"}), HasSubstr("--clock"));
    EXPECT_THAT(refusal({"events", "xscale", program}), HasSubstr("a.pmu"));
    EXPECT_THAT(refusal({"events", "xscale", "--format", "svd"}), HasSubstr("'svd'"));
}

TEST(commands, say_what_they_expect) {
    EXPECT_EQ(refusal({"run", "arm1136", ""}), "pmu_run: FILE: expected a path, got ''\n");
    EXPECT_EQ(refusal({"map", "arm1136", ""}), "pmu_run: FILE: expected a path, got ''\n");
    EXPECT_EQ(refusal({"report", ""}), "pmu_run: DATA: expected a path, got ''\n");
    EXPECT_EQ(refusal({"stat", "arm1136"}),
              "pmu_run: expected FILE: access programs (.pmu), or firmware, an ELF file, and its "
              "arguments\n");
    for (const char* command : {"stat", "record", "run"}) {
        EXPECT_THAT(refusal({command, "arm1136", "missing.elf", "--mode", "fast"}),
                    HasSubstr("missing.elf: expected a readable file: No such file or directory"))
            << command;
    }
    EXPECT_EQ(refusal({"events", "system"}), "pmu_run: system has several units: expected one of " +
                                                 part_list() + " (demo and map take it)\n");
    EXPECT_THAT(refusal({"sta", "arm1136"}),
                AllOf(HasSubstr("a command (pmu_run --help)"), HasSubstr("got 'sta'")));
}

/// Whether its help says so.
bool takes_part(const std::string& command) {
    const std::string text = output_of({command, "--help"});
    const std::size_t usage = text.find("Usage: ");
    return text.substr(usage, text.find('\n', usage) - usage).find(" PART") != std::string::npos;
}

TEST(commands, without_a_part_name_those_that_there_are) {
    for (const std::string& command : commands) {
        if (takes_part(command)) {
            EXPECT_THAT(refusal({command}), HasSubstr(part_list())) << command;
            EXPECT_THAT(refusal({command, "cortex_a9"}), HasSubstr("cortex_a9")) << command;
        }
    }
}

// --- help ----------------------------------------------------------------------------------------

TEST(help, names_all_commands_and_parts) {
    const std::string text = output_of({"--help"});
    for (const std::string& command : commands) {
        EXPECT_THAT(text, HasSubstr("\n  " + command + " "));
    }
    for (const std::string& part : parts) {
        EXPECT_THAT(text, HasSubstr(part));
    }
    EXPECT_EQ(output_of({"help"}), text);
    EXPECT_EQ(output_of({"-h"}), text);
}

TEST(help, of_a_command_has_its_options_and_examples) {
    for (const std::string& command : commands) {
        const std::string text = output_of({command, "--help"});
        EXPECT_EQ(output_of({"help", command}), text);
        EXPECT_THAT(text, HasSubstr("Usage: pmu_run " + command));
        // The file is an argument; only what reads samples asks where that of a run is now.
        const bool reads_samples =
            command == "report" || command == "annotate" || command == "script";
        EXPECT_EQ(text.find("--firmware") != std::string::npos, reads_samples) << command;
        EXPECT_THAT(text, HasSubstr("\n  pmu_run " + command + " "));
    }
    // An option is not said to exclude one that the command does not have.
    EXPECT_THAT(output_of({"record", "--help"}), Not(HasSubstr("--all")));
    EXPECT_THAT(output_of({"fuzz", "--help"}), Not(HasSubstr("--field-separator")));
    EXPECT_THAT(output_of({"help", "sweep", "status"}), HasSubstr("Usage: pmu_run sweep status"));
    EXPECT_EQ(output_of({"sweep", "status", "--help"}), output_of({"help", "sweep", "status"}));
    EXPECT_THAT(output_of({"stat", "--help"}), HasSubstr("Excludes: --all"));
    EXPECT_THAT(output_of({"run", "--help"}), AllOf(HasSubstr("--vcd"), HasSubstr("--caches")));
    EXPECT_THAT(output_of({"demo", "--help"}), AllOf(HasSubstr("--seed"), Not(HasSubstr("--vcd"))));
}

TEST(help, of_what_is_no_command_is_refused) {
    EXPECT_THAT(refusal({"help", "perf"}),
                AllOf(StartsWith("pmu_run: help: "), HasSubstr("'perf'")));
}

// --- man page and completion ---------------------------------------------------------------------

TEST(man_page, names_every_option_that_help_names) {
    const std::string page = output_of({"help", "--man"});
    EXPECT_THAT(page, StartsWith(".TH PMU_RUN 1 "));
    for (const std::string& command : commands) {
        EXPECT_THAT(page, HasSubstr("\n.SH " + command + "\n"));
        for (const std::string& word : words_of(output_of({command, "--help"}))) {
            if (word.compare(0, 2, "--") == 0 && word.size() > 2) {
                std::string name = word.substr(0, word.find_first_of(" ,;:.)`"));
                for (std::size_t at = 0; (at = name.find('-', at)) != std::string::npos; at += 2) {
                    name.replace(at, 1, "\\-");
                }
                EXPECT_THAT(page, HasSubstr(name)) << command;
            }
        }
    }
}

TEST(man_page, is_taken_by_the_formatter_without_a_warning) {
    if (sc_test::run_in_shell("command -v groff").exit_code != 0) {
        GTEST_SKIP() << "no groff";
    }
    EXPECT_THAT(sc_test::run_in_shell(PMU_RUN " help --man | groff -man -Tutf8 -ww -z 2>&1").out,
                IsEmpty());
}

/// What bash offers for the last of these words.
std::vector<std::string> completions(const std::vector<std::string>& line) {
    std::string words;
    for (const std::string& word : line) {
        words += " \"" + word + "\"";
    }
    return words_of(sc_test::run_in_shell(PMU_RUN
                                          " help --completion > /dev/null; source <(" PMU_RUN
                                          " help --completion); COMP_WORDS=(pmu_run" +
                                          words + "); COMP_CWORD=" + std::to_string(line.size()) +
                                          "; _pmu_run; printf \"%s\\n\" \"${COMPREPLY[@]}\"")
                        .out);
}

TEST(completion, offers_commands_and_parts) {
    for (const std::string& command : commands) {
        EXPECT_THAT(completions({""}), Contains(command));
        EXPECT_THAT(completions({command.substr(0, 2)}), Contains(command));
    }
    for (const std::string& part : parts) {
        EXPECT_THAT(completions({"run", ""}), Contains(part));
    }
    EXPECT_THAT(completions({"run", "x"}), testing::ElementsAre("xscale"));
}

TEST(completion, offers_the_options_of_the_command_and_their_words) {
    EXPECT_THAT(completions({"run", "xscale", "--cl"}),
                testing::UnorderedElementsAre("--clock", "--clock-mhz"));
    EXPECT_THAT(completions({"demo", "xscale", "--v"}), Each(IsEmpty()));
    EXPECT_THAT(completions({"run", "xscale", "--clock", ""}),
                testing::UnorderedElementsAre("sc_clock", "tickless"));
    EXPECT_THAT(completions({"help", "r"}),
                testing::UnorderedElementsAre("run", "registers", "record", "report"));
    EXPECT_THAT(completions({"tables", "xscale", "reg"}), testing::ElementsAre("registers"));
    EXPECT_THAT(completions({"help", "--m"}), testing::ElementsAre("--man"));
    EXPECT_THAT(completions({"sweep", "collect", "--c"}), testing::ElementsAre("--csv"));
    EXPECT_THAT(completions({"sweep", "collect", "--laun"}), Each(IsEmpty()));
    EXPECT_THAT(completions({"--vers"}), testing::ElementsAre("--version"));
}

// bash makes three words of `--clock=t`, and replaces the last one.
TEST(completion, offers_the_words_of_an_option_after_an_equals_sign) {
    EXPECT_THAT(completions({"run", "xscale", "--clock", "=", "t"}),
                testing::ElementsAre("tickless"));
    EXPECT_THAT(completions({"run", "xscale", "--clock", "="}),
                testing::UnorderedElementsAre("sc_clock", "tickless"));
    EXPECT_THAT(completions({"run", "xscale", "--clock", "t"}), testing::ElementsAre("tickless"));
    EXPECT_THAT(completions({"registers", "cci400", "--format", "s"}), testing::ElementsAre("svd"));
    EXPECT_THAT(completions({"events", "cci400", "--format", "s"}), Each(IsEmpty()));
    EXPECT_THAT(completions({"events", "cci400", "--format", "=", "c"}),
                testing::UnorderedElementsAre("csv", "c-header"));
    EXPECT_THAT(completions({"run", "xscale", "--map", "a"}), testing::ElementsAre("auto"));
}

// The names are those of the manuals: models/pmu/PART/README.md.
TEST(completion, offers_the_events_of_the_part) {
    for (const char* option : {"-e", "--event"}) {
        EXPECT_THAT(completions({"stat", "arm1136", "a.elf", option, "BR_"}),
                    testing::UnorderedElementsAre("BR_EXEC", "BR_MISPREDICT"));
        EXPECT_THAT(completions({"stat", "cortex_r5", "a.elf", option, "BR_"}),
                    testing::UnorderedElementsAre("BR_IMMED", "BR_PREDICTABLE", "BR_MISPRED"));
    }
    EXPECT_THAT(completions({"record", "xscale", "-e", "cyc"}), testing::ElementsAre("cycles"));
    EXPECT_THAT(completions({"record", "xscale", "-e", "branch"}),
                testing::UnorderedElementsAre("branches", "branch-misses"));
    EXPECT_THAT(completions({"stat", "arm1136", "-e", "cycles,cache-"}), Each(IsEmpty()));
    EXPECT_THAT(completions({"stat", "cortex_r5", "-e", "cycles,cache-m"}),
                testing::ElementsAre("cycles,cache-misses"));
    EXPECT_THAT(completions({"stat", "arm1136", "-e", "cycles,BR_E"}),
                testing::ElementsAre("cycles,BR_EXEC"));
    EXPECT_THAT(completions({"stat", "arm1136", "-e", "cycles,{0x07,BR_E"}),
                testing::ElementsAre("cycles,{0x07,BR_EXEC"));
    EXPECT_THAT(completions({"stat", "arm1136", "--event", "=", "cycles,BR_E"}),
                testing::ElementsAre("cycles,BR_EXEC"));
    // What was recorded may be of any part.
    EXPECT_THAT(completions({"report", "-e", "BR_MISP"}),
                testing::UnorderedElementsAre("BR_MISPREDICT", "BR_MISPRED"));
}

TEST(completion, offers_metrics_and_parameters_of_the_part) {
    EXPECT_THAT(completions({"run", "arm1136", "--option", "two_bit"}),
                testing::ElementsAre("two_bit_mode="));
    EXPECT_THAT(completions({"run", "xscale", "--option", "two_bit"}), Each(IsEmpty()));
    if (run_pmu_run({"stat", "arm1136", "--list-metrics"}).exit_code != 0) {
        GTEST_SKIP() << "no simulator";
    }
    EXPECT_THAT(completions({"stat", "arm1136", "a.elf", "-M", "ip"}), testing::ElementsAre("ipc"));
    EXPECT_THAT(completions({"stat", "arm1136", "a.elf", "-M", "ipc,wr"}),
                testing::ElementsAre("ipc,writeback"));
    EXPECT_THAT(completions({"stat", "ixp42x", "-M", "l"}), testing::ElementsAre("list"));
}

TEST_F(command_files, are_offered_where_a_file_is_expected) {
    const std::string file = write("misses.data", "");
    const std::string start = file.substr(0, file.size() - 4);
    using words = std::vector<std::string>;
    for (const words& line :
         {words{"report"}, words{"script"}, words{"sweep"}, words{"sweep", "status"},
          words{"sweep", "compare", "a"}, words{"report", "-i"}, words{"annotate", "main", "-i"},
          words{"run", "xscale", "a.elf", "b"}, words{"run", "xscale", "--vcd"},
          words{"run", "xscale", "--vcd", "="}, words{"stat", "xscale", "--period", "4"},
          words{"map", "xscale"}, words{"linux", "--kernel"}}) {
        words full = line;
        full.push_back(start);
        EXPECT_THAT(completions(full), testing::ElementsAre(file)) << line.front();
    }
    for (const words& line : {words{"registers", "xscale"}, words{"list"}, words{"linux"},
                              words{"annotate"}, words{"run", "xscale", "--period"}}) {
        words full = line;
        full.push_back(start);
        EXPECT_THAT(completions(full), Each(IsEmpty())) << line.front();
    }
}

TEST(completion, offers_parts_where_one_is_taken) {
    for (const std::string& command : commands) {
        EXPECT_EQ(completions({command, "xsc"}) == std::vector<std::string>{"xscale"},
                  takes_part(command))
            << command;
    }
    EXPECT_THAT(completions({"run", "xscale", "arm1"}), Each(IsEmpty()));
    EXPECT_THAT(completions({"demo", "--seed", "7", "arm113"}), testing::ElementsAre("arm1136"));
    EXPECT_THAT(completions({"sweep", "stat"}), testing::ElementsAre("status"));
    EXPECT_THAT(completions({"arm1"}), Each(IsEmpty()));
}

// An option has a value of its own: what follows that is no value.
TEST(completion, knows_which_options_have_a_value) {
    EXPECT_THAT(completions({"demo", "--report", "x", "arm113"}), testing::ElementsAre("arm1136"));
    EXPECT_THAT(completions({"demo", "--quiet", "arm113"}), testing::ElementsAre("arm1136"));
    EXPECT_THAT(completions({"run", "arm1136", "--", "--clo"}), Each(IsEmpty()));
}

TEST_F(command_files, are_offered_by_completion) {
    const std::string file = write("driver.pmu", "");
    EXPECT_THAT(completions({"run", "xscale", file.substr(0, file.size() - 4)}), Contains(file));
}

} // namespace
} // namespace pmu_run_test
