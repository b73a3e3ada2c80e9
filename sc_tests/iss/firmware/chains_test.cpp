// SPDX-License-Identifier: Apache-2.0
// Who has called what is executed: after longjmp, with tasks that switch by hand, in exceptions, in
// deep recursion; and where time passes while the CPU waits. What is expected is counted by hand in
// the programs of samples/.
#include "pmu_run_process.h"

#include <generated/part_names.h>
#include <pmu_run/report_page.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace iss_test::chains_test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAreArray;

std::string elf(const std::string& name, const std::string& part) {
    return TEST_FIRMWARE_DIR "/" + name + "." + part + ".elf";
}

std::string shortened(std::string chain) {
    const std::string name = ";down";
    const std::size_t at = chain.find(name);
    std::size_t times = 0;
    while (at != std::string::npos &&
           chain.compare(at + times * name.size(), name.size(), name) == 0) {
        ++times;
    }
    return times < 2
               ? chain
               : chain.replace(at, times * name.size(), ";" + std::to_string(times) + "*down");
}

class call_chains : public testing::TestWithParam<std::string> {
protected:
    void record(const std::string& name, const arguments& more) const {
        const pmu_run_result result =
            run_pmu_run(arguments{"record", GetParam(), elf(name, GetParam()), "-g", "-c", "1",
                                  "-o", folder.path("pmu.data")} +
                        more);
        EXPECT_EQ(result.exit_code, 0) << result;
    }
    /// Chains with the number of instructions, without the name of the file; `;down` only once,
    /// and before it how often.
    std::vector<std::string> instructions(const std::string& name, const char* mode) const {
        record(name, {"-e", GetParam() == "cortex_r5" ? "0x08" : "0x07", "--mode", mode});
        const pmu_run_result shown =
            run_pmu_run({"script", "--folded", "-i", folder.path("pmu.data")});
        EXPECT_EQ(shown.exit_code, 0) << shown;
        const std::string root = name + "." + GetParam() + ".elf;";
        std::vector<std::string> chains;
        std::istringstream lines(shown.out);
        for (std::string line; std::getline(lines, line);) {
            EXPECT_EQ(line.find(root), 0U) << line;
            chains.push_back(shortened(line.substr(root.size())));
        }
        return chains;
    }

    const sc_test::temporary_folder folder;
};

INSTANTIATE_TEST_SUITE_P(parts, call_chains, testing::ValuesIn(sc_test::cpu_names),
                         [](const auto& of) { return of.param; });

TEST_P(call_chains, outlive_long_jumps_and_deep_recursion) {
    std::vector<std::string> expected{"_start 9",
                                      "_start;after 2",
                                      "_start;parse 1004",
                                      "_start;parse;after 1",
                                      "_start;parse;outer 400",
                                      "_start;parse;outer;inner 600"};
    expected.emplace_back("_start;down 5");
    for (unsigned deep = 2; deep <= 128; ++deep) { // of so many callers all are there
        expected.push_back("_start;" + std::to_string(deep) + "*down 5");
    }
    // The 128 callers that are kept are _start and 127 times down; the others are 872.
    expected.push_back("_start;127*down;(calls left out);down " + std::to_string(871 * 5 + 4));
    for (const char* mode : {"fast", "exact"}) {
        EXPECT_THAT(instructions("long_jumps", mode), UnorderedElementsAreArray(expected)) << mode;
    }
}

TEST_P(call_chains, are_of_the_task_that_executes) {
    for (const char* mode : {"fast", "exact"}) {
        EXPECT_THAT(instructions("tasks", mode),
                    testing::UnorderedElementsAre(
                        "_start 16", "_start;task_a 63", "_start;task_a;work 10",
                        "_start;task_a;yield 30", "_start;task_a;yield;switch_to 50", "task_b 49",
                        "task_b;work 10", "task_b;yield 29", "task_b;yield;switch_to 50",
                        "task_c 49", "task_c;work 10", "task_c;yield 29",
                        "task_c;yield;switch_to 50"))
            << mode;
    }
}

