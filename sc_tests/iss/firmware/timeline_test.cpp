// SPDX-License-Identifier: Apache-2.0
// The structure of timelines: times never go back, what begins ends, in the order of calls.
#include "pmu_run_process.h"

#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace iss_test::timeline_test {
namespace {

using nlohmann::json;

class timeline : public testing::Test {
protected:
    /// Counts what begins by name, after a look at the structure.
    std::map<std::string, unsigned> read() {
        const json all = json::parse(folder.read("t.json"));
        std::map<std::string, unsigned> begun;
        counters.clear();
        std::map<std::pair<int, int>, std::vector<std::string>> open;
        double last = 0;
        for (const json& e : all["traceEvents"]) {
            const std::string phase = e["ph"];
            if (phase == "M") {
                continue;
            }
            EXPECT_GE(e["ts"].get<double>(), last) << e;
            last = e["ts"];
            if (phase == "C") {
                EXPECT_TRUE(e["args"]["value"].is_number()) << e;
                ++counters[e["name"]];
                continue;
            }
            auto& stack = open[{e["pid"], e["tid"]}];
            if (phase == "B") {
                stack.push_back(e["name"]);
                ++begun[e["name"]];
                deepest = std::max(deepest, stack.size());
            } else if (phase == "E") {
                EXPECT_FALSE(stack.empty()) << e;
                if (!stack.empty()) {
                    EXPECT_EQ(stack.back(), e["name"]);
                    stack.pop_back();
                }
            } else {
                EXPECT_EQ(phase, "i") << e;
            }
        }
        for (const auto& row : open) {
            EXPECT_TRUE(row.second.empty()) << row.second.back();
        }
        return begun;
    }
    pmu_run_result run(const arguments& what) const {
        const pmu_run_result result =
            run_pmu_run(what + arguments{"--timeline", folder.path("t.json")});
        EXPECT_EQ(result.exit_code, 0) << result;
        return result;
    }

    const sc_test::temporary_folder folder;
    std::map<std::string, unsigned> counters; ///< points of each track
    std::size_t deepest = 0;
};

TEST_F(timeline, has_the_functions_of_firmware) {
    for (const char* mode : {"fast", "exact"}) {
        run({"run", "arm1136", TEST_FIRMWARE_DIR "/loops.arm1136.elf", "--mode", mode});
        const auto begun = read();
        EXPECT_EQ(begun.at("_start"), 1U) << mode;
        EXPECT_EQ(begun.at("inner"), 1U) << mode;
        EXPECT_EQ(deepest, 2U) << mode;
        EXPECT_GT(counters["INSTR_EXEC per 1000 cycles"], 1U);
    }
}

// Its profiler takes an interrupt for each sample, and says how many.
TEST_F(timeline, has_exceptions_and_requests) {
    const std::string program = FIRMWARE_DIR "/sampling_profiler.arm1136.elf";
    for (const char* mode : {"fast", "exact"}) {
        const pmu_run_result result = run({"run", "arm1136", program, "--mode", mode});
        const std::size_t at = result.out.find(" interrupts, ");
        ASSERT_NE(at, std::string::npos);
        const std::size_t line = result.out.rfind('\n', at) + 1;
        const auto begun = read();
        EXPECT_EQ(begun.at("IRQ"), std::stoul(result.out.substr(line))) << mode;
        EXPECT_EQ(begun.at("PMUIRQ"), begun.at("IRQ")) << mode;
        EXPECT_GT(counters.at("PMUIRQ"), 2U);
        EXPECT_LE(counters.at("PMN0"), 512U); // as the user's guide says
    }
}

TEST_F(timeline, of_a_program_has_its_accesses) {
    folder.write("a.pmu", "write PMNC, 0x00001031\npulse 0x01 x3\nrun 4\nread PMN0 == 3\n");
    run({"run", "xscale", folder.path("a.pmu"), "--quiet"});
    EXPECT_TRUE(read().empty());
    EXPECT_EQ(counters.count("CCNT"), 1U);
    EXPECT_NE(folder.read("t.json").find("\"write PMNC\""), std::string::npos);
    EXPECT_NE(folder.read("t.json").find("\"read PMN0\""), std::string::npos);
}

} // namespace
} // namespace iss_test::timeline_test
