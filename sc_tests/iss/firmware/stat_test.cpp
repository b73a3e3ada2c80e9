// SPDX-License-Identifier: Apache-2.0
// `pmu_run stat` of firmware: events that share counters, metrics, regions, intervals, repeats.
#include "pmu_run_process.h"

#include <generated/part_names.h>
#include <support/named_parts.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <map>
#include <set>
#include <sstream>

namespace iss_test::stat_test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;
using testing::StartsWith;

constexpr std::chrono::seconds soon(60);

/// A line of `stat -x,`.
struct stat_line {
    std::string count;
    std::string event;
    std::uint64_t runtime_ns = 0;
    double percent = 0;
    std::string metric;
    std::string unit;

    std::uint64_t number() const { return std::stoull(count); }
};

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);) {
        parts.push_back(part);
    }
    return parts;
}

/// Cells of a line as RFC 4180 has them.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    for (const char c : line) {
        if (c == '"') {
            is_quoted = !is_quoted;
        } else if (c == ',' && !is_quoted) {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

std::vector<stat_line> lines_of(const std::string& err) {
    std::vector<stat_line> lines;
    for (const std::string& line : split(without_notices(err), '\n')) {
        std::vector<std::string> f = cells_of(line);
        if (f.size() < 5) {
            continue; // no count
        }
        f.resize(7);
        lines.push_back({f[0], f[2], f[3].empty() ? 0 : std::stoull(f[3]),
                         f[4].empty() ? 0 : std::stod(f[4]), f[5], f[6]});
    }
    return lines;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts) {
        all += (all.empty() ? "" : ",") + part;
    }
    return all;
}

/// A program of ours with some work to do, PMU and interrupts.
std::string program(const std::string& part) {
    return firmware("user_access", part).back();
}

std::vector<stat_line> stat(const std::string& part, const std::string& file,
                            const arguments& options) {
    const pmu_run_result result = run_pmu_run(arguments{"stat", part, file, "-x,"} + options, soon);
    EXPECT_EQ(result.exit_code, 0) << result;
    return lines_of(result.err);
}

std::map<std::string, std::string> counts_of(const std::vector<stat_line>& lines) {
    std::map<std::string, std::string> counts;
    for (const stat_line& l : lines) {
        counts[l.event] = l.count;
    }
    return counts;
}

const char* instructions_of(const std::string& part) {
    return sc_test::architecture_of.at(part) == "armv7r" ? "INST_EXEC" : "INSTR_EXEC";
}

// --- counters ------------------------------------------------------------------------------------

/// The events that were counted, in lots that fit on the counters of a part: every other one is a
/// group, the others have the cycles beside them.
std::vector<std::string> fitting_lots(const std::string& part,
                                      const std::map<std::string, std::string>& counts) {
    const std::size_t counters = sc_test::named_part_of(part).event_counters;
    std::vector<std::vector<std::string>> lots;
    for (const auto& [event, count] : counts) {
        const bool is_event = event != "cycles" && event.rfind("interrupt", 0) != 0;
        if (!is_event || !std::isdigit(static_cast<unsigned char>(count[0]))) {
            continue;
        }
        if (lots.empty() || lots.back().size() == counters) {
            lots.emplace_back();
        }
        lots.back().push_back(event);
    }
    std::vector<std::string> all;
    all.reserve(lots.size());
    for (const std::vector<std::string>& lot : lots) {
        all.push_back(all.size() % 2 == 0 ? "cycles," + joined(lot) : "{" + joined(lot) + "}");
    }
    return all;
}

TEST(stat_of_firmware, counts_what_fits_exactly_in_both_modes) {
    for (const auto& [part, cpu] : sc_test::cpu_of) {
        const std::string file = program(cpu);
        for (const char* mode : {"fast", "exact"}) {
            const arguments how{"--mode", mode, "--caches", "1K:2:32"};
            const auto expected = counts_of(stat(part, file, how));
            for (const std::string& events : fitting_lots(part, expected)) {
                for (const stat_line& l : stat(part, file, how + arguments{"-e", events})) {
                    EXPECT_EQ(l.percent, 100) << part << ' ' << l.event;
                    ASSERT_TRUE(expected.count(l.event)) << l.event;
                    EXPECT_EQ(l.count, expected.at(l.event)) << part << ' ' << mode << l.event;
                }
            }
        }
    }
}

TEST(stat_of_firmware, lets_events_take_turns_and_scales_them) {
    const std::string file = program("arm1136");
    const arguments asked{"-e", "cycles,r07,r05,r0D", "--rotate", "500"};
    const auto exact = stat("arm1136", file, {"-e", asked[1], "--exact-counts"});
    for (const char* mode : {"fast", "exact"}) {
        const auto shared = stat("arm1136", file, asked + arguments{"--mode", mode});
        ASSERT_EQ(shared.size(), 4U);
        EXPECT_EQ(shared[0].count, exact[0].count); // has a counter of its own
        EXPECT_EQ(shared[0].percent, 100);
        for (std::size_t n = 1; n < 4; ++n) { // three on two counters
            EXPECT_EQ(exact[n].percent, 100);
            EXPECT_NEAR(shared[n].percent, 66.67, 5);
            const auto all = static_cast<double>(exact[n].number());
            EXPECT_NEAR(static_cast<double>(shared[n].number()), all, 0.15 * all);
            EXPECT_NEAR(static_cast<double>(shared[n].runtime_ns),
                        static_cast<double>(exact[n].runtime_ns) * shared[n].percent / 100,
                        static_cast<double>(exact[n].runtime_ns) / 1000);
        }
    }
    const pmu_run_result table = run_pmu_run(arguments{"stat", "arm1136", file} + asked, soon);
    EXPECT_THAT(table.err, testing::ContainsRegex("0x05  BR_EXEC +\\(6[0-9]\\.[0-9][0-9]%\\)\n"));
}

