// SPDX-License-Identifier: Apache-2.0
// The tables of the ARM1136 manual (ARM DDI 0211, c15 PMNC), row by row.
#include <core/arm1136_bench.h>
#include <core/arm11_event_rows.h>

#include <iterator>
#include <set>
#include <string>

namespace core_test::arm1136_tables_test {
namespace {

// --- Table 3.141: events -----------------------------------------------------------------------

constexpr arm11_event_row table_3_141[] = {
    {0x00, 0, 0},   {0x01, 1, 1},   {0x02, 2, 2},   {0x03, 3, 3},   {0x04, 4, 4},   {0x05, 5, 6},
    {0x06, 7, 7},   {0x07, 8, 9},   {0x09, 10, 10}, {0x0A, 11, 11}, {0x0B, 12, 12}, {0x0C, 13, 13},
    {0x0D, 14, 15}, {0x0F, 16, 16}, {0x10, 17, 17}, {0x11, 18, 18}, {0x12, 19, 19}, {0x20, -1, -1},
    {0x21, -1, -1}, {0x22, -1, -1}, {0xFF, -1, -1},
};

// What one counted edge adds for an event, by the table.
std::uint32_t increment(std::uint32_t number, std::uint64_t lines) {
    const arm11_event_row* row = row_of(table_3_141, number);
    if (row == nullptr) {
        return 0; // all other values: reserved
    }
    const auto line = [lines](int n) { return static_cast<std::uint32_t>(lines >> n & 1); };
    switch (number) {
    case 0x20: return line(20);
    case 0x21: return line(21);
    case 0x22: return line(20) + line(21);
    case 0xFF: return 1;
    default: return row->msb == row->lsb ? line(row->lsb) : line(row->lsb) + line(row->msb);
    }
}

TEST(arm1136_events, are_those_of_the_manual) {
    const pmu::event_table& events = pmu::arm1136_core::events();
    EXPECT_EQ(events.size(), std::size(table_3_141));
    for (std::uint32_t number = 0; number < 0x100; ++number) {
        const arm11_event_row* row = row_of(table_3_141, number);
        const pmu::event_desc* e = events.find(number);
        ASSERT_EQ(e != nullptr, row != nullptr) << std::hex << number;
        if (row != nullptr && row->lsb >= 0) {
            EXPECT_EQ(e->first_line, row->lsb) << std::hex << number;
            EXPECT_EQ(e->line_count, row->msb - row->lsb + 1) << std::hex << number;
        }
    }
}

TEST(arm1136_events, have_the_names_of_the_manual) {
    EXPECT_EQ(pmu::arm1136_event::DCACHE_MISS, 0x0BU);
    EXPECT_EQ(pmu::arm1136_event::CPU_CYCLES, 0xFFU);
}

TEST(arm1136_events, use_every_line_of_the_bus_once) {
    std::set<int> lines;
    for (const arm11_event_row& row : table_3_141) {
        for (int line = row.lsb; line >= 0 && line <= row.msb; ++line) {
            EXPECT_TRUE(lines.insert(line).second) << line;
        }
    }
    EXPECT_EQ(lines.size(), pmu::arm1136_core::event_bus_width);
}

TEST(arm1136_events, have_names_of_their_own_and_a_description) {
    std::set<std::string> names;
    for (const pmu::event_desc& e : pmu::arm1136_core::events()) {
        EXPECT_TRUE(names.insert(e.name).second) << e.name;
        EXPECT_FALSE(std::string(e.description).empty()) << e.name;
    }
}

// Every number of either field against single lines, their complements and random patterns.
TEST(arm1136_events, count_their_lines_on_either_counter) {
    for (std::uint32_t number = 0; number < 0x100; ++number) {
        arm1136_bench bench;
        const std::uint32_t other = 0xFF - number;
        bench.write(PMNC, number << 20 | other << 12 | 1U);
        bench.tick(3, UINT64_MAX);
        std::uint32_t pmn0 = 0;
        std::uint32_t pmn1 = 0;
        const auto tick = [&](std::uint64_t lines) {
            bench.tick(1, lines);
            pmn0 += increment(number, lines);
            pmn1 += increment(other, lines);
            ASSERT_EQ(bench.read(PMN0), pmn0) << std::hex << number << " lines " << lines;
            ASSERT_EQ(bench.read(PMN1), pmn1) << std::hex << other << " lines " << lines;
        };
        for (int line = 0; line < 22; ++line) {
            tick(std::uint64_t{1} << line);
            tick(0x3FFFFF & ~(std::uint64_t{1} << line));
        }
        random_source random(number + 1);
        for (int i = 0; i < 50; ++i) {
            tick(random.bits() & 0x3FFFFF);
        }
    }
}

TEST(arm1136_events, two_wires_add_up_in_all_four_patterns) {
    struct row {
        std::uint32_t event;
        std::uint64_t low;
        std::uint64_t high;
    };
    constexpr row rows[] = {{0x05, 1U << 5, 1U << 6},
                            {0x07, 1U << 8, 1U << 9},
                            {0x0D, 1U << 14, 1U << 15},
                            {0x22, etmextout0, etmextout1}};
    for (const row& r : rows) {
        arm1136_bench bench;
        bench.write(PMNC, r.event << 20 | 1U);
        bench.tick(3);
        bench.tick(1, no_lines);
        EXPECT_EQ(bench.read(PMN0), 0U) << r.event;
        bench.tick(1, r.low);
        EXPECT_EQ(bench.read(PMN0), 1U) << r.event;
        bench.tick(1, r.high);
        EXPECT_EQ(bench.read(PMN0), 2U) << r.event;
        bench.tick(1, r.low | r.high);
        EXPECT_EQ(bench.read(PMN0), 4U) << r.event;
    }
}

TEST(arm1136_events, are_exported_bit_by_bit) {
    arm1136_bench bench;
    bench.write(PMNC, 0x800);
    for (unsigned line = 0; line < 22; ++line) {
        const std::uint64_t lines = std::uint64_t{1} << line;
        bench.tick(1, lines);
        EXPECT_EQ(bench.evntbus(), line < 20 ? lines : 0U) << line;
    }
}

// --- Tables 3.138 and 3.139: fields of PMNC ------------------------------------------------------

enum class kind { reserved, read_write, clear, reset_counter };

struct field_row {
    unsigned msb;
    unsigned lsb;
    const char* name;
    kind access;
};

constexpr field_row table_3_138[] = {
    {31, 28, "-", kind::reserved},
    {27, 20, "EvtCount0", kind::read_write},
    {19, 12, "EvtCount1", kind::read_write},
    {11, 11, "X", kind::read_write},
    {10, 10, "CCR", kind::clear},
    {9, 9, "CR1", kind::clear},
    {8, 8, "CR0", kind::clear},
    {7, 7, "-", kind::reserved},
    {6, 6, "ECC", kind::read_write},
    {5, 5, "EC1", kind::read_write},
    {4, 4, "EC0", kind::read_write},
    {3, 3, "D", kind::read_write},
    {2, 2, "C", kind::reset_counter},
    {1, 1, "P", kind::reset_counter},
    {0, 0, "E", kind::read_write},
};

TEST(arm1136_pmnc, has_the_fields_of_the_manual) {
    const pmu::register_desc& pmnc = *pmu::arm1136_core::registers().find(PMNC);
    const pmu::register_field* field = pmnc.begin();
    for (const field_row& row : table_3_138) {
        if (row.access == kind::reserved) {
            continue;
        }
        ASSERT_NE(field, pmnc.end());
        EXPECT_EQ(std::string(field->name), row.name);
        EXPECT_EQ(field->msb, row.msb) << row.name;
        EXPECT_EQ(field->lsb, row.lsb) << row.name;
        EXPECT_EQ(field->access == pmu::field_access::read_write, row.access == kind::read_write);
        EXPECT_EQ(field->access == pmu::field_access::write_one_to_clear,
                  row.access == kind::clear);
        EXPECT_EQ(field->access == pmu::field_access::action, row.access == kind::reset_counter);
        ++field;
    }
    EXPECT_EQ(field, pmnc.end());
    EXPECT_EQ(pmnc.readable(), 0x0FFFFF79U);
    EXPECT_EQ(pmnc.writable, 0x0FFFF879U);
    EXPECT_EQ(pmnc.write_one_to_clear, 0x00000700U);
    EXPECT_EQ(pmnc.action, 0x00000006U);
}

TEST(arm1136_pmnc, each_bit_stores_clears_or_ignores_what_is_written) {
    for (const field_row& row : table_3_138) {
        for (unsigned bit = row.lsb; bit <= row.msb; ++bit) {
            const std::uint32_t one = 1U << bit;
            arm1136_bench bench;
            bench.write(PMNC, one);
            EXPECT_EQ(bench.read(PMNC), row.access == kind::read_write ? one : 0U) << bit;
            bench.write(PMNC, 0);
            EXPECT_EQ(bench.read(PMNC), 0U) << bit;
            bench.poke(PMNC, 0x700); // all flags set
            bench.write(PMNC, one);
            EXPECT_EQ(bench.read(PMNC) & 0x700U, row.access == kind::clear ? 0x700U & ~one : 0x700U)
                << bit;
        }
    }
}

TEST(arm1136_pmnc, a_write_of_ones_reads_back_without_reserved_bits_actions_and_flags) {
    arm1136_bench bench;
    bench.write(PMNC, 0xFFFFFFFF);
    EXPECT_EQ(bench.read(PMNC), 0x0FFFF879U);
}

// --- reset, access -------------------------------------------------------------------------------

TEST(arm1136_registers, are_the_four_of_the_manual) {
    struct row {
        const char* name;
        unsigned opc2;
        std::uint32_t address;
    };
    constexpr row rows[] = {
        {"PMNC", 0, 0xFF180}, {"CCNT", 1, 0xFF184}, {"PMN0", 2, 0xFF188}, {"PMN1", 3, 0xFF18C}};
    const pmu::register_map& map = pmu::arm1136_core::registers();
    ASSERT_EQ(map.size(), std::size(rows));
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        EXPECT_EQ(std::string(map[i].name), rows[i].name);
        EXPECT_EQ(map[i].address, rows[i].address);
        EXPECT_EQ(pmu::encode({15, 0, 15, 12, rows[i].opc2}), rows[i].address);
        EXPECT_EQ(map[i].reset, 0U);
        EXPECT_EQ(map[i].access, pmu::register_access::read_write);
        if (i != 0) {
            EXPECT_EQ(map[i].writable, UINT32_MAX);
        }
    }
}

TEST(arm1136_registers, other_opcode_2_values_are_undefined) {
    arm1136_bench bench;
    for (const unsigned opc2 : {4U, 5U, 6U, 7U}) {
        const std::uint32_t address = pmu::encode({15, 0, 15, 12, opc2});
        std::uint32_t data = 0x55AA55AA;
        EXPECT_EQ(bench.core.read(address, {}, {}, data), pmu::response::address_error);
        EXPECT_EQ(data, 0x55AA55AAU);
        EXPECT_EQ(bench.core.write(address, {}, 1, {}, bench.notices),
                  pmu::response::address_error);
    }
    EXPECT_TRUE(bench.core == pmu::arm1136_core());
}

TEST(arm1136_registers, read_zero_after_reset) {
    const arm1136_bench bench;
    for (const std::uint32_t address : {PMNC, CCNT, PMN0, PMN1}) {
        EXPECT_EQ(bench.read(address), 0U);
    }
    EXPECT_FALSE(bench.irq());
    EXPECT_EQ(bench.evntbus(), 0U);
}

// Table 3.140: Data read, Data write; User read or write is an Undefined exception. Security does
// not matter: this processor has no Non-secure state.
TEST(arm1136_registers, are_for_privileged_modes) {
    for (const std::uint32_t address : {PMNC, CCNT, PMN0, PMN1}) {
        for (const bool secure : {true, false}) {
            arm1136_bench bench;
            std::uint32_t data = 0x55AA55AA;
            EXPECT_EQ(bench.core.write(address, {true, secure}, 0x08, {}, bench.notices),
                      pmu::response::ok);
            EXPECT_EQ(bench.core.read(address, {true, secure}, {}, data), pmu::response::ok);
            EXPECT_EQ(data, 0x08U);
            const pmu::arm1136_core before = bench.core;
            EXPECT_EQ(bench.core.write(address, {false, secure}, 0x10, {}, bench.notices),
                      pmu::response::command_error);
            data = 0x55AA55AA;
            EXPECT_EQ(bench.core.read(address, {false, secure}, {}, data),
                      pmu::response::command_error);
            EXPECT_EQ(data, 0x55AA55AAU);
            EXPECT_TRUE(bench.core == before);
        }
    }
}

TEST(arm1136_registers, counters_hold_any_word) {
    arm1136_bench bench;
    for (const std::uint32_t address : {CCNT, PMN0, PMN1}) {
        for (const std::uint32_t value : {0xFFFFFFFFU, 0x00000000U, 0x80000001U, 0x12345678U}) {
            bench.write(address, value);
            EXPECT_EQ(bench.read(address), value);
        }
    }
    EXPECT_EQ(bench.read(PMNC), 0U); // no write of a counter sets a flag
}

} // namespace
} // namespace core_test::arm1136_tables_test
