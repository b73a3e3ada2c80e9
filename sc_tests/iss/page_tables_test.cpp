// SPDX-License-Identifier: Apache-2.0
// The page tables of ARMv5 and ARMv6, descriptor by descriptor (DDI 0100, B4.7; the XScale core
// manual, 3.2.2).
#include <iss/decode/sctlr.h>
#include <iss/mmu/address_translation.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace platform::iss::page_tables_test {
namespace {

constexpr std::uint32_t table = 0x4000;
constexpr std::uint32_t coarse = 0x8000;
constexpr std::uint32_t client_of_domain_0 = 1;

/// Words of memory; nothing is anywhere else.
class tables_bench {
public:
    explicit tables_bench(table_format format, std::uint32_t control = 0)
        : tables(format, [this](std::uint32_t at) -> std::optional<std::uint32_t> {
              const auto found = words.find(at);
              return found != words.end() ? std::optional(found->second) : std::nullopt;
          }) {
        registers.control = control | sctlr::translation;
        registers.base_0 = table;
        registers.domains = client_of_domain_0;
        tables.set_registers(registers);
    }

    void section(std::uint32_t address, std::uint32_t descriptor) {
        words[table + (address >> 20U) * 4] = descriptor;
    }
    void page(std::uint32_t address, std::uint32_t descriptor) {
        section(address, coarse | 1);
        words[coarse + (address >> 12U & 0xFFU) * 4] = descriptor;
    }
    /// The fault of an access, as in DFSR; nothing: none.
    std::optional<std::uint32_t> fault(std::uint32_t address, access_type type,
                                       bool is_privileged = true) {
        return tables.fault_of(tables.walk(address), type, is_privileged);
    }
    /// l, s and f where loads, stores and fetches are allowed, by privileged modes and User mode.
    std::string rights(std::uint32_t address) {
        std::string all;
        for (const bool is_privileged : {true, false}) {
            all += fault(address, access_type::load, is_privileged) ? "-" : "l";
            all += fault(address, access_type::store, is_privileged) ? "-" : "s";
            all += fault(address, access_type::fetch, is_privileged) ? "-" : "f";
            all += is_privileged ? " " : "";
        }
        return all;
    }

