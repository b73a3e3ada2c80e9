// SPDX-License-Identifier: Apache-2.0
// The CPUs as data: how they identify themselves, and what the simulator knows of them.
#include <generated/cpu_types.h>
#include <generated/expected_cpus.h>
#include <iss/meter/core_model.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <vector>

namespace platform::iss::core_model_test {
namespace {

using iss_test::all_cpus;
using iss_test::armv5te_cpus;
using iss_test::armv6_cpus;

constexpr pmu::coprocessor_register main_id{15, 0, 0, 0, 0};
constexpr pmu::coprocessor_register cache_type{15, 0, 0, 0, 1};
constexpr pmu::coprocessor_register tcm_type{15, 0, 0, 0, 2};
constexpr pmu::coprocessor_register cache_size_id{15, 1, 0, 0, 0};
constexpr pmu::coprocessor_register cache_level_id{15, 1, 0, 0, 1};

std::optional<std::uint32_t> value_in(const std::vector<identification>& all,
                                      const pmu::coprocessor_register& where) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const identification& i) { return i.where == where; });
    return found != all.end() ? std::optional<std::uint32_t>(found->value) : std::nullopt;
}

std::uint32_t identity(cpu_type type, const pmu::coprocessor_register& where) {
    return value_in(core_model_of(type).identity, where).value_or(0xDEAD'BEEF);
}

std::uint32_t cache_identity(cpu_type type, const cache_geometry& caches,
                             const pmu::coprocessor_register& where) {
    return value_in(cache_identification(core_model_of(type), caches), where).value_or(0xDEAD'BEEF);
}

TEST(core_model, main_id) {
    for (const cpu_type type : all_cpus) {
        const iss_test::expected_cpu& expected =
            iss_test::expected_cpus.at(core_model_of(type).name);
        EXPECT_EQ(identity(type, main_id) & expected.main_id_mask, expected.main_id)
            << core_model_of(type).name;
    }
}

TEST(core_model, the_cortex_r5_has_no_tcm) {
    EXPECT_EQ(identity(cpu_type::cortex_r5, tcm_type), 0U);
}

// --- caches --------------------------------------------------------------------------------------

// DDI 0100, B6.5: type, then size, associativity and line of the data and the instruction cache.
TEST(core_model, cache_type_of_armv5_and_armv6) {
    const auto expect_none = [](cpu_type type) {
        EXPECT_EQ(cache_identity(type, {}, cache_type) & 0xFF'FFFFU, 0x00'4004U)
            << core_model_of(type).name << ": M with size 0: there is none";
    };
    for (const cpu_type type : armv6_cpus) {
        EXPECT_EQ(cache_identity(type, {16384, 4, 32}, cache_type), 0x1D15'2152U);
        EXPECT_EQ(cache_identity(type, {65536, 4, 32}, cache_type), 0x1D1D'21D2U);
        EXPECT_EQ(cache_identity(type, {4096, 1, 16}, cache_type), 0x1D0C'10C1U);
        expect_none(type);
    }
    for (const cpu_type type : armv5te_cpus) {
        EXPECT_EQ(cache_identity(type, {32768, 32, 32}, cache_type), 0x0B1A'A1AAU);
        expect_none(type);
    }
}

// DDI 0460, 4.3: CTR in words, CLIDR with separate caches at one level, CCSIDR.
TEST(core_model, cache_registers_of_the_cortex_r5) {
    constexpr cpu_type r5 = cpu_type::cortex_r5;
    EXPECT_EQ(cache_identity(r5, {16384, 4, 32}, cache_type), 0x8003'C003U);
    EXPECT_EQ(cache_identity(r5, {16384, 4, 32}, cache_level_id), 0x0920'0003U);
    EXPECT_EQ(cache_identity(r5, {16384, 4, 32}, cache_size_id), 0xF00F'E019U);
    EXPECT_EQ(cache_identity(r5, {4096, 4, 32}, cache_size_id), 0xF003'E019U);
    EXPECT_EQ(cache_identity(r5, {65536, 4, 32}, cache_size_id), 0xF03F'E019U);
    EXPECT_EQ(cache_identity(r5, {1024, 1, 64}, cache_type), 0x8004'C004U);
    EXPECT_EQ(cache_identity(r5, {1024, 1, 64}, cache_size_id), 0xF001'E002U);
    EXPECT_EQ(cache_identity(r5, {}, cache_level_id), 0U) << "there is none";
    EXPECT_EQ(cache_identity(r5, {}, cache_size_id), 0U);
}

// Each cache has fields of its own.
TEST(core_model, caches_of_different_geometry) {
    const cache_pair caches({16384, 4, 32}, {4096, 1, 16});
    EXPECT_EQ(value_in(cache_identification(core_model_of(cpu_type::arm1136), caches), cache_type),
              0x1D0C'1152U);
    const core_model& r5 = core_model_of(cpu_type::cortex_r5);
    EXPECT_EQ(value_in(cache_identification(r5, caches), cache_type), 0x8002'C003U);
    EXPECT_EQ(cache_size_identification(r5, caches, 0), 0xF01F'E000U);
    EXPECT_EQ(cache_size_identification(r5, caches, 1), 0x200F'E019U) << "allocates on reads only";
    EXPECT_EQ(cache_size_identification(r5, caches, 2), 0U) << "there is no second level";
    EXPECT_EQ(cache_size_identification(r5, {}, 0), 0U);
}

// timing.md, Replacement.
TEST(core_model, replacement_in_words) {
    const auto name = [](cpu_type type, cache_policy policy) {
        return std::string(replacement_name(core_model_of(type), policy));
    };
    for (const cpu_type type : armv6_cpus) {
        EXPECT_EQ(name(type, cache_policy::core), "pseudo-random, or round-robin by SCTLR.RR");
    }
    for (const cpu_type type : armv5te_cpus) {
        EXPECT_EQ(name(type, cache_policy::core), "round-robin");
    }
    EXPECT_EQ(name(cpu_type::cortex_r5, cache_policy::core), "pseudo-random");
    EXPECT_EQ(name(cpu_type::cortex_r5, cache_policy::lru), "least recently used");
    EXPECT_EQ(name(cpu_type::arm1136, cache_policy::round_robin), "round-robin");
    EXPECT_EQ(name(cpu_type::xscale, cache_policy::random), "pseudo-random");
}

// Sizes that have no code read as the next one that has: their neighbours stay what they are.
TEST(core_model, caches_that_no_field_can_tell) {
    constexpr cpu_type arm = cpu_type::arm1136;
    EXPECT_EQ(cache_identity(arm, {64, 1, 16}, cache_type), 0x1D00'1001U) << "512 bytes at least";
    EXPECT_EQ(cache_identity(arm, {32768, 256, 32}, cache_type), 0x1D1B'A1BAU)
        << "128 ways at most";
    EXPECT_EQ(cache_identity(arm, {1U << 26U, 4, 32}, cache_type), 0x1D3D'23D2U)
        << "16 MiB at most";
    constexpr cpu_type r5 = cpu_type::cortex_r5;
    EXPECT_EQ(cache_identity(r5, {1U << 17U, 2048, 32}, cache_size_id), 0xF000'3FF9U)
        << "1024 ways at most";
    EXPECT_EQ(cache_identity(r5, {1U << 24U, 1, 32}, cache_size_id), 0xFFFF'E001U)
        << "32768 sets at most";
}

// Both registers of the caches tell what they read as.
TEST(core_model, the_geometry_that_its_registers_tell) {
    using g = cache_geometry;
    constexpr cpu_type arm = cpu_type::arm1136;
    constexpr cpu_type r5 = cpu_type::cortex_r5;
    const auto told = [](cpu_type type, const g& caches) {
        return identified_geometry(core_model_of(type), caches);
    };
    for (const cpu_type type : all_cpus) {
        for (const g& caches : {g{}, g{16384, 4, 32}, g{512, 2, 16}, g{65536, 128, 64}}) {
            EXPECT_EQ(told(type, caches), caches) << core_model_of(type).name;
        }
    }
    EXPECT_EQ(told(arm, {16384, 4, 128}), (g{16384, 4, 64}));
    EXPECT_EQ(told(arm, {8192, 256, 32}), (g{8192, 128, 32}));
    EXPECT_EQ(told(arm, {256, 1, 16}), (g{512, 1, 16}));
    EXPECT_EQ(told(r5, {16384, 4, 256}), (g{16384, 4, 256}));
    EXPECT_EQ(told(r5, {1U << 17U, 2048, 32}), (g{1U << 16U, 1024, 32}));
    EXPECT_EQ(told(r5, {1U << 24U, 1, 32}), (g{1U << 20U, 1, 32}));
}

// --- what is known -------------------------------------------------------------------------------

using kind = activity::activity_kind;
using kinds = std::initializer_list<activity::activity_kind>;

void expect_known(cpu_type type, const kinds& listed, bool without, bool with) {
    for (const activity::activity_kind k : listed) {
        EXPECT_EQ(core_model_of(type).knows(k, false), without)
            << activity::name_of(k) << " of " << core_model_of(type).name << " without caches";
        EXPECT_EQ(core_model_of(type).knows(k, true), with)
            << activity::name_of(k) << " of " << core_model_of(type).name << " with caches";
    }
}

// The silicon of the ARM11 cores and the XScales has caches: without a model of them nothing is
// known.
TEST(core_model, what_is_known_only_with_caches) {
    const kinds memory = {kind::icache_miss,     kind::ibuf_stall, kind::data_dependency_stall,
                          kind::itlb_miss,       kind::dtlb_miss,  kind::dcache_miss,
                          kind::dcache_half_line};
    for (const cpu_type type : armv6_cpus) {
        expect_known(type, memory, false, true);
        expect_known(type, {kind::main_tlb_miss, kind::dcache_access}, false, true);
    }
    for (const cpu_type type : armv5te_cpus) {
        expect_known(type, memory, false, true);
    }
    expect_known(cpu_type::cortex_r5,
                 {kind::ibuf_stall, kind::data_dependency_stall, kind::lsu_full_stall}, false,
                 true);
    // A Cortex-R5 can be built without caches: then they are truly 0.
    expect_known(cpu_type::cortex_r5,
                 {kind::icache_miss, kind::dcache_miss, kind::dcache_transfer, kind::dcache_line,
                  kind::icache_access, kind::preload_linefill},
                 true, true);
}

TEST(core_model, what_is_always_known) {
    for (const cpu_type type : all_cpus) {
        expect_known(type, {kind::instruction, kind::pc_change, kind::cycle, kind::bus_read}, true,
                     true);
    }
    for (const cpu_type type : armv6_cpus) {
        expect_known(type,
                     {kind::branch, kind::branch_mispredicted, kind::dcache_access_any,
                      kind::external_data_access, kind::write_buffer_drained},
                     true, true);
    }
    expect_known(cpu_type::arm1176,
                 {kind::procedure_call, kind::procedure_return, kind::return_predicted,
                  kind::return_mispredicted},
                 true, true);
    expect_known(cpu_type::xscale,
                 {kind::immediate_branch, kind::immediate_mispredicted, kind::dcache_transfer},
                 true, true);
    expect_known(cpu_type::cortex_r5,
                 {kind::branch_predictable, kind::procedure_return, kind::exception_return,
                  kind::integer_divide_stall, kind::double_arithmetic, kind::fiq_disabled,
                  kind::irq_disabled, kind::software_increment, kind::noncachable_access,
                  kind::external_request},
                 true, true);
}

TEST(core_model, what_is_never_known) {
    for (const cpu_type type : armv6_cpus) {
        expect_known(type, {kind::lsu_full_stall}, false, false);
    }
    for (const cpu_type type : armv5te_cpus) {
        expect_known(type, {kind::lsu_full_stall, kind::lsu_full_start}, false, false);
    }
    expect_known(cpu_type::cortex_r5,
                 {kind::store_merged, kind::store_full_stall, kind::preload_dropped,
                  kind::dual_issued, kind::dual_issued_branch, kind::dual_issued_other,
                  kind::icache_soft_error, kind::dcache_soft_error},
                 false, false);
}

// DDI 0211 and Intel 273473: FCSE PID, c13 of CP15, and the bit B of the Control Register. ARMv7
// has neither.
TEST(core_model, all_but_the_cortex_r5_have_a_process_id_and_a_big_endian_bit) {
    for (const cpu_type type : all_cpus) {
        EXPECT_EQ(core_model_of(type).has_process_id, type != cpu_type::cortex_r5);
        EXPECT_EQ(core_model_of(type).has_big_endian_bit, type != cpu_type::cortex_r5);
    }
}

// --- register writes -----------------------------------------------------------------------------

/// MCR, or MCRR.
instruction write_to(const pmu::coprocessor_register& where, bool is_pair = false) {
    instruction i;
    i.kind =
        is_pair ? instruction_class::coprocessor_pair_write : instruction_class::coprocessor_write;
    i.coprocessor = where;
    return i;
}

TEST(core_model, finds_what_a_register_write_does) {
    for (const cpu_type type : all_cpus) {
        const core_model& core = core_model_of(type);
        const register_write* control = core.find_write(write_to({15, 0, 1, 0, 0}));
        ASSERT_NE(control, nullptr) << core.name;
        EXPECT_EQ(control->operation, memory_operation::control);
        EXPECT_EQ(core.find_write(write_to({15, 7, 15, 15, 7})), nullptr) << core.name;
        EXPECT_EQ(core.find_write(write_to({14, 0, 1, 0, 0})), nullptr) << core.name;
        EXPECT_EQ(core.find_write(write_to({15, 0, 1, 0, 0}, true)), nullptr) << core.name;
        EXPECT_EQ(core.find_write({}), nullptr) << core.name;
        for (const register_write& w : core.writes) {
            EXPECT_EQ(core.find_write(write_to(w.where)), &w) << "a register twice";
        }
        for (const register_write& w : core.pair_writes) {
            EXPECT_EQ(core.find_write(write_to(w.where, true)), &w) << "a range twice";
        }
    }
}

/// CRn, CRm and opcode 2 of MCR p15, 0, and what it does.
struct operation_row {
    unsigned crn, crm, opc2;
    memory_operation operation;
};
using op = memory_operation;

void expect_operations(cpu_type type, const std::vector<operation_row>& rows) {
    const core_model& core = core_model_of(type);
    EXPECT_EQ(core.writes.size(), rows.size()) << core.name;
    for (const operation_row& r : rows) {
        const register_write* found = core.find_write(write_to({15, 0, r.crn, r.crm, r.opc2}));
        ASSERT_NE(found, nullptr) << core.name << ": c" << r.crn << ", c" << r.crm << ", "
                                  << r.opc2;
        EXPECT_EQ(found->operation, r.operation)
            << core.name << ": c" << r.crn << ", c" << r.crm << ", " << r.opc2;
    }
}

// DDI 0211: c1, c2, c3, c13; Cache Operations Register, c7; TLB Operations Register, c8; Cache
// Lockdown Registers, c9. By CRm: c5 instructions, c6 data, c7 both, c10 cleans, c14 both cleans
// and invalidates; opcode 2: 0 all, 1 by address, 2 by way, in c8 by ASID.
TEST(core_model, operations_of_the_arm11s) {
    const std::vector<operation_row> rows = {
        {1, 0, 0, op::control},
        {2, 0, 0, op::tables},
        {2, 0, 1, op::tables},
        {2, 0, 2, op::tables},
        {3, 0, 0, op::tables},
        {13, 0, 1, op::tables},
        {7, 5, 0, op::invalidate_icache},
        {7, 5, 1, op::invalidate_icache_line},
        {7, 5, 2, op::invalidate_icache_way},
        {7, 6, 0, op::invalidate_dcache},
        {7, 6, 1, op::invalidate_dcache_line},
        {7, 6, 2, op::invalidate_dcache_way},
        {7, 7, 0, op::invalidate_caches},
        {7, 10, 0, op::clean_dcache},
        {7, 10, 1, op::clean_dcache_line},
        {7, 10, 2, op::clean_dcache_way},
        {7, 10, 4, op::none}, // Data Synchronization Barrier
        {7, 14, 0, op::clean_invalidate_dcache},
        {7, 14, 1, op::clean_invalidate_dcache_line},
        {7, 14, 2, op::clean_invalidate_dcache_way},
        {8, 5, 0, op::invalidate_itlb},
        {8, 5, 1, op::invalidate_itlb_page},
        {8, 5, 2, op::invalidate_itlb_space},
        {8, 6, 0, op::invalidate_dtlb},
        {8, 6, 1, op::invalidate_dtlb_page},
        {8, 6, 2, op::invalidate_dtlb_space},
        {8, 7, 0, op::invalidate_tlbs},
        {8, 7, 1, op::invalidate_tlbs_page},
        {8, 7, 2, op::invalidate_tlbs_space},
        {9, 0, 0, op::lock_dcache_ways},
        {9, 0, 1, op::lock_icache_ways},
    };
    expect_operations(cpu_type::arm1136, rows);
    expect_operations(cpu_type::arm1176, rows); // DDI 0301 has the same
}

// DDI 0211, "Block transfer operations using MCRR".
TEST(core_model, block_operations_of_the_arm1136) {
    const core_model& core = core_model_of(cpu_type::arm1136);
    const std::map<unsigned, op> rows = {{5, op::invalidate_icache_line},
                                         {6, op::invalidate_dcache_line},
                                         {12, op::clean_dcache_line},
                                         {14, op::clean_invalidate_dcache_line}};
    for (unsigned crm = 0; crm < 16; ++crm) {
        for (unsigned opc1 = 0; opc1 < 8; ++opc1) {
            const register_write* found = core.find_write(write_to({15, opc1, 0, crm, 0}, true));
            const auto row = rows.find(crm);
            ASSERT_EQ(found != nullptr, opc1 == 0 && row != rows.end()) << crm << ", " << opc1;
            EXPECT_TRUE(found == nullptr || found->operation == row->second) << crm;
        }
    }
}

// Intel 273473, tables 7-12 to 7-14 and 7-16: cache functions, TLB functions, lock functions.
TEST(core_model, operations_of_the_xscales) {
    const std::vector<operation_row> rows = {
        {1, 0, 0, op::control},
        {1, 0, 1, op::mini_data_policy},
        {2, 0, 0, op::tables},
        {3, 0, 0, op::tables},
        {13, 0, 0, op::tables}, // Process ID
        {7, 7, 0, op::invalidate_caches},
        {7, 5, 0, op::invalidate_icache},
        {7, 5, 1, op::invalidate_icache_line},
        {7, 6, 0, op::invalidate_dcache},
        {7, 6, 1, op::invalidate_dcache_line},
        {7, 10, 1, op::clean_dcache_line},
        {7, 2, 5, op::allocate_line},
        {8, 7, 0, op::invalidate_tlbs},
        {8, 5, 0, op::invalidate_itlb},
        {8, 5, 1, op::invalidate_itlb_page},
        {8, 6, 0, op::invalidate_dtlb},
        {8, 6, 1, op::invalidate_dtlb_page},
        {9, 1, 0, op::lock_icache_line},
        {9, 1, 1, op::unlock_icache},
        {9, 2, 0, op::lock_dcache_fills},
        {9, 2, 1, op::unlock_dcache},
    };
    expect_operations(cpu_type::xscale, rows);
    expect_operations(cpu_type::ixp42x, rows);
}

// DDI 0460, "c7, Cache operations", c1, c13 and "Invalidate all data cache".
TEST(core_model, operations_of_the_cortex_r5) {
    expect_operations(cpu_type::cortex_r5, {
                                               {1, 0, 0, op::control},
                                               {13, 0, 1, op::none}, // Context ID
                                               {7, 5, 0, op::invalidate_icache},
                                               {7, 5, 1, op::invalidate_icache_line},
                                               {7, 5, 4, op::flush_prefetch},
                                               {7, 6, 1, op::invalidate_dcache_line},
                                               {7, 6, 2, op::invalidate_dcache_way},
                                               {7, 10, 1, op::clean_dcache_line},
                                               {7, 10, 2, op::clean_dcache_way},
                                               {7, 10, 4, op::none}, // DSB
                                               {7, 10, 5, op::none}, // DMB
                                               {7, 11, 1, op::clean_dcache_line},
                                               {7, 14, 1, op::clean_invalidate_dcache_line},
                                               {7, 14, 2, op::clean_invalidate_dcache_way},
                                               {15, 5, 0, op::invalidate_dcache},
                                           });
}

TEST(cache_geometry, is_another_in_each_of_its_numbers_and_by_its_policy) {
    const cache_geometry g{4096, 4, 32};
    EXPECT_TRUE(g == (cache_geometry{4096, 4, 32, cache_policy::core}));
    EXPECT_FALSE(g == (cache_geometry{8192, 4, 32}));
    EXPECT_FALSE(g == (cache_geometry{4096, 2, 32}));
    EXPECT_FALSE(g == (cache_geometry{4096, 4, 64}));
    EXPECT_FALSE(g == (cache_geometry{4096, 4, 32, cache_policy::lru}));
}

// The table of platforms/iss/timing.md.
TEST(core_model, times_what_no_core_says_otherwise) {
    const timing_model times;
    EXPECT_EQ(times.multiply, 2U);
    EXPECT_EQ(times.divide, 12U);
    EXPECT_EQ(times.taken_branch, 1U);
    EXPECT_EQ(times.mispredicted, 5U);
    EXPECT_EQ(times.exception_entry, 3U);
    EXPECT_EQ(times.cache_miss, 20U);
    EXPECT_EQ(times.tlb_refill, 1U);
    EXPECT_EQ(times.table_walk, 30U);
}

// DDI 0211, DDI 0301 and DDI 0460: CP15 c7, c0, 4 is the wait for interrupt.
TEST(core_model, waits_for_an_interrupt_by_c7) {
    constexpr pmu::coprocessor_register c7{15, 0, 7, 0, 4};
    for (const cpu_type type : {cpu_type::arm1136, cpu_type::arm1176, cpu_type::cortex_r5}) {
        const auto& ways = core_model_of(type).wait_for_interrupt;
        EXPECT_NE(std::find(ways.begin(), ways.end(), c7), ways.end());
    }
}

} // namespace
} // namespace platform::iss::core_model_test
