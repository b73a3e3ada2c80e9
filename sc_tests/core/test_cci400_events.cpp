// SPDX-License-Identifier: Apache-2.0
// The two event lists of the CCI-400 PMU, row by row: what counts, what is exported where, and what
// SPNIDEN filters.
#include <core/cci400_driver.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

namespace core_test::cci400::events_test {

namespace {

struct row {
    unsigned number;
    const char* name;
    bool ignores_spniden;
};

constexpr row r0_slave[] = {
    {0x00, "si_rrq_hs_any", false},
    {0x01, "si_rrq_hs_device", false},
    {0x02, "si_rrq_hs_normal_or_nonshareable", false},
    {0x03, "si_rrq_hs_inner_or_outershareable", false},
    {0x04, "si_rrq_hs_cache_maintenance", false},
    {0x05, "si_rrq_hs_mem_barrier", false},
    {0x06, "si_rrq_hs_sync_barrier", false},
    {0x07, "si_rrq_hs_dvm_msg", false},
    {0x08, "si_rrq_hs_dvm_msg_sync", false},
    {0x09, "si_rrq_stall_tt_full", true},
    {0x0A, "si_r_data_last_hs_snoop", false},
    {0x0B, "si_r_data_stall_rvalids_h_rready_l", true},
    {0x0C, "si_wrq_hs_any", false},
    {0x0D, "si_wrq_hs_device", false},
    {0x0E, "si_wrq_hs_normal_or_nonshareable", false},
    {0x0F, "si_wrq_hs_inner_or_outershare_wback_wclean", false},
    {0x10, "si_wrq_hs_write_unique", false},
    {0x11, "si_wrq_hs_write_line_unique", false},
    {0x12, "si_wrq_hs_evict", false},
    {0x13, "si_wrq_stall_tt_full", true},
};
constexpr row r0_master[] = {
    {0x14, "mi_retry_speculative_fetch", false}, {0x15, "mi_rrq_stall_addr_hazard", true},
    {0x16, "mi_rrq_stall_id_hazard", true},      {0x17, "mi_rrq_stall_tt_full", true},
    {0x18, "mi_rrq_stall_barrier_hazard", true}, {0x19, "mi_wrq_stall_barrier_hazard", true},
    {0x1A, "mi_wrq_stall_tt_full", true},
};
constexpr row r1_slave[] = {
    {0x00, "si_rrq_hs_any", false},
    {0x01, "si_rrq_hs_device", false},
    {0x02, "si_rrq_hs_normal_or_nonshareable", false},
    {0x03, "si_rrq_hs_inner_or_outershareable", false},
    {0x04, "si_rrq_hs_cache_maintenance", false},
    {0x05, "si_rrq_hs_mem_barrier", false},
    {0x06, "si_rrq_hs_sync_barrier", false},
    {0x07, "si_rrq_hs_dvm_msg", false},
    {0x08, "si_rrq_hs_dvm_msg_sync", false},
    {0x09, "si_rrq_stall_tt_full", false},
    {0x0A, "si_r_data_last_hs_snoop", false},
    {0x0B, "si_r_data_stall_rvalids_h_rready_l", false},
    {0x0C, "si_wrq_hs_any", false},
    {0x0D, "si_wrq_hs_device", false},
    {0x0E, "si_wrq_hs_normal_or_nonshareable", false},
    {0x0F, "si_wrq_hs_inner_or_outershare_wback_wclean", false},
    {0x10, "si_wrq_hs_write_unique", false},
    {0x11, "si_wrq_hs_write_line_unique", false},
    {0x12, "si_wrq_hs_evict", false},
    {0x13, "si_wrq_stall_tt_full", false},
    {0x14, "si_rrq_stall_slave_id_hazard", false},
};
constexpr row r1_master[] = {
    {0x00, "mi_retry_speculative_fetch", false},
    {0x01, "mi_stall_cycle_addr_hazard", false},
    {0x02, "mi_rrq_stall_master_id_hazard", true},
    {0x03, "mi_rrq_stall_hi_prio_rtq_full", false},
    {0x04, "mi_rrq_stall_barrier_hazard", false},
    {0x05, "mi_wrq_stall_barrier_hazard", false},
    {0x06, "mi_wrq_stall_wtq_full", false},
    {0x07, "mi_rrq_stall_low_prio_rtq_full", false},
    {0x08, "mi_rrq_stall_mid_prio_rtq_full", false},
    {0x09, "mi_rrq_stall_qvn_vn0", true},
    {0x0A, "mi_rrq_stall_qvn_vn1", true},
    {0x0B, "mi_rrq_stall_qvn_vn2", true},
    {0x0C, "mi_rrq_stall_qvn_vn3", true},
    {0x0D, "mi_wrq_stall_qvn_vn0", true},
    {0x0E, "mi_wrq_stall_qvn_vn1", true},
    {0x0F, "mi_wrq_stall_qvn_vn2", true},
    {0x10, "mi_wrq_stall_qvn_vn3", true},
    {0x11, "mi_wrq_unique_or_line_unique_addr_hazard", false},
};

constexpr const char* interfaces[] = {"S0", "S1", "S2", "S3", "S4", "M0", "M1", "M2"};
constexpr unsigned r0_first_bit[] = {0, 20, 40, 60, 80, 100, 107, 114};
constexpr unsigned r1_first_bit[] = {0, 21, 42, 63, 84, 105, 123, 141};

struct expectation {
    std::string name;
    bool ignores_spniden;
    unsigned bit;
};

template <std::size_t N>
const row* find(const row (&rows)[N], unsigned number) {
    for (const row& r : rows) {
        if (r.number == number) {
            return &r;
        }
    }
    return nullptr;
}

std::optional<expectation> expected(unsigned revision, unsigned code) {
    const bool is_r0 = revision < 5;
    const unsigned interface = code >> 5;
    const unsigned number = code & 0x1FU;
    const bool is_slave = interface <= 4;
    const row* r = is_r0      ? is_slave ? find(r0_slave, number) : find(r0_master, number)
                        : is_slave ? find(r1_slave, number)
                              : find(r1_master, number);
    if (r == nullptr) {
        return std::nullopt;
    }
    const unsigned first = is_r0 && !is_slave ? 0x14 : 0;
    const unsigned bit = (is_r0 ? r0_first_bit : r1_first_bit)[interface] + number - first;
    return expectation{std::string(interfaces[interface]) + "_" + r->name, r->ignores_spniden, bit};
}

} // namespace

class cci400_events : public testing::TestWithParam<unsigned> {
protected:
    // What ten edges with the line high add, on each of the two buses.
    std::uint32_t counted(unsigned code, bool is_secure, bool spniden) const {
        cci400_driver d(GetParam());
        d.pins.spniden = spniden;
        d.select(2, code);
        d.write(PMCR, CEN);
        d.pulse(code, 10, is_secure);
        d.tick();
        return d.read(ECNT(2));
    }
};

TEST_P(cci400_events, are_listed_in_the_order_of_their_codes) {
    const pmu::event_table& table = pmu::cci400_core::events(GetParam());
    std::size_t position = 0;
    for (unsigned code = 0; code < 256; ++code) {
        const auto e = expected(GetParam(), code);
        const pmu::event_desc* listed = table.find(code);
        ASSERT_EQ(listed != nullptr, e.has_value()) << std::hex << code;
        if (!e) {
            continue;
        }
        EXPECT_EQ(listed, table.begin() + position++) << std::hex << code;
        EXPECT_EQ(listed->number, code);
        EXPECT_EQ(listed->name, e->name);
        EXPECT_EQ(listed->first_line, code);
        EXPECT_EQ(listed->line_count, 1);
        EXPECT_NE(std::string(listed->description), "");
        EXPECT_EQ(std::string(listed->description).find("SPNIDEN") != std::string::npos,
                  e->ignores_spniden)
            << listed->name;
    }
    EXPECT_EQ(table.size(), position);
    EXPECT_EQ(position, GetParam() < 5 ? 121U : 159U);
}

TEST_P(cci400_events, count_one_an_edge_as_spniden_lets_them) {
    for (unsigned code = 0; code < 256; ++code) {
        const auto e = expected(GetParam(), code);
        const std::uint32_t all = e ? 10 : 0;
        EXPECT_EQ(counted(code, false, false), all) << std::hex << code;
        EXPECT_EQ(counted(code, false, true), all) << std::hex << code;
        EXPECT_EQ(counted(code, true, false), e && e->ignores_spniden ? 10U : 0U)
            << std::hex << code;
        EXPECT_EQ(counted(code, true, true), all) << std::hex << code;
    }
}

TEST_P(cci400_events, count_from_their_own_line_only) {
    for (unsigned code = 0; code < 256; ++code) {
        cci400_driver d(GetParam());
        d.pins.spniden = true;
        d.select(0, code);
        d.write(PMCR, CEN);
        d.pins.lines.fill(UINT64_MAX);
        d.pins.secure_lines.fill(UINT64_MAX);
        d.drive(code, false);
        d.drive(code, false, true);
        d.tick(4);
        EXPECT_EQ(d.read(ECNT(0)), 0U) << std::hex << code;
    }
}

TEST_P(cci400_events, are_exported_where_the_layout_says) {
    for (unsigned code = 0; code < 256; ++code) {
        const auto e = expected(GetParam(), code);
        for (const bool is_secure : {false, true}) {
            for (const bool spniden : {false, true}) {
                cci400_driver d(GetParam());
                d.pins.spniden = spniden;
                d.write(PMCR, EX); // neither CEN nor a selection is needed
                d.pulse(code, 1, is_secure);
                const bool is_seen = e && (!is_secure || spniden || e->ignores_spniden);
                for (unsigned bit = 0; bit < 192; ++bit) {
                    ASSERT_EQ(d.exports(bit), is_seen && bit == e->bit)
                        << std::hex << code << " secure " << is_secure << " SPNIDEN " << spniden
                        << std::dec << " bit " << bit;
                }
                d.tick();
                EXPECT_TRUE(d.exports_nothing());
            }
        }
    }
}

TEST_P(cci400_events, all_lines_fill_the_bus) {
    cci400_driver d(GetParam());
    d.write(PMCR, EX);
    d.pins.lines.fill(UINT64_MAX);
    d.tick();
    for (unsigned bit = 0; bit < 192; ++bit) {
        EXPECT_EQ(d.exports(bit), bit < (GetParam() < 5 ? 121U : 159U)) << bit;
    }
}

// ARM DDI 0470, 2.4.1: the interface in bits 7:5, the number in bits 4:0.
TEST(cci400_event_codes, have_the_names_of_the_manual) {
    using namespace pmu;
    EXPECT_EQ(cci400_event_code(cci400_interface::S4, cci400_slave_event::si_wrq_hs_any), 0x8CU);
    EXPECT_EQ(cci400_event_code(cci400_interface::M2, cci400_master_event::mi_wrq_stall_wtq_full),
              0xE6U);
    EXPECT_EQ(cci400_event_code(cci400_interface::M0, cci400_r0_master_event::mi_wrq_stall_tt_full),
              0xBAU);
}

// What is no code of 8 bits names no event.
TEST_P(cci400_events, a_code_beyond_the_lines_is_never_visible) {
    const pmu::cci400_event_list& list = pmu::cci400_event_list::of(GetParam());
    for (const std::uint32_t code : {256U, 257U, UINT32_MAX}) {
        EXPECT_FALSE(list.is_always_visible(code)) << code;
    }
}

INSTANTIATE_TEST_SUITE_P(revisions, cci400_events, testing::Values(0U, 3U, 4U, 5U, 6U, 15U));

} // namespace core_test::cci400::events_test
