// SPDX-License-Identifier: Apache-2.0
// The account with caches, and the same code told in blocks of any length.
#include <generated/cpu_types.h>
#include <iss/kept_account.h>
#include <iss/meter_bench.h>
#include <iss/page_registers.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace platform::iss::execution_meter_memory_test {
namespace {

using testing::ElementsAre;

// --- fetches and accesses ------------------------------------------------------------------------

TEST(execution_meter_with_caches, fetches_what_was_executed) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {add, add, add, add, add, add, add, add, add, add});
    b.run(0x8000, 40);
    b.meter.leave(0x8010);
    EXPECT_EQ(b.drained(), "instruction=4 icache_access=2 icache_miss ibuf_stall=20 "
                           "external_request bus_read bus_read_normal cycle=24");
    b.run(0x8010, 24);
    b.meter.leave(0x8028);
    EXPECT_EQ(b.drained(), "instruction=6 icache_access=3 icache_miss ibuf_stall=20 "
                           "external_request bus_read bus_read_normal cycle=26");
    b.run(0x8000, 40);
    b.meter.leave(0x8000);
    EXPECT_EQ(b.drained(), "nothing");
}

TEST(execution_meter_with_caches, translates_where_execution_comes_to) {
    meter_bench b(cpu_type::xscale, small_caches);
    b.arm(0x8000, {add});
    b.run(0x8000, 4);
    b.meter.leave(0x8004);
    EXPECT_EQ(b.drained(), "instruction icache_access icache_miss ibuf_stall=50 itlb_miss "
                           "external_request bus_read bus_read_normal cycle=51");
}

TEST(execution_meter_with_caches, fetches_what_the_host_executes) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {add, mrc, add});
    b.meter.enter(0x8000, 12);
    b.meter.stops_are_known();
    ASSERT_EQ(b.meter.split(0x8004), entry::trap);
    EXPECT_EQ(b.drained(), "instruction icache_access icache_miss ibuf_stall=20 "
                           "external_request bus_read bus_read_normal cycle=21");
    b.host_executes();
    b.run(0x8008, 4);
    EXPECT_EQ(b.drained(), "instruction cycle");
    b.meter.leave(0x800C);
    EXPECT_EQ(b.drained(), "instruction icache_access cycle");
}

TEST(execution_meter_with_caches, tells_the_accesses_of_instructions_apart) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {ldr, ldr, 0xE89D000C, ldr}); // ldm sp, {r2, r3}
    b.run(0x8000, 16);
    for (int item = 0; item < 5; ++item) {
        b.meter.access(0x9000, 4, false);
    }
    b.meter.leave(0x8010);
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::dcache_access], 4U);
    EXPECT_EQ(counts[activity::activity_kind::dcache_transfer], 5U);
    EXPECT_EQ(counts[activity::activity_kind::dcache_miss], 1U);
}

/// After its first register: it counts nothing, but the cycles of the line that it has waited for
/// have passed.
void abort_ldm(meter_bench& b) {
    b.arm(0x8000, {add, 0xE89D000C, add}); // ldm sp, {r2, r3}
    b.run(0x8000, 12);
    b.meter.access(0x9000, 4, false);
    b.meter.leave(0x8004);
}

/// Adds what the meter tells, by instruction or not.
void drain_each(meter_bench& b, activity_counts& all) {
    b.meter.drain_each(
        [&all](const instruction* /*by*/, activity_counts& counts) { all.add(counts); });
}

TEST(execution_meter_with_caches, forgets_what_an_aborted_instruction_has_accessed) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    abort_ldm(b);
    EXPECT_EQ(b.drained(), "instruction icache_access icache_miss ibuf_stall=20 external_request "
                           "bus_read bus_read_normal cycle=41");
}

// Round the loop the load has executed, and the third time it has accessed nothing yet.
TEST(execution_meter_with_caches,
     knows_what_the_aborted_instruction_has_accessed_in_the_short_way) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {ldr});
    for (int n = 0; n < 2; ++n) {
        b.run(0x8000, 4);
        b.meter.access(0x9000, 4, false);
    }
    ASSERT_TRUE(b.meter.goes_on_fetching(0x8000, 4));
    b.meter.leave(0x8000);
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::instruction], 2U);
    EXPECT_EQ(counts[activity::activity_kind::dcache_access], 2U);
}

