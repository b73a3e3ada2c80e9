// SPDX-License-Identifier: Apache-2.0
// The short ways through the meter, for what is usual, have the results of the long ones.
#include <iss/meter_bench.h>
#include <iss/page_registers.h>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace platform::iss::execution_meter_short_ways_test {
namespace {

constexpr std::uint32_t str = 0xE5810000;   ///< str r0, [r1]
constexpr std::uint32_t bx_r3 = 0xE12FFF13; ///< bx r3

struct code_block {
    std::uint32_t pc;
    std::uint32_t bytes;
    std::vector<std::uint32_t> next; ///< where it may go
    std::vector<bool> stores;        ///< what it accesses, in order
};

/// Blocks in two pages, in lines that are shared and that conflict.
const std::vector<code_block>& all_blocks() {
    static const std::vector<code_block> blocks{
        {0x8000, 16, {0x8000, 0x8010}, {false, true}},
        {0x8010, 12, {0x8000, 0x801C}, {}},
        {0x801C, 8, {0x8024}, {false}}, // by a branch to the next one
        {0x8024, 4, {0x8000, 0x8800}, {}},
        {0x8800, 12, {0x8000, 0x880C}, {true}},
        {0x880C, 8, {0x9000, 0x8800}, {}},
        {0x9000, 16, {0x8000, 0x9010}, {false, false}},
        {0x9010, 4, {0x8800}, {}},
    };
    return blocks;
}

const code_block& block_at(std::uint32_t pc) {
    for (const code_block& b : all_blocks()) {
        if (b.pc == pc) {
            return b;
        }
    }
    throw std::logic_error("no block there");
}

std::uint32_t branch_to(std::uint32_t from, std::uint32_t to, bool is_conditional) {
    const std::uint32_t offset = (to - from - 8) / 4 & 0x00FF'FFFFU;
    return (is_conditional ? 0x1A00'0000U : 0xEA00'0000U) | offset;
}

void write_code(meter_bench& b) {
    for (const code_block& block : all_blocks()) {
        std::uint32_t at = block.pc;
        const std::uint32_t branch = block.pc + block.bytes - 4;
        for (const bool is_store : block.stores) {
            b.arm(at, {is_store ? str : ldr});
            at += 4;
        }
        for (; at < branch; at += 4) {
            b.arm(at, {add});
        }
        const bool has_choice = block.next.size() > 1;
        const bool falls_through = has_choice && block.next.back() == block.pc + block.bytes;
        b.arm(branch, {has_choice && !falls_through
                           ? bx_r3
                           : branch_to(branch, block.next.front(), falls_through)});
    }
}

struct setup {
    const char* name;
    cpu_type type;
    cache_geometry caches;
    bool follows; ///< accesses, though there are no caches
    bool has_mmu = false;
};

std::ostream& operator<<(std::ostream& out, const setup& s) {
    return out << s.name;
}

/// Sections of a megabyte: how memory is accessed, and who may do what there. The first is that of
/// the code (ARM DDI 0406, B4.7.2 and B3.7.1, of tables of ARMv6).
class sections {
public:
    static constexpr std::uint32_t count = 16;