    std::map<std::uint32_t, std::uint32_t> words;
    table_registers registers;
    page_tables tables;
};

tables_bench armv6() {
    return tables_bench(table_format::armv6, sctlr::extended_pages);
}

TEST(page_tables, sections_keep_the_lower_20_bits) {
    tables_bench b = armv6();
    b.section(0xC0000000, 0x12300C0E);
    const page_mapping found = b.tables.walk(0xC0045678);
    EXPECT_FALSE(found.fault);
    EXPECT_EQ(found.physical, 0x12345000U);
    EXPECT_TRUE(found.is_section);
    EXPECT_TRUE(found.is_global);
}

TEST(page_tables, supersections_keep_24_and_have_domain_0) {
    tables_bench b = armv6();
    b.section(0xC0500000, 0x12040C0E | 5U << 5U);
    const page_mapping found = b.tables.walk(0xC0545678);
    EXPECT_EQ(found.physical, 0x12545000U);
    EXPECT_EQ(found.domain, 0);
}

TEST(page_tables, large_and_small_pages) {
    tables_bench b = armv6();
    b.page(0x00011000, 0x00AB003D);
    b.page(0x00022000, 0x00CD503E);
    EXPECT_EQ(b.tables.walk(0x00011234).physical, 0x00AB1000U) << "64 KiB";
    EXPECT_EQ(b.tables.walk(0x00022234).physical, 0x00CD5000U);
    EXPECT_FALSE(b.tables.walk(0x00022234).is_section);
}

TEST(page_tables, nothing_is_a_translation_fault_of_its_level) {
    tables_bench b = armv6();
    b.section(0x00100000, 0);
    b.section(0x00200000, 3); // reserved
    b.page(0x00311000, 0);
    b.section(0x00300000, coarse | 1 | 7U << 5U);
    EXPECT_EQ(b.fault(0x00100000, access_type::load), fault_status::section_translation);
    EXPECT_EQ(b.fault(0x00200000, access_type::load), fault_status::section_translation);
    EXPECT_EQ(b.fault(0x00311000, access_type::load), fault_status::page_translation | 7U << 4U)
        << "before the domain is looked at";
}

TEST(page_tables, a_table_that_the_bus_refuses_is_an_external_abort) {
    tables_bench b = armv6();
    b.section(0x00100000, 0x30000001);
    EXPECT_EQ(b.fault(0x00100000, access_type::load), fault_status::external_second_level);
    EXPECT_EQ(b.fault(0x00200000, access_type::load), fault_status::external_first_level);
}

TEST(page_tables, domains_refuse_or_let_all_through) {
    tables_bench b = armv6();
    b.section(0x00100000, 0x0000000E | 3U << 5U); // no access
    b.page(0x00211000, 0x0000000E);
    b.section(0x00200000, coarse | 1 | 3U << 5U);
    for (const std::uint32_t refuses : {0U, 2U}) {
        b.registers.domains = refuses << 6U;
        b.tables.set_registers(b.registers);
        EXPECT_EQ(b.fault(0x00100000, access_type::load), fault_status::section_domain | 3U << 4U);
        EXPECT_EQ(b.fault(0x00211000, access_type::load), fault_status::page_domain | 3U << 4U);
    }
    b.registers.domains = 1U << 6U;
    b.tables.set_registers(b.registers);
    EXPECT_EQ(b.fault(0x00100000, access_type::load), fault_status::section_permission | 3U << 4U);
    EXPECT_EQ(b.fault(0x00211000, access_type::load), fault_status::page_permission | 3U << 4U);
    b.registers.domains = 3U << 6U;
    b.tables.set_registers(b.registers);
    EXPECT_EQ(b.rights(0x00100000), "lsf lsf");
}

TEST(page_tables, permissions_of_armv6) {
    tables_bench b = armv6();
    const char* const expected[] = {"--- ---", "lsf ---", "lsf l-f", "lsf lsf",
                                    "--- ---", "l-f ---", "l-f l-f", "l-f l-f"};
    for (std::uint32_t n = 0; n < 8; ++n) {
        b.section(0x00100000, 0x00000002 | (n & 3U) << 10U | (n >> 2U) << 15U);
        EXPECT_EQ(b.rights(0x00100000), expected[n]) << "section, APX and AP " << n;
        b.page(0x00211000, 0x00000002 | (n & 3U) << 4U | (n >> 2U) << 9U);
        EXPECT_EQ(b.rights(0x00211000), expected[n]) << "small page, APX and AP " << n;
        b.page(0x00211000, 0x00000001 | (n & 3U) << 4U | (n >> 2U) << 9U);
        EXPECT_EQ(b.rights(0x00211000), expected[n]) << "large page, APX and AP " << n;
    }
}

TEST(page_tables, execute_never) {
    tables_bench b = armv6();
    b.section(0x00100000, 0x00000C12);
    EXPECT_EQ(b.rights(0x00100000), "ls- ls-");
    b.page(0x00211000, 0x00000033);
    EXPECT_EQ(b.rights(0x00211000), "ls- ls-");
    b.page(0x00211000, 0x00008031);
    EXPECT_EQ(b.rights(0x00211000), "ls- ls-");
}

TEST(page_tables, system_and_rom_protection) {
    for (const auto& [control, expected] :
         {std::pair{sctlr::system_protection, "l-f ---"}, {sctlr::rom_protection, "l-f l-f"}}) {
        tables_bench b(table_format::xscale, control);
        b.section(0x00100000, 2);
        EXPECT_EQ(b.rights(0x00100000), expected);
    }
}

TEST(page_tables, the_access_flag) {
    tables_bench b(table_format::armv6, sctlr::extended_pages | sctlr::access_flag);
    b.section(0x00100000, 0x00000802);
    b.page(0x00211000, 0x00000022);
    EXPECT_EQ(b.fault(0x00100000, access_type::load), fault_status::section_access_flag);
    EXPECT_EQ(b.fault(0x00211000, access_type::load), fault_status::page_access_flag);
    b.section(0x00100000, 0x00000402);
    EXPECT_EQ(b.rights(0x00100000), "lsf ---");
}

TEST(page_tables, subpages_have_permissions_of_their_own) {
    for (const table_format format : {table_format::xscale, table_format::armv6}) {
        tables_bench b(format);
        EXPECT_EQ(b.tables.page_bits(), 10U);
        b.page(0x00011000, (0x00055E42U & 0xFFFFFFF0U) | 2U); // AP3 to AP0: 11 10 01 00
        EXPECT_EQ(b.rights(0x00011000), "--- ---");
        EXPECT_EQ(b.rights(0x00011400), "lsf ---");
        EXPECT_EQ(b.rights(0x00011800), "lsf l-f");
        EXPECT_EQ(b.rights(0x00011C00), "lsf lsf");
        EXPECT_EQ(b.tables.walk(0x00011C04).physical, 0x00055C00U);
        b.page(0x00020000, 0x00AB0E41);
        b.page(0x0002C000, 0x00AB0E41);
        EXPECT_EQ(b.rights(0x00020000), "--- ---");
        EXPECT_EQ(b.rights(0x0002C000), "lsf lsf") << "the fourth 16 KiB of a large page";
    }
}

TEST(page_tables, tiny_pages_and_extended_small_pages) {
    tables_bench b(table_format::xscale);
    b.section(0x00100000, 0x0000C003); // a fine table
    b.words[0xC000 + 5 * 4] = 0x00055433;
    EXPECT_EQ(b.tables.walk(0x00101404).physical, 0x00055400U);
    EXPECT_EQ(b.rights(0x00101404), "lsf lsf");
    b.page(0x00211000, 0x00066033);
    EXPECT_EQ(b.tables.walk(0x00211804).physical, 0x00066800U);
}

// DDI 0211, 6.11.1: the ARM1136 has no fine tables, whether SCTLR.XP is 0 or 1.
TEST(page_tables, fine_tables_are_of_the_xscale_only) {
    for (const std::uint32_t control : {std::uint32_t{0}, sctlr::extended_pages}) {
        tables_bench b(table_format::armv6, control);
        b.section(0x00100000, 0x0000C003 | 7U << 5U);
        b.words[0xC000 + 5 * 4] = 0x00055433;
        EXPECT_EQ(b.fault(0x00101404, access_type::load), fault_status::section_translation)
            << control;
        b.words.erase(0xC000 + 5 * 4);
        EXPECT_EQ(b.fault(0x00101404, access_type::load), fault_status::section_translation)
            << "it is not read either, " << control;
    }
}

TEST(page_tables, two_tables) {
    tables_bench b = armv6();
    b.registers.base_0 = 0x7000; // aligned to 4 KiB
    b.registers.base_1 = table;
    b.registers.base_control = 2; // 1 GiB by TTBR0
    b.tables.set_registers(b.registers);
    b.words[0x7000 + 0x3FF * 4] = 0x11100C02;
    b.section(0x40000000, 0x22200C02);
    EXPECT_EQ(b.tables.walk(0x3FF00000).physical, 0x11100000U);
    EXPECT_EQ(b.tables.walk(0x40000000).physical, 0x22200000U);
}

TEST(page_tables, kinds_of_memory_of_armv6) {
    struct row {
        std::uint32_t tex_c_b;
        memory_kind kind;
    };
    const row rows[] = {
        {0x00, memory_kind::strongly_ordered}, {0x01, memory_kind::device},
        {0x02, memory_kind::write_through},    {0x03, memory_kind::write_back},
        {0x04, memory_kind::uncached},         {0x07, memory_kind::write_back},
        {0x08, memory_kind::device},           {0x10, memory_kind::uncached},
        {0x15, memory_kind::write_back},       {0x1E, memory_kind::write_through},
        {0x17, memory_kind::write_back},
    };
    tables_bench b = armv6();
    for (const row& r : rows) {
        const std::uint32_t tex = r.tex_c_b >> 2U;
        const std::uint32_t cb = r.tex_c_b & 3U;
        b.section(0x00100000, 0x00000C02 | tex << 12U | cb << 2U);
        EXPECT_EQ(b.tables.walk(0x00100000).kind, r.kind) << "section, " << r.tex_c_b;
        b.page(0x00211000, 0x00000032 | tex << 6U | cb << 2U);
        EXPECT_EQ(b.tables.walk(0x00211000).kind, r.kind) << "small page, " << r.tex_c_b;
        b.page(0x00211000, 0x00000031 | tex << 12U | cb << 2U);
        EXPECT_EQ(b.tables.walk(0x00211000).kind, r.kind) << "large page, " << r.tex_c_b;
    }
    b.section(0x00100000, 0x00010C0E);
    EXPECT_EQ(b.tables.walk(0x00100000).kind, memory_kind::uncached) << "shared";
}

TEST(page_tables, kinds_of_memory_of_the_xscale) {
    const memory_kind kinds[] = {memory_kind::strongly_ordered, memory_kind::uncached,
                                 memory_kind::write_through,    memory_kind::read_allocate,
                                 memory_kind::uncached,         memory_kind::uncached,
                                 memory_kind::mini_data,        memory_kind::write_back};
    tables_bench b(table_format::xscale);
    for (std::uint32_t xcb = 0; xcb < 8; ++xcb) {
        b.section(0x00100000, 0x00000C02 | (xcb >> 2U) << 12U | (xcb & 3U) << 2U);
        EXPECT_EQ(b.tables.walk(0x00100000).kind, kinds[xcb]) << xcb;
    }
}

TEST(page_tables, sizes_of_pages) {
    tables_bench b = armv6();
    b.section(0x00100000, 0x00500C02);
    b.section(0x01000000, 0x02040C02); // a supersection
    b.page(0x00311000, 0x00AB0031);
    b.page(0x00322000, 0x00CD5032);
    EXPECT_EQ(b.tables.walk(0x00145678).bits, 20);
    EXPECT_EQ(b.tables.walk(0x01045678).bits, 24);
    EXPECT_EQ(b.tables.walk(0x00311678).bits, 16);
    EXPECT_EQ(b.tables.walk(0x00322678).bits, 12);
    tables_bench x(table_format::xscale);
    x.section(0x00100000, 0x0000C003); // a fine table
    x.words[0xC000 + 5 * 4] = 0x00055433;
    x.page(0x00211000, 0x00066033); // extended small
    EXPECT_EQ(x.tables.walk(0x00101404).bits, 10);
    EXPECT_EQ(x.tables.walk(0x00211804).bits, 12);
}

TEST(address_translation, tells_the_size_of_a_page_and_of_its_parts) {
    tables_bench b(table_format::xscale);
    address_translation t(
        table_format::xscale,
        [&](std::uint32_t at) -> std::optional<std::uint32_t> { return b.words[at]; });
    EXPECT_EQ(t.size_bits(0x00100010), 12U) << "it is off";
    EXPECT_EQ(t.part_bits(), 12U);
    b.section(0x00100000, 0x00500C02);
    t.refresh(b.registers);
    EXPECT_EQ(t.size_bits(0x00100010), 20U);
    EXPECT_EQ(t.part_bits(), 10U) << "a page may be as small as that";
}

TEST(address_translation, keeps_pages_until_it_is_refreshed_but_no_faults) {
    tables_bench b = armv6();
    address_translation t(
        table_format::armv6,
        [&](std::uint32_t at) -> std::optional<std::uint32_t> { return b.words[at]; });
    EXPECT_EQ(t.physical(0x00100010), 0x00100010U) << "it is off";
    t.refresh(b.registers);
    EXPECT_TRUE(t.is_on());
    EXPECT_EQ(t.physical(0x00100010), std::nullopt);
    b.section(0x00100000, 0x00500C02);
    EXPECT_EQ(t.physical(0x00100010), 0x00500010U);
    b.section(0x00100000, 0x00600C02);
    EXPECT_EQ(t.physical(0x00100010), 0x00500010U) << "kept";
    t.refresh(b.registers);
    EXPECT_EQ(t.physical(0x00100010), 0x00600010U);
    EXPECT_EQ(t.offset(0x00100010), 0x00500000U);
    b.section(0x00100000, 0); // and no TLB operation, but the engine has found that out
    EXPECT_EQ(t.fault_of(0x00100010, access_type::load, true), std::nullopt);
    t.forget();
    EXPECT_EQ(t.fault_of(0x00100010, access_type::load, true), fault_status::section_translation);
}

TEST(address_translation, finds_the_first_byte_that_faults) {
    tables_bench b = armv6();
    address_translation t(
        table_format::armv6,
        [&](std::uint32_t at) -> std::optional<std::uint32_t> { return b.words[at]; });
    b.page(0x00011000, 0x00500032);
    t.refresh(b.registers);
    EXPECT_FALSE(t.first_fault(0x00011FF0, 16, access_type::store, true));
    const auto found = t.first_fault(0x00011FF0, 20, access_type::store, true);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->address, 0x00012000U);
    EXPECT_EQ(found->status, fault_status::page_translation);
}

TEST(address_translation, pages_of_an_address_space_are_tagged) {
    tables_bench b = armv6();
    address_translation t(
        table_format::armv6,
        [&](std::uint32_t at) -> std::optional<std::uint32_t> { return b.words[at]; });
    EXPECT_EQ(t.space(0x00100000), address_translation::flat_space);
    b.section(0x00100000, 0x00500C02);
    b.section(0x00200000, 0x00520C02); // nG
    b.registers.context = 0x1234'56AB;
    t.refresh(b.registers);
    EXPECT_EQ(t.space(0x00100000), address_translation::global_space);
    EXPECT_EQ(t.space(0x00200000), 0xABU);
}

} // namespace
} // namespace platform::iss::page_tables_test
