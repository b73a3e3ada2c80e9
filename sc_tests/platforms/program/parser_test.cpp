// SPDX-License-Identifier: Apache-2.0
// What the parser makes of programs, and how it reports more than one error.
#include "fake_units.h"

#include <program/parser.h>
#include <program/statement_parser.h>

#include <pmu/core/coprocessor_address.h>
#include <process/input_file.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace platform::program {
namespace {

using testing::HasSubstr;

program accepted(const std::string& text, const unit_info& unit = coprocessor_unit()) {
    parse_result result = parse(text, "t.pmu", unit);
    EXPECT_TRUE(result.ok()) << text << '\n' << result.diagnostics.front().text();
    return std::move(result.accepted);
}

template <typename Statement>
Statement only(const std::string& text, const unit_info& unit = coprocessor_unit()) {
    const program p = accepted(text, unit);
    EXPECT_EQ(p.statements.size(), 1U) << text;
    return std::get<Statement>(p.statements.at(0).action);
}

TEST(parser, options_come_with_index_and_value) {
    const program p = accepted("# options\n\noption polarity, 0b1\noption DELAY, 1_000\nrun 1");
    ASSERT_EQ(p.options.size(), 2U);
    EXPECT_EQ(p.options[0].option, 1U);
    EXPECT_EQ(p.options[0].value, 1U);
    EXPECT_EQ(p.options[1].option, 0U);
    EXPECT_EQ(p.options[1].value, 1000U);
    EXPECT_EQ(p.statements.size(), 1U);
    EXPECT_EQ(p.statements[0].line, 5U);
}

TEST(parser, line_ends_of_all_kinds) {
    EXPECT_EQ(accepted("run 1\r\nrun 2\n\r\nrun 3\r").statements.size(), 3U);
    EXPECT_EQ(accepted("\xEF\xBB\xBFrun 1").statements.size(), 1U);
    EXPECT_EQ(accepted("").statements.size(), 0U);
    EXPECT_EQ(accepted("\n\r\n # \xC3\xA4\n;;").statements.size(), 0U);
}

TEST(parser, keywords_and_names_in_any_case) {
    EXPECT_EQ(accepted("WRITE pmnc, 1\nMcr P15, 0, R1, C15, c12, 0 -> OK\nEvents NONE\n"
                       "Expect IRQ 0\nReset X3\nPULSE 0x07*2 X2\nLDR R1, [0], BE 0xF\n"
                       "pin etm, 1\nexpect pin evntbus, 1\nWait Irq Within 5\nMODE User\n"
                       "Security NonSecure\nRepeat 2\nEND")
                  .statements.size(),
              14U);
    EXPECT_EQ(only<count_statement>("count s0:0x1:SECURE, r1", memory_mapped_unit()).event, 257U);
}

TEST(parser, access_operands) {
    const auto mcr = only<access_statement>("mcr p15, 1, r7, c9, c13, 2");
    EXPECT_EQ(mcr.by, access_statement::path::coprocessor);
    EXPECT_TRUE(mcr.is_write);
    EXPECT_EQ(mcr.target, pmu::encode({15, 1, 9, 13, 2}));
    EXPECT_EQ(mcr.value.source, 7);
    EXPECT_FALSE(mcr.states_response);

    const auto ldr = only<access_statement>("ldrh r12, [r3], be 0b11 & r4 == 0xFF -> ok");
    EXPECT_EQ(ldr.bytes, 2);
    EXPECT_EQ(ldr.destination, 12);
    EXPECT_EQ(ldr.address.source, 3);
    EXPECT_EQ(ldr.byte_enables, 3);
    ASSERT_TRUE(ldr.check);
    EXPECT_EQ(ldr.check->mask->source, 4);
    EXPECT_EQ(ldr.check->value.number, 0xFFU);
    EXPECT_TRUE(ldr.states_response);

    const auto strd = only<access_statement>("strd 0xFFFFFFFF_00000001, [0x10000] -> burst_error");
    EXPECT_EQ(strd.value.number, 0xFFFF'FFFF'0000'0001U);
    EXPECT_EQ(strd.address.number, 0x1'0000U);
    EXPECT_EQ(strd.response, components::access_result::burst_error);
}

TEST(parser, every_response_of_an_access) {
    for (const char* response : {"ok", "address_error", "command_error", "burst_error",
                                 "byte_enable_error", "generic_error"}) {
        for (const char* access : {"read CCNT", "write CCNT, 1", "ldr r0, [0]", "strb 1, [0]"}) {
            const auto s = only<access_statement>(access + std::string(" -> ") + response,
                                                  memory_mapped_unit());
            EXPECT_STREQ(components::to_string(s.response), response);
        }
    }
    for (const char* response : {"ok", "undefined"}) {
        for (const char* access : {"read CCNT", "mcr p15, 0, 1, c15, c12, 1"}) {
            EXPECT_STREQ(
                components::to_string(
                    only<access_statement>(access + std::string(" -> ") + response).response),
                response);
        }
    }
    accepted("mrc p15, 0, r0, c9, c12, 0 -> undefined\npeek CCNT == 1 -> ok", memory_mapped_unit());
}

TEST(parser, lines_of_events) {
    const auto pulse = only<pulse_statement>("pulse 0x07*2, 0x00, 0x00 x0x10");
    EXPECT_EQ(pulse.lines, line_set(0x301));
    EXPECT_EQ(pulse.edges, 16U);
    EXPECT_EQ(only<pulse_statement>("pulse 0x07").lines, line_set(0x100));
    EXPECT_EQ(only<events_statement>("events 0x01, 0x02").lines, line_set(6));
    EXPECT_TRUE(only<events_statement>("events none").lines.none());
    const auto secure =
        only<events_statement>("events S0:0x00:secure, M2:0x1F", memory_mapped_unit());
    EXPECT_TRUE(secure.lines[256] && secure.lines[255] && secure.lines.count() == 2);
}

TEST(parser, wide_values) {
    const auto pin = only<expect_pin_statement>(
        "expect pin EVNTBUS, 0x4000000000000200000000000000000000300000", memory_mapped_unit());
    EXPECT_EQ(pin.pin, 1U);
    for (unsigned i = 0; i < 159; ++i) {
        EXPECT_EQ(pin.value.number.bit(i), i == 20 || i == 21 || i == 105 || i == 158) << i;
    }
}

TEST(parser, largest_numbers_and_defaults) {
    constexpr std::uint64_t max_edges = 0x7FFF'FFFF'FFFF'FFFF;
    EXPECT_EQ(only<run_statement>("run 9223372036854775807").edges, max_edges);
    EXPECT_EQ(only<reset_statement>("reset x9223372036854775807").edges, max_edges);
    EXPECT_EQ(only<wait_statement>("wait irq within 0x7FFF_FFFF_FFFF_FFFF").edges, max_edges);
    EXPECT_EQ(only<wait_statement>("wait irq").edges, 1'000'000U);
    EXPECT_EQ(only<wait_statement>("wait irq within 0").edges, 0U);
    EXPECT_EQ(only<reset_statement>("reset").edges, 1U);
    EXPECT_EQ(only<count_statement>("count 0xFF, 0xFFFF_FFFF_FFFF_FFFF").occurrences.number,
              UINT64_MAX);
}

TEST(parser, repeats_know_their_ends) {
    const program p = accepted("repeat 2\nrepeat 3\nend\nrun 1\nend\nrepeat 5\nrepeat 5\nend\nend");
    const auto at = [&](std::size_t i) {
        return std::get<repeat_statement>(p.statements.at(i).action);
    };
    EXPECT_EQ(at(0).end, 4U);
    EXPECT_FALSE(at(0).is_empty);
    EXPECT_EQ(at(1).end, 2U);
    EXPECT_TRUE(at(1).is_empty);
    EXPECT_TRUE(at(5).is_empty);
    EXPECT_TRUE(at(6).is_empty);
}

TEST(parser, reports_each_faulty_line_once_in_order) {
    const parse_result r = parse("repeat 2\nrun x\nmode a b c\nread PMNC\nrepeat z\nend\n",
                                 "a b.pmu", coprocessor_unit());
    ASSERT_EQ(r.diagnostics.size(), 4U);
    EXPECT_EQ(r.diagnostics[0].text(),
              "a b.pmu:1:1: expected an 'end' for this 'repeat', got the end of the file");
    EXPECT_EQ(r.diagnostics[1].text(), "a b.pmu:2:5: expected a number, got 'x'");
    EXPECT_EQ(r.diagnostics[2].line, 3U);
    EXPECT_EQ(r.diagnostics[3].line, 5U);
}

TEST(parser, stops_reporting_at_its_limit) {
    std::string text;
    for (std::size_t i = 0; i < 1000; ++i) {
        text += "jump\nrepeat 2\n";
    }
    EXPECT_EQ(parse(text, "t.pmu", coprocessor_unit()).diagnostics.size(), max_diagnostics);
    EXPECT_EQ(parse(std::string(2000, '\n').replace(0, 9, "repeat 2\n") + "end\nend", "t.pmu",
                    coprocessor_unit())
                  .diagnostics.size(),
              1U);
}

TEST(parser, a_nul_byte_is_no_text) {
    const parse_result r = parse(std::string("run 1\nrun\0001", 11), "t.pmu", coprocessor_unit());
    ASSERT_FALSE(r.ok());
    EXPECT_EQ(r.diagnostics[0].text(), "t.pmu:2:4: expected UTF-8 text, got the byte 0x00");
}

TEST(parser, very_long_lines_and_deep_nesting) {
    const std::string blanks(1'000'000, ' ');
    EXPECT_EQ(parse(blanks + "jump", "t.pmu", coprocessor_unit()).diagnostics.at(0).column,
              1'000'001U);
    std::string events = "pulse 0x00";
    for (int i = 0; i < 150'000; ++i) {
        events += ", 0x01";
    }
    EXPECT_EQ(only<pulse_statement>(events).lines, line_set(3));
    const std::size_t depth = 100'000;
    std::string nested;
    for (std::size_t i = 0; i < depth; ++i) {
        nested += "repeat 1\n";
    }
    EXPECT_FALSE(parse(nested, "t.pmu", coprocessor_unit()).ok());
    for (std::size_t i = 0; i < depth; ++i) {
        nested += "end\n";
    }
    EXPECT_EQ(accepted(nested).statements.size(), 2 * depth);
}

TEST(loading, a_file) {
    const std::string path = testing::TempDir() + "program_loading_test.pmu";
    std::ofstream(path) << "run 5\nrun\n";
    const parse_result r = load(path, coprocessor_unit());
    std::remove(path.c_str());
    ASSERT_EQ(r.diagnostics.size(), 1U);
    EXPECT_EQ(r.diagnostics[0].text(), path + ":2:4: expected a number, got the end of the line");
}

TEST(loading, what_is_no_file) {
    const parse_result missing = load("/no/such/file.pmu", coprocessor_unit());
    ASSERT_EQ(missing.diagnostics.size(), 1U);
    EXPECT_THAT(missing.diagnostics[0].text(),
                testing::StartsWith("/no/such/file.pmu: expected a readable file"));
    const parse_result directory = load(testing::TempDir(), coprocessor_unit());
    ASSERT_EQ(directory.diagnostics.size(), 1U);
    EXPECT_THAT(directory.diagnostics[0].message, HasSubstr("expected a readable file"));
}

/// A FIFO in a folder that exists.
class fifo {
public:
    fifo() : path(testing::TempDir() + "program_loading_test." + std::to_string(::getpid())) {
        EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
    }
    ~fifo() { std::remove(path.c_str()); }
    fifo(const fifo&) = delete;
    fifo& operator=(const fifo&) = delete;

    const std::string path;
};

TEST(loading, a_fifo_that_somebody_writes_late_and_bit_by_bit) {
    const fifo f;
    std::thread writer([&] {
        const auto pause = [] { std::this_thread::sleep_for(std::chrono::milliseconds(150)); };
        pause();
        std::ofstream out(f.path);
        for (const char* piece : {"run ", "5\nru", "n 6"}) {
            pause();
            out << piece << std::flush;
        }
    });
    const parse_result r = load(f.path, coprocessor_unit());
    writer.join();
    ASSERT_TRUE(r.ok()) << r.diagnostics.front().text();
    EXPECT_EQ(r.accepted.statements.size(), 2U);
}

TEST(loading, a_fifo_that_nobody_writes) {
    const fifo f;
    const parse_result r = load(f.path, coprocessor_unit());
    ASSERT_EQ(r.diagnostics.size(), 1U);
    EXPECT_EQ(r.diagnostics[0].text(),
              f.path + ": expected a readable file: it is a FIFO that nobody writes");
}

TEST(loading, gives_up_when_asked_to) {
    const fifo f;
    const int writer = ::open(f.path.c_str(), O_RDWR); // and writes nothing
    int looks = 0;
    EXPECT_THROW(load(f.path, coprocessor_unit(), [&] { return ++looks == 3; }),
                 process::input_stopped);
    ::close(writer);
    EXPECT_EQ(looks, 3);
}

TEST(setting, is_what_an_option_statement_says) {
    const option_setting setting = parse_setting("delay=0x1F", coprocessor_unit());
    EXPECT_EQ(setting.option, 0U);
    EXPECT_EQ(setting.value, 31U);
    EXPECT_EQ(parse_setting("POLARITY=1", coprocessor_unit()).option, 1U);
    EXPECT_EQ(parse_setting("DELAY=1_000", coprocessor_unit()).value, 1000U);
    EXPECT_EQ(parse_setting("POLARITY=true", coprocessor_unit()).value, 1U);
}

TEST(setting, that_cannot_be_has_the_message_of_the_statement) {
    const auto message = [](const char* text) -> std::string {
        try {
            parse_setting(text, coprocessor_unit());
        } catch (const std::runtime_error& e) {
            return e.what();
        }
        return "none";
    };
    for (const char* text : {"", "=", "DELAY", "DELAY=", "=1", " DELAY=1", "DELAY = 1", "DELAY=1 ",
                             "DELAY=1#", "DELAY=1;", "DELAY,1", "DELAY,1=2", "DELAY=1,2"}) {
        EXPECT_EQ(message(text), std::string("expected NAME=VALUE, got '") + text + "'");
    }
    EXPECT_EQ(message("REVISION=1"), "expected an option of the ARM1136JF-S, got 'REVISION'");
    EXPECT_EQ(message("DELAY=1001"), "expected a number from 0 to 1000, got '1001'");
    EXPECT_EQ(message("DELAY=r1"), "expected a number from 0 to 1000, got 'r1'");
    EXPECT_EQ(message("DELAY==1"), "expected a number from 0 to 1000, got '='");
    EXPECT_EQ(message("DELAY=0x"), "expected a number of hexadecimal digits, got '0x'");
    EXPECT_EQ(message("DELAY=\xFF"), "expected UTF-8 text, got the byte 0xFF");
}

// A line of `events 0,0,...` has a token for every other byte.
TEST(parser, a_line_without_end_is_refused_before_it_is_cut_into_tokens) {
    const std::string longest = "run 1 #" + std::string(max_line_size - 7, 'x');
    EXPECT_TRUE(parse(longest + '\n' + longest + "\r\n", "t.pmu", coprocessor_unit()).ok());
    const parse_result r = parse("run 1\n" + longest + "x\nrun", "t.pmu", coprocessor_unit());
    ASSERT_EQ(r.diagnostics.size(), 2U); // and the one after it is looked at
    EXPECT_EQ(r.diagnostics[0].text(),
              "t.pmu:2:1: expected a line of at most 1048576 bytes, got 1048577");
    EXPECT_EQ(r.diagnostics[1].line, 3U);
}

TEST(parser, many_lines_can_be_stopped) {
    std::string text;
    for (int i = 0; i < 10'000; ++i) {
        text += "run 1\n";
    }
    int looks = 0;
    const parse_result r =
        parse(text, "t.pmu", coprocessor_unit(), [&looks] { return ++looks == 3; });
    ASSERT_EQ(r.diagnostics.size(), 1U);
    EXPECT_THAT(r.diagnostics[0].text(),
                HasSubstr(": expected to read all of it, got the request"));
    EXPECT_LT(r.diagnostics[0].line, 1'000U);
    EXPECT_EQ(looks, 3);
}

TEST(loading, a_file_without_end) {
    const parse_result r = load("/dev/zero", coprocessor_unit());
    ASSERT_EQ(r.diagnostics.size(), 1U);
    EXPECT_THAT(r.diagnostics[0].text(), HasSubstr("expected a file of at most 64 MiB"));
}

// --- the text about them -------------------------------------------------------------------------

TEST(language_readme, has_a_row_for_each_statement) {
    std::ifstream in(PROGRAM_README);
    ASSERT_TRUE(in) << PROGRAM_README;
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    std::vector<std::string> missing;
    for (const statement_form& form : statement_forms()) {
        const std::string row = "\n| `" + std::string(form.name);
        if (text.find(row + ' ') == std::string::npos &&
            text.find(row + '`') == std::string::npos) {
            missing.emplace_back(form.name);
        }
    }
    EXPECT_THAT(missing, testing::IsEmpty());
}

} // namespace
} // namespace platform::program
