// SPDX-License-Identifier: Apache-2.0
// What the simulator says of caches and TLBs in a trace against the judge, which reads nothing of a
// trace but addresses and encodings: random programs of each core, line by line.
#include "pmu_run_process.h"

#include <generated/part_names.h>
#include <iss/cache_judge.h>
#include <iss/elf_builder.h>
#include <iss/random_pages.h>
#include <support/temporary_folder.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace iss_test::trace_judge_test {
namespace {

namespace judge = cache_judge;
using platform::iss::elf_builder;
using platform::iss::file_bytes;

constexpr unsigned programs = 100; // of each core
constexpr std::uint32_t code = 0x8000;

/// A core, as far as programs and judge know it.
struct known_core {
    explicit known_core(const std::string& core)
        : name(core), is_arm11(sc_test::architecture_of.at(core) == "armv6"),
          is_xscale(sc_test::architecture_of.at(core) == "armv5te") {}

    std::string name;
    bool is_arm11;
    bool is_xscale;
};

// --- encodings -----------------------------------------------------------------------------------

using word = std::uint32_t;

/// CP15 c(n), c(m), opcode 2.
constexpr word cp15(word n, word m, word opcode) {
    return n << 16U | opcode << 5U | m;
}
constexpr word mcr(unsigned r, word where) {
    return 0xEE00'0F10U | r << 12U | where;
}
constexpr word is_mcr(word w) {
    return (w & 0xFFF0'0F10U) == 0xEE00'0F10U;
}
constexpr word mov_page(unsigned r) { // r = 0x0010'0000
    return 0xE3A0'0601U | r << 12U;
}
constexpr word mov_code(unsigned r) { // r = 0x8000
    return 0xE3A0'0902U | r << 12U;
}
/// r += n << shift; n below 256, the shift even.
constexpr word add(unsigned r, word n, unsigned shift) {
    return 0xE280'0000U | r << 16U | r << 12U | (32 - shift) / 2 << 8U | n;
}
constexpr word mov(unsigned r, word n) {
    return 0xE3A0'0000U | r << 12U | n;
}

constexpr unsigned base = 4;    // of accesses
constexpr unsigned value = 6;   // of system registers
constexpr unsigned counter = 7; // of the loop
constexpr word read_control = 0xEE11'0F10U | value << 12U;
constexpr word set_rr = 0xE380'0901U | value << 16U | value << 12U; // ORR, 1 << 14
constexpr word clear_rr = 0xE3C0'0901U | value << 16U | value << 12U;
constexpr word set_mmu = 0xE380'0001U | value << 16U | value << 12U;
constexpr word set_xp = 0xE380'0502U | value << 16U | value << 12U; // ARMv6 page tables, 1 << 23
constexpr word write_control = mcr(value, cp15(1, 0, 0));
constexpr word branch_to_next = 0xEAFF'FFFFU;
constexpr word nop = 0xE1A0'0000U;

// --- programs ------------------------------------------------------------------------------------

/// A loop that is executed a few times: operations of CP15, and accesses to 64 KiB of data, or,
/// with the MMU, to pages of all kinds.
class random_code {
public:
    random_code(const known_core& core, unsigned seed) : m_core(core), m_random(seed) {
        const unsigned size = 100 + any(500);
        if ((core.is_arm11 || core.is_xscale) && any(4) != 0) {
            turn_on_mmu();
        }
        const auto begin = static_cast<int>(m_words.size()) + 1;
        put(mov(counter, 2 + any(3)));
        choose_base();
        while (m_words.size() < size) {
            add_some();
        }
        put(0xE257'7001U); // SUBS r7, r7, #1
        const auto back = static_cast<word>(begin - static_cast<int>(m_words.size()) - 2);
        put(0x1A00'0000U | (back & 0x00FF'FFFFU)); // BNE
        for (const word w : {0xE3A0'0018U, 0xE3A0'1802U, 0xE281'1026U, 0xEF12'3456U}) {
            put(w); // semihosting: the end, as the application wants it
        }
    }

    std::string elf() const {
        file_bytes bytes(m_words.size() * 4);
        std::memcpy(bytes.data(), m_words.data(), bytes.size());
        elf_builder file;
        file.segments.clear();
        file.add_segment(code, bytes, static_cast<std::uint32_t>(bytes.size()), PF_R | PF_X);
        if (m_pages) {
            add_tables(file);
        }
        const file_bytes all = file.build();
        return {all.begin(), all.end()};
    }
    std::string caches() {
        static constexpr const char* some[] = {"512:1:32", "1K:2:16", "1K:4:32", "2K:8:32",
                                               "2K:32:32", "4K:4:64", "1K:16:16"};
        static constexpr const char* policies[] = {"",       "", ":core", ":lru", ":round-robin",
                                                   ":random"};
        const std::string geometry = some[any(7)];
        return geometry + policies[any(6)];
    }

    /// nullptr: the MMU is off.
    const judge::random_pages* pages() const { return m_pages ? &*m_pages : nullptr; }

private:
    word any(word below) { return m_random() % below; }
    void put(word w) { m_words.push_back(w); }

    void turn_on_mmu() {
        m_pages.emplace(m_core.is_xscale, 0, m_random);
        put(mov(value, 1));
        put(mcr(value, cp15(3, 0, 0)));   // domain 0: client
        put(0xE3A0'0901U | value << 12U); // the table: 0x4000
        put(mcr(value, cp15(2, 0, 0)));
        put(read_control);
        put(set_mmu);
        if (m_core.is_arm11) {
            put(set_xp);
        }
        operate_on_code(cp15(1, 0, 0));
    }
    void add_tables(elf_builder& file) const {
        constexpr std::uint32_t size = judge::random_pages::second_tables + 0x1'0000;
        file_bytes all(size - judge::random_pages::table);
        for (const auto& [at, w] : m_pages->words()) {
            std::memcpy(&all[at - judge::random_pages::table], &w, sizeof w);
        }
        // Around the program.
        constexpr std::size_t before = code - judge::random_pages::table;
        file.add_segment(judge::random_pages::table, {all.begin(), all.begin() + before}, before,
                         PF_R | PF_W);
        constexpr std::size_t rest =
            judge::random_pages::second_tables - judge::random_pages::table;
        file.add_segment(judge::random_pages::second_tables, {all.begin() + rest, all.end()},
                         0x1'0000, PF_R | PF_W);
    }
    /// A KiB, or with the MMU off one with room after it.
    void choose_base() {
        if (!m_pages) {
            put(mov_page(base));
            put(add(base, any(64), 10));
            return;
        }
        const judge::random_pages::page& page = m_pages->any(m_random);
        const word at = page.begin + any(std::min(1U << (page.bits - 10), 16U)) * 1024;
        put(0xE3A0'0600U | base << 12U | at >> 20U); // r = section
        put(add(base, at >> 10U & 0xFFU, 10));
        put(add(base, at >> 18U & 3U, 18));
    }
    /// Of an access: less than `below` words.
    word any_offset(word below) { return any(m_pages ? 0xB0 : below); }

    void add_some() {
        const word what = any(64);
        if (what < 10) {
            choose_base();
        } else if (what < 14) {
            choose_base();
            put(add(base, any(64), 2));
        } else if (what < 48) {
            access();
        } else if (what < 52) {
            put(0xF5D0'F000U | base << 16U | any_offset(0x400) * 4); // PLD
        } else if (what < 56) {
            put(0xEA00'0000U | any(12)); // B, over what is below
            for (unsigned n = 0; n < 13; ++n) {
                access();
            }
        } else if (what < 60) {
            maintain();
        } else if (m_core.is_arm11) {
            control_arm11();
        } else if (m_core.is_xscale) {
            control_xscale();
        }
    }
    void access() {
        static constexpr word some[] = {
            0xE590'0000, 0xE590'0000, 0xE580'0000, 0xE5D0'0000, // LDR, LDR, STR, LDRB
            0xE5C0'0000, 0xE890'0F00, 0xE880'0F00, 0xE890'0300, // STRB, LDM, STM, LDM
        };
        const word kind = some[any(8)];
        const bool is_multiple = (kind >> 25U & 7U) == 4;
        const bool is_byte = !is_multiple && (kind >> 22U & 1U) != 0;
        const word offset = is_multiple ? 0 : is_byte ? any_offset(0x200) : any_offset(0x200) * 4;
        put(kind | base << 16U | offset);
    }
    void maintain() {
        switch (any(8)) {
        case 0: operate_on_code(cp15(7, 5, 0)); break;
        case 1: put(mcr(base, m_core.is_xscale ? cp15(7, 6, 0) : cp15(7, 6, 1))); break;
        case 2:
        case 3: put(mcr(base, cp15(7, 6, 1))); break;
        case 4: put(mcr(base, m_core.is_xscale ? cp15(7, 2, 5) : cp15(7, 14, 1))); break;
        default: put(mcr(base, cp15(7, 10, 1))); break;
        }
    }
    /// What is about instructions ends what is fetched at once, and a branch begins anew.
    void operate_on_code(word where) {
        while (m_words.size() % 2 == 0) {
            put(nop);
        }
        put(mcr(value, where));
        put(branch_to_next);
    }
    void control_arm11() {
        if (any(3) == 0) {
            put(read_control);
            put(any(2) == 0 ? set_rr : clear_rr);
            put(write_control);
            return;
        }
        put(mov(value, any(4) == 0 ? 0 : any(256) & any(256)));
        put(mcr(value, cp15(9, 0, any(2))));
    }
    void control_xscale() {
        switch (any(7)) {
        case 0: put(mcr(value, cp15(9, 1, 1))); break;
        case 1: put(mcr(value, cp15(9, 2, 1))); break;
        case 6: // MD: stores to the mini-data cache
            put(mov(value, any(3) << 4U));
            put(mcr(value, cp15(1, 0, 1)));
            break;
        case 2:
        case 3:
            put(mov_code(value));
            put(add(value, any(40), 6));
            operate_on_code(cp15(9, 1, 0));
            break;
        default:
            put(mov(value, any(3) == 0 ? 1 : 0));
            put(mcr(value, cp15(9, 2, 0)));
            break;
        }
    }

    const known_core& m_core;
    judge::random_words m_random;
    std::vector<word> m_words;
    std::optional<judge::random_pages> m_pages;
};

// --- the judge's eyes ----------------------------------------------------------------------------

/// Executes what a trace shows, as far as addresses go.
class reader {
public:
    /// \param pages of the program; nullptr: it leaves the MMU off
    reader(const known_core& core, const std::string& icache, const std::string& dcache,
           const judge::random_pages* pages)
        : m_core(core), m_pages(pages), m_is_code_of_core(is_of_core(icache)),
          m_is_data_of_core(is_of_core(dcache)), m_machine(machine(icache, dcache)) {}

    void execute(std::uint32_t pc, word w) {
        const judge::random_pages::page in = page_of(pc);
        m_machine.fetch(pc, pc, in.bits, in.kind);
        const unsigned destination = w >> 12U & 15U;
        if ((w & 0xFFEF'0000U) == 0xE3A0'0000U) {
            m_registers[destination] = immediate(w);
        } else if ((w & 0xFFE0'0000U) == 0xE280'0000U) {
            m_registers[destination] = m_registers[w >> 16U & 15U] + immediate(w);
        } else if (w == set_rr || w == clear_rr) {
            m_is_round_robin = w == set_rr;
        } else if (w == set_mmu) {
            m_sets_mmu = true;
        } else if ((w & 0xFD70'F000U) == 0xF550'F000U) {
            const judge::address at = m_registers[w >> 16U & 15U] + (w & 0xFFFU);
            const bool counts_miss = m_core.is_arm11 || m_core.is_xscale; // Cortex-R5: M22
            const judge::random_pages::page page = page_of(at);
            m_machine.preload(at, at, page.bits, page.kind, counts_miss);
        } else if ((w & 0xFE00'0000U) == 0xE400'0000U) {
            const bool is_byte = (w >> 22U & 1U) != 0;
            access(m_registers[w >> 16U & 15U] + (w & 0xFFFU), is_byte ? 1 : 4, w);
        } else if ((w & 0xFE00'0000U) == 0xE800'0000U) {
            const auto items = static_cast<unsigned>(__builtin_popcount(w & 0xFFFFU));
            access(m_registers[w >> 16U & 15U], 4 * items, w);
        } else if (is_mcr(w)) {
            write(w & 0x000F'00EFU, m_registers[destination]);
        }
    }
    const judge::counted& counts() const { return m_machine.counts; }

private:
    static word immediate(word w) {
        const unsigned by = (w >> 8U & 15U) * 2;
        const word n = w & 0xFFU;
        return by == 0 ? n : n >> by | n << (32 - by);
    }
    static std::vector<std::string> parts_of(const std::string& cache) {
        std::vector<std::string> all;
        std::istringstream text(cache);
        for (std::string part; std::getline(text, part, ':');) {
            all.push_back(part);
        }
        return all;
    }
    static unsigned number(const std::string& text) {
        const auto n = static_cast<unsigned>(std::stoul(text));
        return text.back() == 'K' ? n * 1024 : n;
    }
    static bool is_of_core(const std::string& cache) {
        const auto parts = parts_of(cache);
        return parts.size() == 3 || parts[3] == "core";
    }

    judge::machine machine(const std::string& icache, const std::string& dcache) const {
        const auto bits = [](const std::string& cache) {
            return static_cast<unsigned>(__builtin_ctz(number(parts_of(cache)[2])));
        };
        const auto store = [this](const std::string& cache) {
            const auto parts = parts_of(cache);
            const unsigned sets = number(parts[0]) / number(parts[1]) / number(parts[2]);
            judge::policy p = m_core.is_xscale ? judge::policy::round_robin : judge::policy::random;
            if (!is_of_core(cache)) {
                p = parts[3] == "lru"           ? judge::policy::lru
                    : parts[3] == "round-robin" ? judge::policy::round_robin
                                                : judge::policy::random;
            }
            return judge::store(sets, number(parts[1]), p, m_core.is_xscale);
        };
        const judge::store tlb(1, m_core.is_xscale ? 32 : 10, judge::policy::round_robin,
                               m_core.is_xscale);
        return {store(icache),
                store(dcache),
                bits(icache),
                bits(dcache),
                tlb,
                tlb,
                m_core.is_arm11 || m_core.is_xscale,
                m_core.is_arm11,
                m_core.is_xscale};
    }

    void access(judge::address at, unsigned bytes, word w) {
        const bool is_store = (w >> 20U & 1U) == 0;
        const unsigned in_page = std::min(bytes, 4096 - at % 4096);
        const judge::random_pages::page page = page_of(at);
        m_machine.access(at, at, in_page, is_store, page.bits, page.kind);
        if (in_page != bytes) {
            m_machine.access(at + in_page, at + in_page, bytes - in_page, is_store, page.bits,
                             page.kind);
        }
    }
    judge::random_pages::page page_of(judge::address a) const {
        return m_is_mmu_on ? m_pages->at(a) : judge::random_pages::page{a, 12, m_kind};
    }
    void write(word where, word data) {
        const auto is = [&](word n, word m, word opcode) { return where == cp15(n, m, opcode); };
        if (is(1, 0, 0)) {
            if (m_sets_mmu && !m_is_mmu_on) { // what TLBs kept was of no table
                for (judge::store* tlb : {&m_machine.itlb, &m_machine.dtlb, &m_machine.main_tlb}) {
                    tlb->drop_all();
                }
            }
            m_is_mmu_on = m_sets_mmu;
            const auto policy =
                m_is_round_robin ? judge::policy::round_robin : judge::policy::random;
            for (const auto& [cache, is_of_core] : {std::pair(&m_machine.icache, m_is_code_of_core),
                                                    {&m_machine.dcache, m_is_data_of_core}}) {
                cache->how = m_core.is_arm11 && is_of_core ? policy : cache->how;
            }
        } else if (is(1, 0, 1)) {
            m_machine.set_mini_policy(data);
        } else if (is(7, 5, 0)) {
            m_machine.icache.drop_all();
        } else if (is(7, 6, 0)) {
            m_machine.dcache.drop_all();
            m_machine.mini.drop_all();
        } else if (is(7, 6, 1)) {
            m_machine.maintain(data, false, true);
        } else if (is(7, 10, 1)) {
            m_machine.maintain(data, true, false);
        } else if (is(7, 14, 1)) {
            m_machine.maintain(data, true, true);
        } else if (is(7, 2, 5)) {
            if (m_machine.dcache.use(data) == nullptr) {
                m_machine.fill(data, false);
            }
        } else if (is(9, 0, 0)) {
            m_machine.dcache.lock_ways(data);
        } else if (is(9, 0, 1)) {
            m_machine.icache.lock_ways(data);
        } else if (is(9, 1, 0)) {
            m_machine.icache.lock(data, m_machine.icache_bits);
        } else if (is(9, 1, 1)) {
            m_machine.icache.lines_locked.clear();
        } else if (is(9, 2, 0)) {
            m_machine.locks_fills = (data & 1U) != 0;
        } else if (is(9, 2, 1)) {
            m_machine.dcache.lines_locked.clear();
        }
    }

    const known_core& m_core;
    const judge::random_pages* const m_pages;
    const bool m_is_code_of_core;
    const bool m_is_data_of_core;
    /// With the MMU off: the ARM11 allocates no line for a store, the others do.
    const judge::kind m_kind =
        m_core.is_arm11 ? judge::kind::read_allocate : judge::kind::write_allocate;
    judge::machine m_machine;
    std::map<unsigned, word> m_registers;
    bool m_is_round_robin = false;
    bool m_sets_mmu = false;
    bool m_is_mmu_on = false;
};

/// What a line of a trace says, by its name.
std::map<std::string, std::uint64_t> counts_in(std::istringstream& rest) {
    std::map<std::string, std::uint64_t> all;
    for (std::string item; rest >> item;) {
        const std::size_t at = item.find('=');
        all[item.substr(0, at)] = at != std::string::npos ? std::stoull(item.substr(at + 1)) : 1;
    }
    return all;
}

class cache_trace : public testing::TestWithParam<std::string> {};

TEST_P(cache_trace, is_what_the_judge_says) {
    const known_core core(GetParam());
    const sc_test::temporary_folder folder;
    std::map<std::string, std::uint64_t> seen;
    for (unsigned seed = 1; seed <= programs && !HasFailure(); ++seed) {
        random_code program(core, seed);
        const std::string icache = program.caches();
        const std::string dcache = program.caches();
        SCOPED_TRACE(testing::Message()
                     << "program " << seed << ", --icache " << icache << " --dcache " << dcache);
        folder.write("program.elf", program.elf());
        const pmu_run_result run = run_pmu_run(
            {"run", core.name, folder.path("program.elf"), "--icache", icache, "--dcache", dcache,
             "--trace", folder.path("trace"), "--mode", seed % 8 == 0 ? "exact" : "fast"});
        ASSERT_EQ(run.exit_code, 0) << run;
        reader all(core, icache, dcache, program.pages());
        std::istringstream trace(folder.read("trace"));
        unsigned lines = 0;
        for (std::string line; std::getline(trace, line) && !HasFailure(); ++lines) {
            std::istringstream text(line);
            std::uint64_t time = 0;
            std::string pc;
            std::string encoding;
            text >> time >> pc >> encoding;
            const judge::counted before = all.counts();
            all.execute(static_cast<std::uint32_t>(std::stoul(pc, nullptr, 16)),
                        static_cast<word>(std::stoul(encoding, nullptr, 16)));
            const judge::counted& now = all.counts();
            auto said = counts_in(text);
            const auto expect = [&](const char* name, std::uint64_t judge::counted::*count) {
                EXPECT_EQ(said[name], now.*count - before.*count) << name << ", " << line;
                seen[name] += said[name];
            };
            expect("icache_miss", &judge::counted::icache_misses);
            expect("dcache_miss", &judge::counted::dcache_misses);
            expect("dcache_half_line", &judge::counted::half_lines);
            expect("itlb_miss", &judge::counted::itlb_misses);
            expect("dtlb_miss", &judge::counted::dtlb_misses);
            expect("main_tlb_miss", &judge::counted::main_tlb_misses);
        }
        EXPECT_GT(lines, 100U);
    }
    const bool has_tlbs = core.is_arm11 || core.is_xscale;
    for (const auto& [name, count] : seen) {
        const bool is_here = name == "main_tlb_miss"                      ? core.is_arm11
                             : name == "itlb_miss" || name == "dtlb_miss" ? has_tlbs
                                                                          : true;
        EXPECT_EQ(count != 0, is_here) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(cores, cache_trace, testing::ValuesIn(sc_test::cpu_names),
                         [](const testing::TestParamInfo<std::string>& core) {
                             return core.param;
                         });

} // namespace
} // namespace iss_test::trace_judge_test
