// SPDX-License-Identifier: Apache-2.0
// The caches and translation buffers: what each access hits, misses, writes back and stalls.
#include <generated/cpu_types.h>
#include <iss/meter/memory_model.h>
#include <iss/meter_text.h>
#include <iss/page_registers.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace platform::iss::memory_model_test {
namespace {

constexpr std::uint32_t page = 4096;
constexpr tlb_geometry no_tlb{};

// Different numbers, so that a wrong one shows.
timing_model times() {
    timing_model t;
    t.cache_miss = 20;
    t.tlb_refill = 3;
    t.table_walk = 31;
    return t;
}

/// No core that there is, but what most of them do: stores allocate, and nothing counts that they
/// stall.
core_model test_core(const tlb_geometry& tlb = no_tlb) {
    core_model core{};
    core.timing = times();
    core.tlb = tlb;
    return core;
}

/// A core with the rules of one that there is, but without translation.
core_model core_like(cpu_type type) {
    core_model core = core_model_of(type);
    core.timing = times();
    core.tlb = no_tlb;
    return core;
}

/// Its caches are on.
class memory_bench {
public:
    explicit memory_bench(const cache_geometry& caches, const core_model& core = test_core())
        : memory_bench(caches, caches, core) {}
    memory_bench(const cache_geometry& instruction, const cache_geometry& data,
                 const core_model& core)
        : m_core(core), model(m_core, {instruction, data}, m_budget) {
        model.turn(true, true);
    }
    memory_bench(const cache_geometry& caches, const tlb_geometry& tlb)
        : memory_bench(caches, test_core(tlb)) {}
    memory_bench(const memory_bench&) = delete;
    memory_bench& operator=(const memory_bench&) = delete;

    /// What an instruction's fetch counts.
    std::string fetch(std::uint32_t pc, std::uint32_t bytes = 4) {
        return fetch_block(pc, pc + bytes, bytes);
    }
    /// What instructions fetch that follow one another, the first one of `bytes` bytes.
    std::string fetch_block(std::uint32_t pc, std::uint32_t end, std::uint32_t bytes = 4) {
        activity_counts counts;
        model.translate_fetch(pc, counts);
        model.fetch(pc, bytes, end, counts);
        return text_of(counts);
    }

