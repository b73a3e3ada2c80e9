// SPDX-License-Identifier: Apache-2.0
// --save-at and --restore: the second half of a program, begun with what the first has left, does
// what it would have done.
#include "program_fixture.h"

#include <filesystem>
#include <generated/part_names.h>
#include <sys/stat.h>

namespace pmu_run_test {
namespace {

constexpr const char* clocks[] = {"sc_clock", "tickless"};

// 20 edges; the save is asked for after 12 of them.
constexpr const char* first_half = R"(
option start_delay_cycles, 0
set r3, 0x55
events 0x0B
pin ETMEXTOUT, 1
write CCNT, 0xFFFFFFE0
write PMNC, 0x00B20041          # PMN0: 0x0B, PMN1: 0x20, the request of CCNT, E
run 12
)";
// From edge 12 on. CCNT wraps on edge 32.
constexpr const char* second_half = R"(
read CCNT == 0xFFFFFFEC
read PMN0 == 12
read PMN1 == 12
expect r3, 0x55
expect irq 0
run 19
expect irq 0
run 1
expect irq 1
read CCNT == 0
read PMN0 == 32
read PMN1 == 32
)";

class snapshots : public program_fixture {
protected:
    void SetUp() override {
        whole = program("whole.pmu", std::string(first_half) + second_half);
        first = program("first.pmu", std::string(first_half) + "run 8\n");
        second = program("second.pmu", "option start_delay_cycles, 0\n" + std::string(second_half));
    }
    void expect_held(const arguments& what) const {
        const pmu_run_result result = run_pmu_run(arguments{"run", "arm1136"} + what);
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(result.err, "") << result;
    }
    static void expect_refusal(const pmu_run_result& result, const std::string& message) {
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.err, "pmu_run: " + message + "\n") << result;
    }
    std::string save(const std::string& name = "saved") const {
        expect_held({first, "--save-at", "12", folder.path(name)});
        return folder.path(name);
    }

    std::string whole;
    std::string first;
    std::string second;
};

TEST_F(snapshots, continue_a_program_on_either_clock) {
    for (const char* saving : clocks) {
        expect_held({whole, "--clock", saving, "--save-at", "12", folder.path(saving)});
        for (const char* restoring : clocks) {
            expect_held({second, "--clock", restoring, "--restore", folder.path(saving)});
        }
    }
    EXPECT_EQ(folder.read("sc_clock").substr(0, 8), "PMU-PROG");
}

TEST_F(snapshots, can_be_taken_within_a_run_and_a_wait) {
    const std::string waiting =
        program("waiting.pmu", std::string(first_half) + "wait irq within 100\nread CCNT == 0\n");
    const std::string rest = program("rest.pmu", "option start_delay_cycles, 0\n"
                                                 "read CCNT == 0xFFFFFFF1\nwait irq within 15\n"
                                                 "read CCNT == 0\n");
    for (const char* clock : clocks) {
        expect_held({waiting, "--clock", clock, "--save-at", "17", folder.path("saved")});
        expect_held({rest, "--clock", clock, "--restore", folder.path("saved")});
    }
    expect_held({whole, "--save-at", "0", folder.path("saved")});
    expect_held({whole, "--restore", folder.path("saved")});
}

TEST_F(snapshots, have_mode_reset_and_a_pulse_that_is_on) {
    const std::string half = program("half.pmu", "option start_delay_cycles, 0\nmode user\n"
                                                 "mode privileged\nwrite PMNC, 0x00B00001\n"
                                                 "mode user\npulse 0x0B x10\n");
    const std::string rest = program("rest.pmu", "option start_delay_cycles, 0\n"
                                                 "read PMN0 -> undefined\nrun 3\nmode privileged\n"
                                                 "read PMN0 == 8\n");
    expect_held({half, "--save-at", "5", folder.path("saved")});
    expect_held({rest, "--restore", folder.path("saved")});
    const std::string in_reset = program("in_reset.pmu", "write CCNT, 5\nreset x10\n");
    const std::string after = program("after.pmu", "write CCNT, 5\nread CCNT == 0\nreset x1\n"
                                                   "write CCNT, 5\nread CCNT == 5\n");
    expect_held({in_reset, "--save-at", "5", folder.path("saved")});
    expect_held({after, "--restore", folder.path("saved")});
}

