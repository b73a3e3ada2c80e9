// SPDX-License-Identifier: Apache-2.0
// The XScale core's PMU against its manual: registers, events, and what XSC1 alone does.
#include <core/core_properties.h>
#include <core/xsc_bench.h>
#include <core/xscale_traits.h>

namespace core_test::xscale_core_test {

INSTANTIATE_TYPED_TEST_SUITE_P(xscale, core_properties, xscale_traits);

namespace {

constexpr std::uint32_t pmnc = 0xE0000;
constexpr std::uint32_t ccnt = 0xE1000;
constexpr std::uint32_t pmn0 = 0xE2000;
constexpr std::uint32_t pmn1 = 0xE3000;
constexpr std::uint32_t last = 0xFFFF'FFFF;

class xscale_unit : public xsc_bench<pmu::xscale_core> {
protected:
    void configure(const pmu::xscale_config& parameters) { unit = pmu::xscale_core{parameters}; }
    static pmu::xscale_config a_stepping() {
        pmu::xscale_config c;
        c.erratum_a_stepping = true;
        return c;
    }
};

TEST_F(xscale_unit, registers_are_those_of_the_manual) {
    constexpr register_row rows[] = {
        {"PMNC", pmnc, 0, 0x0FFF'F708, 0x0FFF'F079, 0x0000'0700},
        {"CCNT", ccnt, 0, last, last, 0},
        {"PMN0", pmn0, 0, last, last, 0},
        {"PMN1", pmn1, 0, last, last, 0},
    };
    check_registers(rows);
}

TEST_F(xscale_unit, other_encodings_are_refused) {
    // PMNC of XSC2, opcode_2 = 1, opcode_1 = 1, CP15, CRn = c4
    for (const std::uint32_t address : {0xE0020U, 0xE2004U, 0xE0200U, 0xF0000U, 0xE4000U}) {
        std::uint32_t data = 0x5555'AAAA;
        EXPECT_EQ(unit.read(address, {}, in, data), pmu::response::address_error);
        EXPECT_EQ(data, 0x5555'AAAAU);
        EXPECT_EQ(unit.write(address, {}, last, in, notices), pmu::response::address_error);
        EXPECT_TRUE(unit == pmu::xscale_core{});
    }
}

// Table 8-11 of the core manual.
TEST(xscale_events, have_the_names_of_the_manual) {
    EXPECT_EQ(pmu::xscale_event::DCACHE_MISS, 0x0BU);
    EXPECT_EQ(pmu::xscale_event::PRODUCT_0, 0x10U);
    EXPECT_EQ(pmu::xscale_event::PRODUCT_7, 0x17U);
}

// Table 8-11 of the core manual: 0x0 to 0xD, 0x10 to 0x17 for the product, nothing else.
TEST_F(xscale_unit, every_event_number_counts_its_own_line_and_no_other) {
    for (const unsigned mask : {0xFFU, 0x77U, 0x00U, 0x01U, 0x80U}) {
        pmu::xscale_config parameters;
        parameters.assp_event_mask = static_cast<std::uint8_t>(mask);
        for (std::uint32_t number = 0; number < 256; ++number) {
            const bool is_core_event = number <= 0xD;
            const bool is_product_event =
                number >= 0x10 && number <= 0x17 && (mask >> (number - 0x10) & 1U) != 0;
            const bool is_defined = is_core_event || is_product_event;
            configure(parameters);
            write(pmnc, number << 20 | number << 12 | 1U);
            for (unsigned line = 0; line < 24; ++line) {
                tick(1, std::uint64_t{1} << line);
                const std::uint32_t expected = is_defined && line >= number ? 1 : 0;
                ASSERT_EQ(read(pmn0), expected) << "event " << number << " line " << line;
                ASSERT_EQ(read(pmn1), expected) << "event " << number << " line " << line;
            }
            tick(1, 0xFF'FFFF);
            ASSERT_EQ(read(pmn0), is_defined ? 2U : 0U) << "event " << number;
            const auto reserved = recording_sink::remark{"reserved_event", number};
            EXPECT_EQ(notices.take(), is_defined || number == 0xFF
                                          ? std::vector<recording_sink::remark>{}
                                          : std::vector(2, reserved));
        }
    }
}

TEST_F(xscale_unit, event_fields_belong_to_their_counters) {
    write(pmnc, 0x00B0'A001); // evtCount1 = 0xB, evtCount0 = 0xA
    tick(3, 1U << 0xA);
    tick(5, 1U << 0xB);
    EXPECT_EQ(read(pmn0), 3U);
    EXPECT_EQ(read(pmn1), 5U);
    EXPECT_EQ(read(ccnt), 8U);
}

TEST_F(xscale_unit, batches_count_for_the_counters_that_select_the_event) {
    write(pmnc, 0x0110'7001); // PMN1: 0x11, PMN0: 0x07
    unit.count(0x07, 5, in);
    unit.count(0x11, 3, in);
    unit.count(0xFF, 9, in);
    unit.count(0x107, 9, in);
    EXPECT_EQ(read(pmn0), 5U);
    EXPECT_EQ(read(pmn1), 3U);
    EXPECT_EQ(read(ccnt), 0U);
    write(pmnc, 0x0FFF'F001);
    unit.count(0xFF, 9, in);
    EXPECT_EQ(read(pmn0), 5U);
}

TEST_F(xscale_unit, flags_and_enables_are_bits_10_to_8_and_6_to_4) {
    struct row {
        std::uint32_t counter, flag, enable;
    };
    for (const row& r : {row{pmn0, 0x100, 0x10}, row{pmn1, 0x200, 0x20}, row{ccnt, 0x400, 0x40}}) {
        for (const std::uint32_t enable : {0x10U, 0x20U, 0x40U}) {
            configure({});
            write(r.counter, last);
            write(pmnc, 0x0070'7001 | enable);
            tick(1, r.counter == ccnt ? 0 : 1U << 7);
            EXPECT_EQ(read(pmnc), 0x0070'7001U | enable | r.flag);
            EXPECT_EQ(irq(), enable == r.enable);
        }
    }
}

TEST_F(xscale_unit, writing_back_what_was_read_loses_the_flags) {
    write(pmn0, last);
    write(pmnc, 0x0000'7011);
    tick(1, 1U << 7);
    EXPECT_TRUE(irq());
    write(pmnc, read(pmnc) | 0x40U);
    EXPECT_EQ(read(pmnc), 0x0000'7051U);
    EXPECT_FALSE(irq());
}

TEST_F(xscale_unit, reset_leaves_stale_flags_that_make_a_spurious_request) {
    pmu::xscale_config parameters;
    parameters.unpredictable = {pmu::reset_policy::pattern, 0x0000'0200, 0};
    configure(parameters);
    EXPECT_EQ(read(pmnc), 0x0000'0200U);
    EXPECT_FALSE(irq());
    write(pmnc, 0x0000'0050);
    EXPECT_FALSE(irq());
    write(pmnc, 0x0000'0020);
    EXPECT_TRUE(irq());
}

TEST_F(xscale_unit, the_manuals_configuration_in_one_write) {
    pmu::xscale_config parameters;
    parameters.unpredictable = {pmu::reset_policy::pattern, last, 0};
    configure(parameters);
    write(pmnc, 0x0000'7777);
    EXPECT_EQ(read(pmnc), 0x0000'7071U);
    for (const std::uint32_t counter : {ccnt, pmn0, pmn1}) {
        EXPECT_EQ(read(counter), 0U);
    }
    EXPECT_TRUE(notices.take().empty());
}

TEST_F(xscale_unit, an_event_change_under_enable_is_remarked_and_counts_from_the_next_edge) {
    write(pmnc, 0x0000'7001);
    tick(2, 1U << 7 | 1U << 10);
    write(pmnc, 0x0000'A001);
    EXPECT_EQ(notices.take(),
              (std::vector<recording_sink::remark>{{"event_change_while_enabled", 0xA}}));
    EXPECT_EQ(read(pmn0), 2U);
    tick(3, 1U << 10);
    EXPECT_EQ(read(pmn0), 5U);
    write(pmnc, 0x0000'B000); // stops in the same write: as the manual wants it
    write(pmnc, 0x0000'7001); // starts in the same write
    write(pmnc, 0x0000'7011); // the same event
    EXPECT_TRUE(notices.take().empty());
}

// --- the A stepping --------------------------------------------------------------------------

TEST_F(xscale_unit, an_a_stepping_overflow_clears_earlier_flags) {
    configure(a_stepping());
    write(pmn0, last);
    write(pmn1, last);
    write(pmnc, 0x00B0'A011); // enable of PMN0 only
    tick(1, 1U << 10);
    EXPECT_EQ(read(pmnc), 0x00B0'A111U);
    EXPECT_TRUE(irq());
    tick(1, 1U << 11);
    EXPECT_EQ(read(pmnc), 0x00B0'A211U);
    EXPECT_FALSE(irq());
}

TEST_F(xscale_unit, a_stepping_overflows_of_one_edge_all_leave_flags) {
    configure(a_stepping());
    write(ccnt, last - 1);
    for (const std::uint32_t counter : {pmn0, pmn1}) {
        write(counter, last);
    }
    write(pmnc, 0x0070'7001);
    tick(1, 1U << 7);
    EXPECT_EQ(read(pmnc), 0x0070'7301U);
    tick(1);
    EXPECT_EQ(read(pmnc), 0x0070'7401U);
    tick(100, 1U << 7);
    EXPECT_EQ(read(pmnc), 0x0070'7401U); // no overflow, no change
}

TEST_F(xscale_unit, an_a_stepping_request_drops_at_the_edge_that_is_predicted) {
    configure(a_stepping());
    write(pmn0, last);      // enabled
    write(pmn1, last - 99); // not enabled
    write(pmnc, 0x0070'7011);
    in.lines = 1U << 7;
    EXPECT_EQ(unit.edges_to_output_change(in), 1U);
    unit.run(in, 1);
    EXPECT_EQ(unit.edges_to_output_change(in), 99U);
    unit.run(in, 99);
    EXPECT_FALSE(irq());
    EXPECT_EQ(unit.edges_to_output_change(in), (std::uint64_t{1} << 32) - 99);
}

// The divided CCNT hides one overflow of PMN1; the next one, a turn later, drops the request.
TEST_F(xscale_unit, an_a_stepping_overflow_hidden_once_shows_a_turn_later) {
    configure(a_stepping());
    write(pmnc, 0x0070'004D); // D, C, E, enable of CCNT; PMN1: 0x7
    write(ccnt, last);
    in.lines = 1U << 7;
    unit.run(in, 64);
    EXPECT_TRUE(irq());
    write(ccnt, last);
    write(pmn1, last - 63);
    constexpr std::uint64_t turn = std::uint64_t{1} << 32;
    ASSERT_EQ(unit.edges_to_output_change(in), 64 + turn);
    unit.run(in, 63 + turn);
    EXPECT_TRUE(irq());
    unit.step(in);
    EXPECT_FALSE(irq());
    EXPECT_EQ(read(pmnc), 0x0070'0249U);
}

TEST_F(xscale_unit, a_stepping_overflows_that_always_coincide_never_drop_the_request) {
    configure(a_stepping());
    write(ccnt, last);
    write(pmn1, last);
    write(pmnc, 0x0070'0041);
    in.lines = 1U << 7;
    unit.run(in, 1);
    EXPECT_EQ(read(pmnc), 0x0070'0641U);
    EXPECT_EQ(unit.edges_to_output_change(in), pmu::never);
    unit.run(in, std::uint64_t{1} << 62);
    EXPECT_TRUE(irq());
}

TEST_F(xscale_unit, an_a_stepping_batch_keeps_the_flags_of_its_last_overflow) {
    configure(a_stepping());
    write(pmn0, last);
    write(pmn1, last - 4);
    write(pmnc, 0x0070'7011);
    unit.count(7, 4, in);
    EXPECT_EQ(read(pmnc), 0x0070'7111U);
    EXPECT_TRUE(irq());
    unit.count(7, 100, in);
    EXPECT_EQ(read(pmnc), 0x0070'7211U);
    EXPECT_FALSE(irq());
}

} // namespace
} // namespace core_test::xscale_core_test