// iss/timing.md, Two modes: events take turns, and intervals end, where interrupts are taken,
// whoever looks.
TEST(stat_of_firmware, takes_turns_and_ends_intervals_at_the_same_places_whoever_looks) {
    const sc_test::temporary_folder folder;
    for (const std::string& part : sc_test::core_names) {
        const std::string file = test_image("late_cycles", part);
        for (const arguments& asked :
             {arguments{"-e", "r01,r06,r07,r0C", "--rotate", "100"}, arguments{"-I", "0.002"}}) {
            const arguments all =
                arguments{"stat", part, file, "-j", "--caches", "1K:2:32"} + asked;
            const pmu_run_result alone = run_pmu_run(all);
            EXPECT_EQ(alone.exit_code, 0) << alone;
            EXPECT_EQ(run_pmu_run(all + arguments{"--trace", folder.path("trace")}).err, alone.err);
            EXPECT_EQ(run_pmu_run(all + arguments{"--quantum", "7"}).err, alone.err);
        }
    }
}

// As ../odd/programs.txt says.
const std::vector<std::string> cores_with_late_interrupt = sc_test::cores_of({"armv6", "armv7r"});

// iss/README.md, pmu_run stat: interrupt_delay counts from where interrupts are taken.
TEST(stat_of_firmware, tells_the_same_delay_of_interrupts_whoever_looks) {
    const sc_test::temporary_folder folder;
    for (const std::string& part : cores_with_late_interrupt) {
        for (const char* const name : {"interrupts", "late_interrupt"}) {
            const arguments all{"stat", part, test_image(name, part), "-j"};
            const pmu_run_result alone = run_pmu_run(all);
            EXPECT_THAT(alone.err, testing::HasSubstr("interrupt_delay")) << alone;
            EXPECT_EQ(run_pmu_run(all + arguments{"--trace", folder.path("trace")}).err, alone.err);
            EXPECT_EQ(run_pmu_run(all + arguments{"--quantum", "7"}).err, alone.err);
        }
    }
}

// The cycles are added up in masked_request.cortex_r5.S.
TEST(stat_of_firmware, tells_the_delay_of_a_request_that_rises_before_the_end_of_a_block) {
    const sc_test::temporary_folder folder;
    const auto delay = [](const arguments& options) {
        const arguments all{"stat", "cortex_r5", test_image("masked_request", "cortex_r5"), "-x,"};
        const pmu_run_result result = run_pmu_run(all + options);
        EXPECT_EQ(result.exit_code, 0) << result;
        const std::size_t at = result.err.find(",interrupt_delay,");
        const std::size_t line = result.err.rfind('\n', at) + 1;
        return at == std::string::npos ? "none"
                                       : result.err.substr(line, result.err.find(',', line) - line);
    };
    EXPECT_EQ(delay({}), "3006");
    EXPECT_EQ(delay({"--quantum", "1"}), "3006");
    EXPECT_EQ(delay({"--quantum", "100"}), "3006");
    EXPECT_EQ(delay({"--trace", folder.path("trace")}), "3006");
    EXPECT_EQ(delay({"--report", folder.path("page.html")}), "3006");
    EXPECT_EQ(delay({"--mode", "exact"}), "3010");
}

