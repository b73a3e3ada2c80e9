// SPDX-License-Identifier: Apache-2.0
// The caches and translation buffers: what each access hits, misses, writes back and stalls.
#include <iss/meter/memory_model.h>
#include <iss/meter_text.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform {
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

class memory_bench {
public:
    explicit memory_bench(const cache_geometry& caches, const tlb_geometry& tlb = no_tlb)
        : model(caches, tlb, times()) {}

    /// What an instruction's fetch counts.
    std::string fetch(std::uint32_t pc, std::uint32_t bytes = 4) {
        activity_counts counts;
        model.translate_fetch(pc, counts);
        model.fetch(pc, bytes, counts);
        return text_of(counts);
    }
    /// What instructions of 4 bytes fetch that follow one another.
    std::string fetch_run(std::uint32_t pc, std::uint32_t end) {
        activity_counts counts;
        model.translate_fetch(pc, counts);
        model.fetch(pc, 4, counts);
        model.fetch_up_to(end, counts);
        return text_of(counts);
    }

    /// What one item counts, loaded or stored by an instruction of its own.
    activity_counts item(std::uint32_t address, std::uint32_t bytes, bool is_write) {
        activity_counts counts;
        model.begin_instruction();
        model.access(address, bytes, is_write, counts);
        return counts;
    }
    std::string load(std::uint32_t address, std::uint32_t bytes = 4) {
        return text_of(item(address, bytes, false));
    }
    std::string store(std::uint32_t address, std::uint32_t bytes = 4) {
        return text_of(item(address, bytes, true));
    }
    bool hits(std::uint32_t address) {
        return item(address, 4, false)[activity_kind::dcache_miss] == 0;
    }

    memory_model model;
};

const std::string load_hit = "dcache_access dcache_access_any dcache_transfer";
const std::string load_miss = "data_dependency_stall=20 " + load_hit +
                              " dcache_miss external_data_access external_request bus_read "
                              "cycle=20";
const std::string load_miss_write_back =
    "data_dependency_stall=20 " + load_hit +
    " dcache_miss dcache_half_line=2 dcache_line external_data_access external_request=2 bus_read "
    "bus_write cycle=20";
const std::string fetch_hit = "icache_access";
const std::string fetch_miss = "icache_access icache_miss ibuf_stall=20 external_request bus_read "
                               "cycle=20";

// --- geometry ------------------------------------------------------------------------------------