    sections() {
        for (std::uint32_t n = 0; n < count; ++n) {
            change(n, n);
        }
    }
    /// \param how any number
    void change(std::uint32_t section, std::uint32_t how) {
        constexpr std::uint32_t write_back = 0x100C; // TEX, C and B
        constexpr std::uint32_t all_may = 0xC00;     // APX and AP
        constexpr std::uint32_t kinds[] = {write_back, 0x000C, 0x0008, 0x1000, 0x0004, 0x0000};
        constexpr std::uint32_t rights[] = {all_may, 0x0400, 0x0800, 0x8C00, 0x8400};
        constexpr std::uint32_t is_section = 2;
        constexpr std::uint32_t not_global = 1U << 17U;
        const bool is_of_code = section == 0;
        const bool is_mapped = is_of_code || how % 11 != 10;
        const std::uint32_t kind = is_of_code || how % 2 == 0 ? write_back : kinds[how / 2 % 6];
        const std::uint32_t right = is_of_code || how % 3 == 0 ? all_may : rights[how / 3 % 5];
        const std::uint32_t to = is_of_code ? 0 : how % count;
        m_words[section] =
            is_mapped ? to << 20U | (how % 5 == 0 ? not_global : 0) | kind | right | is_section : 0;
    }
    std::optional<std::uint32_t> word(std::uint32_t address) const {
        const std::uint32_t n = (address - table) / 4;
        return n < count ? m_words[n] : 0;
    }
    static constexpr std::uint32_t table = 0x4000'0000;

private:
    std::array<std::uint32_t, count> m_words{};
};

/// A meter that is told of every block and access, by the long way alone or by the short ones
/// first.
class twin {
public:
    twin(const setup& s, bool is_short) : m_bench(s.type, s.caches), m_is_short(is_short) {
        write_code(m_bench);
        m_bench.at_boundary = [this] { // as an owner does
            m_told += " " + std::to_string(m_bench.meter.next_pc()) + ": " + m_bench.drained();
            m_bench.meter.set_budget(m_budget);
        };
        m_bench.meter.follow_accesses(s.follows);
        if (s.has_mmu) {
            m_bench.cpu.control |= sctlr::translation | sctlr::extended_pages;
            m_bench.meter.set_translation(m_translation, [this] {
                table_registers r = registers_of_mmu(sections::table);
                r.control = m_bench.cpu.control;
                return r;
            });
            m_bench.meter.control_changed();
        }
    }

    void set_budget(std::int64_t cycles) {
        m_budget = cycles;
        m_bench.meter.set_budget(cycles);
    }
    void enter(std::uint32_t pc, std::uint32_t bytes) {
        execution_meter& meter = m_bench.meter;
        const bool is_done =
            m_is_short && (meter.follows_fetches() ? meter.goes_on_fetching(pc, bytes)
                                                   : meter.goes_on_to(pc, bytes));
        m_short_entries += is_done ? 1 : 0;
        if (!is_done) {
            m_bench.run(pc, bytes);
        }
    }
    void leave(std::uint32_t pc) { m_bench.leave(pc); }
    void access(std::uint32_t address, bool is_write) {
        execution_meter& meter = m_bench.meter;
        if (!meter.follows_accesses()) {
            return;
        }
        const bool is_done = m_is_short && meter.accesses_at_once(address, 4, is_write);
        m_short_accesses += is_done ? 1 : 0;
        if (!is_done) {
            meter.access(address, 4, is_write);
        }
    }
    /// All that drains hand over, and where there were boundaries.
    std::string told() { return std::exchange(m_told, {}) + " now: " + m_bench.drained(); }
    /// The code at an address is translated again, as it is now.
    void renew(std::uint32_t pc, std::uint32_t bytes) { m_bench.meter.renew(pc, bytes); }
    void change(std::uint32_t pc) {
        m_bench.arm(pc, {add});
        m_bench.meter.forget(pc, 4);
    }

    bool may_access(std::uint32_t address, bool is_write) {
        const bool is_privileged = m_bench.cpu.status != psr::user_mode;
        return !m_translation.first_fault(
            address, 4, is_write ? access_type::store : access_type::load, is_privileged);
    }
    void change_section(std::uint32_t section, std::uint32_t how) {
        m_sections.change(section, how);
        m_bench.meter.translation_changed();
    }
    void change_mode(bool is_user) {
        m_bench.cpu.status = is_user ? psr::user_mode : psr::supervisor_mode;
        m_bench.meter.set_mode(m_bench.cpu.status);
    }