// Table 6-1 of DDI 0460: the line of a dual-issued pair is one of event 0x08 as well.
TEST(stat_of_firmware, knows_what_is_selected_where_another_event_has_its_line) {
    const pmu_run_result result =
        run_pmu_run({"run", "cortex_r5", test_image("masked_request", "cortex_r5")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.err, "");
}

TEST(stat_of_firmware, says_what_was_never_on_a_counter) {
    const std::string file = test_image("regions-arm", "arm1136");
    const auto rotating = stat("arm1136", file, {"-e", "r07,r05,r06", "--rotate", "1000000"});
    EXPECT_EQ(rotating[2].count, "<not counted>");
    EXPECT_EQ(rotating[2].percent, 0);
    const pmu_run_result group =
        run_pmu_run({"stat", "arm1136", file, "-x,", "-e", "{r07,r05,r06},r0D"}, soon);
    EXPECT_EQ(group.exit_code, 0) << group;
    EXPECT_THAT(group.err, StartsWith("pmu_run: --event: a group with INSTR_EXEC has more events "
                                      "than the 2 event counters of the part: it is never "
                                      "counted\n<not counted>,,INSTR_EXEC,"));
    const auto unknown = stat("arm1136", file, {"-e", "{ICACHE_MISS,r07},r05"});
    EXPECT_EQ(unknown[0].count, "<not supported>");
    EXPECT_EQ(unknown[1].count, "107"); // what nobody can know takes no counter
    EXPECT_EQ(unknown[2].percent, 100);
}

TEST(stat_of_firmware, takes_ten_thousand_events) {
    std::string events = "r07";
    for (int n = 1; n < 10'000; ++n) {
        events += n % 3 == 0 ? ",r07" : n % 3 == 1 ? ",r05" : ",r06";
    }
    const auto lines = stat("arm1136", program("arm1136"), {"-e", events});
    EXPECT_EQ(lines.size(), 10'000U);
}

/// The tool's PMU is not the firmware's: what that reads is what it reads without.
TEST(stat_of_firmware, leaves_the_firmware_alone) {
    for (const std::string& part : sc_test::cpu_names) {
        const std::string file = firmware("sampling_profiler", part).back();
        const std::string list = joined(fitting_lots(part, counts_of(stat(part, file, {}))));
        const pmu_run_result plain = run_pmu_run({"run", part, file}, soon);
        for (const arguments& how : std::vector<arguments>{{"-e", list, "--rotate", "100"},
                                                           {"-e", list, "-I", "0.1"},
                                                           {"--region", "main:main"},
                                                           {"-M", "ipc,branch"}}) {
            const pmu_run_result counted = run_pmu_run(arguments{"stat", part, file} + how, soon);
            EXPECT_EQ(counted.out, plain.out) << counted;
            EXPECT_EQ(counted.exit_code, plain.exit_code) << counted;
        }
    }
}

// --- names that perf has -------------------------------------------------------------------------

/// The words of a table, by the name that is their third.
std::map<std::string, std::vector<std::string>> rows_of(const std::string& table) {
    std::map<std::string, std::vector<std::string>> rows;
    for (const std::string& line : split(table, '\n')) {
        std::istringstream in(line);
        std::vector<std::string> words;
        for (std::string word; in >> word;) {
            words.push_back(word);
        }
        if (words.size() > 2 && words[1].rfind("0x", 0) == 0) {
            rows[words[2]] = words;
        }
    }
    return rows;
}

// sc_tests/platforms/event_aliases_test.cpp has the numbers. Where several names are of an event,
// the first has the row.
TEST(stat_of_firmware, prints_the_events_that_perf_has_a_name_for) {
    const std::map<std::string, std::vector<std::string>> names = {
        {"arm1136",
         {"0x07 instructions", "0x05 branches", "0x06 branch-misses", "0x0A L1-dcache-loads",
          "0x0B L1-dcache-load-misses", "0x00 L1-icache-load-misses", "0x04 dTLB-load-misses",
          "0x03 iTLB-load-misses", "0x01 stalled-cycles-frontend"}},
        {"xscale",
         {"0x07 instructions", "0x05 branches", "0x06 branch-misses", "0x0A L1-dcache-loads",
          "0x0B L1-dcache-load-misses", "0x00 L1-icache-load-misses", "0x04 dTLB-load-misses",
          "0x03 iTLB-load-misses", "0x01 stalled-cycles-frontend"}},
        {"cortex_r5",
         {"0x08 instructions", "0x12 branches", "0x10 branch-misses", "0x04 L1-dcache-loads",
          "0x03 L1-dcache-load-misses", "0x58 L1-icache-loads", "0x01 L1-icache-load-misses",
          "0x40 stalled-cycles-frontend", "0x44 stalled-cycles-backend"}}};
    for (const auto& [part, expected] : names) {
        const arguments run{"stat", part, program(part), "--caches", "1K:2:32"};
        const pmu_run_result plain = run_pmu_run(run, soon);
        EXPECT_EQ(plain.exit_code, 0) << plain;
        const auto every = rows_of(run_pmu_run(run + arguments{"-v"}, soon).err);
        std::map<std::string, std::string> by_number;
        for (const auto& [name, words] : every) {
            by_number[words[1]] = words[0];
        }
        std::vector<std::string> found;
        for (const auto& [name, words] : rows_of(plain.err)) {
            found.push_back(words[1] + ' ' + name);
            EXPECT_EQ(words[0], by_number[words[1]]) << part << ' ' << name; // the same count
        }
        EXPECT_THAT(found, testing::UnorderedElementsAreArray(expected)) << part << plain;
        EXPECT_THAT(plain.err, AllOf(HasSubstr("insn per cycle"), HasSubstr("% of all branches, "),
                                     HasSubstr(" MPKI"), HasSubstr("% frontend cycles idle")));
        EXPECT_THAT(every, testing::SizeIs(testing::Gt(expected.size())));
    }
}

TEST(stat_of_firmware, says_in_a_line_what_it_cannot_count) {
    const arguments run{"stat", "arm1136", test_image("regions-arm", "arm1136")};
    const char* const line = "needs --caches: L1-dcache-load-misses, L1-icache-load-misses, "
                             "dTLB-load-misses, iTLB-load-misses, stalled-cycles-frontend; not "
                             "modelled: stalled-cycles-backend\n";
    const pmu_run_result plain = run_pmu_run(run, soon);
    EXPECT_THAT(plain.err, AllOf(HasSubstr(line), Not(HasSubstr("<not supported>")))) << plain;
    EXPECT_THAT(run_pmu_run(run + arguments{"-r", "2"}, soon).err,
                AllOf(HasSubstr(line), Not(HasSubstr("<not supported>"))));
    EXPECT_THAT(
        run_pmu_run(run + arguments{"-I", "0.001"}, soon).err,
        AllOf(StartsWith(std::string("# ") + line + "#  "), Not(HasSubstr("<not supported>"))));
    for (const char* how : {"-v", "--all"}) {
        EXPECT_THAT(run_pmu_run(run + arguments{how}, soon).err, HasSubstr("<not supported>"));
    }
}

// What programs read has every event, by the part's own names.
TEST(stat_of_firmware, leaves_nothing_out_where_programs_read) {
    const arguments run{"stat", "arm1136", test_image("regions-arm", "arm1136")};
    for (const char* form : {"-j", "-x,"}) {
        const pmu_run_result brief = run_pmu_run(run + arguments{form}, soon);
        EXPECT_EQ(brief.err, run_pmu_run(run + arguments{form, "-v"}, soon).err);
        EXPECT_THAT(brief.err, AllOf(HasSubstr("INSTR_EXEC"), HasSubstr("ETMEXTOUT0"),
                                     Not(HasSubstr("instructions"))));
    }
}

TEST(stat_of_firmware, takes_the_names_of_perf_as_events) {
    const std::string file = program("arm1136");
    const auto named = stat(
        "arm1136", file, {"-e", "{branches,BRANCH-MISSES},cycles,instructions", "--exact-counts"});
    const auto own =
        stat("arm1136", file, {"-e", "{BR_EXEC,BR_MISPREDICT},cycles,r07", "--exact-counts"});
    ASSERT_EQ(named.size(), own.size() + 1); // a line of the second metric of branch-misses
    EXPECT_EQ(named[0].event, "branches");
    EXPECT_EQ(named[0].count, own[0].count);
    EXPECT_EQ(named[1].event, "branch-misses");
    EXPECT_EQ(named[1].count, own[1].count);
    EXPECT_EQ(named[1].unit, "% of all branches");
    EXPECT_EQ(counts_of(named).at("instructions"), counts_of(own).at("INSTR_EXEC"));
    const pmu_run_result none = run_pmu_run({"stat", "arm1136", file, "-e", "cache-misses"}, soon);
    EXPECT_EQ(none.exit_code, 2) << none;
    EXPECT_EQ(none.err, "pmu_run: --event: expected an event of the ARM1136JF-S (pmu_run events "
                        "arm1136) or cycles, got 'cache-misses'\n");
}

// --- regions -------------------------------------------------------------------------------------

// The limit comes before the instruction that the region begins with: the region is not entered.
TEST(stat_of_firmware, counts_no_entry_into_a_region_where_nothing_is_executed) {
    const std::string file = test_image("regions-arm", "arm1136");
    for (const auto& [limit, entries] : {std::pair("5", "0"), std::pair("6", "1")}) {
        for (const char* mode : {"fast", "exact"}) {
            const pmu_run_result result =
                run_pmu_run({"stat", "arm1136", file, "--mode", mode, "-x,", "-e", "cycles",
                             "--region", "work:work_end", "--max-instructions", limit});
            EXPECT_EQ(result.exit_code, 1) << result;
            const std::vector<stat_line> lines = lines_of(result.err);
            ASSERT_EQ(lines.size(), 2U) << result;
            EXPECT_EQ(lines[1].event, "region-entries");
            EXPECT_EQ(lines[1].count, entries) << limit << mode;
        }
    }
}

/// regions.S says what is to be counted.
TEST(stat_of_firmware, counts_in_a_region_to_the_instruction) {
    for (const std::string& part : sc_test::cpu_names) {
        const bool is_v7 = sc_test::architecture_of.at(part) == "armv7r";
        const arguments events{"-e", std::string("cycles,") + instructions_of(part) +
                                         (is_v7 ? ",BR_IMMED" : ",BR_EXEC")};
        for (const char* state : {"arm", "thumb"}) {
            const std::string file = test_image(std::string("regions-") + state, part);
            for (const char* mode : {"fast", "exact"}) {
                const arguments how = events + arguments{"--mode", mode};
                const auto between = stat(part, file, how + arguments{"--region", "work:work_end"});
                ASSERT_EQ(between.size(), 4U);
                EXPECT_EQ(between[0].number(), 3 * 17U) << part << state << mode;
                EXPECT_EQ(between[0].runtime_ns, 3 * 170U);
                EXPECT_EQ(between[1].number(), 3 * 9U);
                EXPECT_EQ(between[2].number(), 3 * 4U);
                EXPECT_EQ(between[3].event, "region-entries");
                EXPECT_EQ(between[3].number(), 3U);

                // Three nops, two for the registers, and the call that ends it; five times.
                const auto marked = stat(part, file, how + arguments{"--marks"});
                EXPECT_EQ(marked[1].number(), 5 * 6U) << part << state << mode;
                EXPECT_EQ(marked[2].number(), 0U);
                EXPECT_EQ(marked[3].number(), 5U);

                const auto from_start =
                    stat(part, file, how + arguments{"--region", "_start:work"});
                // Before Thumb-2, BL of Thumb code is two instructions.
                const bool is_pair = std::string(state) == "thumb" && !is_v7;
                EXPECT_EQ(from_start[1].number(), is_pair ? 6U : 5U) << part << state << mode;
                EXPECT_EQ(from_start[3].number(), 1U);

                const auto never = stat(part, file, how + arguments{"--region", "unused:work"});
                EXPECT_EQ(never[1].count, "<not counted>");
                EXPECT_EQ(never[3].number(), 0U);

                // It begins anew where it ends.
                const auto again = stat(part, file, how + arguments{"--region", "work:work"});
                EXPECT_EQ(again[3].number(), 3U);
            }
        }
        // In the middle of a basic block.
        const auto inside = stat(part, test_image("regions-arm", part),
                                 events + arguments{"--region", "0x8004:0x800C"});
        EXPECT_EQ(inside[0].number(), 2U);
        EXPECT_EQ(inside[1].number(), 2U);
    }
}

// An instruction that the simulator executes itself is on the right side of both ends.
/// regions.S: three times nine instructions, of 17 cycles in all.
TEST(stat_of_firmware, is_held_against_what_is_expected) {
    const std::string file = test_image("regions-arm", "arm1136");
    const sc_test::temporary_folder folder;
    for (const char* mode : {"fast", "exact"}) {
        const arguments command{"stat",          "arm1136",  file,
                                "--mode",        mode,       "--region",
                                "work:work_end", "-o",       folder.path("counts"),
                                "--expect",      "cycles=51"};
        const pmu_run_result holds = run_pmu_run(command + arguments{"--expect", "INSTR_EXEC=27"});
        EXPECT_EQ(holds.exit_code, 0) << holds;
        EXPECT_EQ(without_notices(holds.err), "");
        const pmu_run_result fails = run_pmu_run(
            command + arguments{"--expect", "INSTR_EXEC>=28", "--expect", "ICACHE_MISS=0"});
        EXPECT_EQ(fails.exit_code, 1) << fails;
        EXPECT_THAT(fails.err,
                    HasSubstr("pmu_run: " + file + ": expected INSTR_EXEC >= 28, counted 27\n"));
        EXPECT_THAT(fails.err, HasSubstr(": expected ICACHE_MISS = 0, which is not counted: "));
    }
    for (const arguments& other : {arguments{"-r", "2"}, arguments{"-I", "1"},
                                   arguments{"--by", "function"}, arguments{"-M", "cpi"}}) {
        const pmu_run_result refused =
            run_pmu_run(arguments{"stat", "arm1136", file, "--expect", "cycles=51"} + other);
        EXPECT_EQ(refused.exit_code, 2) << refused;
        EXPECT_THAT(refused.err, HasSubstr("--expect does not go with --"));
    }
}

TEST(stat_of_firmware, counts_in_a_region_what_the_host_executes) {
    for (const std::string& part : sc_test::core_names) {
        for (const char* mode : {"fast", "exact"}) {
            const auto counted = [&](const char* region) {
                return stat(part, test_image("host_instructions", part),
                            {"-e", instructions_of(part), "--mode", mode, "--region", region})[0]
                    .number();
            };
            EXPECT_EQ(counted("a:b"), 1U) << part << mode;
            EXPECT_EQ(counted("c:d"), 1U) << part << mode;
            EXPECT_EQ(counted("e:f"), 2U) << part << mode;
        }
    }
}

// And what the fetch of its first instruction takes belongs to it, also the walk for its page: that
// of its last one does not. Two instructions, NOP and BX LR, a miss of the cache, and one of the
// TLB: that of the main TLB, too, if there is one.
TEST(stat_of_firmware, counts_in_a_region_what_its_first_fetch_takes) {
    for (const char* mode : {"fast", "exact"}) {
        const arguments how{"--region", "f:r", "--caches", "4K:4:32", "--mode", mode};
        const auto xscale = counts_of(stat("xscale", test_image("cold_page", "xscale"), how));
        EXPECT_EQ(xscale.at("INSTR_EXEC"), "2") << mode;
        EXPECT_EQ(xscale.at("ICACHE_MISS"), "1") << mode;
        EXPECT_EQ(xscale.at("ITLB_MISS"), "1") << mode;
        EXPECT_EQ(xscale.at("ICACHE_NO_DELIVERY"), "50") << mode;
        const auto arm1136 = counts_of(stat("arm1136", test_image("cold_page", "arm1136"), how));
        EXPECT_EQ(arm1136.at("INSTR_EXEC"), "2") << mode;
        EXPECT_EQ(arm1136.at("ICACHE_MISS"), "1") << mode;
        EXPECT_EQ(arm1136.at("ITLB_MISS"), "1") << mode;
        EXPECT_EQ(arm1136.at("MAIN_TLB_MISS"), "1") << mode;
        EXPECT_EQ(arm1136.at("IBUF_STALL"), "50") << mode;
    }
}

// platforms/iss/README.md, "Samples": an entry to an exception belongs to the first instruction at
// the vector. That at 0x08 is fetched, and not executed; its line has the next vector, too.
TEST(stat_of_firmware, counts_in_a_region_the_entries_to_its_own_vectors) {
    for (const char* mode : {"fast", "exact"}) {
        const auto counted = [&](const char* region) {
            return counts_of(stat("cortex_r5", test_image("two_exceptions", "cortex_r5"),
                                  {"--region", region, "--caches", "4K:4:32", "--mode", mode}));
        };
        const auto of_svc = counted("0x8:0xC");
        EXPECT_EQ(of_svc.at("EXC_TAKEN"), "1") << mode;
        EXPECT_EQ(of_svc.at("INST_EXEC"), "0") << mode;
        EXPECT_EQ(of_svc.at("ICACHE_MISS"), "1") << mode;
        const auto of_abort = counted("0xC:handler");
        EXPECT_EQ(of_abort.at("EXC_TAKEN"), "1") << mode;
        EXPECT_EQ(of_abort.at("INST_EXEC"), "1") << mode;
        EXPECT_EQ(of_abort.at("ICACHE_MISS"), "0") << mode;
    }
}

/// What a trace has from the entry to SVC, at 0x08, to the instruction after SVC.
std::uint64_t executed_by_call(const std::string& trace) {
    std::istringstream in(trace);
    std::uint64_t count = 0;
    unsigned long after = 0;
    bool is_entered = false;
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string time;
        unsigned long address = 0;
        std::string encoding;
        words >> time >> std::hex >> address >> encoding;
        if (encoding == "EF000005") { // svc #5
            after = address + 4;
        } else if (address == after && encoding != "-" && is_entered) {
            break;
        }
        is_entered = is_entered || address == 8;
        count += is_entered && encoding != "-" ? 1 : 0;
    }
    return count;
}

// platforms/iss/README.md, "--region": what takes an exception in place of being executed counts
// with the entry, before the instruction at the vector, as in a trace. A region changes nothing.
TEST(stat_of_firmware, counts_in_a_region_what_interrupts_the_entry_to_an_exception) {
    const sc_test::temporary_folder folder;
    std::set<std::uint64_t> seen;
    for (int delay = 1; delay <= 10; ++delay) {
        const std::string file = test_image("fiq_at_vector-" + std::to_string(delay), "arm1136");
        for (const char* mode : {"fast", "exact"}) {
            const pmu_run_result plain =
                run_pmu_run({"run", "arm1136", file, "--mode", mode, "--trace",
                             folder.path("trace"), "--state", folder.path("plain")},
                            soon);
            ASSERT_EQ(plain.exit_code, 0) << plain;
            const std::uint64_t expected = executed_by_call(folder.read("trace"));
            seen.insert(expected);
            const auto counted = counts_of(
                stat("arm1136", file,
                     {"--mode", mode, "--region", "0x8:after", "--state", folder.path("region")}));
            EXPECT_EQ(counted.at("INSTR_EXEC"), std::to_string(expected)) << mode << delay;
            EXPECT_EQ(folder.read("region"), folder.read("plain")) << mode << delay;
        }
    }
    EXPECT_EQ(seen, (std::set<std::uint64_t>{1, 1 + 4})); // the FIQ comes there, or elsewhere
}

TEST(stat_of_firmware, says_why_an_event_is_not_supported) {
    const std::string file = test_image("regions-arm", "arm1136");
    const auto line_of = [&](const char* event, const arguments& more) {
        const pmu_run_result result =
            run_pmu_run(arguments{"stat", "arm1136", file, "-e", event} + more, soon);
        EXPECT_EQ(result.exit_code, 0) << result;
        const std::size_t at = result.err.find("<not supported>");
        return at == std::string::npos ? result.err
                                       : result.err.substr(at, result.err.find('\n', at) - at);
    };
    EXPECT_THAT(line_of("DCACHE_MISS", {}), EndsWith("  # needs --caches"));
    EXPECT_THAT(line_of("DCACHE_MISS", {"-r", "2"}), EndsWith("  # needs --caches"));
    EXPECT_THAT(line_of("DCACHE_MISS", {"--caches", "4K:4:32"}), Not(HasSubstr("not supported")));
    EXPECT_THAT(line_of("LSU_FULL_STALL", {"--caches", "4K:4:32"}), EndsWith("  # not modelled"));
    EXPECT_THAT(line_of("DCACHE_MISS", {"-x,"}), Not(HasSubstr("--caches")));
}

TEST(stat_of_firmware, counts_every_event_in_a_region_and_in_turns) {
    const std::string file = test_image("regions-arm", "arm1136");
    const auto all = counts_of(stat("arm1136", file, {"--region", "work:work_end"}));
    EXPECT_EQ(all.at("INSTR_EXEC"), "27");
    EXPECT_EQ(all.at("BR_MISPREDICT"), "3");
    // Rotates after each entry of 17 cycles: two of three, then the next two.
    const auto turns = stat(
        "arm1136", file,
        {"--region", "work:work_end", "-e", "r07,r05,r06", "--rotate", "17", "--mode", "exact"});
    EXPECT_NEAR(turns[0].percent, 66.67, 0.01); // windows 1 and 3
    EXPECT_NEAR(turns[1].percent, 66.67, 0.01); // windows 1 and 2
    EXPECT_EQ(turns[0].number(), 27U);          // 18 * 3 / 2
    EXPECT_EQ(turns[1].number(), 12U);          // 8 * 3 / 2
    EXPECT_EQ(turns[2].number(), 3U);           // 2 * 3 / 2
}

TEST(stat_of_firmware, marks_cost_nothing_where_nobody_looks) {
    const pmu_run_result run =
        run_pmu_run({"run", "arm1136", test_image("regions-arm", "arm1136")}, soon);
    EXPECT_EQ(run.exit_code, 0) << run;
    EXPECT_EQ(run.err, "") << run;
}

// --- metrics -------------------------------------------------------------------------------------

/// Table 61 of the IXP42X manual, by its formulas.
TEST(stat_of_firmware, derives_what_the_manual_derives) {
    const std::string file = program("ixp42x");
    const arguments caches{"--caches", "1K:2:32"};
    const auto all = counts_of(stat("ixp42x", file, caches));
    const auto ratio = [&](const char* a, const char* b, double factor) {
        return factor * std::stod(all.at(a)) / std::stod(all.at(b));
    };
    const auto expect_figure = [](const stat_line& line, double value, const std::string& unit) {
        EXPECT_NEAR(std::stod(line.metric), value, 0.005 + 1e-9) << unit;
        EXPECT_THAT(line.unit, StartsWith(unit + ", "));
    };
    const auto icache = stat("ixp42x", file, caches + arguments{"-M", "icache"});
    ASSERT_EQ(icache.size(), 3U);
    EXPECT_EQ(icache[0].event, "INSTR_EXEC");
    EXPECT_EQ(icache[1].event, "ICACHE_MISS");
    EXPECT_EQ(icache[2].event, "cycles");
    expect_figure(icache[0], ratio("ICACHE_MISS", "INSTR_EXEC", 100), "% of instructions");
    expect_figure(icache[1], ratio("cycles", "INSTR_EXEC", 1), "cycles per instruction");
    expect_figure(icache[2], 32 * std::stod(all.at("ICACHE_MISS")), "bytes");
    const auto dcache = stat("ixp42x", file, caches + arguments{"-M", "DCACHE"});
    expect_figure(dcache[0], ratio("DCACHE_MISS", "DCACHE_ACCESS", 100), "% of accesses");
    const auto fetch = stat("ixp42x", file, caches + arguments{"-M", "fetch,itlb"});
    expect_figure(fetch[0], ratio("ICACHE_NO_DELIVERY", "ICACHE_MISS", 1),
                  "cycles per external fetch");
    expect_figure(fetch[1], ratio("ICACHE_NO_DELIVERY", "cycles", 100), "% of cycles");
    expect_figure(fetch[3], ratio("ITLB_MISS", "INSTR_EXEC", 100), "% of instructions");
}

/// meaning of the events: a miss of the XScale's instruction cache and a write-back of the
/// Cortex-R5 are a line, of --caches; a write-back of the others is 16 bytes.
TEST(stat_of_firmware, takes_the_bytes_of_a_line_from_the_caches) {
    struct row {
        const char* part;
        const char* metric;
        std::size_t line; ///< that has the figure
        const char* event;
        bool is_of_lines;
    };
    for (const row& r : {row{"xscale", "icache", 2, "ICACHE_MISS", true},
                         row{"ixp42x", "icache", 2, "ICACHE_MISS", true},
                         row{"ixp42x", "writeback", 1, "DCACHE_WRITEBACK", false},
                         row{"arm1136", "writeback", 1, "DCACHE_WBACK", false},
                         row{"arm1176", "writeback", 1, "DCACHE_WBACK", false},
                         row{"cortex_r5", "writeback", 1, "DCACHE_WB", true}}) {
        for (const char* bytes : {"16", "32", "64"}) {
            const auto lines =
                stat(r.part, program(r.part),
                     {"--caches", std::string("1K:2:") + bytes, "-M", r.metric, "--exact-counts"});
            const auto counts = counts_of(lines);
            ASSERT_TRUE(counts.count(r.event)) << r.part;
            const double events = std::stod(counts.at(r.event));
            EXPECT_GT(events, 0) << r.part << bytes;
            EXPECT_EQ(std::stod(lines[r.line].metric),
                      events * (r.is_of_lines ? std::stod(bytes) : 16))
                << r.part << ' ' << r.metric << ' ' << bytes;
            EXPECT_THAT(lines[r.line].unit, StartsWith("bytes"));
        }
    }
}

TEST(stat_of_firmware, has_no_figure_of_what_nobody_knows) {
    const auto lines = stat("xscale", test_image("regions-arm", "xscale"), {"-M", "dcache"});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[1].count, "<not supported>"); // misses: there are no caches
    EXPECT_EQ(lines[0].metric, "");
}