// The last edge of a pulse or of a reset ends the statement: README, `--save-at` saves before the
// next one. PMN0 counts event 0x00, three edges of start delay after E; the pulse has edge 5.
TEST_F(snapshots, at_the_end_of_a_pulse_or_reset_do_not_hold_the_line) {
    const std::string pulse = program("a.pmu", "write PMNC, 0x00000001\nrun 4\npulse 0x00\n"
                                               "read PMN0 == 1\nrun 1\n");
    const std::string after_pulse = program("b.pmu", "read PMN0 == 1\nrun 1\nread PMN0 == 1\n"
                                                     "run 10\nread PMN0 == 1\n");
    const std::string reset = program("c.pmu", "reset\nwrite PMN1, 5\nread PMN1 == 5\nrun 2\n");
    const std::string after_reset =
        program("d.pmu", "write PMN1, 5\nread PMN1 == 5\nrun 2\nread PMN1 == 5\n");
    for (const char* saving : clocks) {
        expect_held({pulse, "--clock", saving, "--save-at", "5", folder.path("pulsed")});
        expect_held({reset, "--clock", saving, "--save-at", "1", folder.path("reset")});
        for (const char* restoring : clocks) {
            expect_held({after_pulse, "--clock", restoring, "--restore", folder.path("pulsed")});
            expect_held({after_reset, "--clock", restoring, "--restore", folder.path("reset")});
        }
    }
}

TEST_F(snapshots, of_every_part_can_be_restored) {
    const std::string start = program("start.pmu", "run 10\n");
    for (const std::string& part : sc_test::part_names) {
        const std::string path = folder.path(part);
        const pmu_run_result saving = run_pmu_run({"run", part, start, "--save-at", "5", path});
        EXPECT_EQ(saving.exit_code, 0) << saving;
        const pmu_run_result restoring =
            run_pmu_run({"run", part, start, "--clock", "tickless", "--restore", path});
        EXPECT_EQ(restoring.exit_code, 0) << restoring;
    }
}

TEST_F(snapshots, that_the_program_does_not_reach_are_refused) {
    for (const char* clock : clocks) {
        const std::string path = folder.path("never");
        expect_refusal(run_pmu_run({"run", "arm1136", first, "--quiet", "--clock", clock,
                                    "--save-at", "21", path}),
                       first + ": it ends after 20 cycles, before --save-at 21");
        EXPECT_FALSE(std::filesystem::exists(path));
    }
    folder.write("old", "old");
    run_pmu_run({"run", "arm1136", first, "--quiet", "--save-at", "21", folder.path("old")});
    EXPECT_EQ(folder.read("old"), "old");
}

TEST_F(snapshots, that_do_not_fit_are_refused) {
    const std::string path = save();
    const auto restore = [&](const std::string& part, const std::string& file,
                             const std::string& from) {
        return run_pmu_run({"run", part, file, "--quiet", "--restore", from});
    };
    const std::string other = program("other.pmu", "run 1\n");
    expect_refusal(restore("arm1136", other, path),
                   path + ": platform.pmu: the parameter `start_delay_cycles` is 0 in the "
                          "snapshot and 3 here");
    expect_refusal(restore("xscale", other, path),
                   path + ": the snapshot is of the part `arm1136`, not of `xscale`");
    expect_refusal(restore("arm1136", second, folder.path("nothing")),
                   "cannot read " + folder.path("nothing") + ": No such file or directory");
    expect_refusal(restore("arm1136", second, folder.path()),
                   "cannot read " + folder.path() + ": Is a directory");
    expect_refusal(restore("arm1136", second, second),
                   second + ": this is no snapshot of the kind PMU-PROG");
    const std::string good = folder.read("saved");
    folder.write("short", good.substr(0, good.size() - 1));
    expect_refusal(restore("arm1136", second, folder.path("short")),
                   folder.path("short") + ": the snapshot is cut short");
    folder.write("long", good + "x");
    expect_refusal(restore("arm1136", second, folder.path("long")),
                   folder.path("long") + ": something follows the snapshot");
    std::string damaged = good;
    damaged[damaged.size() / 2] ^= 1;
    folder.write("damaged", damaged);
    expect_refusal(restore("arm1136", second, folder.path("damaged")),
                   folder.path("damaged") + ": the snapshot is damaged: its checksum does not fit");
}