    int surprises() const { return m_bench.surprises; }
    int short_entries() const { return m_short_entries; }
    int short_accesses() const { return m_short_accesses; }

private:
    sections m_sections;
    address_translation m_translation{table_format::armv6,
                                      [this](std::uint32_t at) { return m_sections.word(at); }};
    meter_bench m_bench;
    bool m_is_short;
    std::int64_t m_budget = meter_bench::no_end;
    std::string m_told;
    int m_short_entries = 0;
    int m_short_accesses = 0;
};

class short_ways : public testing::TestWithParam<setup> {};

// Loops, so that most transitions are as those before; now and then a drain, a small budget, an
// address that is not aligned, code that is translated again or written to.
TEST_P(short_ways, count_what_the_long_ones_count) {
    std::mt19937 random(11);
    twin longer(GetParam(), false);
    twin shorter(GetParam(), true);
    std::uint32_t pc = 0x8000;
    for (int n = 0; n < 20'000; ++n) {
        const code_block& block = block_at(pc);
        const auto what = static_cast<std::uint32_t>(random());
        for (twin* t : {&longer, &shorter}) {
            t->enter(pc, block.bytes);
        }
        for (const bool is_write : block.stores) {
            const auto where = static_cast<std::uint32_t>(random());
            const std::uint32_t place =
                where % 64 == 0 ? where >> 6U & 0x3FFFU : where >> 6U & 0xFCU;
            const std::uint32_t section = GetParam().has_mmu ? 1 + (where >> 20U) % 15 : 1;
            std::uint32_t address = section * 0x10'0000 + place;
            if (GetParam().has_mmu && !longer.may_access(address, is_write)) {
                address = place; // an engine would not go on
            }
            for (twin* t : {&longer, &shorter}) {
                t->access(address, is_write);
            }
        }
        if (GetParam().has_mmu && what % 53 == 0) {
            for (twin* t : {&longer, &shorter}) {
                t->change_mode(what % 2 == 0);
                if (what % 5 == 0) {
                    t->change_section(1 + (what >> 8U) % 15, what >> 12U);
                }
            }
        }
        if (what % 97 == 0) {
            ASSERT_EQ(shorter.told(), longer.told()) << "after " << n << " blocks";
            for (twin* t : {&longer, &shorter}) {
                t->set_budget(what % 3 == 0 ? 50 : meter_bench::no_end);
            }
        }
        if (what % 1009 == 0) {
            for (twin* t : {&longer, &shorter}) {
                t->renew(block.pc, block.bytes);
            }
        }
        if (what % 401 == 0 && block.bytes > 8) {
            for (twin* t : {&longer, &shorter}) {
                t->change(block.pc + block.bytes - 8);
            }
        }
        pc = block.next[what >> 8U & (what >> 9U & 1U) & (block.next.size() - 1)];
    }
    EXPECT_EQ(shorter.told(), longer.told());
    EXPECT_EQ(longer.surprises(), 0);
    EXPECT_EQ(shorter.surprises(), 0);
    EXPECT_GT(shorter.short_entries(), 10'000) << "most are as the one before";
    if (GetParam().follows || GetParam().caches.exists()) {
        EXPECT_GT(shorter.short_accesses(), 1'000);
    }
}

// What was known of a page in Supervisor mode is nothing for User mode.
TEST(short_ways_of_pages, know_what_the_mode_may_do) {
    constexpr std::uint32_t for_supervisor = 4; // see sections: write-back, AP = 01
    constexpr std::uint32_t block = 0x801C;     // ldr, bx
    for (const bool is_short : {false, true}) {
        twin t({"", cpu_type::arm1136, small_caches, false, true}, is_short);
        t.change_section(1, for_supervisor);
        for (int n = 0; n < 8; ++n) {
            t.enter(block, 8);
            t.access(0x10'0000, false);
        }
        EXPECT_EQ(t.short_accesses() != 0, is_short);
        t.enter(0x8024, 4);
        EXPECT_NE(t.told().find(" dcache_access=8"), std::string::npos);
        t.change_mode(true);
        t.enter(block, 8);
        t.access(0x10'0000, false);
        t.leave(block); // it is aborted
        EXPECT_EQ(t.told().find("dcache"), std::string::npos);
    }
}

const setup setups[] = {
    {"arm1136", cpu_type::arm1136, {}, false},
    {"arm1136_accesses", cpu_type::arm1136, {}, true},
    {"arm1136_caches", cpu_type::arm1136, small_caches, false},
    {"arm1136_pages", cpu_type::arm1136, {}, true, true},
    {"arm1136_pages_and_caches", cpu_type::arm1136, small_caches, false, true},
    {"arm1176_pages_and_caches", cpu_type::arm1176, small_caches, false, true},
    {"cortex_r5", cpu_type::cortex_r5, {}, false},
    {"cortex_r5_caches", cpu_type::cortex_r5, small_caches, false},
};

INSTANTIATE_TEST_SUITE_P(on, short_ways, testing::ValuesIn(setups),
                         [](const auto& test) { return std::string(test.param.name); });

} // namespace
} // namespace platform::iss::execution_meter_short_ways_test
