// SPDX-License-Identifier: Apache-2.0
// The events of the Cortex-R5 PMU, row by row of the manual's table.
#include <core/cortex_r5_unit.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace core_test::cortex_r5_events_test {
namespace {

using reg = pmu::cortex_r5_register;

constexpr int no_line = -1;

/// A row of Table 6.1 that one line raises.
struct row {
    std::uint32_t number;
    int bus;   ///< bit of EVNTBUS, or no_line
    int input; ///< bit of aux_events for a row without a bus bit, in the order of the rows
    bool updates_cflr;
};

constexpr row rows[] = {
    {0x01, 0, no_line, false},  {0x03, 1, no_line, false},  {0x04, 2, no_line, false},
    {0x06, 3, no_line, false},  {0x07, 4, no_line, false},  {0x08, 5, no_line, false},
    {0x5E, 6, no_line, false},  {0x09, 7, no_line, false},  {0x0A, 8, no_line, false},
    {0x0B, 9, no_line, false},  {0x0C, 10, no_line, false}, {0x0D, 11, no_line, false},
    {0x0E, 12, no_line, false}, {0x0F, 13, no_line, false}, {0x10, 14, no_line, false},
    {0x12, 15, no_line, false}, {0x40, 16, no_line, false}, {0x41, 17, no_line, false},
    {0x42, 18, no_line, false}, {0x43, 19, no_line, false}, {0x44, 20, no_line, false},
    {0x45, 21, no_line, false}, {0x46, no_line, 0, false},  {0x47, no_line, 1, false},
    {0x48, no_line, 2, false},  {0x49, no_line, 3, false},  {0x4A, 22, no_line, true},
    {0x4B, 23, no_line, true},  {0x4C, 24, no_line, true},  {0x4D, 25, no_line, true},
    {0x4E, 26, no_line, false}, {0x4F, 27, no_line, false}, {0x50, no_line, 4, false},
    {0x51, no_line, 5, false},  {0x52, no_line, 6, false},  {0x53, no_line, 7, false},
    {0x54, no_line, 8, false},  {0x55, no_line, 9, false},  {0x56, no_line, 10, false},
    {0x57, no_line, 11, false}, {0x58, 28, no_line, false}, {0x59, no_line, 12, false},
    {0x5A, 29, no_line, false}, {0x5B, 30, no_line, false}, {0x5C, 31, no_line, false},
    {0x5D, 32, no_line, false}, {0x60, 33, no_line, false}, {0x61, 34, no_line, false},
    {0x62, 35, no_line, false}, {0x64, 37, no_line, false}, {0x65, 38, no_line, false},
    {0x66, 39, no_line, false}, {0x67, 40, no_line, false}, {0x68, 41, no_line, false},
    {0x69, 42, no_line, false}, {0x6A, 43, no_line, true},  {0x6B, 44, no_line, true},
    {0x6C, 45, no_line, false}, {0x6D, 46, no_line, true},  {0x70, 47, no_line, false},
    {0x71, 48, no_line, false}, {0x72, 49, no_line, false}, {0x73, 50, no_line, false},
};
/// The other rows: software increment, cycles, the unused number and the composite events.
constexpr std::uint32_t rows_without_line[] = {0x00, 0x11, 0x63, 0x6E, 0x6F, 0xFF};

constexpr std::uint32_t correctable[] = {0x4A, 0x4B, 0x4C, 0x4D, 0x6A, 0x6B, 0x6D, 0x70};
constexpr std::uint32_t fatal[] = {0x60, 0x61, 0x4E, 0x4F, 0x6C, 0x71};

constexpr std::uint64_t all_bus = (std::uint64_t{1} << 51) - 1;
constexpr std::uint64_t all_aux = (std::uint64_t{1} << 13) - 1;

std::uint64_t bus_of(const row& r) {
    return r.bus == no_line ? 0 : std::uint64_t{1} << r.bus;
}
std::uint64_t aux_of(const row& r) {
    return r.input == no_line ? 0 : std::uint64_t{1} << r.input;
}
const row& row_of(std::uint32_t number) {
    for (const row& r : rows) {
        if (r.number == number) {
            return r;
        }
    }
    throw std::out_of_range("no row with this number");
}

template <std::size_t N>
bool contains(const std::uint32_t (&list)[N], std::uint32_t number) {
    return std::find(std::begin(list), std::end(list), number) != std::end(list);
}

TEST(cortex_r5_events, the_table_has_the_numbers_of_the_manual_and_no_other) {
    std::map<std::uint32_t, int> expected;
    for (const row& r : rows) {
        ++expected[r.number];
    }
    for (const std::uint32_t number : rows_without_line) {
        ++expected[number];
    }
    EXPECT_EQ(expected.size(), 69U);
    std::map<std::uint32_t, int> actual;
    for (const pmu::event_desc& e : pmu::cortex_r5_core::events()) {
        ++actual[e.number];
    }
    EXPECT_EQ(actual, expected);
}

TEST(cortex_r5_events, have_the_names_of_the_manual) {
    EXPECT_EQ(pmu::cortex_r5_event::DCACHE_MISS, 0x03U);
    EXPECT_EQ(pmu::cortex_r5_event::ACP_DC_INVAL, 0x73U);
}

TEST(cortex_r5_events, every_line_counts_for_its_row_and_for_no_other) {
    for (const row& counted : rows) {
        for (const row& raised : rows) {
            cortex_r5_unit unit;
            unit.select(0, counted.number);
            unit.start(1);
            unit.run(3, bus_of(raised), aux_of(raised));
            std::uint32_t expected = counted.number == raised.number ? 3 : 0;
            if (counted.number == 0x08 && raised.number == 0x5E) {
                expected = 6; // a pair is two instructions
            }
            ASSERT_EQ(unit.count_of(0), expected)
                << std::hex << "0x" << counted.number << " counts the line of 0x" << raised.number;
        }
    }
}

TEST(cortex_r5_events, every_other_line_together_leaves_a_row_alone) {
    for (const row& counted : rows) {
        std::uint64_t bus = all_bus & ~bus_of(counted);
        if (counted.number == 0x08) {
            bus &= ~bus_of(row_of(0x5E));
        }
        cortex_r5_unit unit;
        unit.select(2, counted.number);
        unit.start(4);
        unit.run(2, bus, all_aux & ~aux_of(counted));
        ASSERT_EQ(unit.count_of(2), 0U) << std::hex << "0x" << counted.number;
    }
}

TEST(cortex_r5_events, every_row_counts_on_every_counter_at_once) {
    for (const row& r : rows) {
        cortex_r5_unit unit;
        for (std::uint32_t n = 0; n < 3; ++n) {
            unit.select(n, r.number, 10 * n);
        }
        unit.start(7);
        unit.run(5, bus_of(r), aux_of(r));
        for (std::uint32_t n = 0; n < 3; ++n) {
            ASSERT_EQ(unit.count_of(n), 10 * n + 5) << std::hex << "0x" << r.number;
        }
    }
}

TEST(cortex_r5_events, a_bus_bit_is_exported_at_its_position_and_an_input_nowhere) {
    for (const row& r : rows) {
        cortex_r5_unit unit;
        unit.write(reg::PMCR, 0x10);
        unit.run(1, bus_of(r), aux_of(r));
        const std::uint64_t expected = r.number == 0x5E ? 0x60 : bus_of(r);
        ASSERT_EQ(unit.evntbus(), expected) << std::hex << "0x" << r.number;
    }
}

TEST(cortex_r5_events, only_marked_rows_update_cflr) {
    constexpr std::uint32_t marker = 0x12345678;
    for (const row& r : rows) {
        cortex_r5_unit unit;
        EXPECT_EQ(unit.core.set_fault_location(r.number, 0xC000'0000U | r.number), r.updates_cflr);
        unit.write(reg::CFLR, marker);
        unit.run(2, bus_of(r), aux_of(r));
        ASSERT_EQ(unit.read(reg::CFLR), r.updates_cflr ? 0xC000'0000U | r.number : marker)
            << std::hex << "0x" << r.number;
    }
}

TEST(cortex_r5_events, composite_events_count_their_parts_and_nothing_else) {
    for (const row& r : rows) {
        cortex_r5_unit unit;
        unit.select(0, 0x6E);
        unit.select(1, 0x6F);
        unit.start(3);
        unit.run(1, bus_of(r), aux_of(r));
        ASSERT_EQ(unit.count_of(0), contains(correctable, r.number) ? 1U : 0U)
            << std::hex << "0x" << r.number;
        ASSERT_EQ(unit.count_of(1), contains(fatal, r.number) ? 1U : 0U)
            << std::hex << "0x" << r.number;
    }
}

TEST(cortex_r5_events, a_composite_event_adds_one_however_many_parts_are_high) {
    for (const auto& [composite, parts] :
         {std::pair{0x6EU,
                    std::vector<std::uint32_t>(std::begin(correctable), std::end(correctable))},
          std::pair{0x6FU, std::vector<std::uint32_t>(std::begin(fatal), std::end(fatal))}}) {
        cortex_r5_unit unit;
        unit.select(0, composite);
        unit.start(1);
        std::uint64_t bus = 0;
        std::uint32_t edges = 0;
        for (const std::uint32_t part : parts) {
            bus |= bus_of(row_of(part));
            unit.run(1, bus);
            ASSERT_EQ(unit.count_of(0), ++edges) << std::hex << "0x" << part;
        }
    }
}

TEST(cortex_r5_events, instructions_and_pairs) {
    struct {
        std::uint64_t bus;
        std::uint32_t instructions, pairs;
        std::uint64_t exported;
    } const cases[] = {
        {0x00, 0, 0, 0x00}, {0x20, 1, 0, 0x20}, {0x60, 2, 1, 0x60}, {0x40, 2, 1, 0x60}};
    for (const auto& c : cases) {
        cortex_r5_unit unit;
        unit.select(0, 0x08);
        unit.select(1, 0x5E);
        unit.start(3, 0x11);
        unit.run(4, c.bus);
        EXPECT_EQ(unit.count_of(0), 4 * c.instructions) << std::hex << c.bus;
        EXPECT_EQ(unit.count_of(1), 4 * c.pairs) << std::hex << c.bus;
        EXPECT_EQ(unit.evntbus(), c.exported) << std::hex << c.bus;
    }
}

TEST(cortex_r5_events, cycle_events_count_every_edge_and_are_not_divided) {
    cortex_r5_unit unit;
    unit.select(0, 0x11);
    unit.select(1, 0xFF);
    unit.start(0x8000'0003U, 0x09);
    unit.run(100);
    EXPECT_EQ(unit.count_of(0), 100U);
    EXPECT_EQ(unit.count_of(1), 100U);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 1U);
}

TEST(cortex_r5_events, reserved_numbers_read_back_and_count_nothing) {
    for (std::uint32_t number = 0; number < 256; ++number) {
        const bool is_counted =
            number != 0x63 && pmu::cortex_r5_core::events().find(number) != nullptr;
        if (is_counted) {
            continue;
        }
        cortex_r5_unit unit;
        unit.select(0, number);
        unit.start(1);
        unit.run(5, UINT64_MAX >> 9, all_aux);
        unit.write(reg::PMSWINC, 1);
        unit.core.count(number, 100, unit.pins);
        unit.write(reg::PMSELR, 0);
        ASSERT_EQ(unit.read(reg::PMXEVTYPER), number);
        ASSERT_EQ(unit.read(reg::PMXEVCNTR), 0U) << std::hex << "0x" << number;
        ASSERT_EQ(unit.core.headroom(number, unit.pins), pmu::never) << std::hex << "0x" << number;
        ASSERT_GE(unit.notices.entries.size(), 1U);
        EXPECT_EQ(unit.notices.entries[0], (cortex_r5_notices::entry{"reserved_event", number}));
    }
}

TEST(cortex_r5_events, the_unused_bit_counts_nothing_and_is_not_exported) {
    cortex_r5_unit unit;
    unit.select(0, 0x63);
    unit.start(1, 0x11);
    unit.run(4, std::uint64_t{1} << 36);
    EXPECT_EQ(unit.count_of(0), 0U);
    EXPECT_EQ(unit.evntbus(), 0U);
    unit.run(1, all_bus, all_aux);
    EXPECT_EQ(unit.evntbus(), 0x7'FFEF'FFFF'FFFFU);
}

} // namespace
} // namespace core_test::cortex_r5_events_test