    /// What one item counts, loaded or stored by an instruction of its own.
    activity_counts item(std::uint32_t address, std::uint32_t bytes, bool is_write,
                         bool is_device = false) {
        activity_counts counts;
        model.begin_instruction();
        model.access(address, bytes, is_write, is_device, counts);
        return counts;
    }
    std::string load(std::uint32_t address, std::uint32_t bytes = 4) {
        return text_of(item(address, bytes, false));
    }
    std::string store(std::uint32_t address, std::uint32_t bytes = 4) {
        return text_of(item(address, bytes, true));
    }
    /// What an instruction counts that loads or stores words one after the other.
    std::string words(std::uint32_t address, unsigned n, bool is_write, bool is_device = false) {
        activity_counts counts;
        model.begin_instruction();
        for (unsigned k = 0; k < n; ++k) {
            model.access(address + 4 * k, 4, is_write, is_device, counts);
        }
        return text_of(counts);
    }
    std::string preload(std::uint32_t address, bool is_device = false) {
        activity_counts counts;
        model.preload(address, is_device, counts);
        return text_of(counts);
    }
    std::string operate(memory_operation operation, std::uint32_t value = 0) {
        activity_counts counts;
        model.operate(operation, value, counts);
        return text_of(counts);
    }
    bool hits(std::uint32_t address) {
        return item(address, 4, false)[activity::activity_kind::dcache_miss] == 0;
    }

private:
    const core_model m_core;
    std::int64_t m_budget = 0;

public:
    memory_model model;
};

const std::string load_hit = "dcache_access dcache_access_any dcache_transfer";
const std::string store_hit = load_hit;
const std::string refill = " dcache_miss external_data_access external_request bus_read "
                           "bus_read_normal cycle=20";
const std::string load_miss = "data_dependency_stall=20 " + load_hit + refill;
const std::string store_miss = store_hit + refill;
const std::string written_back = " dcache_line external_request bus_write bus_write_normal";
/// Half of a line goes out for it.
const std::string load_miss_write_back =
    "data_dependency_stall=20 " + load_hit +
    " dcache_miss dcache_half_line dcache_line external_data_access external_request=2 bus_read "
    "bus_read_normal bus_write bus_write_normal cycle=20";
const std::string store_miss_write_back = load_miss_write_back.substr(25);
const std::string fetch_hit = "icache_access";
const std::string fetch_miss = "icache_access icache_miss ibuf_stall=20 external_request bus_read "
                               "bus_read_normal cycle=20";
const std::string uncached = "dcache_access_any external_data_access external_request "
                             "noncachable_access ";

// --- geometry ------------------------------------------------------------------------------------

std::string refusal(const cache_geometry& caches) {
    try {
        const core_model core = test_core();
        std::int64_t budget = 0;
        const memory_model model(core, caches, budget);
        return "none";
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
}

TEST(memory_model, takes_the_smallest_and_the_largest_of_each) {
    for (const cache_geometry& g :
         {cache_geometry{16, 1, 16}, cache_geometry{256, 1, 256}, cache_geometry{64, 4, 16},
          cache_geometry{4096, 1, 32}, cache_geometry{4096, 128, 32}, cache_geometry{1024, 4, 256},
          cache_geometry{1U << 20U, 8, 32}}) {
        EXPECT_EQ(refusal(g), "none") << g.bytes << ":" << g.ways << ":" << g.line;
    }
}

TEST(memory_model, refuses_what_makes_no_cache) {
    const std::string size = "expected a size that is a power of two, got ";
    const std::string ways = "expected a number of ways that is a power of two, got ";
    const std::string line = "expected a line of 16, 32, 64, 128 or 256 bytes, got ";
    const std::string set = "expected a size of one line in each way at least, got ";
    const std::vector<std::pair<cache_geometry, std::string>> wrong = {
        {{4095, 4, 32}, size + "4095 bytes"},
        {{4097, 4, 32}, size + "4097 bytes"},
        {{3 << 10, 4, 32}, size + "3072 bytes"},
        {{4096, 0, 32}, ways + "0"},
        {{4096, 3, 32}, ways + "3"},
        {{4096, 4, 0}, line + "0"},
        {{4096, 4, 8}, line + "8"},
        {{4096, 4, 15}, line + "15"},
        {{4096, 4, 48}, line + "48"},
        {{4096, 4, 512}, line + "512"},
        {{64, 8, 16}, set + "64 bytes"},
        {{16, 1, 32}, set + "16 bytes"},
        {{4096, 0x80000000, 32}, set + "4096 bytes"},
    };
    for (const auto& [geometry, message] : wrong) {
        EXPECT_EQ(refusal(geometry), message);
    }
}

// --- fetches -------------------------------------------------------------------------------------

TEST(memory_model, fetches_eight_bytes_at_a_time) {
    memory_bench m({4096, 4, 32});
    EXPECT_EQ(m.fetch(0x8000), fetch_miss);
    EXPECT_EQ(m.fetch(0x8004), "nothing");
    EXPECT_EQ(m.fetch(0x8008), fetch_hit);
    EXPECT_EQ(m.fetch(0x800C, 2), "nothing");
    EXPECT_EQ(m.fetch(0x800E, 2), "nothing");
    EXPECT_EQ(m.fetch(0x8010, 2), fetch_hit);
    EXPECT_EQ(m.fetch(0x8008), fetch_hit) << "a jump back fetches again";
}

TEST(memory_model, fetches_twice_for_an_instruction_in_two_granules) {
    memory_bench m({4096, 4, 32});
    m.fetch(0x8000);
    EXPECT_EQ(m.fetch(0x8006), fetch_hit) << "its first half is there already";
    m.fetch(0x8000);
    m.fetch(0x8010);
    EXPECT_EQ(m.fetch(0x8006), "icache_access=2 cycle");
}

// As SCTLR.C and I are after reset.
TEST(memory_model, caches_are_off_until_they_are_turned_on) {
    const core_model core = test_core();
    const cache_geometry caches{4096, 4, 32};
    std::int64_t budget = 0;
    memory_model model(core, {caches, caches}, budget);
    activity_counts counts;
    model.translate_fetch(0x8000, counts);
    model.fetch(0x8000, 4, 0x8004, counts);
    model.begin_instruction();
    model.access(0x8000, 4, false, false, counts);
    EXPECT_EQ(counts[activity::activity_kind::icache_access], 0U);
    EXPECT_EQ(counts[activity::activity_kind::dcache_access], 0U);
    EXPECT_EQ(counts[activity::activity_kind::noncachable_access], 1U);
}

// The short way is for what is in the cache, and in the page that was looked up.
TEST(memory_model, what_is_not_cached_is_not_fetched_in_the_short_way) {
    memory_bench m({4096, 4, 32});
    m.fetch_block(0x8FE0, 0x9010);
    const auto is_present = [&m](std::uint32_t pc, std::uint32_t end) {
        activity_counts counts;
        m.model.restart_fetch();
        m.model.translate_fetch(pc, counts);
        counts.clear();
        const bool is_it = m.model.fetch_present(pc, 4, end, pc, counts);
        EXPECT_EQ(counts.empty(), !is_it);
        return is_it;
    };
    EXPECT_TRUE(is_present(0x8FE0, 0x8FF0));
    EXPECT_TRUE(is_present(0x9000, 0x9010));
    EXPECT_FALSE(is_present(0x8FF8, 0x9004)) << "it reaches into the next page";
    m.model.turn(true, false);
    EXPECT_FALSE(is_present(0x8FE0, 0x8FF0));
    m.model.turn(true, true);
    EXPECT_TRUE(is_present(0x8FE0, 0x8FF0));
}

// At this address pc / 4096 is next_pc * 4096.
TEST(memory_model, what_goes_on_in_another_page_is_not_fetched_in_the_short_way) {
    constexpr std::uint32_t pc = 0x0400'0000;
    memory_bench m({4096, 4, 32});
    m.fetch_block(pc, pc + 4);
    activity_counts counts;
    EXPECT_FALSE(m.model.fetch_present(pc, 4, pc + 4, 4, counts));
}

// At this address (end - 1) * 8 is pc / 8.
TEST(memory_model, fetches_all_of_a_block_wherever_it_lies) {
    memory_bench m({4096, 4, 32});
    constexpr std::uint32_t pc = 0xE38E'38C4;
    m.fetch_block(pc, pc + 32);
    m.fetch(pc);
    EXPECT_EQ(m.fetch_block(pc, pc + 32), "icache_access=4") << "after the one that has its begin";
}

TEST(memory_model, an_instruction_in_two_lines_misses_twice) {
    memory_bench m({4096, 4, 32});
    EXPECT_EQ(m.fetch(0x801E), "icache_access=2 icache_miss=2 ibuf_stall=40 external_request=2 "
                               "bus_read=2 bus_read_normal=2 cycle=41");
    EXPECT_EQ(m.fetch(0x8000), fetch_hit);
    EXPECT_EQ(m.fetch(0x8020), fetch_hit);
}

TEST(memory_model, the_last_instruction_of_the_address_space) {
    memory_bench m({4096, 4, 32});
    EXPECT_EQ(m.fetch(0xFFFF'FFFC), fetch_miss);
    EXPECT_EQ(m.load(0xFFFF'FFFC), load_miss);
    EXPECT_EQ(m.load(0xFFFF'FFFF, 1), load_hit);
}

TEST(memory_model, fetches_a_block) {
    memory_bench m({4096, 4, 32}, {2, 3, 0, 0});
    EXPECT_EQ(m.fetch_block(0x8000, 0x8004),
              "icache_access icache_miss ibuf_stall=51 itlb_miss external_request bus_read "
              "bus_read_normal cycle=51");
    EXPECT_EQ(m.fetch_block(0x8004, 0x8008), "nothing");
    EXPECT_EQ(m.fetch_block(0x8008, 0x8020), "icache_access=3");
    EXPECT_EQ(m.fetch_block(0x8020, 0x8074),
              "icache_access=11 icache_miss=3 ibuf_stall=60 external_request=3 bus_read=3 "
              "bus_read_normal=3 cycle=60");
    m.model.restart_fetch();
    EXPECT_EQ(m.fetch_block(0x8000, 0x8080), "icache_access=16") << "all lines are there";
    EXPECT_EQ(m.fetch_block(0x8FF8, 0x9004),
              "icache_access=2 icache_miss=2 ibuf_stall=71 itlb_miss external_request=2 bus_read=2 "
              "bus_read_normal=2 cycle=71")
        << "the line of the next page is looked up there";
}

// README, Caches: a fetch is of eight bytes, and misses where its line is not there.
TEST(memory_model, fetches_what_is_before_the_last_fetch) {
    memory_bench m({4096, 4, 32});
    m.fetch_block(0x8080, 0x8088);
    m.model.branch();
    EXPECT_EQ(m.fetch_block(0x807C, 0x8088),
              "icache_access=2 icache_miss ibuf_stall=20 external_request bus_read bus_read_normal "
              "cycle=20");
    m.model.branch();
    EXPECT_EQ(m.fetch_block(0x807C, 0x8088), "icache_access=2");
}

// A branch, and what drops what was fetched ahead.
TEST(memory_model, fetches_anew_after_a_restart) {
    memory_bench m({4096, 4, 32});
    m.fetch(0x8000);
    EXPECT_EQ(m.fetch(0x8004), "nothing");
    m.model.restart_fetch();
    EXPECT_EQ(m.fetch(0x8004), fetch_hit);
    m.operate(memory_operation::flush_prefetch);
    EXPECT_EQ(m.fetch(0x8004), fetch_hit);
}

// However long the blocks are that an engine tells.
TEST(memory_model, a_block_fetches_what_its_instructions_do) {
    std::mt19937 random(1);
    const auto below = [&random](std::uint32_t n) {
        return static_cast<std::uint32_t>(random() % n);
    };
    memory_bench whole({1024, 2, 16}, {4, 4, 4, 2});
    memory_bench single({1024, 2, 16}, {4, 4, 4, 2});
    activity_counts of_whole;
    activity_counts of_single;
    std::uint32_t pc = 0x8000;
    for (int n = 0; n < 5000; ++n) {
        switch (below(3)) {
        case 0: // a barrier, and a branch
            pc = 0x8000 + 2 * below(0x4000);
            whole.model.restart_fetch();
            single.model.restart_fetch();
            break;
        case 1: // a loop
            pc -= 2 * below(24);
            whole.model.branch();
            single.model.branch();
            break;
        default: break; // it goes on
        }
        std::uint32_t end = pc;
        std::uint32_t first = 0;
        single.model.translate_fetch(pc, of_single);
        for (std::uint32_t left = 1 + below(60); left != 0; --left) {
            const std::uint32_t bytes = 2 + 2 * below(2);
            first = first != 0 ? first : bytes;
            single.model.fetch(end, bytes, end + bytes, of_single);
            end += bytes;
        }
        whole.model.translate_fetch(pc, of_whole);
        whole.model.fetch(pc, first, end, of_whole);
        ASSERT_EQ(text_of(of_whole), text_of(of_single)) << n;
        pc = end;
    }
}

// --- sets, ways, replacement ---------------------------------------------------------------------

TEST(memory_model, a_line_is_what_is_refilled) {
    for (const std::uint32_t line : {16U, 32U, 64U, 128U, 256U}) {
        memory_bench m({4096, 4, line});
        EXPECT_EQ(m.load(0x1000), load_miss);
        EXPECT_EQ(m.load(0x1000 + line - 4), load_hit) << line;
        EXPECT_EQ(m.load(0x1000 + line), load_miss) << line;
        EXPECT_EQ(m.load(0x1000 - 4), load_miss) << line;
    }
}

// Lines of one set lie bytes / ways apart.
TEST(memory_model, a_set_holds_as_many_lines_as_there_are_ways) {
    for (const std::uint32_t ways : {1U, 2U, 4U, 8U, 128U}) {
        const std::uint32_t apart = 4096 / ways;
        memory_bench m({4096, ways, 32});
        for (std::uint32_t n = 0; n < ways; ++n) {
            EXPECT_EQ(m.load(n * apart), load_miss);
        }
        for (std::uint32_t n = 0; n < ways; ++n) {
            EXPECT_EQ(m.load(n * apart), load_hit) << n << " of " << ways;
        }
        EXPECT_EQ(m.load(ways * apart), load_miss);
        EXPECT_FALSE(m.hits(0)) << "the oldest had to go, of " << ways;
    }
}

TEST(memory_model, sets_do_not_disturb_each_other) {
    memory_bench m({4096, 2, 32}); // 64 sets
    for (std::uint32_t line = 0; line < 128; ++line) {
        EXPECT_EQ(m.load(line * 32), load_miss);
    }
    for (std::uint32_t line = 0; line < 128; ++line) {
        EXPECT_EQ(m.load(line * 32), load_hit) << line;
    }
    m.load(4096 + 5 * 32);
    for (std::uint32_t line = 0; line < 128; ++line) {
        if (line % 64 != 5) {
            EXPECT_EQ(m.load(line * 32), load_hit) << line;
        }
    }
    EXPECT_EQ(m.load(5 * 32), load_miss);
}

TEST(memory_model, replaces_the_least_recently_used) {
    memory_bench m({128, 4, 32}); // one set
    for (const std::uint32_t line : {0U, 1U, 2U, 3U}) {
        m.load(line * 32);
    }
    m.load(0);
    m.store(2 * 32);
    m.load(4 * 32); // in place of 1
    EXPECT_TRUE(m.hits(0));
    EXPECT_TRUE(m.hits(2 * 32));
    EXPECT_TRUE(m.hits(3 * 32));
    EXPECT_TRUE(m.hits(4 * 32));
    EXPECT_FALSE(m.hits(1 * 32)); // in place of 0
    EXPECT_FALSE(m.hits(0));
}

/// Which of the lines 0 to n have stayed, as digits.
std::string lines_there(memory_bench& m, std::uint32_t n) {
    // Cleaning a line by its address tells whether it is there, if it is dirty, and changes no
    // order.
    std::string all;
    for (std::uint32_t line = 0; line <= n; ++line) {
        all += m.operate(memory_operation::clean_dcache_line, line * 32) != "nothing"
                   ? std::to_string(line)
                   : "";
    }
    return all;
}

/// Which of them the core has after the lines 4, 5 ... to `last` were stored to in turn.
std::string after_stores(memory_bench& m, std::uint32_t last) {
    for (std::uint32_t line = 0; line <= last; ++line) {
        m.load(line * 32);
        m.store(line * 32);
    }
    return lines_there(m, last);
}

constexpr cache_geometry one_set{128, 4, 32};

cache_geometry one_set_by(cache_policy policy) {
    return {128, 4, 32, policy};
}

// timing.md, Replacement. Pseudo-random ways: 0xE270, 0x7138, 0x389C, 0x1C4E, 0x0E27 modulo 4 are
// 0, 0, 0, 2, 3: line 4 replaces 0, 5 replaces 4, 6 replaces 5, 7 replaces 2, 8 replaces 3.
TEST(memory_model, replaces_as_the_core_does) {
    for (const cpu_type type : iss_test::all_cpus) {
        const core_model& core = core_model_of(type);
        memory_bench m(one_set, core_like(type));
        if (core.replacement.policy == activity::replacement::random) {
            EXPECT_EQ(after_stores(m, 8), "1678") << core.name;
            continue;
        }
        EXPECT_EQ(after_stores(m, 8), "5678") << core.name;
        m.operate(memory_operation::invalidate_dcache_way, 3U << 30U);
        EXPECT_FALSE(m.hits(8 * 32)) << "it was where the first one was, in the last way";
    }
}

TEST(memory_model, replaces_by_the_policy_that_is_asked_for) {
    for (const cpu_type type : iss_test::all_cpus) {
        memory_bench lru(one_set_by(cache_policy::lru), core_like(type));
        after_stores(lru, 3);
        lru.load(0);
        lru.load(4 * 32);
        EXPECT_TRUE(lru.hits(0));
        EXPECT_FALSE(lru.hits(1 * 32));
        memory_bench turns(one_set_by(cache_policy::round_robin), core_like(type));
        after_stores(turns, 3);
        turns.load(0);
        turns.load(4 * 32);
        EXPECT_FALSE(turns.hits(0));
        memory_bench random(one_set_by(cache_policy::random), core_like(type));
        EXPECT_EQ(after_stores(random, 8), "1678");
    }
}

// DDI 0211 and DDI 0301: SCTLR.RR.
TEST(memory_model, the_arm11_is_told_to_go_round) {
    memory_bench m(one_set, core_like(cpu_type::arm1136));
    m.model.set_round_robin(true);
    EXPECT_EQ(after_stores(m, 5), "2345");
    m.model.set_round_robin(false);
    EXPECT_EQ(m.load(6 * 32), load_miss) << "way 0 has 4, which is clean now";
    EXPECT_FALSE(m.hits(4 * 32));
    memory_bench other(one_set_by(cache_policy::random), core_like(cpu_type::arm1136));
    other.model.set_round_robin(true);
    EXPECT_EQ(after_stores(other, 8), "1678") << "that policy was asked for";
    memory_bench r5(one_set, core_like(cpu_type::cortex_r5));
    r5.model.set_round_robin(true);
    EXPECT_EQ(after_stores(r5, 8), "1678");
}

TEST(memory_model, fetches_replace_as_the_core_does) {
    memory_bench m(one_set, core_like(cpu_type::arm1136));
    for (std::uint32_t line = 0; line < 5; ++line) {
        EXPECT_EQ(m.fetch(line * 32), fetch_miss);
    }
    EXPECT_EQ(m.fetch(1 * 32), fetch_hit);
    EXPECT_EQ(m.fetch(0), fetch_miss) << "way 0 was the first number";
}

TEST(memory_model, caches_may_differ) {
    memory_bench m({512, 1, 16}, {64, 1, 64}, test_core());
    EXPECT_EQ(m.fetch(0x1000), fetch_miss);
    EXPECT_EQ(m.fetch(0x1010), fetch_miss);
    EXPECT_EQ(m.load(0x1000), load_miss);
    EXPECT_EQ(m.load(0x103C), load_hit);
    EXPECT_EQ(m.load(0x1040), load_miss);
    m.model.restart_fetch();
    EXPECT_EQ(m.fetch(0x1000), fetch_hit);
    activity_counts counts;
    m.model.operate_range(memory_operation::invalidate_icache_line, 0x1000, 0x1010, counts);
    EXPECT_EQ(m.fetch(0x1010), fetch_miss) << "lines are those of the cache in question";
    EXPECT_EQ(m.fetch(0x1000), fetch_miss);
}

// --- lock-down -----------------------------------------------------------------------------------

// ARM1136: c9, c0. A 1 for each way that is not filled.
TEST(memory_model, ways_of_the_arm11_are_locked) {
    memory_bench m(one_set, core_like(cpu_type::arm1136));
    after_stores(m, 3);
    EXPECT_EQ(m.operate(memory_operation::lock_dcache_ways, 0xFFFF'FFF7), "nothing");
    m.load(4 * 32);
    m.load(5 * 32);
    EXPECT_TRUE(m.hits(0) && m.hits(1 * 32) && m.hits(2 * 32)) << "in ways 0 to 2";
    EXPECT_FALSE(m.hits(4 * 32));
    for (std::uint32_t line = 0; line < 4; ++line) {
        m.fetch(line * 32);
    }
    m.operate(memory_operation::lock_icache_ways, 0xFFFF'FFFE);
    m.fetch(4 * 32);
    m.fetch(5 * 32);
    EXPECT_EQ(m.fetch(1 * 32), fetch_hit);
    EXPECT_EQ(m.fetch(3 * 32), fetch_hit);
    EXPECT_EQ(m.fetch(4 * 32), fetch_miss);
}

// Intel 273473, 4.3.4 and 7.2.10.
TEST(memory_model, lines_of_the_xscale_are_locked) {
    memory_bench m({256, 8, 32}, core_like(cpu_type::xscale)); // one set
    EXPECT_EQ(m.operate(memory_operation::lock_icache_line, 0x1000),
              "external_request bus_read bus_read_normal");
    EXPECT_EQ(m.operate(memory_operation::lock_icache_line, 0x1000), "nothing") << "it is locked";
    for (std::uint32_t line = 1; line < 20; ++line) {
        m.fetch(line * 32);
    }
    m.operate(memory_operation::invalidate_icache);
    EXPECT_EQ(m.fetch(0x1000), fetch_hit);
    m.operate(memory_operation::unlock_icache);
    m.operate(memory_operation::invalidate_icache);
    m.model.restart_fetch();
    EXPECT_EQ(m.fetch(0x1000), fetch_miss);
    m.operate(memory_operation::lock_dcache_fills, 1);
    m.load(0x1000);
    m.preload(0x1020);
    m.operate(memory_operation::allocate_line, 0x1040);
    m.operate(memory_operation::lock_dcache_fills, 0);
    for (std::uint32_t line = 0; line < 20; ++line) {
        m.load(line * 32);
    }
    m.operate(memory_operation::invalidate_dcache);
    EXPECT_TRUE(m.hits(0x1000) && m.hits(0x1020) && m.hits(0x1040));
    m.operate(memory_operation::unlock_dcache);
    m.operate(memory_operation::invalidate_dcache);
    EXPECT_FALSE(m.hits(0x1000));
}

// -------------------------------------------------------------------------------------------------

TEST(memory_model, instructions_and_data_have_caches_of_their_own) {
    memory_bench m({16, 1, 16});
    EXPECT_EQ(m.fetch(0), fetch_miss);
    EXPECT_EQ(m.load(0x100), load_miss);
    EXPECT_EQ(m.fetch(8), fetch_hit);
    EXPECT_EQ(m.fetch(0x100), fetch_miss);
    EXPECT_EQ(m.load(0x100), load_hit);
}

// --- stores --------------------------------------------------------------------------------------

TEST(memory_model, a_store_allocates_and_its_line_is_written_back) {
    memory_bench m({128, 4, 32});
    EXPECT_EQ(m.store(0), store_miss);
    EXPECT_EQ(m.store(4), store_hit);
    for (const std::uint32_t line : {1U, 2U, 3U}) {
        EXPECT_EQ(m.load(line * 32), load_miss);
    }
    EXPECT_EQ(m.load(4 * 32), load_miss_write_back) << "0 goes, dirty";
    EXPECT_EQ(m.load(0), load_miss) << "1 goes, clean";
    for (const std::uint32_t line : {5U, 6U, 7U, 8U}) {
        EXPECT_EQ(m.load(line * 32), load_miss) << "all are clean, 0 too";
    }
}

TEST(memory_model, a_line_stays_dirty_when_it_is_read) {
    memory_bench m({32, 1, 32});
    m.store(0);
    m.load(8);
    EXPECT_EQ(m.store(0x20), store_miss_write_back);
    EXPECT_EQ(m.load(0x40), load_miss_write_back);
    EXPECT_EQ(m.load(0x60), load_miss);
}

TEST(memory_model, only_the_line_that_is_stored_to_becomes_dirty) {
    memory_bench m({64, 2, 32}); // one set
    m.load(0);
    m.load(0x20);
    m.store(0);
    EXPECT_EQ(m.load(0x40), load_miss) << "0x20 goes, clean";
    EXPECT_EQ(m.load(0x60), load_miss_write_back) << "0 goes, dirty";
}

TEST(memory_model, a_store_across_two_lines_makes_both_dirty) {
    memory_bench m({64, 2, 32});
    EXPECT_EQ(m.store(0x1E, 4),
              "dcache_access=2 dcache_access_any=2 dcache_transfer=2 dcache_miss=2 "
              "external_data_access=2 external_request=2 bus_read=2 bus_read_normal=2 cycle=41");
    EXPECT_EQ(m.load(0x40), load_miss_write_back);
    EXPECT_EQ(m.load(0x60), load_miss_write_back);
    EXPECT_EQ(m.load(0x1E, 2), load_miss);
}

/// The quarters of a line, of 16 bytes, and the like that are written back after stores there.
std::uint64_t
parts_written_back(std::uint32_t line,
                   std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> stores) {
    memory_bench m({line, 1, line});
    m.load(0);
    for (const auto& [address, bytes] : stores) {
        m.store(address, bytes);
    }
    const activity_counts counts = m.item(line, 4, false);
    EXPECT_EQ(counts[activity::activity_kind::dcache_line], stores.size() != 0 ? 1U : 0U);
    return counts[activity::activity_kind::dcache_half_line];
}

// DDI 0211 and 273473: a dirty bit for each four words.
TEST(memory_model, writes_back_the_parts_that_were_written) {
    EXPECT_EQ(parts_written_back(32, {}), 0U);
    EXPECT_EQ(parts_written_back(32, {{0, 4}}), 1U);
    EXPECT_EQ(parts_written_back(32, {{12, 4}, {0, 1}}), 1U);
    EXPECT_EQ(parts_written_back(32, {{16, 4}}), 1U);
    EXPECT_EQ(parts_written_back(32, {{12, 4}, {16, 4}}), 2U);
    EXPECT_EQ(parts_written_back(32, {{14, 4}}), 2U) << "an item in both halves";
    EXPECT_EQ(parts_written_back(32, {{31, 1}}), 1U);
    EXPECT_EQ(parts_written_back(16, {{0, 4}, {12, 4}}), 1U);
    EXPECT_EQ(parts_written_back(64, {{0, 4}, {60, 4}, {32, 4}}), 3U);
    EXPECT_EQ(parts_written_back(256, {{0, 4}, {0xF0, 4}, {0x7F, 1}, {0x80, 2}}), 4U);
}

// DDI 0211: the ARM1136 allocates on reads only. What is not allocated goes past the cache, on a
// bus of 64 bits, and nobody waits: one write request for what an instruction stores in a block.
TEST(memory_model, a_store_of_the_arm1136_does_not_allocate) {
    memory_bench m({4096, 4, 32}, core_like(cpu_type::arm1136));
    const std::string past = store_hit + " dcache_miss external_data_access";
    const std::string written = " external_request bus_write bus_write_normal";
    EXPECT_EQ(m.store(0x100), past + written);
    EXPECT_EQ(m.store(0x100), past + written) << "it is not there";
    EXPECT_EQ(m.load(0x100), load_miss);
    EXPECT_EQ(m.store(0x100), store_hit);
    EXPECT_EQ(m.store(0x206, 4), past + "=2" + written) << "in two doublewords";
    EXPECT_EQ(m.words(0x300, 4, true), "dcache_access dcache_access_any dcache_transfer=4 "
                                       "dcache_miss external_data_access=4" +
                                           written);
}

TEST(memory_model, the_cycles_of_a_store_that_waits) {
    EXPECT_EQ(memory_bench({4096, 4, 32}, core_like(cpu_type::xscale)).store(0x100),
              "dcache_access dcache_access_any" + refill)
        << "no event is about them";
    EXPECT_EQ(memory_bench({4096, 4, 32}, core_like(cpu_type::cortex_r5)).store(0x100),
              store_hit + " dcache_miss external_data_access external_request lsu_full_stall=20 "
                          "bus_read bus_read_normal cycle=20");
}

// --- items of one instruction --------------------------------------------------------------------

TEST(memory_model, items_of_an_instruction_in_a_line_are_one_access) {
    memory_bench m({4096, 4, 32});
    m.load(0x100);
    EXPECT_EQ(m.words(0x108, 4, false), "dcache_access dcache_access_any dcache_transfer=4");
}

TEST(memory_model, items_of_an_instruction_in_two_lines_are_two_accesses) {
    memory_bench m({4096, 4, 32});
    EXPECT_EQ(m.words(0x118, 4, true),
              "dcache_access=2 dcache_access_any=2 dcache_transfer=4 dcache_miss=2 "
              "external_data_access=2 external_request=2 bus_read=2 bus_read_normal=2 cycle=40");
}

TEST(memory_model, an_item_in_two_lines_is_a_transfer_of_each) {
    memory_bench m({4096, 4, 32});
    m.words(0x118, 4, false);
    EXPECT_EQ(m.load(0x11E), "dcache_access=2 dcache_access_any=2 dcache_transfer=2 cycle");
}

TEST(memory_model, a_line_of_the_instruction_before_is_a_new_access) {
    memory_bench m({4096, 4, 32});
    m.load(0x100);
    EXPECT_EQ(m.load(0x104), load_hit);
}

// 273473: every item is a transfer, wherever it goes; the instruction counts them.
TEST(memory_model, transfers_of_the_xscale_are_not_the_memory_systems) {
    memory_bench m({4096, 4, 32}, core_like(cpu_type::xscale));
    m.load(0x100);
    EXPECT_EQ(m.words(0x100, 4, false), "dcache_access dcache_access_any");
}

// --- what is not cached --------------------------------------------------------------------------

// DDI 0460 with M6 of its events: one request for an instruction, direction and block of 32 bytes.
TEST(memory_model, requests_without_caches) {
    memory_bench m({}, core_like(cpu_type::cortex_r5));
    EXPECT_EQ(m.load(0x100), uncached + "bus_read bus_read_normal");
    EXPECT_EQ(m.store(0x100), uncached + "bus_write bus_write_normal");
    EXPECT_EQ(m.words(0x100, 8, false),
              "dcache_access_any external_data_access=8 external_request noncachable_access "
              "bus_read bus_read_normal");
    EXPECT_EQ(m.words(0x118, 4, true),
              "dcache_access_any=2 external_data_access=4 external_request=2 noncachable_access=2 "
              "bus_write=2 bus_write_normal=2");
    EXPECT_EQ(m.load(0x11E),
              "dcache_access_any=2 external_data_access=2 external_request=2 noncachable_access=2 "
              "bus_read=2 bus_read_normal=2");
}

// DDI 0211, event 0x10: an item, two where it needs two doublewords of the bus.
TEST(memory_model, external_accesses_without_caches) {
    memory_bench m({}, core_like(cpu_type::arm1136));
    const auto external = [&m](std::uint32_t address, std::uint32_t bytes) {
        return m.item(address, bytes, false)[activity::activity_kind::external_data_access];
    };
    EXPECT_EQ(external(0x101, 4), 1U);
    EXPECT_EQ(external(0x104, 4), 1U);
    EXPECT_EQ(external(0x105, 4), 2U);
    EXPECT_EQ(external(0x106, 4), 2U);
    EXPECT_EQ(external(0x107, 4), 2U);
    EXPECT_EQ(external(0x107, 2), 2U);
    EXPECT_EQ(external(0x106, 2), 1U);
    EXPECT_EQ(external(0x107, 1), 1U);
}

TEST(memory_model, devices_are_never_cached) {
    for (const cache_geometry& caches : {cache_geometry{}, cache_geometry{4096, 4, 32}}) {
        memory_bench m(caches, core_like(cpu_type::cortex_r5));
        for (int n = 0; n < 2; ++n) {
            EXPECT_EQ(text_of(m.item(0x100, 4, false, true)),
                      uncached + "bus_read bus_read_device");
            EXPECT_EQ(text_of(m.item(0x100, 4, true, true)),
                      uncached + "bus_write bus_write_device");
        }
        EXPECT_EQ(m.words(0x118, 4, true, true),
                  "dcache_access_any=2 external_data_access=4 external_request=2 "
                  "noncachable_access=2 bus_write=2 bus_write_device=2");
        EXPECT_EQ(m.preload(0x100, true), "nothing");
    }
}

/// Of the Cortex-R5 each fetch is a request, which has events.
std::vector<cpu_type> cpus_without_events_of_fetches() {
    std::vector<cpu_type> cpus;
    for (const cpu_type type : iss_test::core_cpus) {
        if (type != cpu_type::cortex_r5) {
            cpus.push_back(type);
        }
    }
    return cpus;
}

TEST(memory_model, fetches_of_code_that_is_not_cached) {
    memory_bench r5({}, core_like(cpu_type::cortex_r5));
    EXPECT_EQ(r5.fetch_block(0x8000, 0x8020),
              "external_request=4 noncachable_access=4 bus_read=4 bus_read_normal=4");
    EXPECT_EQ(r5.fetch_block(0x8020, 0x8024),
              "external_request noncachable_access bus_read bus_read_normal");
    EXPECT_EQ(r5.fetch(0x8024), "nothing");
    for (const cpu_type type : cpus_without_events_of_fetches()) {
        memory_bench m({}, core_like(type));
        EXPECT_EQ(m.fetch_block(0x8000, 0x8020), "nothing");
    }
}

// --- caches that are turned off ------------------------------------------------------------------

TEST(memory_model, a_data_cache_that_is_off_keeps_its_lines) {
    memory_bench m({4096, 4, 32}, core_like(cpu_type::cortex_r5));
    m.store(0x100);
    m.load(0x200);
    m.model.turn(false, true);
    EXPECT_FALSE(m.model.is_cached(memory_kind::write_back));
    EXPECT_EQ(m.load(0x100), uncached + "bus_read bus_read_normal");
    EXPECT_EQ(m.store(0x200), uncached + "bus_write bus_write_normal");
    EXPECT_EQ(m.load(0x11E), "dcache_access_any=2 external_data_access=2 external_request=2 "
                             "noncachable_access=2 bus_read=2 bus_read_normal=2")
        << "no wait states";
    EXPECT_EQ(m.preload(0x300), "nothing");
    EXPECT_EQ(m.operate(memory_operation::clean_dcache_line, 0x200), "nothing")
        << "nothing was stored there while it was on";
    EXPECT_EQ(m.operate(memory_operation::clean_dcache_line, 0x100),
              "dcache_half_line" + written_back);
    m.model.turn(true, true);
    EXPECT_TRUE(m.model.is_cached(memory_kind::write_back));
    EXPECT_FALSE(m.model.is_cached(memory_kind::strongly_ordered)) << "a device";
    EXPECT_EQ(m.load(0x100), load_hit);
    EXPECT_EQ(m.load(0x200), load_hit);
}

TEST(memory_model, an_instruction_cache_that_is_off_keeps_its_lines) {
    memory_bench r5({4096, 4, 32}, core_like(cpu_type::cortex_r5));
    r5.fetch(0x8000);
    r5.model.turn(true, false);
    EXPECT_EQ(r5.fetch_block(0x8008, 0x8020),
              "external_request=3 noncachable_access=3 bus_read=3 bus_read_normal=3");
    EXPECT_EQ(r5.fetch(0x8100), "external_request noncachable_access bus_read bus_read_normal");
    r5.model.turn(true, true);
    EXPECT_EQ(r5.fetch(0x8008), fetch_hit);
    EXPECT_EQ(r5.fetch(0x8100), fetch_miss);
    memory_bench xscale({4096, 4, 32}, core_model_of(cpu_type::xscale));
    xscale.model.turn(true, false);
    EXPECT_EQ(xscale.fetch_block(0x8000, 0x8020), "ibuf_stall=30 itlb_miss cycle=30")
        << "its page is looked up all the same";
    EXPECT_EQ(xscale.fetch_block(0x8100, 0x8120), "nothing");
}

// What is turned on acts from the next instruction on, wherever in its line that lies. Where
// fetches count, it is the next fetch.
TEST(memory_model, an_instruction_cache_is_turned_on_in_the_middle_of_a_line) {
    for (const std::uint32_t pc : {0x8000U, 0x8004U}) {
        for (const cpu_type type : cpus_without_events_of_fetches()) {
            memory_bench m({4096, 4, 32}, core_like(type));
            m.model.turn(true, false);
            m.fetch(pc);
            m.model.turn(true, true);
            EXPECT_EQ(m.fetch(pc + 4), fetch_miss) << pc;
            EXPECT_EQ(m.fetch(0x8010), fetch_hit) << pc;
        }
    }
    memory_bench r5({4096, 4, 32}, core_like(cpu_type::cortex_r5));
    r5.model.turn(true, false);
    r5.fetch(0x8000);
    r5.model.turn(true, true);
    EXPECT_EQ(r5.fetch(0x8004), "nothing");
    EXPECT_EQ(r5.fetch(0x8008), fetch_miss);
}

TEST(memory_model, without_caches_there_is_nothing_to_turn_on) {
    memory_bench m({}, core_model_of(cpu_type::arm1136));
    EXPECT_FALSE(m.model.has_caches());
    EXPECT_FALSE(m.model.is_cached(memory_kind::write_back));
    EXPECT_EQ(m.load(0x100), uncached + "bus_read bus_read_normal") << "nothing is translated";
    EXPECT_EQ(m.preload(0x100), "nothing");
    for (const memory_operation operation :
         {memory_operation::clean_dcache, memory_operation::clean_invalidate_dcache_way,
          memory_operation::invalidate_caches, memory_operation::allocate_line,
          memory_operation::invalidate_tlbs, memory_operation::invalidate_dtlb_page}) {
        EXPECT_EQ(m.operate(operation, 0x100), "nothing");
    }
}

// --- preloads ------------------------------------------------------------------------------------

// Nobody waits for the line.
TEST(memory_model, a_preload_is_an_access) {
    memory_bench arm1136({4096, 4, 32}, core_like(cpu_type::arm1136));
    const std::string filled = " dcache_miss external_data_access external_request bus_read "
                               "bus_read_normal";
    EXPECT_EQ(arm1136.preload(0x100), "dcache_access dcache_access_any" + filled);
    EXPECT_EQ(arm1136.preload(0x104), "dcache_access dcache_access_any");
    EXPECT_EQ(arm1136.load(0x108), load_hit);
    memory_bench xscale({4096, 4, 32}, core_like(cpu_type::xscale));
    EXPECT_EQ(xscale.preload(0x100), load_hit + filled);
    EXPECT_EQ(xscale.preload(0x100), load_hit);
}

TEST(memory_model, a_preload_of_the_cortex_r5_has_an_event_of_its_own) {
    memory_bench m({4096, 4, 32}, core_like(cpu_type::cortex_r5));
    EXPECT_EQ(m.preload(0x100), "external_request preload_linefill bus_read bus_read_normal");
    EXPECT_EQ(m.preload(0x100), "nothing");
    EXPECT_EQ(m.load(0x100), load_hit);
}

TEST(memory_model, a_preload_puts_a_dirty_line_out) {
    memory_bench m({32, 1, 32}, core_like(cpu_type::cortex_r5));
    m.store(0);
    EXPECT_EQ(m.preload(0x20), "dcache_half_line dcache_line external_request=2 preload_linefill "
                               "bus_read bus_read_normal bus_write bus_write_normal");
}

TEST(memory_model, a_preload_is_translated_and_waits_for_nothing) {
    memory_bench m({4096, 4, 32}, core_model_of(cpu_type::arm1136));
    EXPECT_EQ(m.preload(0x1000, true), "dtlb_miss main_tlb_miss");
    EXPECT_EQ(m.preload(0x1004, true), "nothing");
}

// --- translation buffers -------------------------------------------------------------------------

const tlb_geometry one_level{2, 3, 0, 0};
const tlb_geometry two_levels{2, 2, 2, 1};

TEST(memory_model, without_translation_buffers_nothing_is_translated) {
    memory_bench m({4096, 4, 32});
    for (std::uint32_t n = 0; n < 100; ++n) {
        EXPECT_EQ(m.load(n * page + 32 * (n % 32)), load_miss);
    }
}

TEST(memory_model, a_miss_of_the_only_level_walks_the_table) {
    memory_bench m({1U << 16U, 16, 32}, one_level);
    EXPECT_EQ(
        m.load(0x1000),
        "data_dependency_stall=51 dtlb_miss dcache_access dcache_access_any dcache_transfer "
        "dcache_miss external_data_access external_request bus_read bus_read_normal cycle=51");
    EXPECT_EQ(m.load(0x1FE0), load_miss) << "the same page";
    EXPECT_EQ(m.fetch(0x1000),
              "icache_access icache_miss ibuf_stall=51 itlb_miss external_request bus_read "
              "bus_read_normal cycle=51")
        << "instructions have a buffer of their own";
}

TEST(memory_model, a_buffer_holds_as_many_pages_as_it_has_entries) {
    memory_bench m({1U << 16U, 16, 32}, one_level);
    const auto misses = [&m](std::uint32_t n) {
        return m.item(n * page, 4, false)[activity::activity_kind::dtlb_miss] != 0;
    };
    for (const std::uint32_t n : {1U, 2U, 3U}) {
        EXPECT_TRUE(misses(n));
    }
    EXPECT_FALSE(misses(1));
    EXPECT_TRUE(misses(4)); // in place of 1, round-robin
    EXPECT_FALSE(misses(3));
    EXPECT_FALSE(misses(2));
    EXPECT_TRUE(misses(1));
}

TEST(memory_model, fetches_are_translated_by_page) {
    memory_bench m({1U << 16U, 16, 32}, one_level);
    const std::string itlb_miss = "icache_access icache_miss ibuf_stall=51 itlb_miss "
                                  "external_request bus_read bus_read_normal cycle=51";
    EXPECT_EQ(m.fetch(0x1FF8), itlb_miss);
    EXPECT_EQ(m.fetch(0x2000), itlb_miss);
    EXPECT_EQ(m.fetch(0x1FFC), fetch_hit);
    EXPECT_EQ(m.fetch(0x1FFE), fetch_hit) << "two pages, both are known";
    EXPECT_EQ(m.fetch(0x3000), itlb_miss); // in place of 0x1000
    EXPECT_EQ(m.fetch(0x2000), fetch_hit);
    EXPECT_EQ(m.fetch(0x1FF8), "icache_access ibuf_stall=31 itlb_miss cycle=31");
}

TEST(memory_model, the_main_buffer_refills_the_small_ones) {
    memory_bench m({1U << 16U, 16, 32}, two_levels);
    EXPECT_EQ(m.fetch(0x1000),
              "icache_access icache_miss ibuf_stall=51 itlb_miss main_tlb_miss external_request "
              "bus_read bus_read_normal cycle=51");
    EXPECT_EQ(m.load(0x1000),
              "data_dependency_stall=23 dtlb_miss dcache_access dcache_access_any dcache_transfer "
              "dcache_miss external_data_access external_request bus_read bus_read_normal cycle=23")
        << "both share it";
    m.load(0x2000);
    m.load(0x3000); // main: in place of 0x1000; data: the same
    EXPECT_EQ(m.load(0x1000),
              "data_dependency_stall=31 dtlb_miss main_tlb_miss dcache_access dcache_access_any "
              "dcache_transfer cycle=31");
}

TEST(memory_model, each_cpu_has_its_buffers) {
    const auto misses = [](cpu_type type, std::uint32_t pages, activity::activity_kind kind) {
        memory_bench m({1U << 20U, 256, 32}, core_model_of(type).tlb);
        for (std::uint32_t n = 0; n < pages; ++n) {
            m.load(n * page);
        }
        std::uint64_t count = 0;
        for (std::uint32_t n = 0; n < pages; ++n) {
            count += m.item(n * page, 4, false)[kind];
        }
        return count;
    };
    EXPECT_EQ(misses(cpu_type::arm1136, 10, activity::activity_kind::dtlb_miss), 0U);
    EXPECT_EQ(misses(cpu_type::arm1136, 11, activity::activity_kind::dtlb_miss), 11U);
    EXPECT_EQ(misses(cpu_type::arm1136, 64, activity::activity_kind::main_tlb_miss), 0U);
    EXPECT_EQ(misses(cpu_type::arm1136, 65, activity::activity_kind::main_tlb_miss), 3U);
    EXPECT_EQ(misses(cpu_type::xscale, 32, activity::activity_kind::dtlb_miss), 0U);
    EXPECT_EQ(misses(cpu_type::xscale, 33, activity::activity_kind::dtlb_miss), 33U);
    EXPECT_EQ(misses(cpu_type::xscale, 100, activity::activity_kind::main_tlb_miss), 0U);
    EXPECT_EQ(misses(cpu_type::cortex_r5, 100, activity::activity_kind::dtlb_miss), 0U);
}

TEST(memory_model, an_item_in_two_pages_is_translated_twice) {
    memory_bench m({4096, 4, 32}, one_level);
    EXPECT_EQ(m.item(0x1FFE, 4, false)[activity::activity_kind::dtlb_miss], 2U);
    EXPECT_EQ(m.item(0x1FFE, 4, false)[activity::activity_kind::dtlb_miss], 0U);
}

TEST(memory_model, devices_are_translated) {
    memory_bench m({4096, 4, 32}, core_model_of(cpu_type::arm1136));
    EXPECT_EQ(text_of(m.item(0x1000, 4, false, true)),
              "data_dependency_stall=30 dtlb_miss main_tlb_miss " + uncached +
                  "bus_read bus_read_device cycle=30");
}

TEST(memory_model, a_store_waits_for_its_page_without_an_event) {
    memory_bench m({4096, 4, 32}, core_model_of(cpu_type::arm1136));
    EXPECT_EQ(m.store(0x1000), "dtlb_miss main_tlb_miss " + store_hit +
                                   " dcache_miss external_data_access external_request "
                                   "bus_write bus_write_normal cycle=30");
}

// --- register writes -----------------------------------------------------------------------------

using op = memory_operation;

TEST(memory_model, invalidation_of_the_instruction_cache) {
    memory_bench m({4096, 4, 32}, one_level);
    m.fetch(0x1000);
    m.load(0x1000);
    EXPECT_EQ(m.operate(op::invalidate_icache), "nothing");
    m.model.restart_fetch();
    EXPECT_EQ(m.fetch(0x1000), fetch_miss) << "also where the fetch before was the same";
    EXPECT_EQ(m.load(0x1000), load_hit);
}

TEST(memory_model, invalidation_of_a_line_of_the_instruction_cache) {
    memory_bench m({4096, 4, 32});
    m.fetch_block(0x1000, 0x1040);
    m.operate(op::invalidate_icache_line, 0x103C);
    m.model.restart_fetch();
    EXPECT_EQ(m.fetch(0x1000), fetch_hit);
    EXPECT_EQ(m.fetch(0x1020), fetch_miss);
}

TEST(memory_model, invalidation_of_the_data_cache_writes_nothing_back) {
    memory_bench m({32, 1, 32}, one_level);
    m.fetch(0x1000);
    m.store(0x1000);
    EXPECT_EQ(m.operate(op::invalidate_dcache), "nothing");
    EXPECT_EQ(m.fetch(0x1008), fetch_hit);
    EXPECT_EQ(m.load(0x1020), load_miss);
    EXPECT_EQ(m.load(0x1000), load_miss);
}

TEST(memory_model, invalidation_of_both_caches) {
    memory_bench m({4096, 4, 32});
    m.fetch(0x1000);
    m.store(0x1000);
    EXPECT_EQ(m.operate(op::invalidate_caches), "nothing");
    m.model.restart_fetch();
    EXPECT_EQ(m.fetch(0x1000), fetch_miss);
    EXPECT_EQ(m.load(0x1000), load_miss);
}

TEST(memory_model, operations_on_a_line) {
    memory_bench m({4096, 4, 32});
    const auto make_dirty = [&m] {
        m.store(0x100);
        m.store(0x110);
    };
    make_dirty();
    EXPECT_EQ(m.operate(op::clean_dcache_line, 0x11C), "dcache_half_line=2" + written_back);
    EXPECT_EQ(m.operate(op::clean_dcache_line, 0x11C), "nothing") << "it is clean";
    EXPECT_EQ(m.load(0x100), load_hit) << "and there";
    EXPECT_EQ(m.operate(op::clean_invalidate_dcache_line, 0x100), "nothing") << "it was clean";
    EXPECT_FALSE(m.hits(0x100));
    make_dirty();
    EXPECT_EQ(m.operate(op::clean_invalidate_dcache_line, 0x100),
              "dcache_half_line=2" + written_back);
    EXPECT_EQ(m.load(0x100), load_miss);
    make_dirty();
    EXPECT_EQ(m.operate(op::invalidate_dcache_line, 0x100), "nothing");
    EXPECT_EQ(m.load(0x100), load_miss);
    EXPECT_EQ(m.operate(op::clean_dcache_line, 0x5000), "nothing") << "no such line";
}

// DDI 0211 and DDI 0460: the way in the highest bits, the set above the bits of a line.
TEST(memory_model, operations_by_set_and_way) {
    const auto place = [](std::uint32_t way, std::uint32_t set) { return way << 30U | set << 5U; };
    memory_bench m({4096, 4, 32}); // 32 sets
    m.store(7 * 32);
    std::string found;
    for (std::uint32_t way = 0; way < 4; ++way) {
        EXPECT_EQ(m.operate(op::clean_dcache_way, place(way, 6)), "nothing");
        const std::string counts = m.operate(op::clean_dcache_way, place(way, 7));
        found += counts != "nothing" ? counts : "";
    }
    EXPECT_EQ(found, "dcache_half_line" + written_back) << "in one of the ways";
    for (std::uint32_t n = 0; n < 4; ++n) {
        m.store(7 * 32 + n * 1024);
    }
    for (std::uint32_t way = 0; way < 4; ++way) {
        EXPECT_EQ(m.operate(op::clean_invalidate_dcache_way, place(way, 7)),
                  "dcache_half_line" + written_back)
            << way;
        EXPECT_EQ(m.operate(op::clean_invalidate_dcache_way, place(way, 7)), "nothing") << way;
    }
    for (std::uint32_t n = 0; n < 4; ++n) {
        EXPECT_EQ(m.store(7 * 32 + n * 1024), store_miss);
        EXPECT_EQ(m.operate(op::invalidate_dcache_way, place(3 - n, 7)), "nothing");
    }
}

TEST(memory_model, operations_on_the_only_way) {
    memory_bench m({1024, 1, 32});
    m.store(0x1A0);
    m.fetch(0x1A0);
    EXPECT_EQ(m.operate(op::clean_dcache_way, 0x1A0), "dcache_half_line" + written_back);
    m.operate(op::invalidate_icache_way, 0x1A0);
    m.model.restart_fetch();
    EXPECT_EQ(m.fetch(0x1A0), fetch_miss);
}

TEST(memory_model, operations_on_the_whole_data_cache) {
    for (const op whole : {op::clean_dcache, op::clean_invalidate_dcache}) {
        memory_bench m({4096, 4, 32});
        m.store(0x100);
        m.store(0x110);
        m.store(0x2000);
        m.load(0x3000);
        EXPECT_EQ(m.operate(whole), "dcache_half_line=3 dcache_line=2 external_request=2 "
                                    "bus_write=2 bus_write_normal=2");
        EXPECT_EQ(m.operate(whole), "nothing");
        EXPECT_EQ(m.hits(0x3000), whole == op::clean_dcache);
        EXPECT_EQ(m.hits(0x100), whole == op::clean_dcache);
    }
}

// 273473: the line is there, and nothing was read for it.
TEST(memory_model, allocation_of_a_line) {
    memory_bench m({32, 1, 32});
    m.store(0);
    EXPECT_EQ(m.operate(op::allocate_line, 0x20), "dcache_half_line" + written_back);
    EXPECT_EQ(m.operate(op::allocate_line, 0x20), "nothing");
    EXPECT_EQ(m.load(0x20), load_hit);
}

TEST(memory_model, invalidation_of_the_translation_buffers) {
    memory_bench m({4096, 4, 32}, two_levels);
    m.fetch(0x1000);
    m.load(0x1000);
    EXPECT_EQ(m.operate(op::invalidate_tlbs), "nothing");
    EXPECT_EQ(m.fetch(0x1008), "icache_access ibuf_stall=31 itlb_miss main_tlb_miss cycle=31")
        << "also where the fetch before was of the same line";
    EXPECT_EQ(m.load(0x1000), "data_dependency_stall=3 dtlb_miss dcache_access dcache_access_any "
                              "dcache_transfer cycle=3");
}

/// Which buffers miss pages 1 and 2 after an operation on page 1: "I1" and so on.
std::string misses_after(op operation) {
    memory_bench m({1U << 16U, 16, 32}, tlb_geometry{4, 4, 0, 0});
    const auto look = [&m] {
        std::string missed;
        for (const std::uint32_t n : {1U, 2U}) {
            activity_counts fetched;
            m.model.translate_fetch(n * page, fetched);
            missed +=
                fetched[activity::activity_kind::itlb_miss] != 0 ? " I" + std::to_string(n) : "";
            const activity_counts loaded = m.item(n * page, 4, false);
            missed +=
                loaded[activity::activity_kind::dtlb_miss] != 0 ? " D" + std::to_string(n) : "";
        }
        return missed;
    };
    EXPECT_EQ(look(), " I1 D1 I2 D2");
    EXPECT_EQ(look(), "");
    m.operate(operation, page + 0x123);
    return look();
}

TEST(memory_model, invalidation_of_one_buffer_or_one_page) {
    EXPECT_EQ(misses_after(op::invalidate_tlbs), " I1 D1 I2 D2");
    EXPECT_EQ(misses_after(op::invalidate_itlb), " I1 I2");
    EXPECT_EQ(misses_after(op::invalidate_dtlb), " D1 D2");
    EXPECT_EQ(misses_after(op::invalidate_tlbs_page), " I1 D1");
    EXPECT_EQ(misses_after(op::invalidate_itlb_page), " I1");
    EXPECT_EQ(misses_after(op::invalidate_dtlb_page), " D1");
    EXPECT_EQ(misses_after(op::invalidate_caches), "");
    EXPECT_EQ(misses_after(op::clean_dcache), "");
}

TEST(memory_model, the_main_buffer_forgets_a_page_with_the_small_one) {
    memory_bench m({1U << 16U, 16, 32}, tlb_geometry{4, 4, 2, 2});
    m.load(0x1000);
    m.load(0x2000);
    m.operate(op::invalidate_dtlb_page, 0x1000);
    EXPECT_EQ(m.item(0x1000, 4, false)[activity::activity_kind::main_tlb_miss], 1U);
    EXPECT_EQ(m.item(0x2000, 4, false)[activity::activity_kind::dtlb_miss], 0U);
}

// --- pages ---------------------------------------------------------------------------------------

/// A core whose MMU is on, with tables of a test.
class paged_bench {
public:
    explicit paged_bench(cpu_type type, bool has_tlbs)
        : m_registers(registers_of_mmu(table, core_model_of(type).tables.value())),
          translation(core_model_of(type).tables.value(),
                      [this](std::uint32_t at) -> std::optional<std::uint32_t> {
                          const auto found = m_words.find(at);
                          return found != m_words.end() ? found->second : 0;
                      }),
          memory({4096, 4, 32}, has_tlbs ? core_model_of(type) : core_like(type)) {}
    /// What the first level has for an address.
    void map(std::uint32_t address, std::uint32_t descriptor) {
        m_words[table + (address >> 20U) * 4] = descriptor;
    }
    void put(std::uint32_t at, std::uint32_t word) { m_words[at] = word; }
    void begin() {
        translation.refresh(m_registers);
        memory.model.set_translation(&translation);
    }
    std::uint64_t misses(std::uint32_t address, activity::activity_kind k) {
        return memory.item(address, 4, false)[k];
    }

private:
    static constexpr std::uint32_t table = 0x4000'0000;
    std::map<std::uint32_t, std::uint32_t> m_words;
    table_registers m_registers;

public:
    address_translation translation;
    memory_bench memory;
};

// timing.md: TLB entries have the size of their page.
TEST(memory_model, a_section_is_one_entry) {
    paged_bench b(cpu_type::arm1136, true);
    b.map(0x00100000, 0x00100C0E);
    b.begin();
    using activity::activity_kind;
    EXPECT_EQ(b.misses(0x00100000, activity_kind::main_tlb_miss), 1U);
    for (std::uint32_t n = 0; n < 256; ++n) {
        const activity_counts counts = b.memory.item(0x00100000 + n * page, 4, false);
        EXPECT_EQ(counts[activity_kind::dtlb_miss], 0U) << n;
    }
    activity_counts fetched;
    b.memory.model.translate_fetch(0x00142000, fetched);
    EXPECT_EQ(text_of(fetched), "ibuf_stall itlb_miss cycle") << "the main TLB has it";
}

// Worked examples, M1: the attributes of its own pages decide. One section is cached, one is not.
TEST(memory_model, an_item_in_two_pages_is_accessed_as_each_says) {
    using activity::activity_kind;
    constexpr std::uint32_t cached = 0xC0E;
    constexpr std::uint32_t uncached_normal = 0x1C02;
    for (const auto& [first, second] :
         {std::pair(cached, uncached_normal), {uncached_normal, cached}}) {
        paged_bench b(cpu_type::arm1136, false);
        b.map(0x00200000, 0x00200000 | first);
        b.map(0x00300000, 0x00300000 | second);
        b.begin();
        const activity_counts counts = b.memory.item(0x002FFFFE, 4, false);
        EXPECT_EQ(counts[activity_kind::dcache_access], 1U);
        EXPECT_EQ(counts[activity_kind::dcache_access_any], 2U);
        EXPECT_EQ(counts[activity_kind::dcache_miss], 1U);
        const std::uint32_t absent = first == cached ? 0x00300000 : 0x002FFFFC;
        EXPECT_EQ(b.memory.item(absent, 4, false)[activity_kind::dcache_access], 0U);
        EXPECT_EQ(b.memory.item(0x002FFFFE, 4, false)[activity_kind::dcache_miss], 0U);
    }
}

// The page that was accessed last is another once the tables are others.
TEST(memory_model, a_page_is_looked_up_again_after_its_attributes_have_changed) {
    using activity::activity_kind;
    constexpr std::uint32_t cached = 0xC0E;
    constexpr std::uint32_t uncached_normal = 0x1C02;
    paged_bench b(cpu_type::arm1136, false);
    std::uint32_t address = 0x0020'0000; // another line each time
    for (const std::uint32_t attributes : {cached, uncached_normal, cached}) {
        b.map(0x0020'0000, 0x0020'0000 | attributes);
        b.begin();
        const std::uint64_t expected = attributes == cached ? 1 : 0;
        EXPECT_EQ(b.misses(address, activity_kind::dcache_access), expected) << attributes;
        EXPECT_EQ(b.memory.fetch(address).find("icache_access") != std::string::npos,
                  attributes == cached);
        address += 0x40;
    }
}

// Of a page that leads to other memory now, or nowhere, nothing is known.
TEST(memory_model, forgets_what_pages_allow_where_they_change) {
    paged_bench b(cpu_type::arm1136, false);
    b.map(0x0020'0000, 0x0020'0C0E);
    b.begin();
    b.memory.model.know_data_page(0x0020'0000, true, true);
    EXPECT_FALSE(b.memory.model.lacks_data_page(0x0020'0000));
    EXPECT_TRUE(b.memory.model.may_access(0x0020'0000, 4, true, true));
    b.begin();
    EXPECT_TRUE(b.memory.model.lacks_data_page(0x0020'0000));
    EXPECT_FALSE(b.memory.model.may_access(0x0020'0000, 4, true, true));
}

// An entry of before there was an MMU leads elsewhere.
TEST(memory_model, looks_for_the_entries_of_its_address_space) {
    paged_bench b(cpu_type::arm1136, true);
    b.map(0x0020'0000, 0x0020'0C0E);
    b.memory.load(0x0020'0000);
    EXPECT_TRUE(b.memory.model.accesses_at_once(0x0020'0000, false));
    b.begin();
    b.memory.model.know_data_page(0x0020'0000, true, true);
    EXPECT_FALSE(b.memory.model.accesses_at_once(0x0020'0000, false));
    EXPECT_EQ(b.misses(0x0020'0000, activity::activity_kind::dtlb_miss), 1U);
    EXPECT_TRUE(b.memory.model.accesses_at_once(0x0020'0000, false));
}

// A page may be loaded from and not stored to; an access may reach into the next one.
TEST(memory_model, knows_what_a_page_allows) {
    paged_bench b(cpu_type::arm1136, false);
    b.map(0x0020'0000, 0x0020'0C0E);
    b.begin();
    memory_model& model = b.memory.model;
    const auto allowed = [&model](std::uint32_t address) {
        std::string all;
        for (const auto& [loads, stores] :
             {std::pair(false, false), {true, false}, {false, true}, {true, true}}) {
            all += model.may_access(address, 4, loads, stores) ? 'y' : 'n';
        }
        return all;
    };
    EXPECT_EQ(allowed(0x002F'FFFC), "nnnn") << "it is not known";
    model.know_data_page(0x002F'FFFC, true, false);
    EXPECT_EQ(allowed(0x002F'FFFC), "yynn");
    model.know_data_page(0x002F'FFFC, false, true);
    EXPECT_EQ(allowed(0x002F'FFFC), "ynyn");
    model.know_data_page(0x002F'FFFC, true, true);
    EXPECT_EQ(allowed(0x002F'FFFC), "yyyy");
    EXPECT_EQ(allowed(0x002F'FFFD), "nnnn") << "in two pages";
}

// README, Caches: lines are those of physical addresses. Without an MMU those are the addresses.
TEST(memory_model, fetches_at_physical_addresses_until_addresses_are_not_translated) {
    paged_bench b(cpu_type::arm1136, false);
    b.map(0x0020'0000, 0x0050'0C0E);
    b.begin();
    EXPECT_NE(b.memory.fetch(0x0020'0000).find("icache_miss"), std::string::npos);
    b.memory.model.set_translation(nullptr);
    b.memory.model.restart_fetch();
    EXPECT_EQ(b.memory.fetch(0x0050'0000), "icache_access");
    EXPECT_EQ(b.memory.fetch(0x0050'0004), "nothing") << "of the same eight bytes";
    EXPECT_NE(b.memory.fetch(0x0020'0000).find("icache_miss"), std::string::npos);
}

// What is loaded in the short way is looked up in the DTLB, whatever was loaded before.
TEST(memory_model, loads_at_once_what_the_dtlb_has) {
    memory_bench m({4096, 4, 32}, {2, 2, 0, 0});
    m.model.turn(false, true);
    m.load(0x0020'0001, 1);
    m.load(0x0030'0000);
    EXPECT_TRUE(m.model.accesses_at_once(0x0020'0001, false));
    EXPECT_FALSE(m.model.accesses_at_once(0x0100'0000, false));
}

// What is fetched in the short way counts what it does in the long one, wherever a page leads.
TEST(memory_model, fetches_of_what_is_present_are_those_of_any_other) {
    for (const std::uint32_t physical : {0x0020'0000U, 0x0050'0000U, 0x0010'0000U}) {
        const auto prepare = [&](paged_bench& b) {
            b.map(0x0020'0000, physical | 0xC0EU);
            b.map(0x0030'0000, 0x0070'0C0EU);
            b.begin();
        };
        paged_bench usual(cpu_type::arm1136, true);
        paged_bench quick(cpu_type::arm1136, true);
        prepare(usual);
        prepare(quick);
        activity_counts of_usual;
        activity_counts of_quick;
        usual.memory.model.translate_fetch(0x0020'0000, of_usual);
        quick.memory.model.translate_fetch(0x0020'0000, of_quick);
        std::mt19937 random(1);
        const auto below = [&random](std::uint32_t n) {
            return static_cast<std::uint32_t>(random() % n);
        };
        std::uint32_t pc = 0x0020'0000;
        unsigned present = 0;
        for (int n = 0; n < 2000; ++n) {
            const std::uint32_t end = pc + 4 + 4 * below(6);
            const std::uint32_t next = below(4) == 0 ? 0x0020'0000 + 4 * below(64) : end;
            usual.memory.model.fetch(pc, 4, end, of_usual);
            usual.memory.model.translate_fetch(next, of_usual);
            if (quick.memory.model.fetch_present(pc, 4, end, next, of_quick)) {
                ++present;
            } else {
                quick.memory.model.fetch(pc, 4, end, of_quick);
                quick.memory.model.translate_fetch(next, of_quick);
            }
            ASSERT_EQ(text_of(of_quick), text_of(of_usual)) << n << ", physical " << physical;
            pc = next;
        }
        EXPECT_GT(present, 1000U);
    }
}

// The main TLB: 32 sets of 2 ways, by the address over the size of the page.
TEST(memory_model, sections_lie_in_all_sets_of_the_main_tlb) {
    paged_bench b(cpu_type::arm1136, true);
    for (std::uint32_t n = 0; n < 64; ++n) {
        b.map(n << 20U, n << 20U | 0xC0EU);
    }
    b.begin();
    for (const std::uint64_t expected : {1U, 0U}) {
        for (std::uint32_t n = 0; n < 64; ++n) {
            EXPECT_EQ(b.misses(n << 20U, activity::activity_kind::main_tlb_miss), expected) << n;
        }
    }
}

TEST(memory_model, large_and_tiny_pages_are_entries_of_their_size) {
    using activity::activity_kind;
    paged_bench b(cpu_type::xscale, true);
    b.map(0x00100000, 0x5000'0001); // coarse
    for (std::uint32_t n = 0; n < 16; ++n) {
        b.put(0x5000'0000 + n * 4, 0x00100FF1 | 0xCU);
    }
    b.map(0x00200000, 0x5000'1003); // fine
    b.put(0x5000'1000, 0x0020003F);
    b.put(0x5000'1004, 0x0020043F);
    b.begin();
    EXPECT_EQ(b.misses(0x00100000, activity_kind::dtlb_miss), 1U);
    EXPECT_EQ(b.misses(0x0010F000, activity_kind::dtlb_miss), 0U);
    EXPECT_EQ(b.misses(0x00200000, activity_kind::dtlb_miss), 1U);
    EXPECT_EQ(b.misses(0x00200400, activity_kind::dtlb_miss), 1U);
    EXPECT_EQ(b.misses(0x00200000, activity_kind::dtlb_miss), 0U);
    EXPECT_EQ(b.memory.operate(memory_operation::invalidate_dtlb_page, 0x00104000), "nothing");
    EXPECT_EQ(b.misses(0x0010F000, activity_kind::dtlb_miss), 1U) << "the whole page has gone";
    EXPECT_EQ(b.misses(0x00200400, activity_kind::dtlb_miss), 0U);
}

// Intel 273473, 3.2.2.
TEST(memory_model, attributes_of_pages_of_the_xscale) {
    const std::string hit = "dcache_access dcache_access_any";
    const std::string absent = hit + " dcache_miss external_data_access";
    const std::string written = " external_request bus_write bus_write_normal";
    const std::string filled = " external_request bus_read bus_read_normal";
    const auto store = [](std::uint32_t xcb) {
        paged_bench b(cpu_type::xscale, false);
        b.map(0x00100000, 0x00100C02U | (xcb >> 2U) << 12U | (xcb & 3U) << 2U);
        b.begin();
        const std::string first = b.memory.store(0x00100000);
        return first + "; " + (b.memory.hits(0x00100000) ? "there" : "absent");
    };
    EXPECT_EQ(store(3), absent + written + "; absent") << "read allocate: the store goes out";
    EXPECT_EQ(store(7), absent + filled + " cycle=20; there");
    EXPECT_EQ(store(6), absent + written + "; absent")
        << "the mini-data cache: as MD says out of reset";
    for (const std::uint32_t xcb : {0U, 1U, 5U}) {
        EXPECT_EQ(store(xcb).find("dcache_access "), std::string::npos) << "not cached: " << xcb;
    }
}

TEST(memory_model, the_mini_data_cache_is_beside_the_data_cache) {
    paged_bench b(cpu_type::xscale, false);
    b.map(0x00100000, 0x0010000E | 0xC00U | 1U << 12U); // the data cache
    b.map(0x00200000, 0x0020000A | 0xC00U | 1U << 12U); // the mini-data cache: 32 sets of 2 ways
    b.begin();
    for (std::uint32_t n = 0; n < 4; ++n) {
        EXPECT_FALSE(b.memory.hits(0x00100000 + n * 1024)) << "a set of the data cache";
    }
    for (std::uint32_t n = 0; n < 3; ++n) {
        EXPECT_FALSE(b.memory.hits(0x00200000 + n * 1024));
    }
    for (std::uint32_t n = 0; n < 4; ++n) {
        EXPECT_TRUE(b.memory.hits(0x00100000 + n * 1024)) << "nothing of it has gone";
    }
    EXPECT_TRUE(b.memory.hits(0x00200800));
    EXPECT_TRUE(b.memory.hits(0x00200400));
    EXPECT_FALSE(b.memory.hits(0x00200000)) << "round-robin";
}

// Auxiliary Control Register, MD: bits 5 and 4.
TEST(memory_model, stores_to_the_mini_data_cache) {
    const std::string absent = "dcache_access dcache_access_any dcache_miss external_data_access";
    paged_bench b(cpu_type::xscale, false);
    b.map(0x00200000, 0x0020000A | 0xC00U | 1U << 12U);
    b.begin();
    EXPECT_EQ(b.memory.store(0x00200000), absent + " external_request bus_write bus_write_normal");
    b.memory.load(0x00200000);
    b.memory.store(0x00200010);
    EXPECT_EQ(b.memory.operate(op::clean_dcache_line, 0x00200000),
              "dcache_half_line" + written_back);
    b.memory.operate(op::mini_data_policy, 1U << 4U);
    EXPECT_EQ(b.memory.store(0x00200100),
              absent + " external_request bus_read bus_read_normal cycle=20");
    b.memory.operate(op::mini_data_policy, 2U << 4U);
    EXPECT_EQ(b.memory.store(0x00200000), "dcache_access dcache_access_any external_data_access "
                                          "external_request bus_write bus_write_normal");
    b.memory.operate(op::invalidate_dcache);
    EXPECT_FALSE(b.memory.hits(0x00200100));
}

} // namespace
} // namespace platform::iss::memory_model_test
