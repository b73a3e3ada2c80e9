// SPDX-License-Identifier: Apache-2.0
// Our own programs, which check what they see: on each part, in both modes, with caches and
// without, and with each quantum.
#include "pmu_run_process.h"

#include <generated/part_names.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <tuple>

namespace iss_test::programs_test {
namespace {

using testing::Combine;
using testing::Values;
using testing::ValuesIn;

/// Program, part, caches.
using run_parameters = std::tuple<std::string, std::string, std::string>;

std::string name_of(const testing::TestParamInfo<run_parameters>& info) {
    std::string name = std::get<0>(info.param) + "_on_" + std::get<1>(info.param);
    if (std::get<2>(info.param) != "none") {
        name += "_with_" + std::get<2>(info.param);
    }
    std::replace(name.begin(), name.end(), ':', '_');
    return name;
}

class programs : public testing::TestWithParam<run_parameters> {
protected:
    static arguments command(const std::string& mode, const arguments& options = {}) {
        const auto& [program, part, caches] = GetParam();
        arguments all = firmware(program, sc_test::cpu_of.at(part));
        all[1] = part;
        return all + arguments{"--caches", caches, "--mode", mode} + options;
    }
    static pmu_run_result run(const std::string& mode, const arguments& options = {}) {
        return run_pmu_run(command(mode, options));
    }
    static pmu_run_result count(const std::string& mode, const arguments& options = {}) {
        return run_counted(command(mode, options));
    }
};

const auto parts = ValuesIn(sc_test::cpu_names);
constexpr const char* some_caches = "4K:4:32";

// --- without interrupts: the same counts in both modes
// ---------------------------------------------

class programs_without_interrupts : public programs {};

TEST_P(programs_without_interrupts, count_the_same_in_both_modes) {
    const pmu_run_result exact = count("exact");
    const pmu_run_result fast = count("fast");
    EXPECT_EQ(exact.exit_code, 0) << exact;
    EXPECT_EQ(fast.exit_code, 0) << fast;
    EXPECT_EQ(without_notices(exact.err), "") << exact;
    EXPECT_EQ(without_notices(fast.err), "") << fast;
    EXPECT_EQ(without_mode(fast), without_mode(exact));
}

INSTANTIATE_TEST_SUITE_P(firmware, programs_without_interrupts,
                         Combine(Values("count_loop", "cache_modes", "user_access"), parts,
                                 Values("none")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(firmware_with_caches, programs_without_interrupts,
                         Combine(Values("count_loop", "user_access"), parts, Values(some_caches)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(longest_firmware_with_caches, programs_without_interrupts,
                         Combine(Values("cache_modes"), ValuesIn(sc_test::core_names),
                                 Values(some_caches)),
                         name_of);
INSTANTIATE_TEST_SUITE_P(firmware_with_other_caches, programs_without_interrupts,
                         Combine(Values("user_access"), parts, Values("8K:1:64", "256:1:16")),
                         name_of);

// --- with interrupts, which the modes take at different instructions
// -------------------------------

class programs_with_interrupts : public programs {};

TEST_P(programs_with_interrupts, end_well) {
    for (const char* mode : {"exact", "fast"}) {
        const pmu_run_result result = run(mode);
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(without_notices(result.err), "") << result;
    }
}

INSTANTIATE_TEST_SUITE_P(firmware, programs_with_interrupts,
                         Combine(Values("sampling_profiler", "wide_counter"), parts,
                                 Values("none")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(firmware_with_caches, programs_with_interrupts,
                         Combine(Values("sampling_profiler"), ValuesIn(sc_test::core_names),
                                 Values(some_caches)),
                         name_of);

// Its two interrupts come after what it prints the counts of.
class cci_traffic : public programs {};

TEST_P(cci_traffic, prints_the_same_in_both_modes) {
    const pmu_run_result exact = run("exact");
    const pmu_run_result fast = run("fast");
    EXPECT_EQ(exact.exit_code, 0) << exact;
    EXPECT_EQ(without_notices(exact.err), "") << exact;
    EXPECT_EQ(fast.exit_code, 0) << fast;
    EXPECT_EQ(without_notices(fast.err), "") << fast;
    EXPECT_EQ(fast.out, exact.out);
}

INSTANTIATE_TEST_SUITE_P(firmware, cci_traffic,
                         Combine(Values("cci_traffic"), ValuesIn(sc_test::part_names),
                                 Values("none", some_caches)),
                         name_of);

// --- the quantum ---------------------------------------------------------------------------------

class programs_in_fast_mode : public programs {
protected:
    static void expect_same_for(std::initializer_list<const char*> quanta) {
        const pmu_run_result usual = count("fast");
        EXPECT_EQ(usual.exit_code, 0) << usual;
        for (const char* quantum : quanta) {
            const pmu_run_result result = count("fast", {"--quantum", quantum});
            EXPECT_EQ(result.exit_code, usual.exit_code) << result;
            EXPECT_EQ(result.out, usual.out) << result;
            EXPECT_EQ(result.err, usual.err) << result;
        }
    }
};

TEST_P(programs_in_fast_mode, print_the_same_whatever_the_quantum) {
    expect_same_for({"1", "10", "100", "1000", "100000"});
}

INSTANTIATE_TEST_SUITE_P(firmware, programs_in_fast_mode,
                         Combine(Values("sampling_profiler", "wide_counter", "cci_traffic",
                                        "user_access"),
                                 parts, Values("none")),
                         name_of);

// There are more programs of those than can be run that often.
class more_programs_in_fast_mode : public programs_in_fast_mode {};

TEST_P(more_programs_in_fast_mode, print_the_same_whatever_the_quantum) {
    expect_same_for({"10", "1000"});
}

INSTANTIATE_TEST_SUITE_P(firmware, more_programs_in_fast_mode,
                         Combine(Values("count_loop", "cache_modes"), parts, Values("none")),
                         name_of);
INSTANTIATE_TEST_SUITE_P(firmware_with_caches, more_programs_in_fast_mode,
                         Combine(Values("sampling_profiler", "cci_traffic"), parts,
                                 Values(some_caches)),
                         name_of);

// --- repeated ------------------------------------------------------------------------------------

TEST(repeated, runs_print_the_same) {
    for (const std::string& part : sc_test::core_names) {
        const arguments all =
            firmware("sampling_profiler", part) + arguments{"--caches", some_caches};
        const pmu_run_result first = run_counted(all);
        EXPECT_EQ(first.exit_code, 0) << first;
        EXPECT_EQ(run_counted(all).out, first.out) << first;
    }
}

// Down to a single line; in caches of one way everything of one column could meet.
TEST(cache_modes, holds_its_checks_with_tiny_caches) {
    for (const char* caches :
         {"1K:1:16", "1K:1:256", "256:1:16", "64:1:16", "32:2:16", "16:1:16"}) {
        for (const std::string& part : sc_test::cpu_names) {
            const pmu_run_result result =
                run_pmu_run(firmware("cache_modes", part) + arguments{"--caches", caches});
            EXPECT_EQ(result.exit_code, 0) << result;
        }
    }
}

TEST(sampling_profiler, takes_its_period_as_an_argument) {
    const pmu_run_result result =
        run_pmu_run(firmware("sampling_profiler", "xscale") + arguments{"--arg", "20000"});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out, testing::HasSubstr("a sample every 20000 instructions"));
    const pmu_run_result refused =
        run_pmu_run(firmware("sampling_profiler", "xscale") + arguments{"--arg", "1"});
    EXPECT_EQ(refused.exit_code, 1) << refused;
    EXPECT_EQ(without_notices(refused.err), "") << refused;
}

} // namespace
} // namespace iss_test::programs_test
