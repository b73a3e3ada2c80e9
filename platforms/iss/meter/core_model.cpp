// SPDX-License-Identifier: Apache-2.0
#include <iss/meter/core_model.h>

#include <algorithm>
#include <initializer_list>
#include <stdexcept>

namespace platform::iss {

namespace {

using kind = activity::activity_kind;
using op = memory_operation;

// Architectures by the values of Tag_CPU_arch in the ARM ABI addenda.
constexpr unsigned v5te = 4;
constexpr unsigned v6kz = 7; // with the Security Extensions
constexpr unsigned v6k = 9;  // since ARM1136 r1p0
constexpr unsigned v7 = 10;

constexpr std::uint32_t sctlr_u = 1U << 22;

constexpr pmu::coprocessor_register cp15(unsigned crn, unsigned crm, unsigned opc2,
                                         unsigned opc1 = 0) {
    return {15, opc1, crn, crm, opc2};
}

constexpr std::uint64_t bits_of(std::initializer_list<activity::activity_kind> kinds) {
    std::uint64_t bits = 0;
    for (const activity::activity_kind k : kinds) {
        bits |= activity::bit_of(k);
    }
    return bits;
}

/// What a CPU sends over the bus, whatever its own events are about.
constexpr std::uint64_t bus_kinds =
    bits_of({kind::bus_read, kind::bus_read_device, kind::bus_read_normal, kind::bus_write,
             kind::bus_write_device, kind::bus_write_normal, kind::nothing});

struct branch_row {
    pc_writer form = pc_writer::none;
    branch_rule rule;
};

constexpr branch_rules table_of(std::initializer_list<branch_row> rows) {
    branch_rules rules{};
    for (const branch_row& r : rows) {
        rules[static_cast<std::size_t>(r.form)] = r.rule;
    }
    return rules;
}

// Order: branch, immediate, predictable, return, prediction.

// ARM1136: DDI 0211, Table 3.141, event 0x05: B, BL, BLX, BX, BXJ. The static predictor knows
// labels, the return stack returns.
constexpr branch_rules arm1136_branches = table_of({
    {pc_writer::label, {true, true, true, false, prediction::by_direction}},
    {pc_writer::label_exchange, {true, true, true, false, prediction::by_direction}},
    {pc_writer::bx_lr, {true, false, true, true, prediction::right}},
    {pc_writer::bx, {true, false, false, false, prediction::none}},
    {pc_writer::blx, {true, false, false, false, prediction::none}},
    {pc_writer::bxj, {true, false, false, false, prediction::none}},
    {pc_writer::move_lr, {false, false, true, true, prediction::right}},
    {pc_writer::load_pop, {false, false, true, true, prediction::right}},
    {pc_writer::multiple_pop, {false, false, true, true, prediction::right}},
});

// ARM1176: DDI 0301, 5.3: BX LR, LDM SP! and LDR PC from the stack are returns, which the return
// stack predicts if they have no condition.
constexpr branch_rules arm1176_branches = [] {
    branch_rules rules = arm1136_branches;
    rules[static_cast<std::size_t>(pc_writer::load_from_stack)] =
        rules[static_cast<std::size_t>(pc_writer::load_pop)];
    for (const pc_writer form : {pc_writer::bx_lr, pc_writer::load_pop, pc_writer::load_from_stack,
                                 pc_writer::multiple_pop}) {
        rules[static_cast<std::size_t>(form)].predicted = prediction::by_stack;
    }
    rules[static_cast<std::size_t>(pc_writer::move_lr)] = {};
    return rules;
}();

// XScale: 273473, events 0x5 and 0x6: "only B and BL instructions".
constexpr branch_rules xscale_branches = [] {
    branch_rules rules = arm1136_branches;
    rules[static_cast<std::size_t>(pc_writer::label_exchange)].is_immediate = false;
    return rules;
}();

// Cortex-R5: DDI 0460, Table 6.1, events 0x0D, 0x0E, 0x10, 0x12; the return stack of 5.3.
constexpr branch_rules cortex_r5_branches = table_of({
    {pc_writer::label, {true, true, true, false, prediction::by_direction}},
    {pc_writer::label_exchange, {true, true, true, false, prediction::by_direction}},
    {pc_writer::compare, {true, false, true, false, prediction::by_direction}},
    {pc_writer::bx_lr, {true, false, true, true, prediction::right}},
    {pc_writer::bx, {true, false, true, true, prediction::wrong}},
    {pc_writer::blx, {true, false, false, false, prediction::unpredicted}},
    {pc_writer::bxj, {true, false, false, false, prediction::unpredicted}},
    {pc_writer::move_lr, {false, false, false, false, prediction::unpredicted}},
    {pc_writer::data_processing, {false, false, false, false, prediction::unpredicted}},
    {pc_writer::load_pop, {false, false, true, true, prediction::right}},
    {pc_writer::load_from_stack, {false, false, false, false, prediction::unpredicted}},
    {pc_writer::load, {false, false, false, false, prediction::unpredicted}},
    {pc_writer::multiple_pop, {false, false, true, true, prediction::right}},
    {pc_writer::multiple, {false, false, true, true, prediction::right}},
    {pc_writer::table, {false, false, false, false, prediction::unpredicted}},
});

std::vector<register_write> arm1136_writes() {
    return {
        {cp15(1, 0, 0), op::control},
        {cp15(7, 5, 0), op::invalidate_icache},
        {cp15(7, 5, 1), op::invalidate_icache_line},
        {cp15(7, 5, 2), op::invalidate_icache_way},
        {cp15(7, 6, 0), op::invalidate_dcache},
        {cp15(7, 6, 1), op::invalidate_dcache_line},
        {cp15(7, 6, 2), op::invalidate_dcache_way},
        {cp15(7, 7, 0), op::invalidate_caches},
        {cp15(7, 10, 0), op::clean_dcache},
        {cp15(7, 10, 1), op::clean_dcache_line},
        {cp15(7, 10, 2), op::clean_dcache_way},
        {cp15(7, 10, 4), op::none, kind::write_buffer_drained}, // Data Synchronization Barrier
        {cp15(7, 14, 0), op::clean_invalidate_dcache},
        {cp15(7, 14, 1), op::clean_invalidate_dcache_line},
        {cp15(7, 14, 2), op::clean_invalidate_dcache_way},
        {cp15(8, 5, 0), op::invalidate_itlb},
        {cp15(8, 5, 1), op::invalidate_itlb_page},
        {cp15(8, 5, 2), op::invalidate_itlb_space},
        {cp15(8, 6, 0), op::invalidate_dtlb},
        {cp15(8, 6, 1), op::invalidate_dtlb_page},
        {cp15(8, 6, 2), op::invalidate_dtlb_space},
        {cp15(8, 7, 0), op::invalidate_tlbs},
        {cp15(8, 7, 1), op::invalidate_tlbs_page},
        {cp15(8, 7, 2), op::invalidate_tlbs_space},
        {cp15(9, 0, 0), op::lock_dcache_ways},
        {cp15(9, 0, 1), op::lock_icache_ways},
        {cp15(2, 0, 0), op::tables},  // TTBR0
        {cp15(2, 0, 1), op::tables},  // TTBR1
        {cp15(2, 0, 2), op::tables},  // TTBCR
        {cp15(3, 0, 0), op::tables},  // DACR
        {cp15(13, 0, 1), op::tables}, // CONTEXTIDR
    };
}

/// The block operations of the TRM: End and Start; c12 with opc1 1 and 2 prefetches, or does not.
std::vector<register_write> arm1136_pair_writes() {
    return {
        {cp15(0, 5, 0), op::invalidate_icache_line},
        {cp15(0, 6, 0), op::invalidate_dcache_line},
        {cp15(0, 12, 0), op::clean_dcache_line},
        {cp15(0, 14, 0), op::clean_invalidate_dcache_line},
    };
}

std::vector<register_write> xscale_writes() {
    return {
        {cp15(1, 0, 0), op::control},
        {cp15(1, 0, 1), op::mini_data_policy}, // Auxiliary Control Register
        {cp15(7, 2, 5), op::allocate_line},
        {cp15(7, 5, 0), op::invalidate_icache},
        {cp15(7, 5, 1), op::invalidate_icache_line},
        {cp15(7, 6, 0), op::invalidate_dcache},
        {cp15(7, 6, 1), op::invalidate_dcache_line},
        {cp15(7, 7, 0), op::invalidate_caches},
        {cp15(7, 10, 1), op::clean_dcache_line},
        {cp15(8, 5, 0), op::invalidate_itlb},
        {cp15(8, 5, 1), op::invalidate_itlb_page},
        {cp15(8, 6, 0), op::invalidate_dtlb},
        {cp15(8, 6, 1), op::invalidate_dtlb_page},
        {cp15(8, 7, 0), op::invalidate_tlbs},
        {cp15(9, 1, 0), op::lock_icache_line},
        {cp15(9, 1, 1), op::unlock_icache},
        {cp15(9, 2, 0), op::lock_dcache_fills},
        {cp15(9, 2, 1), op::unlock_dcache},
        {cp15(2, 0, 0), op::tables}, // TTBR
        {cp15(3, 0, 0), op::tables},
        {cp15(13, 0, 0), op::tables}, // DACR, FCSE
    };
}

// Cache maintenance drains the store buffer, as DSB and DMB do (DDI 0460, event 0x45).
std::vector<register_write> cortex_r5_writes() {
    constexpr kind drained = kind::write_buffer_drained;
    return {
        {cp15(1, 0, 0), op::control},
        {cp15(7, 5, 0), op::invalidate_icache, drained},
        {cp15(7, 5, 1), op::invalidate_icache_line, drained},
        {cp15(7, 5, 4), op::flush_prefetch},
        {cp15(7, 6, 1), op::invalidate_dcache_line, drained},
        {cp15(7, 6, 2), op::invalidate_dcache_way, drained},
        {cp15(7, 10, 1), op::clean_dcache_line, drained},
        {cp15(7, 10, 2), op::clean_dcache_way, drained},
        {cp15(7, 10, 4), op::none, drained},
        {cp15(7, 10, 5), op::none, drained},
        {cp15(7, 11, 1), op::clean_dcache_line, drained},
        {cp15(7, 14, 1), op::clean_invalidate_dcache_line, drained},
        {cp15(7, 14, 2), op::clean_invalidate_dcache_way, drained},
        {cp15(13, 0, 1), op::none, kind::context_change},
        {cp15(15, 5, 0), op::invalidate_dcache, drained},
    };
}

/// Of the XScale: "round-robin", and the pointer is at the last way after reset.
constexpr activity::replacement_rules from_last_way{activity::replacement::round_robin,
                                                    activity::round_robin_start::last_way};

core_model make_arm1136() {
    core_model c{};
    c.type = cpu_type::arm1136;
    c.name = "arm1136";
    c.engine = engine_cpu::arm1136;
    c.architecture = v6k;
    c.cache_type = 0x1D; // lockdown by format C
    c.has_process_id = true;
    c.has_big_endian_bit = true;
    // DDI 0211, and DDI 0301, 3.2.7, of the ARM1176: SCTLR.RR
    c.replacement = {activity::replacement::random};
    c.round_robin_by_control = true;
    c.tlb = {10, 10, 32, 2};
    c.tables = table_format::armv6;
    c.branches = arm1136_branches;
    c.pc_changes = pc_change_rule::same_mode;
    c.data.allocates_on_store = false; // "Only read allocation is supported": ARM1176 TRM 7.2
    c.data.device_drains = true;       // Strongly Ordered, event 0x12
    c.unaligned = unaligned_rule::by_u;
    c.boot_control = sctlr_u; // the pin UBITINIT, as compilers for ARMv6 expect it
    c.writes = arm1136_writes();
    c.pair_writes = arm1136_pair_writes();
    c.identity = {{cp15(0, 0, 0), 0x4117B363}};
    c.wait_for_interrupt = {cp15(7, 0, 4)};
    c.known_with_caches = bits_of({kind::icache_miss, kind::ibuf_stall, kind::data_dependency_stall,
                                   kind::itlb_miss, kind::dtlb_miss, kind::main_tlb_miss,
                                   kind::dcache_access, kind::dcache_miss, kind::dcache_half_line});
    c.known_kinds = c.known_with_caches | bus_kinds |
                    bits_of({kind::branch, kind::branch_mispredicted, kind::instruction,
                             kind::dcache_access_any, kind::pc_change, kind::external_data_access,
                             kind::write_buffer_drained, kind::cycle});
    return c;
}

core_model make_arm1176() {
    core_model c = make_arm1136();
    c.type = cpu_type::arm1176;
    c.name = "arm1176";
    c.engine = engine_cpu::arm1176;
    c.architecture = v6kz;
    c.has_security_extensions = true;
    c.branches = arm1176_branches;
    c.identity = {{cp15(0, 0, 0), 0x410FB767}}; // r0p7
    c.return_stack_entries = 3;
    c.predicts_no_call = true;
    c.known_kinds |= bits_of({kind::procedure_call, kind::procedure_return, kind::return_predicted,
                              kind::return_mispredicted});
    return c;
}

core_model make_xscale() {
    core_model c{};
    c.type = cpu_type::xscale;
    c.name = "xscale";
    c.engine = engine_cpu::pxa255;
    c.architecture = v5te;
    c.cache_type = 0x0B; // lockdown by format A
    c.has_process_id = true;
    c.has_big_endian_bit = true;
    c.replacement = from_last_way; // the core manual, 6.2.4
    c.has_mini_data_cache = true;
    c.tlb = {32, 32, 0, 0, from_last_way}; // 3.5
    c.tables = table_format::xscale;
    c.branches = xscale_branches;
    c.pc_changes = pc_change_rule::any_mode;
    c.has_accumulator = true;
    c.data.transfers_anywhere = true;
    c.unaligned = unaligned_rule::ignores;
    c.writes = xscale_writes();
    c.identity = {{cp15(0, 0, 0), 0x69052D06}}; // generation 1
    c.wait_for_interrupt = {{14, 0, 7, 0, 0}};  // PWRMODE
    c.no_wait = {cp15(7, 0, 4), cp15(7, 8, 2)}; // no functions of an XScale
    c.known_with_caches =
        bits_of({kind::icache_miss, kind::ibuf_stall, kind::data_dependency_stall, kind::itlb_miss,
                 kind::dtlb_miss, kind::dcache_miss, kind::dcache_half_line});
    c.known_kinds =
        c.known_with_caches | bus_kinds |
        bits_of({kind::immediate_branch, kind::immediate_mispredicted, kind::instruction,
                 kind::dcache_transfer, kind::pc_change, kind::cycle});
    return c;
}

core_model make_ixp42x() {
    core_model c = make_xscale();
    c.type = cpu_type::ixp42x;
    c.name = "ixp42x";
    c.identity = {{cp15(0, 0, 0), 0x690541C1}}; // generation 2
    c.wait_for_interrupt = {};                  // it has no PWRMODE
    return c;
}

core_model make_cortex_r5() {
    core_model c{};
    c.type = cpu_type::cortex_r5;
    c.name = "cortex_r5";
    c.engine = engine_cpu::cortex_r5f;
    c.architecture = v7;
    c.profile = 'R';
    c.has_thumb2 = true;
    c.replacement = {activity::replacement::random};
    c.branches = cortex_r5_branches;
    c.pc_changes = pc_change_rule::any_mode;
    c.data.store_stall = kind::lsu_full_stall;
    c.data.preload_is_access = false;
    c.data.uncached_swap_drains = true;
    c.data.fetches_are_requests = true;
    c.unaligned = unaligned_rule::works;
    c.barriers_drain = true;
    c.writes = cortex_r5_writes();
    c.identity = {{cp15(0, 0, 0), 0x411FC153}, {cp15(0, 0, 2), 0}}; // TCMTR: there is none
    c.waits_at_hint = true;
    c.wait_for_interrupt = {cp15(7, 0, 4)};
    // A core can be built without caches: then what they count is truly 0.
    c.known_with_caches =
        bits_of({kind::ibuf_stall, kind::data_dependency_stall, kind::lsu_full_stall});
    c.known_kinds = c.known_with_caches | bus_kinds |
                    bits_of({kind::software_increment,
                             kind::icache_miss,
                             kind::dcache_miss,
                             kind::dcache_transfer,
                             kind::data_read,
                             kind::data_write,
                             kind::instruction,
                             kind::exception_taken,
                             kind::exception_return,
                             kind::context_change,
                             kind::pc_change,
                             kind::immediate_branch,
                             kind::procedure_return,
                             kind::unaligned_access,
                             kind::branch_mispredicted,
                             kind::branch_predictable,
                             kind::dcache_line,
                             kind::external_request,
                             kind::write_buffer_drained,
                             kind::fiq_disabled,
                             kind::irq_disabled,
                             kind::integer_divide,
                             kind::integer_divide_stall,
                             kind::preload_linefill,
                             kind::noncachable_access,
                             kind::icache_access,
                             kind::double_arithmetic,
                             kind::cycle});
    return c;
}

std::uint32_t log2_of(std::uint32_t n) {
    return static_cast<std::uint32_t>(__builtin_ctz(n));
}

/// A size field of the cache type register of ARMv5 and ARMv6 (DDI 0100, B6.5): M is 0, so the
/// size is 2^(9 + size) bytes and the associativity 2^assoc.
std::uint32_t size_field(const cache_geometry& g) {
    constexpr std::uint32_t absent = 1U << 2U; // size 0 and M: no cache
    return g.exists()
               ? (log2_of(g.bytes) - 9U) << 6U | log2_of(g.ways) << 3U | (log2_of(g.line) - 3U)
               : absent;
}

/// The numbers of CCSIDR (DDI 0406, B4.1.19).
std::uint32_t shape_field(const cache_geometry& g) {
    return (g.sets() - 1U) << 13U | (g.ways - 1U) << 3U | (log2_of(g.line) - 4U);
}

} // namespace

const register_write* core_model::find_write(const instruction& i) const {
    if (i.kind != instruction_class::coprocessor_write &&
        i.kind != instruction_class::coprocessor_pair_write) {
        return nullptr;
    }
    const bool is_pair = i.kind == instruction_class::coprocessor_pair_write;
    const std::vector<register_write>& all = is_pair ? pair_writes : writes;
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const register_write& w) { return w.where == i.coprocessor; });
    return found != all.end() ? &*found : nullptr;
}

