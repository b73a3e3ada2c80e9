// SPDX-License-Identifier: Apache-2.0
// The IXP42X's PMU against its manual: registers, events, and what XSC2 alone does.
#include <core/core_properties.h>
#include <core/ixp42x_traits.h>
#include <core/xsc_bench.h>

namespace core_test::ixp42x_core_test {

INSTANTIATE_TYPED_TEST_SUITE_P(ixp42x, core_properties, ixp42x_traits);

namespace {

constexpr std::uint32_t pmnc = 0xE0020;
constexpr std::uint32_t ccnt = 0xE1020;
constexpr std::uint32_t inten = 0xE4020;
constexpr std::uint32_t flag = 0xE5020;
constexpr std::uint32_t evtsel = 0xE8020;
constexpr std::uint32_t pmn[] = {0xE0040, 0xE1040, 0xE2040, 0xE3040};
constexpr std::uint32_t last = 0xFFFF'FFFF;
constexpr std::uint32_t id = 0x1400'0000;

class ixp42x_unit : public xsc_bench<pmu::ixp42x_core> {};

TEST_F(ixp42x_unit, registers_are_those_of_the_manual) {
    constexpr register_row rows[] = {
        {"PMNC", pmnc, id, id | 8, 9, 0},     {"CCNT", ccnt, 0, last, last, 0},
        {"INTEN", inten, 0, 0, 0x1F, 0},      {"FLAG", flag, 0, 0, 0, 0x1F},
        {"EVTSEL", evtsel, 0, last, last, 0}, {"PMN0", pmn[0], 0, last, last, 0},
        {"PMN1", pmn[1], 0, last, last, 0},   {"PMN2", pmn[2], 0, last, last, 0},
        {"PMN3", pmn[3], 0, last, last, 0},
    };
    check_registers(rows);
}

TEST_F(ixp42x_unit, other_encodings_are_refused) {
    // PMN0 of XSC1, PMN3 with CRn and CRm exchanged, opcode_2 = 1, CRm = c3, CCLKCFG
    for (const std::uint32_t address : {0xE2000U, 0xE2060U, 0xE0024U, 0xE0060U, 0xE6000U}) {
        std::uint32_t data = 0x5555'AAAA;
        EXPECT_EQ(unit.read(address, {}, in, data), pmu::response::address_error);
        EXPECT_EQ(data, 0x5555'AAAAU);
        EXPECT_EQ(unit.write(address, {}, last, in, notices), pmu::response::address_error);
        EXPECT_TRUE(unit == pmu::ixp42x_core{});
    }
}

// Table 60.
TEST(ixp42x_events, have_the_names_of_the_manual) {
    EXPECT_EQ(pmu::ixp42x_event::DCACHE_MISS, 0x0BU);
    EXPECT_EQ(pmu::ixp42x_event::SW_PC_CHANGE, 0x0DU);
}

// Table 60: 0x0 to 0xD; 0x10 to 0x17 and all others are reserved.
TEST_F(ixp42x_unit, every_event_number_counts_its_own_line_and_no_other) {
    for (std::uint32_t number = 0; number < 256; ++number) {
        const bool is_defined = number <= 0xD;
        unit.reset();
        write(evtsel, number * 0x0101'0101U);
        write(pmnc, 1);
        for (unsigned line = 0; line < 24; ++line) {
            tick(1, std::uint64_t{1} << line);
            for (const std::uint32_t counter : pmn) {
                ASSERT_EQ(read(counter), is_defined && line >= number ? 1U : 0U)
                    << "event " << number << " line " << line;
            }
        }
        tick(1, 0xFF'FFFF);
        ASSERT_EQ(read(pmn[3]), is_defined ? 2U : 0U) << "event " << number;
        EXPECT_EQ(read(ccnt), 25U);
        const auto reserved = recording_sink::remark{"reserved_event", number};
        EXPECT_EQ(notices.take(), is_defined || number == 0xFF
                                      ? std::vector<recording_sink::remark>{}
                                      : std::vector(4, reserved));
    }
}

TEST_F(ixp42x_unit, another_product_may_define_0x10_to_0x17) {
    pmu::ixp42x_config parameters;
    parameters.assp_event_mask = 0x81;
    unit = pmu::ixp42x_core{parameters};
    write(evtsel, 0x17'16'11'10);
    write(pmnc, 1);
    tick(3, 0xFF'0000);
    EXPECT_EQ(read(pmn[0]), 3U);
    EXPECT_EQ(read(pmn[1]), 0U);
    EXPECT_EQ(read(pmn[2]), 0U);
    EXPECT_EQ(read(pmn[3]), 3U);
    EXPECT_EQ(notices.take(), (std::vector<recording_sink::remark>{{"reserved_event", 0x11},
                                                                   {"reserved_event", 0x16}}));
}

// The first event field is the lowest byte; the combination 0xA, 0xB, 0xC, 0x9 is the manual's.
TEST_F(ixp42x_unit, event_fields_belong_to_their_counters) {
    write(evtsel, 0x090C'0B0A);
    write(pmnc, 1);
    tick(1, 1U << 0xA);
    tick(2, 1U << 0xB);
    tick(3, 1U << 0xC);
    tick(4, 1U << 0x9);
    for (std::uint32_t x = 0; x < 4; ++x) {
        EXPECT_EQ(read(pmn[x]), x + 1) << x;
    }
    EXPECT_EQ(read(ccnt), 10U);
    EXPECT_EQ(read(evtsel), 0x090C'0B0AU);
}

TEST_F(ixp42x_unit, each_counter_has_its_bit_in_flag_and_inten) {
    write(evtsel, 0x0302'0100);
    const std::uint32_t counters[] = {ccnt, pmn[0], pmn[1], pmn[2], pmn[3]};
    for (std::uint32_t bit = 0; bit < 5; ++bit) {
        for (std::uint32_t enabled = 0; enabled < 5; ++enabled) {
            write(pmnc, 6); // all counters 0
            write(flag, last);
            write(inten, 1U << enabled);
            write(counters[bit], last);
            write(pmnc, 1);
            tick(1, bit == 0 ? 0 : 1U << (bit - 1));
            EXPECT_EQ(read(flag), 1U << bit);
            EXPECT_EQ(irq(), enabled == bit);
            write(flag, ~(1U << bit)); // not this one's bit
            EXPECT_EQ(read(flag), 1U << bit);
            write(flag, 1U << bit);
            EXPECT_EQ(read(flag), 0U);
            EXPECT_FALSE(irq());
            write(pmnc, 0);
        }
    }
}

TEST_F(ixp42x_unit, the_request_drops_with_the_flag_or_the_enable_and_not_with_e) {
    write(evtsel, 0xFFFF'FF07);
    write(pmn[0], last);
    write(inten, 2);
    write(pmnc, 1);
    tick(1, 1U << 7);
    EXPECT_TRUE(irq());
    write(pmnc, 0);
    EXPECT_TRUE(irq());
    write(inten, 0x1D);
    EXPECT_FALSE(irq());
    write(inten, 2);
    EXPECT_TRUE(irq());
    write(flag, 2);
    EXPECT_FALSE(irq());
}

TEST_F(ixp42x_unit, writing_back_pmnc_keeps_flags_and_events) {
    write(evtsel, 0x0706'0504);
    write(inten, 0x1F);
    write(ccnt, last);
    write(pmnc, 1);
    tick(1);
    write(pmnc, read(pmnc) | 8);
    EXPECT_EQ(read(pmnc), id | 9);
    EXPECT_EQ(read(flag), 1U);
    EXPECT_EQ(read(inten), 0x1FU);
    EXPECT_EQ(read(evtsel), 0x0706'0504U);
    EXPECT_TRUE(irq());
}

TEST_F(ixp42x_unit, reset_clears_flags_so_no_spurious_request_follows) {
    pmu::ixp42x_config parameters;
    parameters.unpredictable = {pmu::reset_policy::pattern, last, 0};
    unit = pmu::ixp42x_core{parameters};
    write(inten, 0x1F);
    EXPECT_FALSE(irq());
    EXPECT_EQ(read(flag), 0U);
}

TEST_F(ixp42x_unit, id_is_a_parameter_and_read_only) {
    pmu::ixp42x_config parameters;
    parameters.pmu_id = 0xA5;
    unit = pmu::ixp42x_core{parameters};
    EXPECT_EQ(read(pmnc), 0xA500'0000U);
    write(pmnc, last & ~1U);
    unit.poke(pmnc, last & ~1U);
    EXPECT_EQ(read(pmnc), 0xA500'0008U);
    unit.reset();
    EXPECT_EQ(read(pmnc), 0xA500'0000U);
}

TEST_F(ixp42x_unit, an_event_change_under_enable_is_remarked_and_counts_from_the_next_edge) {
    write(evtsel, 0xFFFF'FF07);
    write(pmnc, 1);
    tick(2, 1U << 7 | 1U << 10);
    write(evtsel, 0xFF0A'FF0A);
    EXPECT_EQ(notices.take(),
              (std::vector<recording_sink::remark>{{"event_change_while_enabled", 0xA},
                                                   {"event_change_while_enabled", 0xA}}));
    EXPECT_EQ(read(pmn[0]), 2U);
    tick(3, 1U << 10);
    EXPECT_EQ(read(pmn[0]), 5U);
    EXPECT_EQ(read(pmn[2]), 3U);
    write(evtsel, 0xFF0A'FF0A);
    EXPECT_TRUE(notices.take().empty());
}

} // namespace
} // namespace core_test::ixp42x_core_test