// README, "Timing model": an entry takes 3 cycles, an exception return 1 + 5; both are at the
// vector. Supervisor calls take one.
TEST_P(call_chains, have_a_vector_on_top_of_what_it_interrupts) {
    constexpr std::uint32_t vector = 0x8;
    constexpr std::uint32_t svc_at = 0x8030;
    constexpr std::uint32_t bl_at = 0x8014;
    for (const char* mode : {"fast", "exact"}) {
        record("calls_of_supervisor", {"-e", "cycles", "--mode", mode});
        unsigned at_vector = 0;
        unsigned at_call = 0;
        std::istringstream lines(folder.read("pmu.data"));
        for (std::string line; std::getline(lines, line);) {
            const json sample = json::parse(line);
            if (!sample.is_array()) {
                continue;
            }
            const std::vector<std::uint32_t> stack(sample.begin() + 3, sample.end());
            if (stack.front() == vector) {
                EXPECT_THAT(stack, ElementsAre(vector, svc_at, bl_at + 2)) << mode;
                ++at_vector;
            } else if (stack.front() == svc_at) {
                EXPECT_THAT(stack, ElementsAre(svc_at, bl_at + 2)) << mode;
                ++at_call;
            }
        }
        EXPECT_EQ(at_vector, 900U) << mode;
        EXPECT_EQ(at_call, 100U) << mode;
    }
}

// The timer is started by the 9th instruction, with the next edge of its clock of 1 MHz; the waits
// end 100, 200 and 300 us after that. Beside them there are some 40 instructions.
class firmware_that_waits : public testing::TestWithParam<std::string> {
protected:
    pmu_run_result run(const std::string& command, const arguments& more) const {
        pmu_run_result result =
            run_pmu_run(arguments{command, GetParam(), elf("waits", GetParam())} + more);
        EXPECT_EQ(result.exit_code, 0) << result;
        return result;
    }
    /// Cycles, and microseconds, as the table of `stat` has them.
    double cycles_of_stat(const arguments& more) const {
        std::istringstream fields(run("stat", arguments{"-e", "cycles", "-x,"} + more).err);
        double cycles = 0;
        fields >> cycles;
        return cycles;
    }

    const sc_test::temporary_folder folder;
};

// XScale cores wait by a register of CP14.
INSTANTIATE_TEST_SUITE_P(parts, firmware_that_waits,
                         testing::ValuesIn(sc_test::cores_of({"armv6", "armv7r"})),
                         [](const auto& of) { return of.param; });

TEST_P(firmware_that_waits, waits_in_simulated_time_but_without_cycles) {
    for (const char* mode : {"fast", "exact"}) {
        const double cycles = cycles_of_stat({"--mode", mode});
        EXPECT_GT(cycles, 30) << mode;
        EXPECT_LT(cycles, 100) << mode;
        const std::string table = run("stat", {"-e", "cycles", "--mode", mode}).err;
        const std::size_t at = table.find(": 30"); // "300.5 us simulated"
        ASSERT_NE(at, std::string::npos) << table;
        const double simulated = std::stod(table.substr(at + 2));
        EXPECT_GT(simulated, 300) << mode;
        EXPECT_LT(simulated, 302) << mode;
        EXPECT_THAT(table.substr(at), HasSubstr(" us simulated"));

        run("run", {"--mode", mode, "--timeline", folder.path("t.json")});
        const json timeline = json::parse(folder.read("t.json"));
        std::vector<double> begins;
        std::vector<double> ends;
        for (const json& e : timeline["traceEvents"]) {
            if (e.value("name", "") == "idle") {
                (e["ph"] == "B" ? begins : ends).push_back(e["ts"]);
            }
        }
        ASSERT_EQ(begins.size(), 3U) << mode;
        ASSERT_EQ(ends.size(), 3U) << mode;
        for (std::size_t n = 0; n != 3; ++n) {
            const double tick = 100.0 * static_cast<double>(n); // and what comes before
            EXPECT_GT(begins[n], tick) << mode;
            EXPECT_LT(begins[n], tick + 2) << mode;
            EXPECT_GT(ends[n], tick + 100) << mode;
            EXPECT_LT(ends[n], tick + 102) << mode;
        }

        const pmu_run_result reported =
            run("run", {"--mode", mode, "--report", folder.path("page.html")});
        const json page = pmu_run_test::data_of_page(folder.read("page.html"));
        EXPECT_EQ(page.at("cycles"), cycles) << mode;
        EXPECT_EQ(page.at("profile").at("cycles"), cycles) << mode;
        EXPECT_NEAR(page.at("periods").get<double>(), simulated * 100, 1.5) << mode;
    }
}

} // namespace
} // namespace iss_test::chains_test