const core_model& core_model_of(cpu_type type) {
    static const std::vector<core_model> all = {make_arm1136(), make_arm1176(), make_xscale(),
                                                make_ixp42x(), make_cortex_r5()};
    const auto found =
        std::find_if(all.begin(), all.end(), [=](const core_model& c) { return c.type == type; });
    if (found == all.end()) {
        throw std::invalid_argument("core_model.cpp describes no CPU of this type");
    }
    return *found;
}

const char* replacement_name(const core_model& core, cache_policy policy) {
    switch (policy) {
    case cache_policy::lru: return "least recently used";
    case cache_policy::round_robin: return "round-robin";
    case cache_policy::random: return "pseudo-random";
    case cache_policy::core: break;
    }
    return core.round_robin_by_control ? "pseudo-random, or round-robin by SCTLR.RR"
           : core.replacement.policy == activity::replacement::round_robin ? "round-robin"
                                                                           : "pseudo-random";
}

cache_geometry identified_geometry(const core_model& core, const cache_geometry& g) {
    if (!g.exists()) {
        return g;
    }
    if (core.architecture < v7) { // the fields of size_field()
        return {std::clamp(g.bytes, 1U << 9U, 1U << 24U), std::min(g.ways, 1U << 7U),
                std::clamp(g.line, 8U, 64U), g.policy};
    }
    const std::uint32_t ways = std::min(g.ways, 1U << 10U); // and those of shape_field()
    return {std::min(g.sets(), 1U << 15U) * ways * g.line, ways, g.line, g.policy};
}