TEST(execution_meter_with_caches, keeps_what_was_accessed_before_nobody_asked_for_details) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {ldr, add});
    b.meter.set_detailed(true);
    b.run(0x8000, 8);
    b.meter.access(0x9000, 4, false);
    b.meter.set_detailed(false);
    activity_counts all;
    drain_each(b, all);
    b.meter.leave(0x8008);
    b.meter.drain(all);
    EXPECT_EQ(all[activity::activity_kind::instruction], 2U);
    EXPECT_EQ(all[activity::activity_kind::dcache_access], 1U);
}

TEST(execution_meter_with_caches, tells_of_what_was_aborted_after_each_instruction) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    abort_ldm(b);
    activity_counts all;
    drain_each(b, all);
    EXPECT_EQ(all.cycles(), 41U) << "20 of the line that it has waited for";
}

// An item of eight bytes stands for two; an item of a device for one that is told elsewhere.
TEST(execution_meter_with_caches, knows_whose_items_come_after_others) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {0xE1CD00D0, ldr, ldr, ldr}); // ldrd r0, r1, [sp]
    b.run(0x8000, 16);
    b.meter.access(0x9000, 8, false);
    b.meter.access(0x9000, 4, false);
    b.meter.pass_item(4);
    b.meter.access(0x9000, 4, false);
    b.meter.leave(0x8010);
    const activity_counts counts = b.counts();
    EXPECT_EQ(counts[activity::activity_kind::dcache_access], 3U);
}

// At each place of a line, and across two of them.
TEST(execution_meter_with_caches, an_item_of_eight_bytes_counts_as_two_of_four) {
    for (std::uint32_t address = 0x9000; address <= 0x9020; address += 4) {
        activity_counts of_one;
        activity_counts of_two;
        for (const bool is_split : {false, true}) {
            meter_bench b(cpu_type::cortex_r5, small_caches);
            b.arm(0x8000, {0xE1CD00D0}); // ldrd r0, r1, [sp]
            b.run(0x8000, 4);
            if (is_split) {
                b.meter.access(address, 4, false);
                b.meter.access(address + 4, 4, false);
            } else {
                b.meter.access(address, 8, false);
            }
            b.meter.leave(0x8004);
            (is_split ? of_two : of_one) = b.counts();
        }
        EXPECT_EQ(text_of(of_one), text_of(of_two)) << address;
    }
}

TEST(execution_meter_with_caches, takes_stalls_from_the_budget) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {ldr, add, add, add});
    b.run(0x8000, 8);
    b.run(0x8008, 8); // all is in the cache now
    b.meter.leave(0x8010);
    b.drained();
    b.meter.set_budget(10);
    b.run(0x8000, 8);
    b.meter.access(0x9000, 4, false); // 20 cycles
    b.run(0x8008, 8);
    EXPECT_THAT(b.boundaries, ElementsAre(0x8008));
}

// execution_meter.h: no block known so far takes more cycles, whatever caches and TLBs add.
TEST(execution_meter_with_caches, knows_what_no_block_exceeds) {
    for (const cpu_type type : iss_test::core_cpus) {
        for (const std::initializer_list<std::uint32_t>& words :
             {std::initializer_list<std::uint32_t>{ldr}, {add, ldr, ldr}, {0xE89D00FC}}) {
            meter_bench b(type, small_caches);
            const auto bytes = static_cast<std::uint32_t>(4 * words.size());
            b.arm(0x8000, words); // the last one: ldm sp, {r2-r7}
            b.run(0x8000, bytes);
            for (std::uint32_t item = 0; item < 6; ++item) {
                b.meter.access(0x9000 + 0x1000 * item, 4, false);
            }
            b.meter.leave(0x8000 + bytes);
            EXPECT_GE(b.meter.longest_block(), b.counts().cycles());
            EXPECT_LT(b.meter.longest_block(), 10000U) << "some stalls of each item";
        }
    }
}