std::string refusal(const cache_geometry& caches) {
    try {
        memory_model{caches, no_tlb, times()};
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
    const std::vector<cache_geometry> wrong = {
        {4095, 4, 32}, {4097, 4, 32}, {3 << 10, 4, 32}, {4096, 0, 32}, {4096, 3, 32},
        {4096, 4, 0},  {4096, 4, 8},  {4096, 4, 15},    {4096, 4, 33}, {4096, 4, 512},
        {4096, 4, 48}, {64, 8, 16},   {16, 1, 32},      {8, 1, 8},     {4096, 0x80000000, 32},
    };
    for (const cache_geometry& g : wrong) {
        const std::string message = refusal(g);
        for (const std::uint32_t number : {g.bytes, g.ways, g.line}) {
            EXPECT_NE(message.find(std::to_string(number)), std::string::npos)
                << message << " for " << g.bytes << ":" << g.ways << ":" << g.line;
        }
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

TEST(memory_model, an_instruction_in_two_lines_misses_twice) {
    memory_bench m({4096, 4, 32});
    EXPECT_EQ(m.fetch(0x801E), "icache_access=2 icache_miss=2 ibuf_stall=40 external_request=2 "
                               "bus_read=2 cycle=41");
    EXPECT_EQ(m.fetch(0x8000), fetch_hit);
    EXPECT_EQ(m.fetch(0x8020), fetch_hit);
}

TEST(memory_model, the_last_instruction_of_the_address_space) {
    memory_bench m({4096, 4, 32});
    EXPECT_EQ(m.fetch(0xFFFF'FFFC), fetch_miss);
    EXPECT_EQ(m.load(0xFFFF'FFFC), load_miss);
    EXPECT_EQ(m.load(0xFFFF'FFFF, 1), load_hit);
}

TEST(memory_model, fetches_a_run) {
    memory_bench m({4096, 4, 32}, {2, 3, 0, 0});
    EXPECT_EQ(m.fetch_run(0x8000, 0x8004),
              "icache_access icache_miss ibuf_stall=51 itlb_miss external_request=2 bus_read=2 "
              "cycle=51");
    EXPECT_EQ(m.fetch_run(0x8004, 0x8008), "nothing");
    EXPECT_EQ(m.fetch_run(0x8008, 0x8020), "icache_access=3");
    EXPECT_EQ(m.fetch_run(0x8020, 0x8074), "icache_access=11 icache_miss=3 ibuf_stall=60 "
                                           "external_request=3 bus_read=3 cycle=60");
    EXPECT_EQ(m.fetch_run(0x8000, 0x8080), "icache_access=16") << "all lines are there";
    EXPECT_EQ(m.fetch_run(0x8FF8, 0x9004), "icache_access=2 icache_miss=2 ibuf_stall=71 itlb_miss "
                                           "external_request=3 bus_read=3 cycle=71")
        << "the line of the next page is looked up there";
}

// However long the runs are that an engine tells.
TEST(memory_model, a_run_fetches_what_its_instructions_do) {
    std::mt19937 random(1);
    const auto below = [&random](std::uint32_t n) {
        return static_cast<std::uint32_t>(random() % n);
    };
    memory_bench whole({1024, 2, 16}, {4, 4, 4, 2});
    memory_bench single({1024, 2, 16}, {4, 4, 4, 2});
    activity_counts of_whole;
    activity_counts of_single;
    for (int n = 0; n < 5000; ++n) {
        const std::uint32_t pc = 0x8000 + 2 * below(0x4000);
        std::uint32_t end = pc;
        std::uint32_t first = 0;
        single.model.translate_fetch(pc, of_single);
        for (std::uint32_t left = 1 + below(60); left != 0; --left) {
            const std::uint32_t bytes = 2 + 2 * below(2);
            first = first != 0 ? first : bytes;
            single.model.fetch(end, bytes, of_single);
            end += bytes;
        }
        whole.model.translate_fetch(pc, of_whole);
        whole.model.fetch(pc, first, of_whole);
        whole.model.fetch_up_to(end, of_whole);
        ASSERT_EQ(text_of(of_whole), text_of(of_single)) << n;
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
    EXPECT_EQ(m.store(0), load_miss);
    EXPECT_EQ(m.store(4), load_hit);
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
    EXPECT_EQ(m.store(0x20), load_miss_write_back);
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
              "data_dependency_stall=40 dcache_access=2 dcache_access_any=2 dcache_transfer "
              "dcache_miss=2 external_data_access=2 external_request=2 bus_read=2 cycle=41");
    EXPECT_EQ(m.load(0x40), load_miss_write_back);
    EXPECT_EQ(m.load(0x60), load_miss_write_back);
    EXPECT_EQ(m.load(0x1E, 2), load_miss);
}

// --- items of one instruction --------------------------------------------------------------------

TEST(memory_model, items_of_an_instruction_in_a_line_are_one_access) {
    memory_bench m({4096, 4, 32});
    m.load(0x100);
    activity_counts counts;
    m.model.begin_instruction();
    for (std::uint32_t address = 0x108; address < 0x118; address += 4) {
        m.model.access(address, 4, false, counts);
    }
    EXPECT_EQ(text_of(counts), "dcache_access dcache_access_any dcache_transfer=4");
}

TEST(memory_model, items_of_an_instruction_in_two_lines_are_two_accesses) {
    memory_bench m({4096, 4, 32});
    activity_counts counts;
    m.model.begin_instruction();
    for (std::uint32_t address = 0x118; address < 0x128; address += 4) {
        m.model.access(address, 4, true, counts);
    }
    EXPECT_EQ(text_of(counts),
              "data_dependency_stall=40 dcache_access=2 dcache_access_any=2 dcache_transfer=4 "
              "dcache_miss=2 external_data_access=2 external_request=2 bus_read=2 cycle=40");
}

// SWP: a load, then a store to the same item.
TEST(memory_model, a_load_and_a_store_of_an_instruction_are_one_access) {
    memory_bench m({32, 1, 32});
    m.load(0);
    activity_counts counts;
    m.model.begin_instruction();
    m.model.access(0, 4, false, counts);
    m.model.access(0, 4, true, counts);
    EXPECT_EQ(text_of(counts), "dcache_access dcache_access_any dcache_transfer=2");
    EXPECT_EQ(m.load(0x20), load_miss_write_back);
}

TEST(memory_model, a_line_of_the_instruction_before_is_a_new_access) {
    memory_bench m({4096, 4, 32});
    m.load(0x100);
    EXPECT_EQ(m.load(0x104), load_hit);
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
    EXPECT_EQ(m.load(0x1000),
              "data_dependency_stall=51 dtlb_miss dcache_access dcache_access_any dcache_transfer "
              "dcache_miss external_data_access external_request=2 bus_read=2 cycle=51");
    EXPECT_EQ(m.load(0x1FE0), load_miss) << "the same page";
    EXPECT_EQ(m.fetch(0x1000),
              "icache_access icache_miss ibuf_stall=51 itlb_miss external_request=2 bus_read=2 "
              "cycle=51")
        << "instructions have a buffer of their own";
}

TEST(memory_model, a_buffer_holds_as_many_pages_as_it_has_entries) {
    memory_bench m({1U << 16U, 16, 32}, one_level);
    const auto misses = [&m](std::uint32_t n) {
        return m.item(n * page, 4, false)[activity_kind::dtlb_miss] != 0;
    };
    for (const std::uint32_t n : {1U, 2U, 3U}) {
        EXPECT_TRUE(misses(n));
    }
    EXPECT_FALSE(misses(1));
    EXPECT_TRUE(misses(4)); // in place of 2
    EXPECT_FALSE(misses(3));
    EXPECT_FALSE(misses(1));
    EXPECT_TRUE(misses(2));
}

TEST(memory_model, fetches_are_translated_by_page) {
    memory_bench m({1U << 16U, 16, 32}, one_level);
    const std::string itlb_miss = "icache_access icache_miss ibuf_stall=51 itlb_miss "
                                  "external_request=2 bus_read=2 cycle=51";
    EXPECT_EQ(m.fetch(0x1FF8), itlb_miss);
    EXPECT_EQ(m.fetch(0x2000), itlb_miss);
    EXPECT_EQ(m.fetch(0x1FFC), fetch_hit);
    EXPECT_EQ(m.fetch(0x1FFE), fetch_hit) << "two pages, both are known";
    EXPECT_EQ(m.fetch(0x3000), itlb_miss); // in place of 0x1000
    EXPECT_EQ(m.fetch(0x2000), fetch_hit);
    EXPECT_EQ(m.fetch(0x1FF8), "icache_access ibuf_stall=31 itlb_miss external_request bus_read "
                               "cycle=31");
}

TEST(memory_model, the_main_buffer_refills_the_small_ones) {
    memory_bench m({1U << 16U, 16, 32}, two_levels);
    EXPECT_EQ(m.fetch(0x1000),
              "icache_access icache_miss ibuf_stall=51 itlb_miss main_tlb_miss external_request=2 "
              "bus_read=2 cycle=51");
    EXPECT_EQ(m.load(0x1000),
              "data_dependency_stall=23 dtlb_miss dcache_access dcache_access_any dcache_transfer "
              "dcache_miss external_data_access external_request bus_read cycle=23")
        << "both share it";
    m.load(0x2000);
    m.load(0x3000); // main: in place of 0x1000; data: the same
    EXPECT_EQ(m.load(0x1000),
              "data_dependency_stall=31 dtlb_miss main_tlb_miss dcache_access dcache_access_any "
              "dcache_transfer external_request bus_read cycle=31");
}

TEST(memory_model, each_cpu_has_its_buffers) {
    const auto misses = [](cpu_type type, std::uint32_t pages, activity_kind kind) {
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
    EXPECT_EQ(misses(cpu_type::arm1136, 10, activity_kind::dtlb_miss), 0U);
    EXPECT_EQ(misses(cpu_type::arm1136, 11, activity_kind::dtlb_miss), 11U);
    EXPECT_EQ(misses(cpu_type::arm1136, 64, activity_kind::main_tlb_miss), 0U);
    EXPECT_EQ(misses(cpu_type::arm1136, 65, activity_kind::main_tlb_miss), 3U);
    EXPECT_EQ(misses(cpu_type::xscale, 32, activity_kind::dtlb_miss), 0U);
    EXPECT_EQ(misses(cpu_type::xscale, 33, activity_kind::dtlb_miss), 33U);
    EXPECT_EQ(misses(cpu_type::xscale, 100, activity_kind::main_tlb_miss), 0U);
    EXPECT_EQ(misses(cpu_type::cortex_r5, 100, activity_kind::dtlb_miss), 0U);
}

// --- invalidation --------------------------------------------------------------------------------

TEST(memory_model, invalidation_of_the_instruction_cache) {
    memory_bench m({4096, 4, 32}, one_level);
    m.fetch(0x1000);
    m.load(0x1000);
    m.model.invalidate_instruction_cache();
    EXPECT_EQ(m.fetch(0x1000), fetch_miss) << "also where the fetch before was the same";
    EXPECT_EQ(m.load(0x1000), load_hit);
}

TEST(memory_model, invalidation_of_the_data_cache_writes_nothing_back) {
    memory_bench m({32, 1, 32}, one_level);
    m.fetch(0x1000);
    m.store(0x1000);
    m.model.invalidate_data_cache();
    EXPECT_EQ(m.fetch(0x1008), fetch_hit);
    EXPECT_EQ(m.load(0x1020), load_miss);
    EXPECT_EQ(m.load(0x1000), load_miss);
}

TEST(memory_model, invalidation_of_the_translation_buffers) {
    memory_bench m({4096, 4, 32}, two_levels);
    m.fetch(0x1000);
    m.load(0x1000);
    m.model.invalidate_tlbs();
    EXPECT_EQ(m.fetch(0x1008), "icache_access ibuf_stall=31 itlb_miss main_tlb_miss "
                               "external_request bus_read cycle=31")
        << "also where the fetch before was of the same line";
    EXPECT_EQ(m.load(0x1000), "data_dependency_stall=3 dtlb_miss dcache_access dcache_access_any "
                              "dcache_transfer cycle=3");
}

} // namespace
} // namespace platform