std::vector<identification> cache_identification(const core_model& core, const cache_pair& caches) {
    const cache_geometry instruction = identified_geometry(core, caches.instruction);
    const cache_geometry data = identified_geometry(core, caches.data);
    if (core.architecture < v7) {
        return {{cp15(0, 0, 1),
                 core.cache_type << 24U | size_field(data) << 12U | size_field(instruction)}};
    }
    // DDI 0406, B4.1.19, B4.1.20, B4.1.42: one level; CTR gives the lines in words.
    const auto words = [](const cache_geometry& g) {
        return g.exists() ? log2_of(g.line) - 2U : 0U;
    };
    return {
        {cp15(0, 0, 1), 0x8000'C000U | words(data) << 16U | words(instruction)},
        {cp15(0, 0, 1, 1), caches.exist() ? 0x0920'0003U : 0U}, // CLIDR
        {cp15(0, 0, 0, 1), cache_size_identification(core, caches, 0)},
    };
}

std::uint32_t cache_size_identification(const core_model& core, const cache_pair& caches,
                                        std::uint32_t selection) {
    constexpr std::uint32_t read_allocation = 0x2000'0000;
    constexpr std::uint32_t all_policies = 0xF000'0000; // WT, WB, RA, WA
    if (!caches.exist() || selection > 1) {
        return 0;
    }
    const bool is_data = selection == 0;
    return (is_data ? all_policies : read_allocation) |
           shape_field(identified_geometry(core, is_data ? caches.data : caches.instruction));
}

} // namespace platform::iss
