// SPDX-License-Identifier: Apache-2.0
// Where cycles go: the page, samples and code with samples agree with one another, and with what is
// counted by hand from the timing model of platforms/iss/timing.md.
#include "pmu_run_process.h"

#include <pmu_run/report_page.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <ostream>
#include <sstream>
#include <string>

namespace iss_test::cycles_test {
namespace {

using nlohmann::json;

struct place {
    const char* part;
    const char* mode;
};

void PrintTo(const place& p, std::ostream* out) {
    *out << p.part << ", " << p.mode;
}

class cycles_of_firmware : public testing::TestWithParam<place> {
protected:
    std::string part() const { return GetParam().part; }
    bool has_tlb() const { return part() != "cortex_r5"; }

    /// The profile of a page.
    json profile(const std::string& file, const arguments& more = {}) const {
        const pmu_run_result result =
            run_pmu_run(arguments{"run", part(), file, "--mode", GetParam().mode, "--report",
                                  folder.path("page.html")} +
                        more);
        EXPECT_EQ(result.exit_code, 0) << result;
        return pmu_run_test::data_of_page(folder.read("page.html")).at("profile");
    }
    /// Its cycles by line, of a file.
    static std::map<unsigned, std::uint64_t> lines_of(const json& profile,
                                                      const std::string& file) {
        std::map<unsigned, std::uint64_t> lines;
        for (const json& row : profile.at("lines").at("rows")) {
            if (row.at(0).get<std::string>().find(file) != std::string::npos) {
                lines[row.at(1)] += row.at(3).get<std::uint64_t>();
            }
        }
        return lines;
    }
    /// Its own cycles by function.
    static std::map<std::string, std::uint64_t> functions_of(const json& profile) {
        std::map<std::string, std::uint64_t> functions;
        for (const json& row : profile.at("functions").at("rows")) {
            if (row.at(1) != 0) {
                functions[row.at(0)] += row.at(1).get<std::uint64_t>();
            }
        }
        return functions;
    }

    void record(const std::string& file, const arguments& more) const {
        const pmu_run_result result =
            run_pmu_run(arguments{"record", part(), file, "--mode", GetParam().mode, "-o",
                                  folder.path("pmu.data")} +
                        more);
        EXPECT_EQ(result.exit_code, 0) << result;
    }
    /// How many samples of cycles each address has.
    std::map<std::uint32_t, std::uint64_t> sampled() const {
        std::map<std::uint32_t, std::uint64_t> samples;
        std::istringstream lines(folder.read("pmu.data"));
        for (std::string line; std::getline(lines, line);) {
            const json value = json::parse(line);
            if (value.is_array()) {
                ++samples[value[3]];
            }
        }
        return samples;
    }
    /// What a view prints, by the last words of its lines: samples, or shares.
    std::string shown(const arguments& what) const {
        const pmu_run_result result = run_pmu_run(what + arguments{"-i", folder.path("pmu.data")});
        EXPECT_EQ(result.exit_code, 0) << result;
        return result.out;
    }

