// SPDX-License-Identifier: Apache-2.0
#include <core/core_traits.h>

#include <pmu/core/enumerators.h>
#include <pmu/core/event_table.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>

namespace core_test::event_table_test {
namespace {

using namespace pmu;

constexpr event_desc descs[] = {
    {0x00, "ONE", event_rule::each_line, 0, 1, 0, "one line"},
    {0x05, "TWO", event_rule::each_line, 5, 2, 0, "two lines"},
    {0x0A, "TOP", event_rule::each_line, 63, 1, 0, "the last line"},
    {0x0B, "HIGH", event_rule::each_line, 62, 2, 0, "the last two lines"},
    {0x10, "SILENT", event_rule::each_line, 7, 0, 0, "a number without lines"},
    {0x11, "CYCLES", event_rule::every_edge, 0, 0, 0, "every edge"},
    {0x12, "ANY", event_rule::any_line, 0, 0, 0x8000000000000061, "any of four lines"},
    {0x13, "SOFT", event_rule::software, 0, 0, 0, "a write"},
    {0x14, "PARTS", event_rule::each_part, 5, 2, 0, "two lines of others"},
    {0xFF, "NONE", event_rule::nothing, 3, 1, 0, "nothing"},
};
constexpr event_table events{descs};

// What the manual says about an event, line by line.
std::uint32_t expected(const event_desc& e, two_bit_mode mode, std::uint64_t lines) {
    const auto line = [lines](unsigned n) { return static_cast<std::uint32_t>(lines >> n & 1); };
    switch (e.rule) {
    case event_rule::each_line:
        if (e.line_count == 2) {
            const std::uint32_t low = line(e.first_line);
            const std::uint32_t high = line(e.first_line + 1U);
            return mode == two_bit_mode::popcount ? low + high : std::min(2U, low + 2 * high);
        }
        return e.line_count == 1 ? line(e.first_line) : 0;
    case event_rule::each_part: return line(e.first_line) + line(e.first_line + 1U);
    case event_rule::any_line: return (lines & e.any_of) != 0 ? 1 : 0;
    case event_rule::every_edge: return 1;
    default: return 0;
    }
}

TEST(increment_rule, counts_nothing_by_default) {
    constexpr increment_rule rule;
    EXPECT_EQ(rule(0), 0U);
    EXPECT_EQ(rule(UINT64_MAX), 0U);
}

TEST(increment_rule, two_wires_count_each_or_as_a_number) {
    struct row {
        std::uint64_t lines;
        std::uint32_t popcount;
        std::uint32_t binary;
    };
    constexpr row rows[] = {{0x00, 0, 0}, {0x20, 1, 1}, {0x40, 1, 2}, {0x60, 2, 2}};
    for (const row& r : rows) {
        for (const std::uint64_t others : {std::uint64_t{0}, ~std::uint64_t{0x60}}) {
            const increment_rule counts(descs[1]);
            const increment_rule decodes(descs[1], two_bit_mode::binary);
            EXPECT_EQ(counts(r.lines | others), r.popcount);
            EXPECT_EQ(decodes(r.lines | others), r.binary);
        }
    }
}

TEST(increment_rule, the_binary_mode_touches_no_event_but_those_with_two_wires_of_their_own) {
    for (const event_desc& e : descs) {
        if (e.line_count != 2 || e.rule != event_rule::each_line) {
            EXPECT_TRUE(increment_rule(e) == increment_rule(e, two_bit_mode::binary)) << e.name;
        } else {
            EXPECT_TRUE(increment_rule(e) != increment_rule(e, two_bit_mode::binary)) << e.name;
        }
    }
}

TEST(increment_rule, one_of_a_set_of_lines_is_enough_and_more_add_no_more) {
    const increment_rule any(descs[6]);
    EXPECT_EQ(any(0), 0U);
    for (const unsigned line : {0U, 5U, 6U, 63U}) {
        EXPECT_EQ(any(std::uint64_t{1} << line), 1U) << line;
    }
    EXPECT_EQ(any(0x7FFFFFFFFFFFFF9E), 0U);
    EXPECT_EQ(any(UINT64_MAX), 1U);
}

TEST(increment_rule, agrees_with_its_event_on_any_lines) {
    for (const event_desc& e : descs) {
        for (const two_bit_mode mode : {two_bit_mode::popcount, two_bit_mode::binary}) {
            const increment_rule rule(e, mode);
            for (unsigned line = 0; line < 64; ++line) {
                const std::uint64_t only = std::uint64_t{1} << line;
                ASSERT_EQ(rule(only), expected(e, mode, only)) << e.name << " line " << line;
                ASSERT_EQ(rule(~only), expected(e, mode, ~only)) << e.name << " line " << line;
            }
            random_source random(1);
            for (int i = 0; i < 200; ++i) {
                const std::uint64_t lines = random.bits() & random.bits();
                ASSERT_EQ(rule(lines), expected(e, mode, lines)) << e.name << " lines " << lines;
            }
        }
    }
}

TEST(event_table, finds_the_events_and_nothing_else) {
    EXPECT_EQ(events.size(), std::size(descs));
    EXPECT_EQ(events.end() - events.begin(), 10);
    std::size_t found = 0;
    for (std::uint32_t number = 0; number < 1024; ++number) {
        const event_desc* e = events.find(number);
        if (e != nullptr) {
            EXPECT_EQ(e->number, number);
            ++found;
        }
    }
    EXPECT_EQ(found, events.size());
    EXPECT_EQ(std::string(events.find(0)->name), "ONE");
    EXPECT_EQ(std::string(events.find(0xFF)->name), "NONE");
    EXPECT_EQ(events.find(1), nullptr);
    EXPECT_EQ(events.find(0x105), nullptr);
    EXPECT_EQ(events.find(UINT32_MAX), nullptr);
}

TEST(event_table, a_reserved_number_counts_nothing) {
    EXPECT_EQ(events.rule(1)(UINT64_MAX), 0U);
    EXPECT_EQ(events.rule(0x105)(UINT64_MAX), 0U);
    EXPECT_EQ(events.rule(0x05)(UINT64_MAX), 2U);
    EXPECT_EQ(events.rule(0x05, two_bit_mode::binary)(0x40), 2U);
}

TEST(event_table, knows_the_events_that_nobody_can_report) {
    for (std::uint32_t number = 0; number < 1024; ++number) {
        // Cycles, the software increment, the number that means nothing, the one without lines.
        const bool is_internal =
            number == 0x11 || number == 0x13 || number == 0xFF || number == 0x10;
        EXPECT_EQ(events.is_internal(number), is_internal) << number;
    }
    EXPECT_FALSE(events.is_internal(UINT32_MAX));
    EXPECT_EQ(own_line(*events.find(0x0B)), std::uint64_t{1} << 62);
    for (const std::uint32_t composite : {0x12U, 0x14U}) {
        EXPECT_TRUE(is_composite(*events.find(composite)));
        EXPECT_EQ(own_line(*events.find(composite)), 0U);
    }
}

TEST(event_table, may_hold_the_first_events_of_a_list) {
    constexpr event_table some(descs, 2);
    EXPECT_EQ(some.size(), 2U);
    EXPECT_NE(some.find(0x05), nullptr);
    EXPECT_EQ(some.find(0x0A), nullptr);
    EXPECT_EQ(some.end() - some.begin(), 2);
}

// The tables of parts are made by the compiler; one that a program makes is the same.
TEST(event_table, may_be_made_at_run_time) {
    volatile std::size_t size = std::size(descs);
    const event_table made(descs, size);
    for (std::uint32_t number = 0; number < 1024; ++number) {
        EXPECT_EQ(made.find(number), events.find(number)) << number;
        EXPECT_EQ(made.is_internal(number), events.is_internal(number)) << number;
        EXPECT_EQ(made.is_composite(number), events.is_composite(number)) << number;
        EXPECT_EQ(made.line_of(number), events.line_of(number)) << number;
    }
}

// What does not compile for the table of a part.
TEST(event_table, refuses_two_events_with_one_number) {
    const event_desc twice[] = {descs[0], descs[1], descs[0]};
    EXPECT_THROW(event_table{twice}, std::invalid_argument);
    EXPECT_NO_THROW(event_table(twice, 2));
}

TEST(event_table, refuses_a_number_of_more_than_8_bits) {
    const event_desc far[] = {descs[0],
                              {0x100, "FAR", event_rule::each_line, 1, 1, 0, "beyond 8 bits"}};
    EXPECT_THROW(event_table{far}, std::invalid_argument);
}

namespace numbers {
enum all : std::uint16_t {
    ONE = 0x00,
    TWO = 0x05,
    TOP = 0x0A,
    HIGH = 0x0B,
    SILENT = 0x10,
    CYCLES = 0x11,
    ANY = 0x12,
    SOFT = 0x13,
    PARTS = 0x14,
    NONE = 0xFF
};
} // namespace numbers
namespace some_numbers {
enum first_two : std::uint16_t { ONE = 0x00, TWO = 0x05 };
enum swapped : std::uint16_t { one = 0x05, two = 0x00 };
} // namespace some_numbers
namespace more_numbers {
enum left_over : std::uint16_t { ONE = 0x00, TWO = 0x05, MORE = 0xFE };
} // namespace more_numbers

// What the core of a part would not compile for.
TEST(event_numbers, have_the_names_of_their_events_and_no_others) {
    EXPECT_TRUE(are_all_numbers<numbers::all>(events.begin(), events.end()));
    EXPECT_TRUE(are_all_numbers<some_numbers::first_two>(events.begin(), events.begin() + 2));
    EXPECT_FALSE(are_all_numbers<some_numbers::first_two>(events.begin(), events.end()));
    EXPECT_FALSE(are_all_numbers<some_numbers::first_two>(events.begin(), events.begin() + 1));
    EXPECT_FALSE(are_all_numbers<some_numbers::swapped>(events.begin(), events.begin() + 2));
    EXPECT_FALSE(are_all_numbers<more_numbers::left_over>(events.begin(), events.begin() + 2));
}

TEST(one_line_rule, is_the_rule_of_an_event_with_one_line) {
    for (const event_desc& e : descs) {
        const one_line_rule rule(e);
        const bool has_a_line = e.rule == event_rule::each_line;
        for (unsigned line = 0; line < 64; ++line) {
            const std::uint64_t only = std::uint64_t{1} << line;
            ASSERT_EQ(rule(only), has_a_line && line == e.first_line ? 1U : 0U) << e.name;
            ASSERT_EQ(rule(~only), has_a_line && line != e.first_line ? 1U : 0U) << e.name;
        }
    }
    EXPECT_EQ(one_line_rule{}(UINT64_MAX), 0U);
}

} // namespace
} // namespace core_test::event_table_test