TEST_F(snapshots, that_cannot_be_written_are_an_error) {
    const auto run = [&](const std::string& path) {
        return run_pmu_run({"run", "arm1136", first, "--quiet", "--save-at", "12", path});
    };
    expect_refusal(run("/dev/full"), "cannot write /dev/full: No space left on device");
    expect_refusal(run("/nowhere/file"), "cannot write /nowhere/file: No such file or directory");
    expect_refusal(run(first), "cannot write --save-at " + first + ": it is the input " + first);
    circumstances how;
    how.file_size = 100;
    folder.write("old", "old");
    expect_refusal(
        run_pmu_run({"run", "arm1136", first, "--quiet", "--save-at", "12", folder.path("old")},
                    how),
        "cannot write " + folder.path("old") + ": File too large");
    EXPECT_EQ(folder.read("old"), "old") << "nothing half written";
    const std::string fresh = folder.path("fresh");
    run_pmu_run({"run", "arm1136", first, "--quiet", "--save-at", "12", fresh}, how);
    EXPECT_FALSE(std::filesystem::exists(fresh));
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        EXPECT_EQ(entry.path().string().find("old."), std::string::npos) << entry.path();
    }
}

TEST_F(snapshots, that_another_output_prevents_are_not_told_of) {
    const std::string file = program("long.pmu", "run 5_000_000\n");
    expect_refusal(run_pmu_run({"run", "arm1136", file, "--quiet", "--vcd", "/dev/full",
                                "--save-at", "4900000", folder.path("saved")}),
                   "cannot write /dev/full: No space left on device");
    EXPECT_FALSE(std::filesystem::exists(folder.path("saved")));
}

TEST_F(snapshots, replace_what_a_link_leads_to_and_keep_its_mode) {
    folder.write("old", "old");
    ::chmod(folder.path("old").c_str(), 0640);
    std::filesystem::create_symlink("old", folder.path("link"));
    save("link");
    EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
    EXPECT_EQ(folder.read("old").substr(0, 8), "PMU-PROG");
    struct stat status {};
    ::stat(folder.path("old").c_str(), &status);
    EXPECT_EQ(status.st_mode & 07777U, 0640U);
    save("fresh");
    ::stat(folder.path("fresh").c_str(), &status);
    EXPECT_NE(status.st_mode & 0400U, 0U);
}

TEST_F(snapshots, have_their_place_on_the_command_line) {
    expect_refusal(
        run_pmu_run({"run", "arm1136", first, second, "--save-at", "1", folder.path("x")}),
        "--save-at takes one program, got 2");
    expect_refusal(run_pmu_run({"run", "arm1136", first, second, "--restore", folder.path("x")}),
                   "--restore takes one program, got 2");
    const std::string elf = program("x.elf", "\x7F"
                                             "ELF");
    expect_refusal(run_pmu_run({"run", "arm1136", elf, "--restore", "x"}),
                   "--restore goes with access programs, got firmware: " + elf);
    expect_refusal(run_pmu_run({"run", "arm1136", elf, "--save-at", "1", "x"}),
                   "--save-at goes with access programs, got firmware: " + elf);
    const pmu_run_result wrong = run_pmu_run({"run", "arm1136", first, "--save-at", "soon", "x"});
    EXPECT_EQ(wrong.exit_code, 2) << wrong;
    EXPECT_EQ(wrong.err, "pmu_run: --save-at: expected a whole number from 0 to "
                         "18446744073709551615, got 'soon'\n");
}

} // namespace
} // namespace pmu_run_test