// DDI 0100, A4.1.29: LDRT loads as User mode does, which may not load from this section. What is
// aborted brings no line to the cache.
TEST(execution_meter_with_caches, an_aborted_load_as_user_accesses_nothing) {
    constexpr std::uint32_t ldrt = 0xE4B1'0000;             // ldrt r0, [r1]
    constexpr std::uint32_t privileged_alone = 0x0000'040E; // cached
    meter_bench b(cpu_type::arm1136, small_caches);
    address_translation translation(table_format::armv6, [](std::uint32_t at) {
        return std::optional(at == 0x4000U ? privileged_alone : 0U);
    });
    b.translate_by(translation, registers_of_mmu(0x4000));
    b.arm(0x8000, {ldr, ldrt, ldr});
    b.cpu.regs[1] = 0x9000;
    b.run(0x8000, 4);
    b.meter.access(0x9000, 4, false); // what the page allows is known now
    b.meter.leave(0x8004);
    EXPECT_EQ(b.counts()[activity::activity_kind::dcache_miss], 1U);
    b.cpu.regs[1] = 0x9100;
    b.run(0x8004, 4);
    b.meter.access(0x9100, 4, false);
    b.meter.leave(0x8004);
    EXPECT_EQ(b.counts()[activity::activity_kind::dcache_miss], 0U);
    b.run(0x8008, 4);
    b.meter.access(0x9100, 4, false);
    b.meter.leave(0x800C);
    EXPECT_EQ(b.counts()[activity::activity_kind::dcache_miss], 1U);
}

// DDI 0211, 6.1: caches are looked up by physical addresses. 0x9000 leads to 0x21000, and 0xA000 to
// 0x9000.
TEST(execution_meter_with_caches, what_the_host_executes_is_fetched_where_its_page_leads) {
    meter_bench b(cpu_type::arm1136, small_caches);
    address_translation translation(table_format::armv6, [](std::uint32_t at) {
        constexpr std::uint32_t coarse = 0x5001;
        constexpr std::uint32_t cached_page = 0x3E;
        return std::optional(at == 0x4000U   ? coarse
                             : at == 0x5024U ? 0x2'1000U | cached_page
                             : at == 0x5028U ? 0x9000U | cached_page
                                             : 0U);
    });
    b.translate_by(translation, registers_of_mmu(0x4000));
    b.arm(0x9000, {mrc});
    b.arm(0xA000, {add});
    ASSERT_EQ(b.meter.enter(0x9000, 4), entry::trap);
    b.host_executes();
    b.meter.leave(0x9004);
    EXPECT_EQ(b.counts()[activity::activity_kind::icache_miss], 1U);
    b.run(0xA000, 4);
    b.meter.leave(0xA004);
    EXPECT_EQ(b.counts()[activity::activity_kind::icache_miss], 1U);
}

// DDI 0211, SCTLR.RR: random replacement, or round-robin. Of three lines in two ways the one that
// comes next is the one that has gone, if they go in turn.
TEST(execution_meter_with_caches, replaces_lines_as_the_control_register_says) {
    for (const bool is_round_robin : {false, true}) {
        meter_bench b(cpu_type::arm1136, small_caches);
        b.cpu.control |= is_round_robin ? sctlr::round_robin : 0;
        b.meter.control_changed();
        b.arm(0x8000, {ldr, ldr, ldr});
        constexpr std::uint64_t rounds = 100;
        for (std::uint64_t n = 0; n < rounds; ++n) {
            b.run(0x8000, 12);
            for (const std::uint32_t line : {0x9000U, 0xA000U, 0xB000U}) {
                b.meter.access(line, 4, false);
            }
        }
        b.meter.leave(0x800C);
        const std::uint64_t misses = b.counts()[activity::activity_kind::dcache_miss];
        EXPECT_EQ(misses == 3 * rounds, is_round_robin) << misses;
    }
}

// Whether STREX has stored shows when its block is over.
TEST(execution_meter_with_caches, takes_what_shows_only_later_from_the_budget) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.arm(0x8000, {0xE1812F90, add, add, add}); // strex r2, r0, [r1]
    b.cpu.regs[1] = 0x9000;
    b.run(0x8008, 8); // its line is in the cache now
    b.meter.leave(0x8010);
    b.drained();
    b.meter.set_budget(10);
    b.run(0x8000, 8); // 20 cycles
    b.run(0x8008, 8);
    EXPECT_THAT(b.boundaries, ElementsAre(0x8008));
}

