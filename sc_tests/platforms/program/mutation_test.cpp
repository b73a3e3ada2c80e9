// SPDX-License-Identifier: Apache-2.0
// Thousands of damaged programs: none crashes the parser or hangs it, each error has a place in the
// text, and what is still a program comes to its end.
#include "fake_target.h"
#include "fake_units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace platform::program {
namespace {

const std::vector<std::string>& coprocessor_lines() {
    static const std::vector<std::string> lines = {
        "option DELAY, 0x10",
        "option POLARITY, 1 # text",
        "write PMNC, 0x0FF0_0001",
        "mcr p15, 0, r1, c15, c12, 0",
        "mrc p15, 0, r2, c15, c12, 1 & 0xFF == r3 -> ok",
        "read CCNT == 0b1010",
        "read CCNT -> undefined",
        "poke PMN0, 0xFFFF_FFFE",
        "peek PMN1 & 1 == 0",
        "str 0x12, [0xFF180], be 0b1111 -> command_error",
        "ldrd r4, [r5] -> burst_error",
        "run 1_000",
        "events 0x00, 0x07*2",
        "events none",
        "pulse 0x12, 0x05*2 x7",
        "bus 0xA5A5A",
        "count 0xFF, r1",
        "pin ETM, 0b11",
        "reset x3",
        "repeat 3",
        "  repeat 2",
        "    run 1",
        "  end",
        "end",
        "expect irq 0",
        "expect pin EVNTBUS, 0x5A5A5",
        "expect r1, r2",
        "wait irq within 100",
        "mode user",
        "security nonsecure",
        "set r1, 0xFFFFFFFF",
        "print \"a \xC3\xA4 # text\"",
        "print r1 ; text",
    };
    return lines;
}

const std::vector<std::string>& mapped_lines() {
    static const std::vector<std::string> lines = {
        "option REVISION, 3",
        "write CCNT, 1 -> address_error",
        "events S0:0x00, M2:0x1F:secure",
        "pulse S0:0x00:secure x2",
        "count M0:0x01, 1000",
        "expect pin EVNTBUS, 0x4000000000000200000000000000000000300000",
        "mcr p15, 0, 1, c9, c12, 0 -> undefined",
        "repeat 9223372036854775807",
        "run 9223372036854775807",
        "end",
        "pin NIDEN, 1",
    };
    return lines;
}

class mutator {
public:
    explicit mutator(unsigned seed) : m_random(seed) {}

    std::string damage(const std::vector<std::string>& original) {
        std::vector<std::string> lines = original;
        for (std::size_t n = below(3); n > 0; --n) {
            std::swap(lines[below(lines.size())], lines[below(lines.size())]);
        }
        std::string text;
        for (const std::string& line : lines) {
            text += line + (below(8) == 0 ? "\r\n" : "\n");
        }
        for (std::size_t n = below(4) + 1; n > 0 && !text.empty(); --n) {
            change(text, original);
        }
        return text;
    }

private:
    std::size_t below(std::size_t n) { return m_random() % n; }

    void change(std::string& text, const std::vector<std::string>& original) {
        static const std::string pieces[] = {"0x",       "_",
                                             ",",        "\"",
                                             "[",        "]",
                                             "->",       "==",
                                             "&",        "*",
                                             ":",        "r12",
                                             "r13",      "x0",
                                             "x1",       "\n",
                                             "\r",       "#",
                                             "end",      "repeat 2",
                                             "-",        "\xFF",
                                             "be",       "0b2",
                                             "\xE2\x82", "99999999999999999999",
                                             "secure",   "ok"};
        const std::size_t at = below(text.size());
        const std::size_t size = std::min(below(8) + 1, text.size() - at);
        switch (below(6)) {
        case 0: text.erase(at, size); break;
        case 1: text[at] = static_cast<char>(below(256)); break;
        case 2: text.insert(at, pieces[below(std::size(pieces))]); break;
        case 3: text.insert(at, text.substr(below(text.size()), size)); break;
        case 4: text.insert(at, original[below(original.size())]); break;
        default: text.resize(at); break;
        }
    }

    std::mt19937 m_random; // its numbers are the same everywhere, those of distributions are not
};

void expect_place_in(const std::string& text, const diagnostic& d) {
    const auto lines = 1 + std::count(text.begin(), text.end(), '\n');
    EXPECT_GE(d.line, 1U) << text;
    EXPECT_LE(d.line, lines) << text;
    EXPECT_GE(d.column, 1U) << text;
    EXPECT_LE(d.column, text.size() + 1) << text;
    EXPECT_EQ(d.message.rfind("expected ", 0), 0U) << d.message;
    EXPECT_NE(d.message.find(", got "), std::string::npos) << d.message;
    EXPECT_LT(d.message.size(), 300U) << d.message;
    for (const char c : d.message) {
        EXPECT_FALSE(static_cast<unsigned char>(c) < 0x20U) << d.message;
    }
}

/// \return how many of the damaged texts were programs
unsigned play_damaged(const std::vector<std::string>& lines, const unit_info& unit,
                      unsigned count) {
    unsigned accepted = 0;
    for (unsigned seed = 1; seed <= count; ++seed) {
        const std::string text = mutator(seed).damage(lines);
        const parse_result parsed = parse(text, "t.pmu", unit);
        for (const diagnostic& d : parsed.diagnostics) {
            expect_place_in(text, d);
        }
        if (parsed.ok()) {
            ++accepted;
            fake_target target;
            target.statements_left = 500;
            target.edges_left = 10'000;
            std::ostringstream output;
            const play_result result = play(parsed.accepted, unit, target, output, output);
            EXPECT_LE(result.statements, 500U);
            EXPECT_LE(result.failed, result.checks);
        }
        if (testing::Test::HasFailure()) {
            ADD_FAILURE() << "seed " << seed;
            break;
        }
    }
    return accepted;
}

TEST(damaged_programs, for_a_coprocessor_part) {
    const unsigned accepted = play_damaged(coprocessor_lines(), coprocessor_unit(), 4000);
    EXPECT_GT(accepted, 100U);
    EXPECT_LT(accepted, 3900U);
}

TEST(damaged_programs, for_a_memory_mapped_part) {
    const unsigned accepted = play_damaged(mapped_lines(), memory_mapped_unit(), 4000);
    EXPECT_GT(accepted, 100U);
    EXPECT_LT(accepted, 3900U);
}

} // namespace
} // namespace platform::program
