// SPDX-License-Identifier: Apache-2.0
// The devices of the firmware platforms: the UART, the timers, and a CPU that waits for them.
#include "pmu_run_process.h"

#include <generated/part_names.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace iss_test::devices_test {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr std::chrono::seconds soon(20);

class devices : public testing::TestWithParam<std::string> {};

std::string name_of(const testing::TestParamInfo<std::string>& info) {
    return info.param;
}

// newlib without semihosting: its _exit() is an endless loop.
TEST_P(devices, print_for_firmware_without_semihosting) {
    const auto run = [](const std::string& mode, const arguments& options) {
        const pmu_run_result result =
            run_counted(firmware("uart_hello", GetParam()) + arguments{"--mode", mode} + options);
        EXPECT_EQ(result.exit_code, 1) << result;
        EXPECT_THAT(without_notices(result.err),
                    MatchesRegex("pmu_run: endless loop at PC 0x[0-9A-F]+.*_exit.*: a branch to "
                                 "itself, and nothing can interrupt it\n"))
            << result;
        return result;
    };
    const pmu_run_result exact = run("exact", {});
    EXPECT_THAT(exact.out, MatchesRegex("hello from [a-z0-9_]+\n"
                                        "numbers: -42 0x00C0FFEE 3.142\n"
                                        "by interrupt: each character when the one before has "
                                        "left\n"
                                        "done\n.*"))
        << exact;
    for (const char* quantum : {"1", "100", "10000"}) {
        EXPECT_EQ(without_mode(run("fast", {"--quantum", quantum})), without_mode(exact));
    }
    EXPECT_EQ(without_mode(run("fast", {"--start", "reset"})), without_mode(exact));
}

TEST_P(devices, tick) {
    const auto run = [](const std::string& mode, const arguments& options) {
        const pmu_run_result result =
            run_counted(firmware("ticks", GetParam()) + arguments{"--mode", mode} + options);
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(without_notices(result.err), "") << result;
        return without_mode(result);
    };
    const std::string exact = run("exact", {});
    EXPECT_THAT(exact, HasSubstr("tick 9: 1000"));
    EXPECT_THAT(exact, HasSubstr("alarm 0: 25"));
    EXPECT_THAT(exact, HasSubstr("all "));
    for (const char* quantum : {"1", "100", "10000", "1000000"}) {
        EXPECT_EQ(run("fast", {"--quantum", quantum}), exact) << quantum;
    }
    EXPECT_EQ(run("fast", {"--clock-mhz", "50"}), run("exact", {"--clock-mhz", "50"}));
}

TEST_P(devices, tick_for_a_cpu_at_work) {
    const auto run = [](const std::string& mode, const arguments& options) {
        const pmu_run_result result = run_counted(
            firmware("ticks", GetParam()) + arguments{"--mode", mode, "--arg", "busy"} + options);
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(without_notices(result.err), "") << result;
        return result.out;
    };
    run("exact", {});
    const std::string usual = run("fast", {});
    for (const char* quantum : {"1", "100", "1000000"}) {
        EXPECT_EQ(run("fast", {"--quantum", quantum}), usual) << quantum;
    }
}

INSTANTIATE_TEST_SUITE_P(firmware, devices, testing::ValuesIn(sc_test::cpu_names), name_of);

TEST(waiting, ends_with_a_timer_and_fails_without) {
    for (const std::string& part : sc_test::core_names) {
        for (const char* mode : {"exact", "fast"}) {
            const pmu_run_result result = run_pmu_run(
                test_firmware("wait_for_timer", part) + arguments{"--mode", mode}, soon);
            EXPECT_EQ(result.exit_code, 1) << result;
            EXPECT_THAT(result.err,
                        MatchesRegex("pmu_run: waits for an interrupt at PC 0x[0-9A-F]+ in "
                                     "second_wait.*, and nothing can raise one\n"))
                << result;
        }
    }
}

// --- the UART ------------------------------------------------------------------------------------

TEST(uart_output, is_standard_output_from_the_start) {
    for (const char* mode : {"exact", "fast"}) {
        const pmu_run_result result =
            run_pmu_run(test_firmware("uart_output", "arm1136") + arguments{"--mode", mode}, soon);
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(result.out, "x\n");
        EXPECT_EQ(result.err, "");
    }
}

TEST(uart_output, that_is_not_sent_is_told) {
    const pmu_run_result result =
        run_pmu_run(test_firmware("uart_output", "arm1136") + arguments{"--start", "reset"}, soon);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "pmu_run: UART0: what was written to it last, 1 character, was not sent: "
                          "its transmitter is off\n"); // there is room for one
}

TEST(uart_output, that_cannot_be_written_ends_the_run) {
    circumstances full;
    full.out = "/dev/full";
    circumstances closed;
    closed.closed = {1};
    for (const char* mode : {"exact", "fast"}) {
        for (const circumstances& how : {full, closed}) {
            const pmu_run_result result = run_pmu_run(
                test_firmware("uart_flood", "arm1136") + arguments{"--mode", mode}, how);
            EXPECT_EQ(result.exit_code, 2) << result;
            EXPECT_THAT(result.err, MatchesRegex("pmu_run: cannot write standard output: .*\n"))
                << result;
        }
    }
}

TEST(devices_map, lists_them) {
    const pmu_run_result result =
        run_pmu_run({"map", "cortex_r5", firmware("uart_hello", "cortex_r5").back()}, soon);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out, HasSubstr("0x101E2000 to 0x101E2FFF  platform.timer01.socket"));
    EXPECT_THAT(result.out, HasSubstr("0x101E3000 to 0x101E3FFF  platform.timer23.socket"));
    EXPECT_THAT(result.out, HasSubstr("0x101F1000 to 0x101F1FFF  platform.uart0.socket"));
}

TEST(devices_map, keeps_memory_away_from_them) {
    const pmu_run_result result =
        run_pmu_run(firmware("uart_hello", "xscale") + arguments{"--ram", "0x101F1000:4K"}, soon);
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_THAT(result.err, HasSubstr("overlaps the unit at 0x101F1000"));
}

} // namespace
} // namespace iss_test::devices_test