// DDI 0211 has SWP write where it has read, which is not sequential; each of its accesses is one to
// the line.
TEST(execution_meter_with_caches, swp_accesses_its_line_twice) {
    for (const cpu_type type : iss_test::core_cpus) {
        meter_bench b(type, small_caches);
        b.arm(0x8000, {0xE1020091}); // swp r0, r1, [r2]
        b.run(0x8000, 4);
        b.meter.access(0x9000, 4, false);
        b.meter.access(0x9000, 4, true);
        b.meter.leave(0x8004);
        const activity_counts counts = b.counts();
        EXPECT_EQ(counts[activity::activity_kind::dcache_access], 2U);
        EXPECT_EQ(counts[activity::activity_kind::dcache_access_any], 2U);
        EXPECT_EQ(counts[activity::activity_kind::dcache_transfer], 2U);
        EXPECT_EQ(counts[activity::activity_kind::dcache_miss], 1U);
    }
}

// --- instruction by instruction ------------------------------------------------------------------

TEST(execution_meter, tells_what_each_instruction_counts) {
    meter_bench b;
    b.arm(0x8000, {ldreq, add, bne_2_back});
    std::vector<std::string> lines;
    const auto drain = [&] {
        b.meter.drain_each([&](const instruction* i, const activity_counts& counts) {
            lines.push_back((i != nullptr ? std::to_string(i->pc - 0x8000) : "-") + ": " +
                            text_of(counts));
        });
    };
    ASSERT_EQ(b.meter.enter(0x8000, 12), entry::look);
    b.meter.look_at_flags(flag_z);
    ASSERT_EQ(b.meter.enter(0x8000, 12), entry::look);
    drain();
    b.meter.look_at_flags(0);
    b.meter.leave(0x800C);
    b.meter.add(activity::activity_kind::exception_taken, 1);
    drain();
    drain();
    b.meter.add(activity::activity_kind::exception_taken, 1);
    drain();
    EXPECT_THAT(
        lines,
        ElementsAre("0: instruction data_read cycle", "4: instruction cycle",
                    "8: instruction branch immediate_branch branch_predictable pc_change cycle=2",
                    "0: instruction exception_taken cycle", "4: instruction cycle",
                    "8: instruction branch immediate_branch branch_predictable "
                    "branch_mispredicted immediate_mispredicted cycle=6",
                    "-: exception_taken"));
}

// The block that is executing is drained once it has been executed.
TEST(execution_meter_with_caches, tells_what_an_instruction_accesses_once_its_block_is_executed) {
    meter_bench b(cpu_type::cortex_r5, small_caches);
    b.meter.set_detailed(true);
    b.arm(0x8000, {ldr, ldr});
    std::vector<std::string> lines;
    const auto drain = [&] {
        lines.clear();
        b.meter.drain_each([&](const instruction* i, const activity_counts& counts) {
            lines.push_back((i != nullptr ? std::to_string(i->pc - 0x8000) : "-") + ": " +
                            std::to_string(counts[activity::activity_kind::dcache_miss]));
        });
    };
    b.run(0x8000, 8);
    b.meter.access(0x9000, 4, false);
    b.meter.access(0x9000, 4, false);
    drain();
    EXPECT_THAT(lines, testing::IsEmpty());
    b.meter.leave(0x8008);
    drain();
    EXPECT_THAT(lines, ElementsAre("0: 1", "4: 0"));
}

// --- blocks of any length ------------------------------------------------------------------------

/// Executes straight lines of code in ARM state, and tells a meter as an engine would.
class fake_engine {
public:
    fake_engine(cpu_type type, const cache_geometry& caches) : bench(type, caches) {
        bench.meter.follow_accesses(true);
    }

    /// Executes [pc, end), in blocks of a length that `length` gives in instructions.
    template <class Length>
    void execute(std::uint32_t pc, std::uint32_t end, Length length) {
        while (pc < end) {
            const std::uint32_t block = 4 * static_cast<std::uint32_t>(length());
            pc = execute_block(pc, pc + block < end ? pc + block : end);
        }
        bench.meter.leave(end);
    }

