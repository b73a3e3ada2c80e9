// SPDX-License-Identifier: Apache-2.0
// Texts that are no programs, each with where and what the first message is.
#include "fake_units.h"

#include <program/parser.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace platform::program {
namespace {

struct malformed {
    const char* text;
    const char* place; ///< LINE:COLUMN
    const char* message;
};

template <std::size_t N>
void expect_messages(const malformed (&texts)[N], const unit_info& unit) {
    for (const malformed& m : texts) {
        SCOPED_TRACE(m.text);
        const parse_result result = parse(m.text, "t.pmu", unit);
        if (result.ok()) {
            ADD_FAILURE() << "accepted";
            continue;
        }
        const std::string first = result.diagnostics.front().text();
        EXPECT_THAT(first, testing::StartsWith("t.pmu:" + std::string(m.place) + ": expected "));
        EXPECT_THAT(first, testing::HasSubstr(m.message));
        EXPECT_THAT(first, testing::HasSubstr(", got "));
        EXPECT_EQ(first.find('\n'), std::string::npos);
    }
}

const malformed lexical[] = {
    {"run 0x", "1:5", "hexadecimal digits, got '0x'"},
    {"run 0b12", "1:5", "binary digits, got '0b12'"},
    {"run 12a", "1:5", "decimal digits, got '12a'"},
    {"run 1__0", "1:5", "'_' between two digits only"},
    {"run 1_", "1:5", "'_' between two digits only"},
    {"run _1", "1:5", "a number, got '_1'"},
    {"run -1", "1:5", "a number, got '-'"},
    {"run 1.5", "1:6", "the end of the line, got '.'"},
    {"run 1\r2\n", "1:6", "the end of the line, got '\\x0D'"},
    {"run\v1", "1:4", "a number, got '\\x0B'"},
    {"print \"abc", "1:7", "'\"' at the end of the text, got the end of the line"},
    {"print \"abc\nrun 1\"", "1:7", "'\"' at the end of the text"},
    {"print \"\xC3\xA4\" 1", "1:11", "the end of the line, got '1'"},
    {"run 1 # \xFF", "1:9", "UTF-8 text, got the byte 0xFF"},
    {"run \xE4 1", "1:5", "UTF-8 text, got the byte 0xE4"},
    {"\xC3\xA4 1", "1:1", "a statement, got '\xC3\xA4'"},
    {"read CCNT = 1", "1:11", "'==', '&', '->' or the end of the line, got '='"},
    {"read CCNT - > ok", "1:11", "got '-'"},
    {"bus 0x10000000000000000000000000000000000000000000000000000000000000000", "1:5",
     "a number of at most 256 bits"},
};

const malformed statements[] = {
    {"jump 1", "1:1", "a statement, got 'jump'"},
    {"\n\n  12", "3:3", "a statement, got '12'"},
    {"\"text\"", "1:1", "a statement, got the text 'text'"},
    {"\r\n# one\r\n\twrites PMNC, 1\r\n", "3:2", "a statement, got 'writes'"},
    {"run", "1:4", "a number, got the end of the line"},
    {"run   # 5", "1:7", "a number, got the end of the line"},
    {"run r1", "1:5", "a number, got 'r1'"},
    {"run 1 2", "1:7", "the end of the line, got '2'"},
    {"run 9223372036854775808", "1:5", "a number below 2^63"},
    {"run 0x1_0000_0000_0000_0000", "1:5", "a number below 2^63"},
    {"mode supervisor", "1:6", "'privileged' or 'user', got 'supervisor'"},
    {"mode", "1:5", "'privileged' or 'user', got the end"},
    {"security non-secure", "1:10", "'secure' or 'nonsecure', got 'non'"},
    {"set r13, 1", "1:5", "r0 to r12, got 'r13'"},
    {"set r01, 1", "1:5", "r0 to r12, got 'r01'"},
    {"set r1 1", "1:8", "',', got '1'"},
    {"set r1, 0x1_0000_0000", "1:9", "at most 32 bits, got '0x1_0000_0000'"},
    {"set r1, r99", "1:9", "a number or a register r0 to r12, got 'r99'"},
    {"print", "1:6", "a text in '\"' or a register"},
    {"print 5", "1:7", "a text in '\"' or a register"},
    {"print \"a\" \"b\"", "1:11", "the end of the line, got the text 'b'"},
    {"wait 5", "1:6", "'irq', got '5'"},
    {"wait irq 5", "1:10", "the end of the line, got '5'"},
    {"wait irq within r1", "1:17", "a number, got 'r1'"},
    {"expect", "1:7", "'irq', 'pin' or a register"},
    {"expect CCNT, 1", "1:8", "'irq', 'pin' or a register r0 to r12, got 'CCNT'"},
    {"expect irq 2", "1:12", "a number from 0 to 1, got '2'"},
    {"expect irq, 1", "1:11", "a number from 0 to 1, got ','"},
    {"expect r1, 0x100000000", "1:12", "at most 32 bits"},
};

const malformed accesses[] = {
    {"mcr p16, 0, 1, c15, c12, 0", "1:5", "p0 to p15, got 'p16'"},
    {"mcr 15, 0, 1, c15, c12, 0", "1:5", "p0 to p15, got '15'"},
    {"mcr p15, 8, 1, c15, c12, 0", "1:10", "an opcode from 0 to 7, got '8'"},
    {"mcr p15, 0, 0x100000000, c15, c12, 0", "1:13", "at most 32 bits"},
    {"mcr p15, 0, c15, c12, 1, 0", "1:13", "a number or a register r0 to r12, got 'c15'"},
    {"mcr p15, 0, 1, c16, c12, 0", "1:16", "c0 to c15, got 'c16'"},
    {"mcr p15, 0, 1, c15, c012, 0", "1:21", "c0 to c15, got 'c012'"},
    {"mcr p15, 0, 1, c15, c12", "1:24", "',', got the end of the line"},
    {"mcr p15, 0, 1, c15, c12, 0x8", "1:26", "an opcode from 0 to 7, got '0x8'"},
    {"mcr p15, 0, 1, c15, c12, 0 == 1", "1:28", "'->' or the end of the line, got '=='"},
    {"mrc p15, 0, 1, c15, c12, 0", "1:13", "r0 to r12, got '1'"},
    {"mrc p15, 0, r1, c15, c12, 0 -> address_error", "1:32", "ok or undefined"},
    {"mrc p15, 0, r1, c15, c12, 0 == 1 -> undefined", "1:37", "no value check"},
    {"write PMCR, 1", "1:7", "a register of the ARM1136JF-S, got 'PMCR'"},
    {"write PMNC 1", "1:12", "',', got '1'"},
    {"write PMNC, PMN0", "1:13", "a number or a register r0 to r12, got 'PMN0'"},
    {"write PMNC, 0x1_0000_0000", "1:13", "at most 32 bits"},
    {"write PMNC, 1 -> command_error", "1:18", "ok or undefined"},
    {"read 5", "1:6", "a register of the ARM1136JF-S, got '5'"},
    {"read PMNC == ", "1:14", "a number or a register r0 to r12, got the end"},
    {"read PMNC & 1", "1:14", "'==', got the end of the line"},
    {"read PMNC & 0x1FFFFFFFF == 1", "1:13", "at most 32 bits"},
    {"read PMNC == 1 2", "1:16", "'->' or the end of the line, got '2'"},
    {"read PMNC ->", "1:13", "ok or undefined, the responses of this access, got the end"},
    {"read PMNC -> okay", "1:14", "ok or undefined, the responses of this access, got 'okay'"},
    {"read PMNC -> ok ok", "1:17", "the end of the line, got 'ok'"},
    {"peek PMNC -> undefined", "1:14", "ok, the response of a debug access"},
    {"poke PMNC", "1:10", "',', got the end of the line"},
    {"str 1, 0x100", "1:8", "'[', got '0x100'"},
    {"str 1, [0x100", "1:14", "']', got the end of the line"},
    {"str 1, [PMNC]", "1:9", "a number or a register r0 to r12, got 'PMNC'"},
    {"str 0x1_0000_0000, [0]", "1:5", "at most 32 bits"},
    {"strd 0x1_0000_0000_0000_0000, [0]", "1:6", "at most 64 bits"},
    {"str 1, [0x1_0000_0000_0000_0000]", "1:9", "at most 64 bits"},
    {"str 1, [0], 0xF", "1:13", "'be', got '0xF'"},
    {"str 1, [0], be r1", "1:16", "byte enables, got 'r1'"},
    {"str 1, [0], be 0x1F", "1:16", "byte enables of at most 4 bits, got '0x1F'"},
    {"ldrb r1, [0], be 2", "1:18", "byte enables of at most 1 bit, got '2'"},
    {"ldr 1, [0]", "1:5", "r0 to r12, got '1'"},
    {"ldr r1, [0] -> undefined", "1:16", "ok or a bus error"},
};

const malformed stimulus[] = {
    {"pulse 0x13", "1:7", "an event of the ARM1136JF-S, got 0x13, which is reserved"},
    {"pulse 0x20", "1:7", "an event that has a line, got 0x20"},
    {"pulse 0x01, 0xFF", "1:13", "an event that has a line, got 0xFF"},
    {"pulse 0x01, 0x07*3", "1:13", "at most *2"},
    {"pulse 0x07*0", "1:12", "a number of lines from 1 to 256, got '0'"},
    {"pulse 0x01:secure", "1:7", "without ':secure'"},
    {"pulse 0x01:sec", "1:12", "'secure', got 'sec'"},
    {"pulse S0:0x01", "1:7", "got the source S0"},
    {"pulse PMN0", "1:7", "an event by its number, 0x07; of the CCI-400"},
    {"pulse none", "1:7", "an event by its number, 0x07; of the CCI-400"},
    {"pulse x3", "1:7", "an event by its number"},
    {"pulse", "1:6", "an event number, got the end of the line"},
    {"pulse 0x01, x3", "1:13", "an event by its number"},
    {"pulse 0x01 0x02", "1:12", "xN, a number of edges after an 'x', got '0x02'"},
    {"pulse 0x01 x0", "1:12", "xN with N from 1"},
    {"pulse 0x01 x", "1:12", "xN, a number of edges"},
    {"pulse 0x01 x1z", "1:12", "xN, a number of edges"},
    {"pulse 0x01 x9223372036854775808", "1:12", "xN with N from 1 to 2^63 - 1"},
    {"pulse 0x01 x1 x2", "1:15", "the end of the line, got 'x2'"},
    {"pulse 0x1_0000_0000_0000_0001", "1:7", "an event number of at most 64 bits"},
    {"events 0x01,", "1:13", "an event number, got the end of the line"},
    {"events 0x01 x2", "1:13", "the end of the line, got 'x2'"},
    {"events none, 0x01", "1:12", "the end of the line, got ','"},
    {"reset 5", "1:7", "xN, a number of edges"},
    {"reset x0", "1:7", "xN with N from 1"},
    {"bus 0x100000", "1:5", "a number of at most 20 bits, got '0x100000'"},
    {"bus", "1:4", "a number or a register r0 to r12, got the end"},
    {"count 0x13, 1", "1:7", "which is reserved"},
    {"count 0x07*2, 1", "1:7", "without '*'"},
    {"count 0x07", "1:11", "',', got the end of the line"},
    {"count 0x07, 0x1_0000_0000_0000_0000", "1:13", "at most 64 bits"},
    {"pin EVNTBUS, 1", "1:5", "an input pin of the ARM1136JF-S, got 'EVNTBUS'"},
    {"pin NIDEN, 1", "1:5", "an input pin of the ARM1136JF-S, got 'NIDEN'"},
    {"pin ETM, 4", "1:10", "a number of at most 2 bits, got '4'"},
    {"pin LEVEL, 2", "1:12", "a number of at most 1 bit, got '2'"},
    {"expect pin ETM, 1", "1:12", "an output pin of the ARM1136JF-S, got 'ETM'"},
    {"expect pin EVNTBUS, 0x100000", "1:21", "a number of at most 20 bits"},
};

const malformed structure[] = {
    {"option DELAY, 1001", "1:15", "a number from 0 to 1000, got '1001'"},
    {"option DELAY, 0x1_0000_0000_0000_0001", "1:15", "a number from 0 to 1000"},
    {"option DELAY, r1", "1:15", "a number from 0 to 1000, got 'r1'"},
    {"option POLARITY, 2", "1:18", "false (0) or true (1), got '2'"},
    {"option POLARITY, up", "1:18", "false (0) or true (1), got 'up'"},
    {"option POLARITY,", "1:17", "false (0) or true (1), got the end of the line"},
    {"option REVISION, 1", "1:8", "an option of the ARM1136JF-S, got 'REVISION'"},
    {"option DELAY 1", "1:14", "',', got '1'"},
    {"option DELAY, 1, 2", "1:16", "the end of the line, got ','"},
    {"run 1\noption DELAY, 1", "2:1", "every option before the first other statement"},
    {"jump\noption DELAY, 1", "1:1", "a statement, got 'jump'"},
    {"repeat", "1:7", "a number, got the end of the line"},
    {"repeat 9223372036854775808\nend", "1:8", "a number below 2^63"},
    {"repeat r1\nend", "1:8", "a number, got 'r1'"},
    {"run 1\n  repeat 2\nrun 1\n", "2:3", "an 'end' for this 'repeat', got the end of the file"},
    {"repeat 2\nrepeat 2\nend", "1:1", "an 'end' for this 'repeat'"},
    {"end", "1:1", "a statement, no repeat being open, got 'end'"},
    {"repeat 2\nend\nend", "3:1", "no repeat being open"},
    {"repeat 2\nend 2", "2:5", "the end of the line, got '2'"},
    {"repeat 2\noption DELAY, 1\nend", "2:1", "every option before the first other statement"},
};

const malformed mapped[] = {
    {"bus 1", "1:5", "another statement than 'bus', which the MAPPED-1 has no layout for"},
    {"read CCNT -> undefined", "1:14", "ok or a bus error, the responses of this access"},
    {"write CCNT, 1 -> undefined", "1:18", "ok or a bus error"},
    {"read CCNT == 1 -> address_error", "1:19", "no value check on a read that must be refused"},
    {"mcr p15, 0, 1, c9, c12, 0 -> address_error", "1:30", "ok or undefined"},
    {"pulse S5:0x00", "1:7", "S0:0x00 to M2:0x1F"},
    {"pulse S0:0x20", "1:7", "S0:0x00 to M2:0x1F"},
    {"pulse S0:", "1:10", "an event number, got the end of the line"},
    {"pulse S0:0x00:", "1:15", "'secure', got the end of the line"},
    {"pulse S0 : 0x00 : secure : secure", "1:26", "xN, a number of edges"},
    {"expect pin EVNTBUS, 0x8000000000000000000000000000000000000000", "1:21",
     "a number of at most 159 bits"},
    {"peek CCNT == 1 -> generic_error", "1:19", "ok, the response of a debug access"},
};

TEST(malformed_program, lexical_errors) {
    expect_messages(lexical, coprocessor_unit());
}

TEST(malformed_program, statements) {
    expect_messages(statements, coprocessor_unit());
}

TEST(malformed_program, accesses) {
    expect_messages(accesses, coprocessor_unit());
}

TEST(malformed_program, stimulus) {
    expect_messages(stimulus, coprocessor_unit());
}

TEST(malformed_program, options_and_repeats) {
    expect_messages(structure, coprocessor_unit());
}

TEST(malformed_program, for_a_memory_mapped_part) {
    expect_messages(mapped, memory_mapped_unit());
}

} // namespace
} // namespace platform::program
