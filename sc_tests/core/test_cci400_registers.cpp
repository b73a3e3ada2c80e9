// SPDX-License-Identifier: Apache-2.0
// The registers of the CCI-400 PMU against a list of their own, and who may access them.
#include <core/cci400_driver.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <vector>

namespace core_test::cci400::registers_test {

namespace {

enum class admits { everyone, secure_or_opened, secure_only };

struct expected_register {
    const char* name;
    std::uint32_t offset;
    std::uint32_t reset;
    std::uint32_t stores;
    std::uint32_t clears;
    admits who;
};

std::vector<expected_register> expected_registers() {
    std::vector<expected_register> all = {
        {"CONTROL_OVERRIDE", 0x0000, 0, 0x0000'003F, 0, admits::secure_only},
        {"SPECULATION_CONTROL", 0x0004, 0, 0x001F'0007, 0, admits::secure_or_opened},
        {"SAR", 0x0008, 0, 0x0000'0001, 0, admits::secure_only},
        {"STATUS", 0x000C, 0, 0, 0, admits::secure_or_opened},
        {"IMPRECISE_ERROR", 0x0010, 0, 0, 0x001F'0007, admits::secure_or_opened},
        {"PMCR", 0x0100, 0x0000'2000, 0x0000'0039, 0, admits::everyone},
        {"PIDR4", 0x0FD0, 0x44, 0, 0, admits::secure_or_opened},
        {"PIDR5", 0x0FD4, 0x00, 0, 0, admits::secure_or_opened},
        {"PIDR6", 0x0FD8, 0x00, 0, 0, admits::secure_or_opened},
        {"PIDR7", 0x0FDC, 0x00, 0, 0, admits::secure_or_opened},
        {"PIDR0", 0x0FE0, 0x20, 0, 0, admits::secure_or_opened},
        {"PIDR1", 0x0FE4, 0xB4, 0, 0, admits::secure_or_opened},
        {"PIDR2", 0x0FE8, 0x6B, 0, 0, admits::secure_or_opened},
        {"PIDR3", 0x0FEC, 0x00, 0, 0, admits::secure_or_opened},
        {"CIDR0", 0x0FF0, 0x0D, 0, 0, admits::secure_or_opened},
        {"CIDR1", 0x0FF4, 0xF0, 0, 0, admits::secure_or_opened},
        {"CIDR2", 0x0FF8, 0x05, 0, 0, admits::secure_or_opened},
        {"CIDR3", 0x0FFC, 0xB1, 0, 0, admits::secure_or_opened},
        {"CCNT", 0x9004, 0, 0xFFFF'FFFF, 0, admits::everyone},
        {"CCNT_CTRL", 0x9008, 0, 1, 0, admits::everyone},
        {"CCNT_OVF", 0x900C, 0, 0, 1, admits::everyone},
        {"ESR0", 0xA000, 0, 0xFF, 0, admits::everyone},
        {"ECNT0", 0xA004, 0, 0xFFFF'FFFF, 0, admits::everyone},
        {"ECTRL0", 0xA008, 0, 1, 0, admits::everyone},
        {"EOVF0", 0xA00C, 0, 0, 1, admits::everyone},
        {"ESR1", 0xB000, 0, 0xFF, 0, admits::everyone},
        {"ECNT1", 0xB004, 0, 0xFFFF'FFFF, 0, admits::everyone},
        {"ECTRL1", 0xB008, 0, 1, 0, admits::everyone},
        {"EOVF1", 0xB00C, 0, 0, 1, admits::everyone},
        {"ESR2", 0xC000, 0, 0xFF, 0, admits::everyone},
        {"ECNT2", 0xC004, 0, 0xFFFF'FFFF, 0, admits::everyone},
        {"ECTRL2", 0xC008, 0, 1, 0, admits::everyone},
        {"EOVF2", 0xC00C, 0, 0, 1, admits::everyone},
        {"ESR3", 0xD000, 0, 0xFF, 0, admits::everyone},
        {"ECNT3", 0xD004, 0, 0xFFFF'FFFF, 0, admits::everyone},
        {"ECTRL3", 0xD008, 0, 1, 0, admits::everyone},
        {"EOVF3", 0xD00C, 0, 0, 1, admits::everyone},
    };
    return all;
}

// Reserved words, and whether they lie in the PMU's own part of the window.
struct reserved_word {
    std::uint32_t offset;
    bool is_pmu;
};
constexpr reserved_word reserved_words[] = {
    {0x0014, false}, {0x00FC, false}, {0x0104, false}, {0x0FCC, false}, {0x1000, false},
    {0x4000, false}, {0x5FFC, false}, {0x6000, false}, {0x8FFC, false}, {0x9000, true},
    {0x9010, true},  {0x9FFC, true},  {0xA010, true},  {0xBFFC, true},  {0xC010, true},
    {0xDFFC, true},  {0xE000, false}, {0xFFFC, false},
};

} // namespace

// Section 2.5.4: the PMU's registers are those that every access may reach.
TEST(cci400_registers, of_the_pmu_are_those_that_everyone_may_access) {
    for (const expected_register& r : expected_registers()) {
        EXPECT_EQ(pmu::cci400_is_of_pmu(r.offset), r.who == admits::everyone) << r.name;
    }
    EXPECT_FALSE(pmu::cci400_is_of_pmu(pmu::cci400_slaves_first));
    EXPECT_FALSE(pmu::cci400_is_of_pmu(pmu::cci400_slaves_last));
}

TEST(cci400_registers, are_these_and_no_others) {
    const auto expected = expected_registers();
    ASSERT_EQ(pmu::cci400_registers.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const pmu::register_desc& r = pmu::cci400_registers[i];
        EXPECT_STREQ(r.name, expected[i].name);
        EXPECT_EQ(r.address, expected[i].offset) << r.name;
        EXPECT_EQ(r.reset, expected[i].reset) << r.name;
        EXPECT_EQ(r.writable, expected[i].stores) << r.name;
        EXPECT_EQ(r.write_one_to_clear, expected[i].clears) << r.name;
        EXPECT_EQ(r.write_one_to_set, 0U) << r.name;
        EXPECT_EQ(r.action, r.address == PMCR ? CCR | RST : 0U) << r.name;
        EXPECT_NE(r.access, pmu::register_access::write_only) << r.name;
    }
}

TEST(cci400_registers, take_and_keep_what_their_masks_say) {
    for (const expected_register& r : expected_registers()) {
        cci400_driver d;
        EXPECT_EQ(d.read(r.offset), r.reset) << r.name;
        d.write(r.offset, 0xFFFF'FFFF);
        EXPECT_EQ(d.read(r.offset), r.reset | r.stores) << r.name;
        d.write(r.offset, 0);
        EXPECT_EQ(d.read(r.offset), r.reset & ~r.stores) << r.name;
        d.unit.poke(r.offset, 0xFFFF'FFFF);
        EXPECT_EQ(d.read(r.offset), r.reset | r.stores | r.clears) << r.name;
        d.write(r.offset, 0);
        EXPECT_EQ(d.read(r.offset) & r.clears, r.clears) << r.name << ": 0 clears nothing";
        d.write(r.offset, ~r.clears);
        EXPECT_EQ(d.read(r.offset) & r.clears, r.clears) << r.name << ": other bits clear nothing";
        d.write(r.offset, r.clears);
        EXPECT_EQ(d.read(r.offset) & r.clears, 0U) << r.name;
    }
}

TEST(cci400_registers, answer_secure_and_nonsecure_accesses_as_sar_says) {
    for (const bool opened : {false, true}) {
        for (const expected_register& r : expected_registers()) {
            for (const bool is_write : {false, true}) {
                for (const bool privileged : {false, true}) {
                    cci400_driver d;
                    d.write(SAR, opened);
                    const bool may =
                        r.who == admits::everyone || (r.who == admits::secure_or_opened && opened);
                    EXPECT_EQ(d.answer(r.offset, is_write, {privileged, false}),
                              may ? pmu::response::ok : pmu::response::address_error)
                        << r.name << " SAR " << opened << " write " << is_write;
                    EXPECT_EQ(d.answer(r.offset, is_write, {privileged, true}), pmu::response::ok)
                        << r.name;
                }
            }
        }
    }
}

TEST(cci400_registers, a_refused_write_does_nothing) {
    cci400_driver d;
    const pmu::cci400_core before = d.unit;
    EXPECT_EQ(d.unit.write(SAR, nonsecure, 1, d.pins, d.notices), pmu::response::address_error);
    EXPECT_EQ(d.unit.write(0x0000, nonsecure, 1, d.pins, d.notices), pmu::response::address_error);
    EXPECT_EQ(d.unit.write(PMCR + 1, secure, 7, d.pins, d.notices), pmu::response::address_error);
    EXPECT_EQ(d.unit.write(0x10100, secure, 7, d.pins, d.notices), pmu::response::address_error);
    EXPECT_TRUE(d.unit == before);
    std::uint32_t data = 0x5A5A'5A5A;
    EXPECT_EQ(d.unit.read(0x0FE8, nonsecure, d.pins, data), pmu::response::address_error);
    EXPECT_EQ(data, 0x5A5A'5A5AU);
}

TEST(cci400_registers, reserved_words_read_zero_and_ignore_writes) {
    for (const reserved_word& w : reserved_words) {
        cci400_driver d;
        const pmu::cci400_core before = d.unit;
        d.write(w.offset, 0xFFFF'FFFF);
        EXPECT_EQ(d.read(w.offset), 0U) << std::hex << w.offset;
        EXPECT_TRUE(d.unit == before) << std::hex << w.offset;
        for (const bool is_write : {false, true}) {
            EXPECT_EQ(d.answer(w.offset, is_write, nonsecure),
                      w.is_pmu ? pmu::response::ok : pmu::response::address_error)
                << std::hex << w.offset;
            cci400_driver opened;
            opened.write(SAR, 1);
            EXPECT_EQ(opened.answer(w.offset, is_write, nonsecure), pmu::response::ok)
                << std::hex << w.offset;
        }
        std::uint32_t data = 1;
        EXPECT_TRUE(d.unit.peek(w.offset, d.pins, data));
        EXPECT_EQ(data, 0U);
        EXPECT_TRUE(d.unit.poke(w.offset, 0xFFFF'FFFF));
        EXPECT_TRUE(d.unit == before) << std::hex << w.offset;
    }
}

TEST(cci400_registers, the_debugger_sees_words_of_the_window_only) {
    cci400_driver d;
    std::uint32_t data = 0;
    EXPECT_FALSE(d.unit.peek(0x1'0000, d.pins, data));
    EXPECT_FALSE(d.unit.poke(0x1'0000, 0));
    EXPECT_FALSE(d.unit.peek(0x0102, d.pins, data));
    EXPECT_FALSE(d.unit.poke(0x0102, 0));
}

TEST(cci400_registers, revision_reads_in_pidr2) {
    for (unsigned revision = 0; revision < 16; ++revision) {
        cci400_driver d(revision);
        EXPECT_EQ(d.read(0x0FE8), revision << 4 | 0xBU);
    }
}

TEST(cci400_registers, ecorevnum_reads_in_pidr3) {
    for (unsigned pins = 0; pins < 16; ++pins) {
        cci400_driver d;
        d.pins.ecorevnum = static_cast<std::uint8_t>(pins);
        EXPECT_EQ(d.read(0x0FEC), pins << 4);
        std::uint32_t data = 0;
        EXPECT_TRUE(d.unit.peek(0x0FEC, d.pins, data));
        EXPECT_EQ(data, pins << 4);
    }
}

TEST(cci400_registers, unusual_writes_are_reported) {
    cci400_driver d;
    d.write(ESR(0), 0x14);
    d.write(ESR(1), 0xFFFF'FF00);
    d.write(0x8FFC, 1);
    d.read(0x4000);
    EXPECT_EQ(d.notices.reports, 0U);
    d.write(ESR(0), 0x15); // names no event
    EXPECT_EQ(d.notices.reports, 1U);
    d.write(0x4000, 3); // snoop control of S3
    EXPECT_EQ(d.notices.reports, 2U);
}

// Table 3.7, bit by bit.
TEST(cci400_pmcr, bits) {
    struct {
        unsigned msb, lsb;
        const char* name;
        pmu::field_access access;
        std::uint32_t reset;
    } const expected[] = {
        {15, 11, "N", pmu::field_access::read_only, 0x4},
        {5, 5, "DP", pmu::field_access::read_write, 0},
        {4, 4, "EX", pmu::field_access::read_write, 0},
        {3, 3, "CCD", pmu::field_access::read_write, 0},
        {2, 2, "CCR", pmu::field_access::action, 0},
        {1, 1, "RST", pmu::field_access::action, 0},
        {0, 0, "CEN", pmu::field_access::read_write, 0},
    };
    const pmu::register_desc& r = pmu::cci400_registers[pmu::cci400_register::PMCR];
    ASSERT_EQ(r.field_count, std::size(expected));
    for (std::size_t i = 0; i < std::size(expected); ++i) {
        EXPECT_STREQ(r.fields[i].name, expected[i].name);
        EXPECT_EQ(r.fields[i].msb, expected[i].msb) << r.fields[i].name;
        EXPECT_EQ(r.fields[i].lsb, expected[i].lsb) << r.fields[i].name;
        EXPECT_EQ(r.fields[i].access, expected[i].access) << r.fields[i].name;
        EXPECT_EQ(r.fields[i].of(r.reset), expected[i].reset) << r.fields[i].name;
    }
}

TEST(cci400_pmcr, writes_read_back_as_the_table_says) {
    struct {
        std::uint32_t written, read;
    } const expected[] = {
        {0xFFFF'FFFF, 0x2039}, {0x0000'0000, 0x2000}, {0x0000'F800, 0x2000}, {0x0000'0006, 0x2000},
        {0x0000'0007, 0x2001}, {0x0000'0020, 0x2020}, {0x0000'0010, 0x2010}, {0x0000'0008, 0x2008},
        {0x0000'07C0, 0x2000}, {0xFFFF'0000, 0x2000},
    };
    for (const auto& e : expected) {
        cci400_driver d;
        d.write(PMCR, e.written);
        EXPECT_EQ(d.read(PMCR), e.read) << std::hex << e.written;
    }
}

// D3, D4: the actions need no enable and leave the flags alone.
TEST(cci400_pmcr, rst_and_ccr_reset_their_counters_and_nothing_else) {
    for (const std::uint32_t value : {0U, RST, CCR, RST | CCR, RST | CCR | CEN}) {
        for (const bool niden : {false, true}) {
            cci400_driver d;
            d.pins.niden = niden;
            for (unsigned n = 0; n < 4; ++n) {
                d.write(ECNT(n), 0x11 * (n + 1));
                d.unit.poke(EOVF(n), n % 2);
            }
            d.write(CCNT, 0x55);
            d.unit.poke(CCNT_OVF, 1);
            d.write(PMCR, value);
            for (unsigned n = 0; n < 4; ++n) {
                EXPECT_EQ(d.read(ECNT(n)), (value & RST) != 0 ? 0 : 0x11 * (n + 1));
                EXPECT_EQ(d.read(EOVF(n)), n % 2);
            }
            EXPECT_EQ(d.read(CCNT), (value & CCR) != 0 ? 0U : 0x55U);
            EXPECT_EQ(d.read(CCNT_OVF), 1U);
            EXPECT_EQ(d.read(PMCR), 0x2000U | (value & CEN));
        }
    }
}

TEST(cci400_pmcr, a_debugger_starts_no_action) {
    cci400_driver d;
    d.write(ECNT(0), 5);
    d.write(CCNT, 6);
    EXPECT_TRUE(d.unit.poke(PMCR, 0xFFFF'FFFF));
    EXPECT_EQ(d.read(PMCR), 0x2039U);
    EXPECT_EQ(d.read(ECNT(0)), 5U);
    EXPECT_EQ(d.read(CCNT), 6U);
}

} // namespace core_test::cci400::registers_test
