// SPDX-License-Identifier: Apache-2.0
// The example of the README: what its figures must be is computed by hand.
#include "sweep_process_fixture.h"

#include <map>
#include <set>

namespace {

using namespace sweep_test;

class sweep_example : public sweep_process_fixture {};

// Matrices of 48 x 48 words: 288 lines of 32 bytes each, 864 in all, and 110,592 products.
constexpr double lines_of_all = 3 * 48 * 48 * 4 / 32;
constexpr double products = 48 * 48 * 48;

TEST_F(sweep_example, cache_study) {
    const pmu_run_result run =
        run_pmu_run({"sweep", CACHE_STUDY, "--set", "firmware=" FIRMWARE_DIR, "--jobs", "2",
                     "--into", store(), "--report", folder.path("page.html")});
    ASSERT_EQ(run.exit_code, 0) << run;
    std::map<std::string, double> misses; // by part, policy, loop, size, ways
    std::set<std::string> parts;
    for (const nlohmann::json& row : table()) {
        const nlohmann::json& p = row["point"];
        const auto word = [&p](const char* name) { return p[name].get<std::string>(); };
        parts.insert(word("part"));
        misses[word("part") + " " + word("policy") + " " + word("loop") + " " + word("size") + ":" +
               word("ways")] = row["figures"]["DCACHE_MISS"].get<double>();
    }
    ASSERT_EQ(misses.size(), parts.size() * 96U);
    for (const std::string& part : parts) {
        for (const std::string ways : {"1", "2", "4", "8"}) {
            // A column of b has 48 lines, and 1 KiB has room for 32: the oldest goes, however it
            // is told, and each access to b misses.
            for (const std::string policy : {" lru", " round-robin"}) {
                EXPECT_GE(misses[part + policy + " ijk 1K:" + ways], products) << part << ways;
            }
            EXPECT_GT(misses[part + " lru ijk 1K:" + ways], misses[part + " lru ikj 1K:" + ways])
                << part << ways;
        }
        // Where any of 8 ways goes, a line stays with (7/8)^n after n misses in its set. A column
        // has 24 lines a set, of which so one in twenty stays; of a, whose line is accessed every
        // time, nearly as many are lost.
        const double by_age = misses[part + " lru ijk 1K:8"];
        EXPECT_NEAR(misses[part + " random ijk 1K:8"], by_age, by_age / 10) << part;
        EXPECT_NE(misses[part + " random ijk 1K:8"], by_age) << part;
        // A line for every eight products of b, as many of c at most, and each matrix once more
        // where it is filled and checked; and what else the program does.
        EXPECT_LT(misses[part + " lru ikj 1K:8"], 2 * products / 8 + 4 * lines_of_all) << part;
    }
    // 27 KiB of matrices fit in 32 KiB: each line is fetched once. The ARM1136 does not allocate
    // lines that are written.
    parts.erase("arm1136");
    for (const std::string& part : parts) {
        for (const std::string loop : {"ijk", "ikj"}) {
            const double in_all = misses[part + " lru " + loop + " 32K:8"];
            EXPECT_GE(in_all, lines_of_all) << part << loop;
            EXPECT_LT(in_all, lines_of_all + 150) << part << loop;
        }
    }
    EXPECT_NE(folder.read("page.html").find("\"points\":" + std::to_string(misses.size()) + ","),
              std::string::npos);
}

} // namespace