TEST(stat_of_firmware, lists_metrics) {
    const pmu_run_result list = run_pmu_run({"stat", "ixp42x", "-M", "list"}, soon);
    EXPECT_EQ(list.exit_code, 0) << list;
    for (const char* name :
         {"ipc", "branch", "icache", "dcache", "fetch", "buffers", "writeback", "itlb", "dtlb"}) {
        EXPECT_THAT("\n" + list.out, HasSubstr(std::string("\n") + name + " ")) << list;
    }
    EXPECT_EQ(run_pmu_run({"stat", "ixp42x", "--list-metrics"}, soon).out, list.out);
}

// --- intervals and repeats -----------------------------------------------------------------------

TEST(stat_of_firmware, prints_intervals_that_add_up) {
    for (const char* mode : {"fast", "exact"}) {
        const std::string file = program("cortex_r5");
        const arguments how{"-e", "cycles,r08,r06", "--mode", mode};
        const auto whole = counts_of(stat("cortex_r5", file, how));
        const pmu_run_result result =
            run_pmu_run(arguments{"stat", "cortex_r5", file, "-x,", "-I", "0.05"} + how, soon);
        std::map<std::string, std::uint64_t> sums;
        std::vector<double> ends;
        for (const std::string& line : split(without_notices(result.err), '\n')) {
            const std::size_t comma = line.find(',');
            const stat_line l = lines_of(line.substr(comma + 1)).front();
            sums[l.event] += l.number();
            if (l.event == "cycles") {
                ends.push_back(std::stod(line.substr(0, comma)));
            }
        }
        ASSERT_GT(ends.size(), 3U);
        for (std::size_t n = 0; n + 1 < ends.size(); ++n) {
            EXPECT_NEAR(ends[n], 50e-6 * static_cast<double>(n + 1), 1e-9);
        }
        for (const auto& [event, sum] : sums) {
            EXPECT_EQ(std::to_string(sum), whole.at(event)) << event;
        }
    }
}

