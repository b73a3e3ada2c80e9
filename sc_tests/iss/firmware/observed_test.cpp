// SPDX-License-Identifier: Apache-2.0
// Firmware does the same whoever looks on, and wherever that makes the simulator stop: ../observed.
#include "pmu_run_process.h"

#include <generated/part_names.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace iss_test::observed_test {
namespace {

/// A way to run firmware.
struct way {
    const char* name;
    arguments command;
    arguments options;
    const char* output = nullptr;  ///< option that names a file which is written
    bool stops_everywhere = false; ///< so that a delay makes no difference
};

void PrintTo(const way& w, std::ostream* out) {
    *out << w.name;
}

class observed : public testing::TestWithParam<way> {
protected:
    static std::vector<int> delays(std::vector<int> all) {
        if (GetParam().stops_everywhere) {
            all.resize(1);
        }
        return all;
    }
    pmu_run_result run(const way& w, const std::string& program, const std::string& part,
                       const arguments& of_firmware) const {
        arguments all = w.command +
                        arguments{part, TEST_FIRMWARE_DIR "/" + program + "." + part + ".elf"} +
                        w.options;
        if (w.output != nullptr) {
            all = all + arguments{w.output, m_folder.path("out")};
        }
        return run_pmu_run(all + arguments{"--"} + of_firmware);
    }
    /// \param delay passes of a loop before it begins
    pmu_run_result run(const std::string& program, int delay) const {
        return run(GetParam(), program, "cortex_r5", {std::to_string(delay)});
    }

private:
    sc_test::temporary_folder m_folder;
};

way limited_to_a_million(way w) {
    w.options = w.options + arguments{"--max-instructions", "1000000"};
    return w;
}

TEST_P(observed, merges_the_same) {
    for (const int delay : delays({1, 13, 14, 33, 58, 81, 104, 399})) {
        const pmu_run_result result = run("merge", delay);
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(result.out, "iterations 200000\n") << result;
    }
}

TEST_P(observed, walks_lists_the_same) {
    for (const int delay : delays({2, 7, 9, 11, 31, 441, 525})) {
        const pmu_run_result result = run("lists", delay);
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(result.out, "wrong 0 sum 1755124\n") << result;
    }
}

// iss/README.md: firmware ends where it waits and nothing can raise a request, though a counter
// will overflow, of which those are told who look on.
TEST_P(observed, ends_where_it_waits_in_vain) {
    const way limited = limited_to_a_million(GetParam());
    const pmu_run_result spins = run(limited, "spins_in_vain", "cortex_r5", {});
    EXPECT_EQ(spins.exit_code, 1) << spins;
    EXPECT_THAT(spins.err, testing::HasSubstr(
                               "pmu_run: endless loop at PC 0x0000801C in _start+0x1C: a branch "
                               "to itself, and nothing can interrupt it\n"));
    const pmu_run_result waits = run(limited, "waits_in_vain", "cortex_r5", {});
    EXPECT_EQ(waits.exit_code, 1) << waits;
    EXPECT_THAT(waits.err, testing::HasSubstr(
                               "pmu_run: waits for an interrupt at PC 0x0000801C in _start+0x1C, "
                               "and nothing can raise one\n"));
}

/// In fast mode.
class observed_interrupts : public observed {
protected:
    void expect_the_same_instruction() const {
        for (const std::string& part : sc_test::core_names) {
            const pmu_run_result plain = run({"plain", {"run"}, {}}, "interrupted", part, {});
            EXPECT_EQ(plain.exit_code, 0) << plain;
            const bool has_blocks_with_loads = sc_test::architecture_of.at(part) != "armv5te";
            EXPECT_EQ(plain.out.rfind("many taken, 0 inside of a block", 0) == 0,
                      has_blocks_with_loads)
                << plain;
            EXPECT_EQ(run(GetParam(), "interrupted", part, {}).out, plain.out) << part;
        }
    }
};

// iss/timing.md, Two modes: an interrupt is taken after the basic block, which ends at the branch,
// and at the same instruction whoever counts what. Before ARMv6 each load ends one, too, since its
// address may not be aligned.
TEST_P(observed_interrupts, are_taken_at_the_same_instruction) {
    expect_the_same_instruction();
}

/// The same while a part of the firmware is counted.
class interrupts_of_regions : public observed_interrupts {};
TEST_P(interrupts_of_regions, are_taken_at_the_same_instruction) {
    expect_the_same_instruction();
}

// The block has ended with the jump, so an interrupt that is due comes before the abort.
TEST_P(observed_interrupts, come_before_a_fetch_that_is_refused) {
    std::vector<std::pair<const char*, std::string>> all{{"refused_page", "arm1136"}};
    for (const std::string& core : sc_test::core_names) {
        all.emplace_back("refused_fetch", core);
    }
    for (const auto& [program, part] : all) {
        const pmu_run_result plain = run({"plain", {"run"}, {}}, program, part, {});
        EXPECT_GT(plain.exit_code, 2) << plain;
        EXPECT_EQ(run(GetParam(), program, part, {}).exit_code, plain.exit_code)
            << program << ' ' << part;
        const pmu_run_result exact =
            run({"exact", {"run"}, {"--mode", "exact"}}, program, part, {});
        EXPECT_GT(exact.exit_code, 2) << exact;
    }
}

/// Where firmware was interrupted, as it says in r6 at its end, and all other state.
class interrupted_state : public observed_interrupts {
protected:
    std::string state_of(const way& w, const std::string& program, const std::string& part,
                         const arguments& options = {}) const {
        way with_state = w;
        with_state.options = w.options + options + arguments{"--state", m_states.path(w.name)};
        EXPECT_EQ(run(with_state, program, part, {}).exit_code, 0) << w.name << ' ' << part;
        return m_states.read(w.name);
    }
    const way plain = {"plain", {"run"}, {}};

private:
    sc_test::temporary_folder m_states;
};

// iss/timing.md, Two modes: in an IT block that writes a status register interrupts are taken
// between the instructions, whoever looks.
TEST_P(interrupted_state, is_the_same_after_it_blocks) {
    const auto state = [this](const way& w) {
        return state_of(w, "status_in_it_block", "cortex_r5");
    };
    const std::string expected = state(plain);
    EXPECT_THAT(expected, testing::HasSubstr("\"r6\""));
    EXPECT_EQ(state(GetParam()), expected);
    const arguments region = {"--region", "work_middle:work_end"};
    EXPECT_EQ(state({"region", {"stat"}, region}), expected);
    EXPECT_EQ(state({"region_traced", {"stat"}, region, "--trace"}), expected);
}

// The same page: interrupts are taken at the same instruction, however late it shows how many
// cycles have passed before it.
TEST_P(interrupted_state, is_the_same_where_cycles_show_late) {
    for (const std::string& part : sc_test::core_names) {
        const arguments options = {"--caches", "1K:2:32"};
        EXPECT_EQ(state_of(GetParam(), "late_cycles", part, options),
                  state_of(plain, "late_cycles", part, options))
            << part;
    }
}

// The same page: interrupts are taken after what may mask them, though that does nothing in User
// mode.
TEST_P(interrupted_state, is_the_same_after_masks_in_user_mode) {
    for (const std::string& part : sc_test::core_names) {
        if (sc_test::architecture_of.at(part) != "armv5te") {
            EXPECT_EQ(state_of(GetParam(), "user_masks", part), state_of(plain, "user_masks", part))
                << part;
        }
    }
}

// Nothing interrupts it, so exact mode executes the same.
TEST_P(interrupted_state, is_the_same_after_accesses_of_a_device) {
    const way exact = {"exact", {"run"}, {"--mode", "exact"}};
    for (const std::string& part : sc_test::core_names) {
        if (sc_test::architecture_of.at(part) != "armv5te") {
            const std::string expected = state_of(exact, "device_after_load", part);
            EXPECT_EQ(state_of(plain, "device_after_load", part), expected) << part;
            EXPECT_EQ(state_of(GetParam(), "device_after_load", part), expected) << part;
        }
    }
}

// Fetches are of 64 bits, and those before a counter is enabled are not counted.
TEST_P(interrupted_state, is_the_same_where_requests_are_counted) {
    const std::string counts = state_of(plain, "counts_of_fetches", "cortex_r5");
    EXPECT_THAT(counts, testing::HasSubstr("\"r4\": \"0x00000000\""));
    EXPECT_THAT(counts, testing::HasSubstr("\"r5\": \"0x00000001\""));
    EXPECT_EQ(state_of(GetParam(), "counts_of_fetches", "cortex_r5"), counts);
    EXPECT_EQ(state_of(GetParam(), "request_overflow", "cortex_r5"),
              state_of(plain, "request_overflow", "cortex_r5"));
}

const way ways[] = {
    {"plain", {"run"}, {}},
    {"exact", {"run"}, {"--mode", "exact"}, nullptr, true},
    {"caches", {"run"}, {"--caches", "4K:4:32"}},
    {"page", {"run"}, {}, "--report"},
    {"stat", {"stat"}, {}},
    {"stat_of_an_event", {"stat"}, {"-e", "0x07"}},
    {"stat_in_turns", {"stat"}, {"-e", "0x07,0x08,0x0C,0x0D,0x10"}},
    {"stat_with_caches", {"stat"}, {"--caches", "4K:4:32"}},
    {"short_quantum", {"stat"}, {"--quantum", "1"}},
    {"samples", {"record"}, {}, "-o"},
};

std::string name_of(const testing::TestParamInfo<way>& info) {
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(firmware, observed, testing::ValuesIn(ways), name_of);

const way fast_ways[] = {
    {"page", {"run"}, {}, "--report"},
    {"trace", {"run"}, {}, "--trace"},
    {"stat", {"stat"}, {}},
    {"stat_of_an_event", {"stat"}, {"-e", "0x07"}},
    {"short_quantum", {"stat"}, {"--quantum", "1"}},
    {"samples", {"record"}, {}, "-o"},
    {"frequent_samples", {"record"}, {"-c", "3", "-g"}, "-o"},
};

const arguments interrupted_region = {"--region", "conditional_work_middle:conditional_work_end"};
const way region_ways[] = {
    {"region", {"stat"}, interrupted_region, "-o"},
    {"region_traced", {"stat"}, interrupted_region, "--trace"},
};

INSTANTIATE_TEST_SUITE_P(firmware, observed_interrupts, testing::ValuesIn(fast_ways), name_of);
INSTANTIATE_TEST_SUITE_P(firmware, interrupts_of_regions, testing::ValuesIn(region_ways), name_of);
INSTANTIATE_TEST_SUITE_P(firmware, interrupted_state, testing::ValuesIn(fast_ways), name_of);

} // namespace
} // namespace iss_test::observed_test
