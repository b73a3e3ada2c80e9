// SPDX-License-Identifier: Apache-2.0
// The totals of a run: every event, whatever the counters hold.
#include "program_fixture.h"

namespace pmu_run_test {
namespace {

using testing::HasSubstr;
using testing::Not;

class totals : public program_fixture {
protected:
    /// E stays 0. Ten edges, INSTR_EXEC on three of them, and a batch.
    std::string counted() const {
        return program("counted.pmu", "run 2\nevents 0x07\nrun 3\nevents none\nrun 5\n"
                                      "count 0x0B, 5_000_000_000\n");
    }
    static std::uint64_t total_of(const nlohmann::json& program, const std::string& name) {
        for (const nlohmann::json& t : program.at("totals")) {
            if (t.at("name") == name) {
                return t.at("total").get<std::uint64_t>();
            }
        }
        ADD_FAILURE() << "no event " << name;
        return 0;
    }
};

TEST_F(totals, stand_in_a_table_and_in_json_on_both_clocks) {
    for (const char* clock : {"sc_clock", "tickless"}) {
        const pmu_run_result result = run_pmu_run(
            {"stat", "arm1136", counted(), "--clock", clock, "--json", folder.path("totals.json")});
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_THAT(result.err, testing::ContainsRegex("  3  0x07  INSTR_EXEC\n")) << result;
        EXPECT_THAT(result.err, testing::ContainsRegex("  5,000,000,000  0x0B  DCACHE_MISS\n"));
        const nlohmann::json played = json("totals.json").at("programs").at(0);
        EXPECT_EQ(played.at("totals").size(), 21U); // all events of the part
        EXPECT_EQ(total_of(played, "INSTR_EXEC"), 3U);
        EXPECT_EQ(total_of(played, "DCACHE_MISS"), 5'000'000'000U);
        EXPECT_EQ(total_of(played, "CPU_CYCLES"), 10U);
        EXPECT_EQ(total_of(played, "DTLB_MISS"), 0U);
    }
}

// README of the IXP42X, assp_event_mask: the events of 0x10 to 0x17 that a product defines.
TEST_F(totals, have_the_events_that_a_parameter_defines) {
    for (const char* clock : {"sc_clock", "tickless"}) {
        const pmu_run_result result = run_pmu_run(
            {"stat", "ixp42x", program("product.pmu", "option assp_event_mask, 5\nrun 4\n"),
             "--clock", clock});
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_THAT(result.err, HasSubstr("0  0x10  PRODUCT_0\n")) << result;
        EXPECT_THAT(result.err, HasSubstr("0  0x12  PRODUCT_2\n")) << result;
        EXPECT_THAT(result.err, Not(HasSubstr("PRODUCT_1"))) << result;
    }
}

TEST_F(totals, of_several_programs_are_those_of_each) {
    const std::string one = counted();
    const pmu_run_result result =
        run_pmu_run({"stat", "arm1136", one, one, "--quiet", "--json", folder.path("totals.json")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.out, "");
    for (const nlohmann::json& played : json("totals.json").at("programs")) {
        EXPECT_EQ(total_of(played, "INSTR_EXEC"), 3U);
    }
}

// --- where and as perf prints them ----------------------------

/// Ten edges of 10 ns; 3 of INSTR_EXEC; printed by the program: "hello".
TEST_F(totals, of_the_command_go_to_standard_error) {
    const std::string file =
        program("said.pmu", "print \"hello\"\nrun 2\nevents 0x07\nrun 3\nevents none\nrun 5\n");
    for (const char* clock : {"sc_clock", "tickless"}) {
        const pmu_run_result plain = run_pmu_run({"run", "arm1136", file, "--clock", clock});
        const pmu_run_result result = run_pmu_run({"stat", "arm1136", file, "--clock", clock});
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(result.out, plain.out) << result;
        EXPECT_THAT(result.err,
                    HasSubstr(file + ", " + clock + ": 100 ns simulated, clock 100 MHz"));
        EXPECT_THAT(result.err, testing::ContainsRegex("  10        cycles\n")) << result;
        EXPECT_THAT(result.err, testing::ContainsRegex("  3  0x07  INSTR_EXEC\n")) << result;
        const pmu_run_result in_file = run_pmu_run(
            {"stat", "arm1136", file, "--clock", clock, "-o", folder.path("counts"), "--quiet"});
        EXPECT_EQ(in_file.out, "");
        EXPECT_EQ(in_file.err, "");
        EXPECT_EQ(folder.read("counts"), result.err);
    }
}

TEST_F(totals, of_the_command_are_those_that_are_asked_for_in_the_forms_of_perf) {
    const auto stat = [&](const arguments& how) {
        const pmu_run_result result = run_pmu_run(arguments{"stat", "arm1136", counted()} + how);
        EXPECT_EQ(result.exit_code, 0) << result;
        return result.err;
    };
    // Ten cycles of 10 ns: what is counted is counted for 100 ns, all of them.
    EXPECT_EQ(stat({"-x,", "-e", "cycles,instr_exec", "-e", "{r0B}"}),
              "10,,cycles,100,100.00,,\n3,,INSTR_EXEC,100,100.00,,\n"
              "5000000000,,DCACHE_MISS,100,100.00,,\n");
    EXPECT_EQ(stat({"-j", "-e", "7"}),
              "{\"counter-value\":\"3\",\"unit\":\"\",\"event\":\"INSTR_EXEC\",\"event-runtime\":"
              "100,\"pcnt-running\":100.0,\"part\":\"arm1136\"}\n");
    EXPECT_EQ(stat({"-x;"}), stat({"-x;", "--all"}));
    EXPECT_THAT(stat({"-x;"}), HasSubstr("0;;DTLB_MISS;100;100.00;;\n"));
}

TEST_F(totals, of_the_command_have_a_table_each) {
    const std::string one = counted();
    const pmu_run_result result = run_pmu_run({"stat", "arm1136", one, one, "-e", "INSTR_EXEC"});
    EXPECT_EQ(result.exit_code, 0) << result;
    const std::size_t first = result.err.find("3  0x07  INSTR_EXEC\n");
    ASSERT_NE(first, std::string::npos) << result;
    EXPECT_NE(result.err.find("3  0x07  INSTR_EXEC\n", first + 1), std::string::npos) << result;
    EXPECT_EQ(run_pmu_run({"stat", "arm1136", one, one, "-x,"}).err,
              "pmu_run: --field-separator takes one program, got 2\n");
}

TEST_F(totals, of_the_command_refuse_what_there_is_not) {
    folder.write("counts", "old");
    const pmu_run_result event =
        run_pmu_run({"stat", "arm1136", counted(), "-e", "LOOPS", "-o", folder.path("counts")});
    EXPECT_EQ(event.exit_code, 2);
    EXPECT_THAT(event.err, HasSubstr("(pmu_run events arm1136) or cycles, got 'LOOPS'"));
    EXPECT_EQ(folder.read("counts"), "old");
    EXPECT_EQ(run_pmu_run({"stat", "arm1136", counted(), "-M", "ipc"}).exit_code, 2);
    EXPECT_THAT(run_pmu_run({"stat", "arm1136", counted(), "-I", "1"}).err,
                HasSubstr("--interval-print goes with firmware, got a program: "));
    EXPECT_EQ(run_pmu_run({"stat", "arm1136", counted(), "-x,", "-j"}).exit_code, 2);
}

TEST_F(totals, are_there_only_when_asked_for) {
    const pmu_run_result result =
        run_pmu_run({"run", "arm1136", counted(), "--json", folder.path("plain.json")});
    EXPECT_THAT(result.out, Not(HasSubstr("INSTR_EXEC"))) << result;
    EXPECT_FALSE(json("plain.json").at("programs").at(0).contains("totals"));
}

} // namespace
} // namespace pmu_run_test
