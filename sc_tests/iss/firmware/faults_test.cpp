// SPDX-License-Identifier: Apache-2.0
// Firmware that cannot go on: one line says why and where, at once, in both modes.
#include "pmu_run_process.h"

#include <generated/part_names.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace iss_test::faults_test {
namespace {

using testing::ContainsRegex;
using testing::MatchesRegex;

struct fault {
    const char* program;
    const char* part;
    const char* message; ///< regular expression, after "pmu_run: "
    arguments options = {};
};

void PrintTo(const fault& f, std::ostream* out) {
    *out << f.program << " on " << f.part;
}

class faults : public testing::TestWithParam<fault> {};

TEST_P(faults, are_one_line) {
    const fault& f = GetParam();
    const std::vector<arguments> ways = {
        {"--mode", "fast"},
        {"--mode", "fast", "--quantum", "1"},
        {"--mode", "fast", "--caches", "4K:4:32"},
        {"--mode", "exact"},
    };
    for (const arguments& way : ways) {
        const pmu_run_result result = run_pmu_run(
            test_firmware(f.program, f.part) + f.options + way, std::chrono::seconds(20));
        EXPECT_EQ(result.exit_code, 1) << result;
        EXPECT_THAT(result.err, MatchesRegex(std::string("pmu_run: ") + f.message + "\n"))
            << result;
    }
    const pmu_run_result counted = run_counted(test_firmware(f.program, f.part) + f.options +
                                               arguments{"--mode", "exact", "--caches", "4K:4:32"});
    EXPECT_EQ(counted.exit_code, 1) << counted;
    EXPECT_THAT(counted.err, MatchesRegex(std::string("pmu_run: ") + f.message + "\n")) << counted;
}

const arguments little_memory = {"--ram", "0:64K"};

const std::vector<fault> all_faults = {
    {"load_outside", "arm1136",
     "load from 0x20000000, where nothing is mapped, by 0xE5910000 \\(ldr r0, \\[r1\\]\\) at PC "
     "0x00008004 in _start\\+0x4"},
    {"load_outside_with_lines", "arm1136",
     "load from 0x20000000, where nothing is mapped, by 0xE5910000 \\(ldr r0, \\[r1\\]\\) at PC "
     "0x00008004 \\(_start\\+0x4, load_outside\\.S:6\\)"},
    {"load_past_end", "arm1136",
     "load from 0x01000000, where nothing is mapped, by .* at PC 0x0000800C in _start\\+0xC"},
    {"load_many_past_end", "arm1136",
     "load from 0x01000000, where nothing is mapped, by .* at PC 0x0000800C in _start\\+0xC"},
    {"load_in_it_block", "cortex_r5",
     "load from 0x20000008, where nothing is mapped, by .* at PC 0x0000800A in _start\\+0xA"},
    {"store_outside", "arm1136",
     "store to 0x20000004, where nothing is mapped, by .* at PC 0x00008008 in _start\\+0x8"},
    {"store_before_exit", "cortex_r5",
     "store to 0x20000000, where nothing is mapped, by .* at PC 0x00008008 in _start\\+0x8"},
    {"load_behind_store", "arm1136",
     "load from 0x01000000, where nothing is mapped, by .* at PC 0x00008008 in _start\\+0x8"},
    {"first_load", "arm1136",
     "load from 0x01000000, where nothing is mapped, by .* at PC 0x00008004 in _start\\+0x4"},
    {"second_load", "arm1136",
     "load from 0x01000000, where nothing is mapped, by .* at PC 0x00008008 in _start\\+0x8"},
    {"second_load", "cortex_r5",
     "load from 0x01000000, where nothing is mapped, by 0x681B \\(ldr r3, \\[r3\\]\\) at PC "
     "0x0000800C in _start\\+0xC"},
    {"second_load_before_return", "cortex_r5",
     "load from 0x01000000, where nothing is mapped, by 0xCB06 \\(ldm .*\\) at PC 0x00008004 in "
     "_start\\+0x4"},
    {"third_store", "arm1136",
     "store to 0x01000000, where nothing is mapped, by .* at PC 0x00008010 in _start\\+0x10"},
    {"store_over_push", "arm1136",
     "store to 0xFFFFFFF0, where nothing is mapped, by 0xE92D000F \\(push .*\\) at PC 0x00008018 "
     "in _start\\+0x18"},
    {"store_before_count", "arm1136",
     "store to 0x20000000, where nothing is mapped, by .* at PC 0x0000801C in _start\\+0x1C"},
    {"load_by_carry", "arm1136",
     "load from 0xA0000000, where nothing is mapped, by .* at PC 0x00008010 in _start\\+0x10"},
    {"push_without_stack", "arm1136",
     "store to 0xFFFFFFFC, where nothing is mapped, by .* at PC 0x00008000 in _start\\+0x0"},

    {"execute_outside", "arm1136",
     "nothing to execute at PC 0x20000000: no memory there; see pmu_run map and --ram"},
    {"execute_device", "arm1136",
     "nothing to execute at PC 0x10140000: no memory there; see pmu_run map and --ram"},
    {"run_away", "arm1136",
     "nothing to execute at PC 0x00009000: the memory there is zero; LR is 0x00000000"},
    {"run_off", "arm1136",
     "nothing to execute at PC 0x00010000: no memory there; see pmu_run map and --ram",
     little_memory},
    {"null_call", "arm1136",
     "nothing to execute at PC 0x00000000: the memory there is zero, a call of a null pointer\\? "
     "LR "
     "is 0x0000800C in _start\\+0xC"},
    {"null_call", "cortex_r5",
     "nothing to execute at PC 0x00000000: the memory there is zero, a call of a null pointer\\? "
     "LR "
     "is 0x00008006 in _start\\+0x6"},

    {"undefined", "arm1136",
     "undefined instruction 0xE7F000F0 \\(udf #0\\) at PC 0x00008004 in _start\\+0x4: no handler "
     "at the vector 0x00000004"},
    {"undefined", "cortex_r5",
     "undefined instruction 0xDE01 \\(udf #1\\) at PC 0x00008002 in _start\\+0x2: no handler at "
     "the vector 0x00000004"},
    {"store_by_pc", "cortex_r5",
     "undefined instruction 0xF80FEE09 .* at PC 0x00008002 in _start\\+0x2: no handler at the "
     "vector 0x00000004"},
    {"divide", "arm1136",
     "undefined instruction 0xE711F210 .* at PC 0x00008004 in _start\\+0x4: no handler at the "
     "vector 0x00000004"},
    {"new_instruction", "xscale",
     "undefined instruction 0xE6BF0F31 .* at PC 0x00008004 in _start\\+0x4: no handler at the "
     "vector 0x00000004"},
    {"no_coprocessor", "arm1136",
     "undefined instruction 0xEE110711 .* at PC 0x00008000 in _start\\+0x0: no handler at the "
     "vector 0x00000004"},
    {"undefined_in_handler", "arm1136",
     "undefined instruction 0xE7F000F0 .* at PC 0x00000004: it is itself at the vector of that "
     "exception"},
    {"call_in_handler", "arm1136",
     "supervisor call 0xEF000000 .* at PC 0x00000008: it is itself at the vector of that "
     "exception"},
    {"supervisor_call", "arm1136",
     "supervisor call 0xEF000042 \\(svc #0x42\\) at PC 0x00008004 in _start\\+0x4: no handler at "
     "the vector 0x00000008"},
    {"supervisor_call", "cortex_r5",
     "supervisor call 0xDF42 \\(svc #0x42\\) at PC 0x00008002 in _start\\+0x2: no handler at the "
     "vector 0x00000008"},
    {"breakpoint", "arm1136",
     "breakpoint 0xE1200077 \\(bkpt #7\\) at PC 0x00008004 in _start\\+0x4: no handler at the "
     "vector 0x0000000C"},

    {"user_reads_pmu", "arm1136",
     "undefined access to a coprocessor by 0xEE1F0F1C .* at PC 0x00008008 in _start\\+0x8: no "
     "handler at the vector 0x00000004"},
    {"user_reads_pmu", "cortex_r5",
     "undefined access to a coprocessor by 0xEE190F1C .* at PC 0x00008008 in _start\\+0x8: no "
     "handler at the vector 0x00000004"},
    {"no_register", "arm1136",
     "undefined access to a coprocessor by 0xEE1F0FFC .* at PC 0x00008000 in _start\\+0x0: no "
     "handler at the vector 0x00000004"},
    {"no_register", "xscale",
     "undefined access to a coprocessor by 0xEE100E11 .* at PC 0x00008000 in _start\\+0x0: no "
     "handler at the vector 0x00000004"},

    {"endless_loop", "arm1136",
     "endless loop at PC 0x00008004 in _start\\+0x4: a branch to itself, and nothing can "
     "interrupt it"},
    {"endless_loop", "cortex_r5",
     "endless loop at PC 0x00008002 in _start\\+0x2: a branch to itself, and nothing can "
     "interrupt it"},
    {"loop_in_it_block", "cortex_r5",
     "endless loop at PC 0x0000[0-9A-F]+ in loop\\+0x0: a branch to itself, and nothing can "
     "interrupt it"},
    {"idle_loop", "arm1136",
     "endless loop at PC 0x00008004 in _start\\+0x4: a branch to itself, and nothing can "
     "interrupt it"},
    {"busy_loop",
     "arm1136",
     "ended after 1000[0-9][0-9] instructions \\(--max-instructions\\) at PC 0x0000800[048] in "
     "_start\\+0x[048]",
     {"--max-instructions", "100000"}},
    {"busy_loop",
     "arm1136",
     "stopped at PC 0x0000800[048] in _start\\+0x[048]",
     {"--max-seconds", "0.1"}},
    {"process_id", "arm1136",
     "FCSE process ID 0x04000000 set at PC 0x0000800C in _start\\+0xC: only 0 is modelled"},
    {"big_endian", "arm1136",
     "SCTLR.B set at PC 0x0000800C in _start\\+0xC: memory can only be little-endian"},
    {"big_endian", "xscale",
     "SCTLR.B set at PC 0x0000800C in _start\\+0xC: memory can only be little-endian"},
    {"no_big_endian", "cortex_r5",
     "store to 0x20000000, where nothing is mapped, by .* at PC 0x00008018 in _start\\+0x18"},
    {"vectors_in_a_ring",
     "arm1136",
     "ended after [5-7] instructions and 99[0-9] exceptions \\(--max-instructions\\) at PC "
     "0x0000000[4C]",
     {"--max-instructions", "1000"}},
    // Told once; the firmware goes on.
    {"handler_leads_nowhere",
     "arm1136",
     "nothing to execute at PC 0xFFFFFFFC: no memory there: the handler at the vector 0x0000000C "
     "takes that exception itself, again and again\npmu_run: ended after 50[0-9] instructions and "
     "49[0-9] exceptions \\(--max-instructions\\) at PC 0x(FFFFFFFC|0000000C)",
     {"--max-instructions", "1000"}},
    {"handler_leads_nowhere",
     "xscale",
     "nothing to execute at PC 0xFFFFFFFC: no memory there: the handler at the vector 0x0000000C "
     "takes that exception itself, again and again\npmu_run: ended after 50[0-9] instructions and "
     "49[0-9] exceptions \\(--max-instructions\\) at PC 0x(FFFFFFFC|0000000C)",
     {"--max-instructions", "1000"}},
    {"handler_is_undefined",
     "arm1136",
     "undefined instruction 0xE7F000F0 .* at PC 0x00000020: the handler at the vector 0x00000004 "
     "takes that exception itself, again and again\npmu_run: ended after 50[0-9] instructions and "
     "49[0-9] exceptions \\(--max-instructions\\) at PC 0x000000(20|04)",
     {"--max-instructions", "1000"}},
    {"register_read",
     "cortex_r5",
     "ended after 1 instruction \\(--max-instructions\\) at PC 0x00008004 in _start\\+0x4",
     {"--max-instructions", "1"}},
    {"one_exception",
     "arm1136",
     "ended after 4 instructions and 1 exception \\(--max-instructions\\) at PC 0x00008010 in "
     "_start\\+0x10",
     {"--max-instructions", "5"}},
    {"vectors_in_a_ring", "arm1136", "stopped at PC 0x0000000[4C]", {"--max-seconds", "0.1"}},
    {"branch_in_it_block",
     "cortex_r5",
     "ended after 10[0-9][0-9] instructions \\(--max-instructions\\) at PC 0x000080[01][0-9A-F] in "
     "_start.*",
     {"--max-instructions", "1000"}},
    {"call_in_it_block",
     "cortex_r5",
     "ended after 10[0-9][0-9] instructions \\(--max-instructions\\) at PC 0x000080[01][0-9A-F] in "
     "_start.*",
     {"--max-instructions", "1000"}},
    {"pc_by_multiply",
     "cortex_r5",
     "ended after (999|100[0-2]) instructions \\(--max-instructions\\) at PC 0x000080[01][0-9A-F] "
     "in "
     "_start.*",
     {"--max-instructions", "1000"}},
    {"it_is_undefined", "arm1136",
     "undefined instruction 0xBF08 \\(it eq\\) at PC 0x0000800A in _start\\+0xA: no handler at the "
     "vector 0x00000004"},
    {"it_before_call",
     "arm1136",
     "ended after (999|10[0-9][0-9]) instructions.* \\(--max-instructions\\) at PC 0x000080[23].*",
     {"--max-instructions", "1000"}},
    {"it_before_call", "arm1136", "stopped at PC 0x000080[23].*", {"--max-seconds", "0.1"}},
    {"it_is_undefined", "xscale",
     "undefined instruction 0xBF08 \\(it eq\\) at PC 0x0000800A in _start\\+0xA: no handler at the "
     "vector 0x00000004"},
    {"it_before_call",
     "xscale",
     "ended after (999|10[0-9][0-9]) instructions.* \\(--max-instructions\\) at PC 0x000080[23].*",
     {"--max-instructions", "1000"}},
    {"it_before_call", "xscale", "stopped at PC 0x000080[23].*", {"--max-seconds", "0.1"}},
    {"it_state_in_arm_code",
     "cortex_r5",
     "ended after 10[0-9][0-9] instructions \\(--max-instructions\\) at PC 0x000080[0-9A-F]+ in "
     "_start.*",
     {"--max-instructions", "1000"}},
    {"it_state_in_arm_code", "cortex_r5", "stopped at PC .*", {"--max-seconds", "0.1"}},
    {"wait", "arm1136",
     "waits for an interrupt at PC 0x00008004 in _start\\+0x4, and nothing can raise one"},
    {"wait", "xscale",
     "waits for an interrupt at PC 0x00008004 in _start\\+0x4, and nothing can raise one"},
    {"wait", "cortex_r5",
     "waits for an interrupt at PC 0x00008004 in _start\\+0x4, and nothing can raise one"},

    {"vic_byte", "arm1136",
     "load of 1 bytes at 0x10140000 refused by the bus \\(.*\\), at PC 0x00008004 in _start\\+0x4"},
    {"vic_halfword", "arm1136",
     "store of 2 bytes at 0x10140010 refused by the bus \\(.*\\), at PC 0x00008008 in "
     "_start\\+0x8"},
    {"vic_hole", "arm1136",
     "load of 4 bytes at 0x10140400 refused by the bus \\(.*\\), at PC 0x00008004 in _start\\+0x4"},
    {"vic_second_load", "arm1136",
     "load of 4 bytes at 0x10140240 refused by the bus \\(.*\\), at PC 0x00008008 in _start\\+0x8"},
    {"vic_unaligned_load", "arm1136",
     "load of 4 bytes at 0x10140400 refused by the bus \\(.*\\), at PC 0x00008008 in _start\\+0x8"},
    {"cci_byte", "arm1136",
     "store of 1 bytes at 0x2C090004 refused by the bus \\(.*\\), at PC 0x00008004 in "
     "_start\\+0x4"},

    {"bad_text", "arm1136",
     "SYS_WRITE0: expected a text that ends with a NUL in RAM, found address 0x40000000, at PC "
     "0x00008008 in _start\\+0x8"},
    {"bad_block", "arm1136",
     "SYS_OPEN: expected a block of 3 words in RAM, found address 0x40000000, at PC 0x00008008 in "
     "_start\\+0x8"},
    {"block_past_end", "arm1136",
     "SYS_OPEN: expected a block of 3 words in RAM, found address 0x00FFFFF8, at PC 0x00008008 in "
     "_start\\+0x8"},
    {"device_block", "arm1136",
     "SYS_OPEN: expected a block of 3 words in RAM, found address 0x10140000, at PC 0x00008008 in "
     "_start\\+0x8"},
    {"device_text", "arm1136",
     "SYS_WRITE0: expected a text that ends with a NUL in RAM, found address 0x2C090FE0, at PC "
     "0x00008008 in _start\\+0x8"},
    {"device_result", "arm1136",
     "SYS_ELAPSED: expected a block of 2 words in RAM, found address 0x10140010, at PC 0x00008008 "
     "in _start\\+0x8"},
    {"bad_buffer", "arm1136",
     "SYS_READ: expected a buffer of 2147483647 bytes in RAM, found address 0x00009000, at PC "
     "0x00008018 in _start\\+0x18"},
};

std::string name_of(const testing::TestParamInfo<fault>& info) {
    const fault& f = info.param;
    return std::string(f.program) + "_on_" + f.part +
           (f.options == arguments{"--max-seconds", "0.1"} ? "_for_a_while" : "");
}

TEST(fault, comes_after_a_note_about_what_was_selected_right_before) {
    for (const char* mode : {"exact", "fast"}) {
        const pmu_run_result result =
            run_pmu_run(test_firmware("selects_at_end", "arm1136") + arguments{"--mode", mode});
        EXPECT_THAT(result.err, MatchesRegex("pmu_run: event 0x00 \\(ICACHE_MISS\\) is not .*\n"
                                             "pmu_run: nothing to execute at PC 0x20000000.*\n"))
            << result;
    }
}

// Each event is told of that a counter selects and nobody reports, whatever came before, and for
// however short a time.
TEST(fault, comes_after_a_note_about_what_was_selected_late_and_for_a_moment) {
    const std::pair<const char*, const char*> programs[] = {
        {"selects_late", "0x00 \\(ICACHE_MISS\\)"},
        {"cci_selects_late", "0x05 \\(S0_si_rrq_hs_mem_barrier\\)"},
    };
    for (const auto& [program, event] : programs) {
        for (const char* mode : {"exact", "fast"}) {
            const pmu_run_result result =
                run_pmu_run(test_firmware(program, "arm1136") + arguments{"--mode", mode});
            EXPECT_THAT(result.err, MatchesRegex("pmu_run: event " + std::string(event) +
                                                 " is not .*\npmu_run: nothing to execute at PC "
                                                 "0x20000000.*\n"))
                << result;
        }
    }
}

// What comes before it, whenever it is looked at.
TEST(fault, counts_an_endless_loop_the_same_in_both_modes) {
    for (const std::string& part : sc_test::core_names) {
        const arguments all = test_firmware("endless_loop", part);
        const pmu_run_result exact = run_counted(all + arguments{"--mode", "exact"});
        EXPECT_THAT(exact.out, ContainsRegex("\n +1 +cycles")) << "the NOP";
        for (const char* quantum : {"1", "100", "10000", "1000000"}) {
            const pmu_run_result fast = run_counted(all + arguments{"--quantum", quantum});
            EXPECT_EQ(without_mode(fast), without_mode(exact)) << fast;
            EXPECT_EQ(fast.err, exact.err);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(firmware, faults, testing::ValuesIn(all_faults), name_of);

} // namespace
} // namespace iss_test::faults_test