// CCNT wraps 100 cycles after PMNC.E; the loop takes 1,000 times 1 + 2 cycles. What else is between
// those, and the start delay, is some dozens.
TEST(stat_of_firmware, tells_how_late_the_latest_interrupt_was) {
    for (const std::string& part : cores_with_late_interrupt) {
        for (const char* mode : {"fast", "exact"}) {
            const arguments run{"stat",   part, test_image("late_interrupt", part),
                                "--mode", mode, "-x;"};
            std::map<std::string, std::uint64_t> counts;
            for (const std::string& line : split(run_pmu_run(run, soon).err, '\n')) {
                const std::vector<std::string> fields = split(line, ';');
                if (fields.size() > 2 && fields[2].rfind("interrupt", 0) == 0) {
                    counts[fields[2]] = std::stoull(fields[0]);
                }
            }
            EXPECT_EQ(counts["interrupts"], 1U) << part << mode;
            EXPECT_GT(counts["interrupt_delay"], 2850U) << part << mode;
            EXPECT_LT(counts["interrupt_delay"], 3050U) << part << mode;
        }
    }
}

TEST(stat_of_firmware, prints_intervals_in_three_forms) {
    const arguments run{"stat", "arm1136", program("arm1136"), "-e", "r07", "-I", "0.1"};
    EXPECT_THAT(run_pmu_run(run, soon).err,
                StartsWith("#           time             counts unit events\n     0.000100000 "));
    EXPECT_THAT(split(run_pmu_run(run + arguments{"-j"}, soon).err, '\n').front(),
                MatchesRegex("\\{\"interval\":0.0001,\"counter-value\":\"[0-9]+\",\"unit\":\"\","
                             "\"event\":\"INSTR_EXEC\",\"event-runtime\":[0-9]+,"
                             "\"pcnt-running\":100.0,\"part\":\"arm1136\"\\}"));
    EXPECT_THAT(split(run_pmu_run(run + arguments{"-x;"}, soon).err, '\n').front(),
                MatchesRegex(" +0.000100000;[0-9]+;;INSTR_EXEC;[0-9]+;100.00;;"));
}

