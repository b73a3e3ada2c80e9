// SPDX-License-Identifier: Apache-2.0
// --totals: every event of a run, whatever the counters hold.
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
        const pmu_run_result result = run_pmu_run({"arm1136", counted(), "--totals", "--clock",
                                                   clock, "--json", folder.path("totals.json")});
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_THAT(result.out, testing::ContainsRegex("0x07  INSTR_EXEC  *3\n")) << result;
        EXPECT_THAT(result.out, testing::ContainsRegex("0x0B  DCACHE_MISS  *5000000000\n"));
        const nlohmann::json played = json("totals.json").at("programs").at(0);
        EXPECT_EQ(played.at("totals").size(), 21U); // all events of the part
        EXPECT_EQ(total_of(played, "INSTR_EXEC"), 3U);
        EXPECT_EQ(total_of(played, "DCACHE_MISS"), 5'000'000'000U);
        EXPECT_EQ(total_of(played, "CPU_CYCLES"), 10U);
        EXPECT_EQ(total_of(played, "DTLB_MISS"), 0U);
    }
}

TEST_F(totals, of_several_programs_are_those_of_each) {
    const std::string one = counted();
    const pmu_run_result result = run_pmu_run(
        {"arm1136", one, one, "--totals", "--quiet", "--json", folder.path("totals.json")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.out, "");
    for (const nlohmann::json& played : json("totals.json").at("programs")) {
        EXPECT_EQ(total_of(played, "INSTR_EXEC"), 3U);
    }
}

TEST_F(totals, are_there_only_when_asked_for) {
    const pmu_run_result result =
        run_pmu_run({"arm1136", counted(), "--json", folder.path("plain.json")});
    EXPECT_THAT(result.out, Not(HasSubstr("INSTR_EXEC"))) << result;
    EXPECT_FALSE(json("plain.json").at("programs").at(0).contains("totals"));
}

TEST_F(totals, go_with_programs) {
    const pmu_run_result result = run_pmu_run({"arm1136", "--demo", "--totals"});
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_EQ(result.err, "pmu_run: --totals does not go with --demo\n");
}

} // namespace
} // namespace pmu_run_test
