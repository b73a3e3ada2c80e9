// SPDX-License-Identifier: Apache-2.0
// The tables of the ARM1176 manual (ARM DDI 0301H, c15 Performance Monitor registers), row by row,
// as far as they differ from those of the ARM1136: test_arm1136_tables.cpp has the fields of PMNC,
// and the properties of every core hold for both.
#include <core/arm1176_bench.h>
#include <core/arm11_event_rows.h>

#include <iterator>
#include <string>

namespace core_test::arm1176_tables_test {
namespace {

// --- Table 3-137: events -----------------------------------------------------------------------

constexpr arm11_event_row table_3_137[] = {
    {0x00, 0, 0},   {0x01, 1, 1},   {0x02, 2, 2},   {0x03, 3, 3},   {0x04, 4, 4},
    {0x05, 5, 6},   {0x06, 7, 7},   {0x07, 8, 9},   {0x09, 10, 10}, {0x0A, 11, 11},
    {0x0B, 12, 12}, {0x0C, 13, 13}, {0x0D, 14, 15}, {0x0F, 16, 16}, {0x10, 17, 17},
    {0x11, 18, 18}, {0x12, 19, 19}, {0x20, -1, -1}, {0x21, -1, -1}, {0x22, -1, -1},
    {0x23, -1, -1}, {0x24, -1, -1}, {0x25, -1, -1}, {0x26, -1, -1}, {0xFF, -1, -1},
};

/// The pin aux_events in the sampled word: 0x23 to 0x26 in this order (D17).
constexpr std::uint64_t line_of(std::uint32_t event) {
    return std::uint64_t{1} << (22 + event - 0x23);
}
constexpr std::uint64_t all_lines = 0x3FFFFFF;
constexpr std::uint32_t return_stack[] = {0x23, 0x24, 0x25, 0x26};

// What one counted edge adds for an event, by the table.
std::uint32_t increment(std::uint32_t number, std::uint64_t lines) {
    const arm11_event_row* row = row_of(table_3_137, number);
    if (row == nullptr) {
        return 0; // all other values: reserved
    }
    const auto line = [lines](int n) { return static_cast<std::uint32_t>(lines >> n & 1); };
    switch (number) {
    case 0x20: return line(20);
    case 0x21: return line(21);
    case 0x22: return line(20) + line(21);
    case 0x23: return line(22);
    case 0x24: return line(23);
    case 0x25: return line(24);
    case 0x26: return line(25);
    case 0xFF: return 1;
    default: return row->msb == row->lsb ? line(row->lsb) : line(row->lsb) + line(row->msb);
    }
}

TEST(arm1176_events, are_those_of_the_manual) {
    const pmu::event_table& events = pmu::arm1176_core::events();
    EXPECT_EQ(events.size(), std::size(table_3_137));
    for (std::uint32_t number = 0; number < 0x100; ++number) {
        const arm11_event_row* row = row_of(table_3_137, number);
        const pmu::event_desc* e = events.find(number);
        ASSERT_EQ(e != nullptr, row != nullptr) << std::hex << number;
        if (row != nullptr && row->lsb >= 0) {
            EXPECT_EQ(e->first_line, row->lsb) << std::hex << number;
            EXPECT_EQ(e->line_count, row->msb - row->lsb + 1) << std::hex << number;
        }
    }
}

// "Procedure call instruction executed", "procedure return executed", and whether it is predicted.
TEST(arm1176_events, have_the_names_of_the_manual) {
    EXPECT_EQ(pmu::arm1176_event::DCACHE_MISS, 0x0BU);
    EXPECT_EQ(pmu::arm1176_event::CALL_EXEC, 0x23U);
    EXPECT_EQ(pmu::arm1176_event::RETURN_MISPREDICT, 0x26U);
    EXPECT_EQ(pmu::arm1176_event::CPU_CYCLES, 0xFFU);
}

TEST(arm1176_events, of_the_return_stack_have_their_names) {
    const pmu::event_table& events = pmu::arm1176_core::events();
    EXPECT_EQ(std::string(events.find(0x23)->name), "CALL_EXEC");
    EXPECT_EQ(std::string(events.find(0x24)->name), "RETURN_EXEC");
    EXPECT_EQ(std::string(events.find(0x25)->name), "RETURN_PREDICTED");
    EXPECT_EQ(std::string(events.find(0x26)->name), "RETURN_MISPREDICT");
}

// Every number of either field against single lines, their complements and random patterns.
TEST(arm1176_events, count_their_lines_on_either_counter) {
    for (std::uint32_t number = 0; number < 0x100; ++number) {
        arm1176_bench bench;
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
        for (int line = 0; line < 26; ++line) {
            tick(std::uint64_t{1} << line);
            tick(all_lines & ~(std::uint64_t{1} << line));
        }
        random_source random(number + 1);
        for (int i = 0; i < 50; ++i) {
            tick(random.bits() & all_lines);
        }
    }
}

// Table 3-137 has "-" for them: X exports the 20 lines of the bus and nothing else.
TEST(arm1176_events, of_the_return_stack_are_not_exported) {
    arm1176_bench bench;
    bench.write(PMNC, 0x800);
    for (unsigned line = 0; line < 26; ++line) {
        const std::uint64_t lines = std::uint64_t{1} << line;
        bench.tick(1, lines);
        EXPECT_EQ(bench.evntbus(), line < 20 ? lines : 0U) << line;
    }
    bench.tick(1, all_lines);
    EXPECT_EQ(bench.evntbus(), all_evntbus);
}

// What nothing exports is no change of an output to wait for.
TEST(arm1176_events, of_the_return_stack_change_no_output_by_themselves) {
    arm1176_bench bench;
    bench.write(PMNC, 0x800);
    for (const std::uint32_t event : return_stack) {
        bench.pins.lines = line_of(event);
        EXPECT_EQ(bench.core.edges_to_output_change(bench.pins), pmu::never) << event;
        EXPECT_TRUE(bench.core.is_quiet(bench.pins)) << event;
    }
}

TEST(arm1176_events, of_the_return_stack_overflow_and_are_foreseen) {
    for (const std::uint32_t event : return_stack) {
        arm1176_bench bench;
        bench.write(PMNC, event << 20 | 0x11U);
        bench.tick(3);
        bench.write(PMN0, 0xFFFFFFFD);
        bench.pins.lines = line_of(event);
        EXPECT_EQ(bench.core.edges_to_output_change(bench.pins), 3U) << event;
        bench.run(3, line_of(event));
        EXPECT_EQ(bench.read(PMN0), 0U) << event;
        EXPECT_EQ(bench.read(PMNC), event << 20 | 0x111U) << event;
        EXPECT_TRUE(bench.irq()) << event;
    }
}

// An occurrence is what an edge with the line of this event alone does.
TEST(arm1176_bulk, a_batch_of_the_return_stack_counts_on_itself_alone) {
    for (const std::uint32_t event : return_stack) {
        EXPECT_FALSE(pmu::arm1176_core::is_internal(event));
        for (const std::uint32_t reported : return_stack) {
            arm1176_bench bench;
            bench.write(PMNC, event << 20 | event << 12 | 0x11U);
            bench.core.count(reported, 5, bench.pins); // the start delay loses them
            EXPECT_EQ(bench.read(PMN0), 0U);
            bench.tick(3);
            bench.write(PMN0, 0xFFFFFFF0);
            const bool is_own = reported == event;
            EXPECT_EQ(bench.core.headroom(reported, bench.pins), is_own ? 16U : pmu::never);
            bench.core.count(reported, 15, bench.pins);
            EXPECT_EQ(bench.read(PMN0), is_own ? 0xFFFFFFFFU : 0xFFFFFFF0U);
            EXPECT_EQ(bench.read(PMN1), is_own ? 15U : 0U);
            EXPECT_FALSE(bench.irq());
            bench.core.count(reported, 1, bench.pins);
            EXPECT_EQ(bench.irq(), is_own);
        }
    }
}

TEST(arm1176_reserved_events, count_nothing_read_back_and_are_remarked) {
    for (const std::uint32_t event : {0x08U, 0x0EU, 0x13U, 0x1FU, 0x27U, 0x2FU, 0xFEU}) {
        arm1176_bench bench;
        bench.write(PMNC, event << 20 | event << 12 | 0x31U);
        EXPECT_EQ(bench.notices.reports, 2U) << event;
        bench.tick(20, UINT64_MAX);
        bench.core.count(event, 5, bench.pins);
        EXPECT_EQ(bench.read(PMN0), 0U) << event;
        EXPECT_EQ(bench.read(PMN1), 0U) << event;
        EXPECT_EQ(bench.read(PMNC), event << 20 | event << 12 | 0x31U);
    }
    arm1176_bench known;
    known.write(PMNC, 0x02324001);
    known.write(PMNC, 0x02526001);
    EXPECT_EQ(known.notices.reports, 0U);
}

// --- registers, reset ----------------------------------------------------------------------------

TEST(arm1176_registers, are_the_four_of_the_manual) {
    struct row {
        const char* name;
        unsigned opc2;
        std::uint32_t address;
    };
    constexpr row rows[] = {
        {"PMNC", 0, 0xFF180}, {"CCNT", 1, 0xFF184}, {"PMN0", 2, 0xFF188}, {"PMN1", 3, 0xFF18C}};
    const pmu::register_map& map = pmu::arm1176_core::registers();
    ASSERT_EQ(map.size(), std::size(rows));
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        EXPECT_EQ(std::string(map[i].name), rows[i].name);
        EXPECT_EQ(map[i].address, rows[i].address);
        EXPECT_EQ(pmu::encode({15, 0, 15, 12, rows[i].opc2}), rows[i].address);
        EXPECT_EQ(map[i].reset, 0U);
        EXPECT_EQ(map[i].access, pmu::register_access::read_write);
    }
}

// System Validation counters are elsewhere, and not modelled.
TEST(arm1176_registers, other_opcode_2_values_are_undefined) {
    arm1176_bench bench;
    bench.pins.v = true;
    for (const unsigned opc2 : {4U, 5U, 6U, 7U}) {
        for (const bool privileged : {true, false}) {
            const std::uint32_t address = pmu::encode({15, 0, 15, 12, opc2});
            std::uint32_t data = 0x55AA55AA;
            EXPECT_NE(bench.core.read(address, {privileged, true}, bench.pins, data),
                      pmu::response::ok);
            EXPECT_EQ(data, 0x55AA55AAU);
            EXPECT_NE(bench.core.write(address, {privileged, true}, 1, bench.pins, bench.notices),
                      pmu::response::ok);
        }
    }
    EXPECT_TRUE(bench.core == pmu::arm1176_core());
}

// "The value in Count Register 1 is 0 at Reset", and so is that of CCNT: here no bit of it is
// unpredictable, and no parameter says otherwise.
TEST(arm1176_registers, are_0_after_reset_ccnt_too) {
    arm1176_bench bench;
    const pmu::register_desc& ccnt = *pmu::arm1176_core::registers().find(CCNT);
    EXPECT_TRUE(ccnt.fields == pmu::value_field);
    for (const std::uint32_t address : {CCNT, PMN0, PMN1}) {
        bench.write(address, 0xFFFFFFFF);
    }
    bench.write(PMNC, 0x0FF12871);
    bench.run(100, all_lines);
    bench.core.reset();
    for (const std::uint32_t address : {PMNC, CCNT, PMN0, PMN1}) {
        EXPECT_EQ(bench.read(address), 0U);
    }
    EXPECT_FALSE(bench.irq());
    EXPECT_EQ(bench.evntbus(), 0U);
    EXPECT_TRUE(bench.core == pmu::arm1176_core());
}

// --- Tables 3-138 to 3-141: results of access ----------------------------------------------------

struct access_row {
    bool v;
    bool secure;
    bool privileged;
    bool is_data; // Data; else an Undefined exception
};

constexpr access_row tables_3_138_to_3_141[] = {
    {false, true, true, true},    {false, false, true, true}, {false, true, false, false},
    {false, false, false, false}, {true, true, true, true},   {true, false, true, true},
    {true, true, false, true},    {true, false, false, true},
};

TEST(arm1176_registers, are_for_those_whom_the_v_bit_lets_in) {
    for (const access_row& row : tables_3_138_to_3_141) {
        for (const std::uint32_t address : {PMNC, CCNT, PMN0, PMN1}) {
            arm1176_bench bench;
            bench.pins.v = row.v;
            const pmu::access_attributes who{row.privileged, row.secure};
            const pmu::response expected =
                row.is_data ? pmu::response::ok : pmu::response::command_error;
            std::uint32_t data = 0x55AA55AA;
            EXPECT_EQ(bench.core.write(address, who, 0x78, bench.pins, bench.notices), expected);
            EXPECT_EQ(bench.core.read(address, who, bench.pins, data), expected);
            EXPECT_EQ(data, row.is_data ? 0x78U : 0x55AA55AAU);
            EXPECT_EQ(bench.peek(address), row.is_data ? 0x78U : 0U);
        }
    }
}

} // namespace
} // namespace core_test::arm1176_tables_test