TEST(stat_of_firmware, repeats_a_run) {
    const std::string file = program("arm1136");
    const sc_test::temporary_folder folder;
    const arguments once{"stat", "arm1136", file, "-e", "r07,cycles"};
    const pmu_run_result one = run_pmu_run(once, soon);
    const pmu_run_result three = run_pmu_run(once + arguments{"-r", "3"}, soon);
    EXPECT_EQ(three.exit_code, one.exit_code) << three;
    EXPECT_EQ(three.out, one.out + one.out + one.out);
    EXPECT_THAT(three.err, AllOf(HasSubstr("(3 runs)"), HasSubstr("( +-  0.00% )"),
                                 HasSubstr("insn per cycle")));
    const pmu_run_result fields =
        run_pmu_run(once + arguments{"-r", "2", "-x,", "-o", folder.path("counts")}, soon);
    EXPECT_EQ(fields.err, "") << fields;
    EXPECT_THAT(split(folder.read("counts"), '\n').front(),
                MatchesRegex("[0-9]+,,INSTR_EXEC,0.00%,[0-9]+,100.00,[0-9.]+,insn per cycle"));
    EXPECT_THAT(run_pmu_run(once + arguments{"-r", "2", "-j"}, soon).err,
                HasSubstr("\"variance\":0.0"));
}