    const sc_test::temporary_folder folder;
};

INSTANTIATE_TEST_SUITE_P(all, cycles_of_firmware,
                         testing::Values(place{"cortex_r5", "fast"}, place{"cortex_r5", "exact"},
                                         place{"xscale", "fast"}, place{"xscale", "exact"}),
                         [](const auto& of) {
                             return std::string(of.param.part) + "_" + of.param.mode;
                         });

constexpr std::uint64_t miss = 20;
constexpr std::uint64_t walk = 30;

// 20 rounds of 16,384 passes. Ten NOPs take a cycle each, and the loop lies in two lines of the
// cache, which miss once. Each load misses; so does the TLB in each of the 256 pages, which are
// more than it has. BNE goes back 16,383 times as predicted, and then does not: 1 or 5 more.
TEST_P(cycles_of_firmware, of_a_load_that_misses_are_that_load_s) {
    const json p = profile(test_image("missline", part()), {"--caches", "4K:4:32:lru"});
    const auto lines = lines_of(p, "missline.c");
    constexpr std::uint64_t rounds = 20;
    constexpr std::uint64_t passes = 16'384;
    EXPECT_EQ(lines.at(201), rounds * passes * 10 + 2 * miss);
    EXPECT_EQ(lines.at(202), rounds * (passes * (1 + miss) + (has_tlb() ? 256 * walk : 0)));
    EXPECT_EQ(lines.at(203), rounds * (passes * 2 + (passes - 1) + 5));
}

// A million passes: five NOPs; TST and BNE, which is taken for the 500,000 odd numbers against its
// prediction; SUBS, and BNE, which goes back 999,999 times as predicted, and then does not.
TEST_P(cycles_of_firmware, of_a_mispredicted_branch_are_that_branch_s) {
    const json p = profile(test_image("misp", part()));
    const auto lines = lines_of(p, "misp.c");
    EXPECT_EQ(lines.at(101), 5'000'000U);
    EXPECT_EQ(lines.at(102), 2'000'000U + 500'000 * 5);
    EXPECT_EQ(lines.at(103), 2'000'000U + 999'999 + 5);
}

// A call of either: MOV, 64 times six instructions, of which BNE is taken 63 times as predicted and
// then is not, and BX LR. hit() misses with its first load, since miss() has filled that set, and
// miss() with each; their code misses once. miss() comes to another page each time, of 255. A TLB
// of the XScale has 32 entries, which go in turn (iss/timing.md, Replacement): 32 pages of miss()
// after that of hit() was put in, it has to go.
TEST_P(cycles_of_firmware, of_what_misses_are_not_those_of_what_hits) {
    const json p = profile(test_image("hitmiss", part()), {"--caches", "4K:4:32:lru"});
    constexpr std::uint64_t calls = 4000;
    constexpr std::uint64_t itself = 1 + 64 * 6 + 63 + 5 + 2;
    constexpr std::uint64_t turns_of_tlb = calls / 32;
    const auto functions = functions_of(p);
    EXPECT_EQ(functions.at("hit"),
              calls * (itself + miss) + miss + (has_tlb() ? turns_of_tlb * walk : 0));
    EXPECT_EQ(functions.at("miss"), calls * (itself + 64 * miss + (has_tlb() ? walk : 0)) + miss);
}

// A sample of each cycle is what the profile has: by function, by line, and by instruction, also
// where exceptions come, and where the host executes instructions.
TEST_P(cycles_of_firmware, are_the_same_on_the_page_and_in_samples) {
    for (const std::string& file :
         {test_image("loops", part()), test_image("tasks", part()),
          test_image("calls_of_supervisor", part()), test_image("unexecuted", part()),
          firmware("user_access", part()).back()}) {
        const arguments caches{"--caches", "4K:2:32"};
        const json p = profile(file, caches);
        record(file, caches + arguments{"-e", "cycles", "-c", "1"});
        std::uint64_t samples = 0;
        for (const auto& [pc, n] : sampled()) {
            samples += n;
        }
        EXPECT_EQ(p.at("cycles"), samples) << file;
        std::map<std::string, std::uint64_t> by_function;
        std::istringstream folded(shown({"script", "--folded"})); // FILE;...;FUNCTION SAMPLES
        for (std::string line; std::getline(folded, line);) {
            const std::size_t name = line.rfind(';') + 1;
            const std::size_t number = line.rfind(' ');
            const bool has_name = line.compare(name, 2, "0x") != 0; // else it is an address
            by_function[has_name ? line.substr(name, number - name) : "(no function)"] +=
                std::stoull(line.substr(number));
        }
        std::map<std::string, std::uint64_t> on_page = functions_of(p);
        EXPECT_EQ(on_page, by_function) << file;
        // Share, samples, then FILE:LINE.
        std::map<std::string, std::uint64_t> by_line;
        std::istringstream table(shown({"report", "--sort", "line"}));
        for (std::string line; std::getline(table, line);) {
            std::istringstream words(line);
            std::string share;
            std::uint64_t n = 0;
            std::string where;
            if (words >> share >> n >> where && where.find(':') != std::string::npos) {
                by_line[where.substr(where.rfind('/') + 1)] += n;
            }
        }
        std::map<std::string, std::uint64_t> lines_on_page;
        for (const json& row : p.at("lines").at("rows")) {
            const std::string name = row.at(0);
            lines_on_page[name.substr(name.rfind('/') + 1) + ":" +
                          std::to_string(row.at(1).get<unsigned>())] +=
                row.at(3).get<std::uint64_t>();
        }
        EXPECT_EQ(lines_on_page, by_line) << file;
    }
}

// Ten cycles a pass: a prime period comes to each of them as often, to BNE twice; a period of
// 10,000 only to one, unless there is jitter.
TEST_P(cycles_of_firmware, of_a_loop_are_sampled_in_all_of_its_instructions) {
    const std::string file = test_image("loop10", part());
    record(file, {});
    const auto by_default = sampled();
    std::uint64_t all = 0;
    unsigned instructions = 0;
    for (const auto& [pc, n] : by_default) {
        all += n;
        if (n > 5) { // not of the start code
            ++instructions;
            EXPECT_NEAR(static_cast<double>(n), instructions == 9 ? 200 : 100, 3) << pc;
        }
    }
    EXPECT_EQ(instructions, 9U);
    const json end = json::parse(
        folder.read("pmu.data").substr(folder.read("pmu.data").rfind("{\"end\"")))["end"];
    EXPECT_EQ(all, end["counts"][0].get<std::uint64_t>() / 10'007);
    const std::string annotated = shown({"annotate", "loop"});
    EXPECT_EQ(annotated.find("100.00"), std::string::npos) << annotated;

    record(file, {"-c", "10000"});
    EXPECT_LE(sampled().size(), 2U);

    record(file, {"-c", "10000", "--jitter", "1"});
    const auto with_jitter = sampled();
    const std::string text = folder.read("pmu.data");
    std::uint64_t jittered = 0;
    unsigned hot = 0;
    for (const auto& [pc, n] : with_jitter) {
        jittered += n;
        hot += n > 60 ? 1 : 0; // of a hundred, or two, by chance
    }
    EXPECT_EQ(hot, 9U);
    const std::uint64_t count = end["counts"][0];
    EXPECT_GE(jittered, count / 10'000);
    EXPECT_LE(jittered, count / 10'000 + 1);
    record(file, {"-c", "10000", "--jitter", "1"});
    EXPECT_EQ(folder.read("pmu.data"), text);
    record(file, {"-c", "10000", "--jitter", "2"});
    EXPECT_NE(folder.read("pmu.data"), text);
}

// One in each hundred instructions, whatever the seed; the same in both modes.
TEST(record_with_jitter, has_a_sample_in_each_period) {
    const sc_test::temporary_folder folder;
    std::map<std::string, std::string> texts;
    for (const char* mode : {"fast", "exact"}) {
        const pmu_run_result result = run_pmu_run(
            {"record", "cortex_r5", test_image("loops", "cortex_r5"), "--mode", mode, "-e",
             "cycles", "-c", "100", "--jitter", "7", "-o", folder.path("pmu.data")});
        ASSERT_EQ(result.exit_code, 0) << result;
        const std::string text = folder.read("pmu.data");
        std::istringstream lines(text);
        std::uint64_t period = 0;
        for (std::string line; std::getline(lines, line);) {
            const json value = json::parse(line);
            if (value.is_array()) {
                // Cycles up to the end of an instruction that takes six at most.
                EXPECT_GT(value[2].get<std::uint64_t>(), period * 100) << line;
                EXPECT_LT(value[2].get<std::uint64_t>(), period * 100 + 100 + 6) << line;
                ++period;
                texts[mode] += line + '\n';
            }
        }
    }
    EXPECT_EQ(texts["fast"], texts["exact"]);
    const pmu_run_result refused =
        run_pmu_run({"record", "cortex_r5", test_image("loops", "cortex_r5"), "-c", "2147483649",
                     "--jitter", "7", "-o", folder.path("pmu.data")});
    EXPECT_EQ(refused.exit_code, 2) << refused;
    EXPECT_EQ(refused.err,
              "pmu_run: --jitter: expected periods up to 2147483648, got 2147483649\n");
}

} // namespace
} // namespace iss_test::cycles_test