    meter_bench bench;

private:
    /// \return where it has stopped
    std::uint32_t execute_block(std::uint32_t pc, std::uint32_t end) {
        entry verdict = bench.enter(pc, end - pc);
        for (std::uint32_t at = pc; at < end; at += 4) {
            if (at != pc && m_hooked.count(at) != 0) {
                verdict = bench.split(at, end - at);
            }
            if (verdict == entry::split) {
                m_hooked.insert(bench.meter.stops().begin(), bench.meter.stops().end());
                verdict = bench.meter.stops_are_known();
            }
            const bool holds = m_random() % 2 != 0;
            if (verdict == entry::look) {
                bench.meter.look_at_flags(holds ? flag_z : 0);
            } else if (verdict == entry::trap) {
                bench.host_executes();
                return at + 4;
            }
            verdict = entry::go;
            access(at, holds);
        }
        return end;
    }

    void access(std::uint32_t pc, bool z) {
        std::uint8_t code[4];
        bench.memory.read(pc, code, sizeof code);
        const instruction i = m_decoder.decode(code, sizeof code, pc, false, 0);
        const std::uint32_t address = 0x20000 + static_cast<std::uint32_t>(m_random() % 4096);
        if (condition_holds(i.condition, z ? flag_z : 0)) {
            for (unsigned item = 0; item < i.reads + 0U + i.writes; ++item) {
                bench.meter.access(address + 4 * item, i.item_bytes, item >= i.reads);
            }
        }
    }

    decoder m_decoder;
    std::mt19937 m_random{1};         ///< for data and flags
    std::set<std::uint32_t> m_hooked; ///< where a block has to be split
};

class blocks_of_any_length : public testing::TestWithParam<std::tuple<cpu_type, cache_geometry>> {
protected:
    static constexpr std::uint32_t begin = 0x8000;
    static constexpr std::uint32_t end = begin + 4 * 2000;

    /// What the code counts, told in blocks of those lengths, twice over.
    template <class Length>
    std::string counts_of(Length length, bool in_detail = false,
                          activity_account* account = nullptr) {
        fake_engine engine(std::get<0>(GetParam()), std::get<1>(GetParam()));
        meter_bench& b = engine.bench;
        if (account != nullptr) {
            b.meter.keep_account(*account);
        }
        b.cpu.regs[2] = 0x20040;
        b.cpu.regs[3] = 0x20100;
        b.cpu.regs[7] = 1;
        std::mt19937 random(2);
        constexpr std::uint32_t codes[] = {add,        add, ldr, ldreq, strne, mrc, mcr, nop,
                                           0xE891003C,  // ldm r1, {r2-r5}
                                           0xE8A1000C,  // stm r1!, {r2, r3}
                                           0xE1D100B0,  // ldrh r0, [r1]
                                           0xE5C10000,  // strb r0, [r1]
                                           0xE0000291,  // mul r0, r1, r2
                                           0xE1020091,  // swp r0, r1, [r2]
                                           0xE1820F91,  // strex r0, r1, [r2]: r0 = 0
                                           0xE1837F91,  // strex r7, r1, [r3]: fails
                                           0xF5D3F004,  // pld [r3, #4]
                                           0xEE072F3A}; // mcr p15, 0, r2, c7, c10, 1: clean
        for (std::uint32_t pc = begin; pc < end; pc += 4) {
            b.arm(pc, {codes[random() % std::size(codes)]});
        }
        activity_counts all;
        std::vector<std::uint32_t> order;
        if (in_detail) {
            b.meter.set_detailed(true);
            b.meter.set_budget(0);
            b.at_boundary = [&] {
                drain_each(b, all, order);
                b.meter.set_budget(0);
            };
        }
        for (int pass = 0; pass < 2; ++pass) {
            engine.execute(begin, end, length);
            if (in_detail) {
                drain_each(b, all, order);
            }
        }
        if (in_detail) {
            EXPECT_EQ(order, twice_in_order());
        }
        b.meter.drain(all);
        b.meter.charge_all();
        return text_of(all);
    }

private:
    static void drain_each(meter_bench& b, activity_counts& all,
                           std::vector<std::uint32_t>& order) {
        b.meter.drain_each([&](const instruction* i, const activity_counts& counts) {
            all.add(counts);
            ASSERT_NE(i, nullptr);
            order.push_back(i->pc);
        });
    }