TEST(stat_of_firmware, stops_repeating_where_a_run_gives_no_counts) {
    const pmu_run_result result = run_pmu_run(
        {"stat", "arm1136", test_image("regions-arm", "xscale") + ".none", "-r", "5"}, soon);
    EXPECT_EQ(result.exit_code, 2) << result;
    const std::string file = test_image("regions-arm", "arm1136");
    const pmu_run_result region =
        run_pmu_run({"stat", "arm1136", file, "-r", "5", "--region", "none:work"}, soon);
    EXPECT_EQ(region.exit_code, 2) << region;
    EXPECT_EQ(region.err, "pmu_run: --region none:work: expected a function of " + file +
                              ", FILE:LINE with code, or the address of an instruction, got "
                              "'none'\n");
}

// --- what cannot be ------------------------------------------------------------------------------

TEST(stat_of_firmware, refuses_what_cannot_be_in_one_line) {
    const std::string file = test_image("regions-arm", "xscale");
    const std::vector<std::pair<arguments, std::string>> refusals = {
        {{"-M", "speed"},
         "pmu_run: --metrics: expected a metric of the Intel XScale core \\(pmu_run stat xscale "
         "--list-metrics\\), got 'speed'\n"},
        {{"-M", ""}, "pmu_run: --metrics: expected a metric .*, got ''\n"},
        {{"-e", "{r07,r05"}, "pmu_run: --event: expected a '}' after '\\{', got '\\{r07,r05'\n"},
        {{"-e", "r07}"}, "pmu_run: --event: expected each '\\{' with a '}' after it, got 'r07}'\n"},
        {{"-e", "{r07,{r05}}"}, "pmu_run: --event: .*\n"},
        {{"-e", "{}"}, "pmu_run: --event: expected an event .*, got ''\n"},
        {{"-e", "r"}, "pmu_run: --event: expected an event .*, got 'r'\n"},
        {{"--region", "0x8000"},
         "pmu_run: --region: expected a function, or FROM:TO, got '0x8000'\n"},
        {{"--region", "work:"}, "pmu_run: --region work:: expected a function .*, got ''\n"},
        {{"--region", "work:0x8001"}, "pmu_run: --region .*, got '0x8001'\n"},
        {{"--region", "work:0x100000000"}, "pmu_run: --region .*, got '0x100000000'\n"},
        {{"--exact-counts"}, "pmu_run: --exact-counts goes with --event and --metrics\n"},
        {{"--rotate", "5"}, "pmu_run: --rotate goes with --event and --metrics, .*\n"},
        {{"-r", "2", "-I", "1"}, "pmu_run: --repeat does not go with --interval-print\n"},
        {{"-r", "2", "--trace", "t"}, "pmu_run: --repeat does not go with --trace\n"},
        {{"--region", "work:work", "--gdb", "0"}, "pmu_run: --region does not go with --gdb\n"},
    };
    for (const auto& [options, message] : refusals) {
        const pmu_run_result result =
            run_pmu_run(arguments{"stat", "xscale", file} + options, soon);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        EXPECT_THAT(result.err, MatchesRegex(message)) << result;
    }
    const std::vector<std::pair<arguments, std::string>> of_parser = {
        {{"-r", "0"}, "--repeat: expected a whole number from 1 to 1000000, got '0'"},
        {{"-r", "-1"}, "--repeat: expected a whole number"},
        {{"-I", "0"}, "--interval-print: expected a number from 1e-06 to 1e+09, got '0'"},
        {{"-I", "-1"}, "--interval-print: expected a number"},
        {{"-I", "x"}, "--interval-print: expected a number"},
        {{"--rotate", "0"}, "--rotate: expected a whole number"},
        {{"--all", "-e", "5"}, "--event excludes --all"},
        {{"--marks", "--region", "work:work"}, "--region excludes --marks"},
    };
    for (const auto& [options, message] : of_parser) {
        const pmu_run_result result =
            run_pmu_run(arguments{"stat", "xscale", file} + options, soon);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_THAT(result.err, StartsWith("pmu_run: " + message)) << result;
    }
}

} // namespace
} // namespace iss_test::stat_test
