// SPDX-License-Identifier: Apache-2.0
// The registers of the Cortex-R5 PMU: encodings, reset values, masks, who may access them.
#include <core/cortex_r5_unit.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <string>

namespace core_test::cortex_r5_registers_test {
namespace {

using pmu::response;
using reg = pmu::cortex_r5_register;

constexpr auto ok = response::ok;
constexpr auto refused = response::command_error;

enum class user { counters, status, interrupts, validation, privileged_only };

struct row {
    reg id;
    const char* name;
    std::uint32_t address;
    std::uint32_t reset;
    std::uint32_t after_ones; ///< what it reads after all ones were written
    user group;
};

constexpr row rows[] = {
    {reg::PMCR, "PMCR", 0xF9180, 0x41151800, 0x41151839, user::counters},
    {reg::PMCNTENSET, "PMCNTENSET", 0xF9184, 0, 0x80000007, user::counters},
    {reg::PMCNTENCLR, "PMCNTENCLR", 0xF9188, 0, 0, user::counters},
    {reg::PMOVSR, "PMOVSR", 0xF918C, 0, 0, user::counters},
    {reg::PMSWINC, "PMSWINC", 0xF9190, 0, 0, user::counters},
    {reg::PMSELR, "PMSELR", 0xF9194, 0, 0x1F, user::counters},
    {reg::PMCCNTR, "PMCCNTR", 0xF91A0, 0, 0xFFFFFFFF, user::counters},
    {reg::PMXEVTYPER, "PMXEVTYPER", 0xF91A4, 0, 0xFF, user::counters},
    {reg::PMXEVCNTR, "PMXEVCNTR", 0xF91A8, 0, 0xFFFFFFFF, user::counters},
    {reg::PMUSERENR, "PMUSERENR", 0xF91C0, 0, 1, user::status},
    {reg::PMINTENSET, "PMINTENSET", 0xF91C4, 0, 0x80000007, user::interrupts},
    {reg::PMINTENCLR, "PMINTENCLR", 0xF91C8, 0, 0, user::interrupts},
    {reg::VIRQSET, "VIRQSET", 0xFF020, 0, 0x80000007, user::validation},
    {reg::VFIQSET, "VFIQSET", 0xFF024, 0, 0x80000007, user::validation},
    {reg::VRSTSET, "VRSTSET", 0xFF028, 0, 0x80000007, user::validation},
    {reg::VDBGSET, "VDBGSET", 0xFF02C, 0, 0x80000007, user::validation},
    {reg::VIRQCLR, "VIRQCLR", 0xFF030, 0, 0, user::validation},
    {reg::VFIQCLR, "VFIQCLR", 0xFF034, 0, 0, user::validation},
    {reg::VRSTCLR, "VRSTCLR", 0xFF038, 0, 0, user::validation},
    {reg::VDBGCLR, "VDBGCLR", 0xFF03C, 0, 0, user::validation},
    {reg::CFLR, "CFLR", 0xFF060, 0, 0xFFFFFFFF, user::privileged_only},
    {reg::CSOR, "CSOR", 0xFF1C0, 0, 0, user::privileged_only},
};

TEST(cortex_r5_registers, names_and_addresses_are_the_manuals) {
    ASSERT_EQ(pmu::cortex_r5_core::registers().size(), std::size(rows));
    for (const row& r : rows) {
        const pmu::register_desc* found = pmu::cortex_r5_core::registers().find(r.address);
        ASSERT_NE(found, nullptr) << r.name;
        EXPECT_EQ(std::string(found->name), r.name);
        EXPECT_EQ(found, &pmu::cortex_r5_registers[r.id]);
    }
}

TEST(cortex_r5_registers, reset_value_and_masks) {
    for (const row& r : rows) {
        cortex_r5_unit unit;
        std::uint32_t value = 0xBAD'BAD;
        if (r.id == reg::CSOR) {
            EXPECT_EQ(unit.try_read(r.id, value), refused);
            EXPECT_EQ(value, 0xBAD'BADU);
        } else {
            EXPECT_EQ(unit.try_read(r.id, value), ok) << r.name;
            EXPECT_EQ(value, r.reset) << r.name;
        }
        EXPECT_EQ(unit.try_write(r.id, UINT32_MAX), ok) << r.name;
        ASSERT_TRUE(unit.core.peek(r.address, unit.pins, value));
        EXPECT_EQ(value, r.after_ones) << r.name;
        unit.core.reset();
        ASSERT_TRUE(unit.core.peek(r.address, unit.pins, value));
        EXPECT_EQ(value, r.reset) << r.name;
    }
}

TEST(cortex_r5_registers, who_may_access_what) {
    for (const bool enabled : {false, true}) {
        for (const bool user_validation : {false, true}) {
            pmu::cortex_r5_config config;
            config.user_validation = user_validation;
            for (const row& r : rows) {
                cortex_r5_unit unit(config);
                unit.write(reg::PMUSERENR, enabled ? 1 : 0);
                const auto before = unit.core;
                bool may_read = false;
                bool may_write = false;
                switch (r.group) {
                case user::counters: may_read = may_write = enabled; break;
                case user::status: may_read = true; break;
                case user::validation: may_read = may_write = enabled && user_validation; break;
                case user::interrupts:
                case user::privileged_only: break;
                }
                constexpr std::uint32_t untouched = 0xBAD'BAD;
                std::uint32_t value = untouched;
                EXPECT_EQ(unit.try_read(r.id, value, cortex_r5_unit::user), may_read ? ok : refused)
                    << r.name << " enabled " << enabled;
                EXPECT_EQ(value == untouched, !may_read) << r.name;
                EXPECT_EQ(unit.try_write(r.id, UINT32_MAX, cortex_r5_unit::user),
                          may_write ? ok : refused)
                    << r.name << " enabled " << enabled;
                if (!may_write) {
                    EXPECT_TRUE(unit.core == before) << r.name;
                }
                // The security state plays no part.
                EXPECT_EQ(unit.try_write(r.id, 0, {true, false}), ok) << r.name;
            }
        }
    }
}

TEST(cortex_r5_registers, other_encodings_are_no_registers) {
    cortex_r5_unit unit;
    const auto before = unit.core;
    for (std::uint32_t opc1 = 0; opc1 < 8; ++opc1) {
        for (const std::uint32_t crn : {9U, 15U}) {
            for (std::uint32_t crm = 0; crm < 16; ++crm) {
                for (std::uint32_t opc2 = 0; opc2 < 8; ++opc2) {
                    const std::uint32_t address = pmu::encode({15, opc1, crn, crm, opc2});
                    bool is_register = false;
                    for (const row& r : rows) {
                        is_register = is_register || r.address == address;
                    }
                    if (is_register) {
                        continue;
                    }
                    std::uint32_t value = 0xBAD'BAD;
                    ASSERT_EQ(unit.core.read(address, {}, unit.pins, value),
                              response::address_error)
                        << std::hex << address;
                    ASSERT_EQ(value, 0xBAD'BADU);
                    ASSERT_EQ(unit.core.write(address, {}, 1, unit.pins, unit.notices),
                              response::address_error);
                    ASSERT_FALSE(unit.core.poke(address, 1));
                    ASSERT_FALSE(unit.core.peek(address, unit.pins, value));
                }
            }
        }
    }
    EXPECT_TRUE(unit.core == before);
}

TEST(cortex_r5_registers, set_and_clear_are_views_of_one_state) {
    constexpr struct {
        reg set, clear;
    } pairs[] = {{reg::PMCNTENSET, reg::PMCNTENCLR}, {reg::PMINTENSET, reg::PMINTENCLR},
                 {reg::VIRQSET, reg::VIRQCLR},       {reg::VFIQSET, reg::VFIQCLR},
                 {reg::VRSTSET, reg::VRSTCLR},       {reg::VDBGSET, reg::VDBGCLR}};
    for (const auto& p : pairs) {
        cortex_r5_unit unit;
        const auto expect = [&](std::uint32_t state) {
            EXPECT_EQ(unit.read(p.set), state);
            EXPECT_EQ(unit.read(p.clear), state);
        };
        unit.write(p.set, 0x80000001);
        unit.write(p.set, 0x00000002);
        expect(0x80000003);
        unit.write(p.clear, 0x7FFFFFF8); // reserved bits only
        unit.write(p.clear, 0);
        unit.write(p.set, 0);
        expect(0x80000003);
        unit.write(p.clear, 0x80000001);
        expect(0x00000002);
        unit.poke(p.clear, 0x80000004); // a debugger stores the state through either
        expect(0x80000004);
        unit.poke(p.set, 0x00000001);
        expect(0x00000001);
        for (const auto& other : pairs) { // and through no other pair
            if (other.set != p.set) {
                EXPECT_EQ(unit.read(other.set), 0U);
            }
        }
    }
}

TEST(cortex_r5_registers, pmselr_banks_type_and_count) {
    cortex_r5_unit unit;
    unit.select(0, 0x08, 0x11111111);
    unit.select(1, 0x01, 0x22222222);
    unit.select(2, 0xFF, 0x33333333);
    EXPECT_TRUE(unit.notices.entries.empty());
    for (std::uint32_t sel = 3; sel < 32; ++sel) {
        unit.select(sel, 0xFF, 0xAAAAAAAA);
        EXPECT_EQ(unit.read(reg::PMSELR), sel);
        EXPECT_EQ(unit.read(reg::PMXEVTYPER), 0U);
        EXPECT_EQ(unit.read(reg::PMXEVCNTR), 0U);
        EXPECT_EQ(unit.notices.entries.back(), (cortex_r5_notices::entry{"no_counter", sel}));
        unit.poke(reg::PMXEVTYPER, 0xFF);
        unit.poke(reg::PMXEVCNTR, 0xAAAAAAAA);
        EXPECT_EQ(unit.count_of(0), 0x11111111U);
        EXPECT_EQ(unit.count_of(1), 0x22222222U);
        EXPECT_EQ(unit.count_of(2), 0x33333333U);
        EXPECT_EQ(unit.read(reg::PMCCNTR), 0U); // 31 is no alias of PMCCNTR
    }
    unit.write(reg::PMSELR, 0xFFFFFFE1); // five bits
    EXPECT_EQ(unit.read(reg::PMXEVTYPER), 0x01U);
}

TEST(cortex_r5_registers, pmcr_actions_act_and_are_not_stored) {
    cortex_r5_unit unit;
    unit.select(0, 0x08, 1);
    unit.select(1, 0x04, 2);
    unit.select(2, 0x03, 3);
    unit.write(reg::PMCCNTR, 4);
    unit.poke(reg::PMOVSR, 0x80000007);
    unit.poke(reg::PMCR, 0x00000006); // a debugger triggers nothing
    EXPECT_EQ(unit.count_of(0), 1U);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 4U);
    unit.write(reg::PMCR, 0xBEEA0002);
    EXPECT_EQ(unit.read(reg::PMCR), 0x41151800U);
    EXPECT_EQ(unit.count_of(0) | unit.count_of(1) | unit.count_of(2), 0U);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 4U);
    unit.select(2, 0x03, 3);
    unit.write(reg::PMCR, 0x00000004);
    EXPECT_EQ(unit.read(reg::PMCCNTR), 0U);
    EXPECT_EQ(unit.count_of(2), 3U);
    EXPECT_EQ(unit.read(reg::PMOVSR), 0x80000007U); // neither clears flags
    EXPECT_EQ(unit.read(reg::PMXEVTYPER), 0x03U);   // or selections
    EXPECT_EQ(unit.read(reg::PMSELR), 2U);
}

TEST(cortex_r5_registers, reset_fill_stands_for_what_the_manual_leaves_open) {
    pmu::cortex_r5_config config;
    config.reset_fill = 0xDEADBEEF;
    cortex_r5_unit unit(config);
    unit.write(reg::PMCR, 6);
    unit.core.reset();
    EXPECT_EQ(unit.read(reg::PMCCNTR), 0xDEADBEEFU);
    for (std::uint32_t n = 0; n < 3; ++n) {
        EXPECT_EQ(unit.count_of(n), 0xDEADBEEFU);
        EXPECT_EQ(unit.read(reg::PMXEVTYPER), 0xEFU);
    }
    EXPECT_EQ(unit.read(reg::PMOVSR), 0U);
    EXPECT_EQ(unit.read(reg::CFLR), 0U);
}

} // namespace
} // namespace core_test::cortex_r5_registers_test