    static std::vector<std::uint32_t> twice_in_order() {
        std::vector<std::uint32_t> order;
        for (int pass = 0; pass < 2; ++pass) {
            for (std::uint32_t pc = begin; pc < end; pc += 4) {
                order.push_back(pc);
            }
        }
        return order;
    }
};

TEST_P(blocks_of_any_length, count_the_same) {
    const std::string expected = counts_of([] { return 1; });
    EXPECT_EQ(counts_of([] { return 100; }), expected);
    EXPECT_EQ(counts_of([] { return 7; }), expected);
    std::mt19937 random(3);
    EXPECT_EQ(counts_of([&random] { return 1 + random() % 30; }), expected);
}

TEST_P(blocks_of_any_length, count_the_same_instruction_by_instruction) {
    const std::string expected = counts_of([] { return 1; });
    EXPECT_EQ(counts_of([] { return 1; }, true), expected);
    EXPECT_EQ(counts_of([] { return 7; }, true), expected);
    EXPECT_EQ(counts_of([] { return 100; }, true), expected);
}

// The same instructions have the same cycles, and all together what is counted.
TEST_P(blocks_of_any_length, charge_the_same_instructions) {
    kept_account expected;
    const std::string counts = counts_of([] { return 1; }, false, &expected);
    EXPECT_EQ(counts_of([] { return 1; }), counts);
    std::mt19937 random(3);
    for (const bool in_detail : {false, true}) {
        for (const unsigned length : {7U, 100U, 0U}) {
            kept_account kept;
            const auto any = [&] {
                return length != 0 ? length : static_cast<unsigned>(1 + random() % 30);
            };
            EXPECT_EQ(counts_of(any, in_detail, &kept), counts);
            EXPECT_EQ(kept.charged, expected.charged);
            EXPECT_EQ(kept.all_spent.cycles(), kept.sum_charged().cycles());
            EXPECT_NE(counts.find("cycle=" + std::to_string(kept.all_spent.cycles())),
                      std::string::npos)
                << counts;
        }
    }
}

// And the same of every other kind, where somebody keeps an account of it.
TEST_P(blocks_of_any_length, charge_the_same_instructions_with_every_kind) {
    kept_account expected;
    expected.kept = execution_meter::all_kinds;
    const std::string counts = counts_of([] { return 1; }, false, &expected);
    EXPECT_EQ(counts_of([] { return 1; }), counts);
    EXPECT_EQ(text_of(expected.sum_charged()), counts);
    std::mt19937 random(3);
    for (const bool in_detail : {false, true}) {
        for (const unsigned length : {7U, 100U, 0U}) {
            kept_account kept;
            kept.kept = execution_meter::all_kinds;
            kept.has_parts = length == 7;
            const auto any = [&] {
                return length != 0 ? length : static_cast<unsigned>(1 + random() % 30);
            };
            EXPECT_EQ(counts_of(any, in_detail, &kept), counts);
            EXPECT_EQ(text_of(kept.all_spent), counts);
            ASSERT_EQ(kept.all_charged.size(), expected.all_charged.size());
            for (const auto& [pc, of_it] : expected.all_charged) {
                EXPECT_EQ(text_of(kept.all_charged[pc]), text_of(of_it)) << std::hex << pc;
            }
        }
    }
}

std::string core_and_size(const testing::TestParamInfo<blocks_of_any_length::ParamType>& test) {
    const auto& [type, caches] = test.param;
    return std::string(core_model_of(type).name) + "_" + std::to_string(caches.bytes);
}

INSTANTIATE_TEST_SUITE_P(
    execution_meter, blocks_of_any_length,
    testing::Combine(testing::ValuesIn(iss_test::core_cpus),
                     testing::Values(cache_geometry{}, cache_geometry{512, 2, 16},
                                     cache_geometry{16, 1, 16}, cache_geometry{4096, 4, 64})),
    core_and_size);

} // namespace
} // namespace platform::iss::execution_meter_memory_test
