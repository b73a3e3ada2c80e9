// SPDX-License-Identifier: Apache-2.0
// What happens in one cycle of a processor core, independent of the part that counts it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace platform::activity {

/// The kinds of occurrences. Those named "stall" and "disabled" last: they occur in each such
/// cycle. `cycle` occurs in all of them and is kept as a number only.
enum class activity_kind : std::uint8_t {
    instruction,            ///< executed
    branch,                 ///< B, BL, BLX or BX executed, taken or not
    immediate_branch,       ///< B or BL executed, taken or not
    branch_predictable,     ///< a branch that a predictor could know
    branch_mispredicted,    ///< with a pipeline flush; a branch nobody predicts counts too
    immediate_mispredicted, ///< the same, for B and BL only
    procedure_call,         ///< BL or BLX taken
    procedure_return,       ///< BX LR
    return_predicted,       ///< and its address was predicted
    return_mispredicted,    ///< another address was predicted
    pc_change,              ///< by software; not by exceptions and their returns
    icache_access,          ///< one fetch of eight bytes
    icache_miss,            ///< a fetch that starts a refill
    ibuf_stall,             ///< the instruction buffer cannot deliver
    data_dependency_stall,  ///< an instruction waits for the result of a load
    itlb_miss,              ///< in the instruction MicroTLB
    dtlb_miss,              ///< in the data MicroTLB
    main_tlb_miss,          ///< starts a page table walk
    dcache_access,          ///< nonsequential, cachable
    dcache_access_any,      ///< nonsequential, any location
    dcache_transfer,        ///< one register to or from a cachable location
    dcache_miss,            ///< a cachable access that does not hit
    dcache_half_line,       ///< four words of a dirty line written back
    dcache_line,            ///< a dirty line written back
    external_data_access,   ///< refill, non-cachable access or write past the cache
    external_request,       ///< the same, and instruction refills, table walks and write-backs
    noncachable_access,     ///< to a peripheral
    lsu_full_stall,         ///< a load or store finds the request queue full
    lsu_full_start,         ///< the first cycle of an unbroken sequence of those
    store_full_stall,       ///< the waiting one is a store
    store_merged,           ///< a store joins a line that waits to be written
    write_buffer_drained,   ///< at a barrier
    data_read,              ///< an instruction reads data
    data_write,             ///< an instruction writes data
    unaligned_access,
    preload_linefill, ///< a preload hint starts a refill
    preload_dropped,  ///< a preload hint finds the request queue full
    integer_divide,
    integer_divide_stall,
    exception_taken,
    exception_return,
    irq_disabled,
    context_change,     ///< of the context ID
    dual_issued,        ///< two instructions in this cycle
    dual_issued_branch, ///< and one of them is a branch
    dual_issued_other,  ///< and none of them is a branch
    icache_soft_error,  ///< corrected by the core
    dcache_soft_error,  ///< corrected by the core
    bus_read,           ///< a read request on the bus
    bus_read_device,    ///< and that to a device
    bus_read_normal,    ///< and that to memory
    bus_write,          ///< a write request on the bus
    bus_write_device,   ///< and that to a device
    bus_write_normal,   ///< and that to memory
    fiq_disabled,
    double_arithmetic,  ///< floating-point arithmetic or conversion with double precision
    software_increment, ///< a register write that raises an event
    nothing,            ///< never occurs: what an event is about that is truly 0
    cycle,
};

constexpr std::size_t activity_kinds = static_cast<std::size_t>(activity_kind::cycle) + 1;

constexpr std::size_t index_of(activity_kind kind) {
    return static_cast<std::size_t>(kind);
}

constexpr std::uint64_t bit_of(activity_kind kind) {
    return std::uint64_t{1} << index_of(kind);
}

/// The name as it is spelled in the code.
const char* name_of(activity_kind kind);

/// The occurrences of one cycle, 0 to 2 of each kind. Bit k stands for the kind of index k.
struct cycle_activity {
    std::uint64_t once = 0;  ///< kinds that occur at least once
    std::uint64_t twice = 0; ///< kinds that occur twice, a subset of once

    constexpr void add(activity_kind kind) {
        twice |= once & bit_of(kind);
        once |= bit_of(kind);
    }
    constexpr bool has(activity_kind kind) const { return (once & bit_of(kind)) != 0; }
    /// 0, 1 or 2; 1 for `cycle`.
    constexpr unsigned count(activity_kind kind) const {
        if (kind == activity_kind::cycle) {
            return 1;
        }
        return static_cast<unsigned>(has(kind)) +
               static_cast<unsigned>((twice & bit_of(kind)) != 0);
    }
    /// Only the kinds of the mask.
    constexpr cycle_activity only(std::uint64_t kinds) const {
        return {once & kinds, twice & kinds};
    }

    friend constexpr bool operator==(const cycle_activity& a, const cycle_activity& b) {
        return a.once == b.once && a.twice == b.twice;
    }
    friend constexpr bool operator!=(const cycle_activity& a, const cycle_activity& b) {
        return !(a == b);
    }
};

/// Calls f(index) for each bit of the word that is set.
template <typename F>
void for_each_bit(std::uint64_t word, F f) {
    for (; word != 0; word &= word - 1) {
        f(static_cast<std::size_t>(__builtin_ctzll(word)));
    }
}

/// How often each kind occurred over a number of cycles.
class activity_totals {
public:
    /// Adds `cycles` equal cycles.
    void add(const cycle_activity& activity, std::uint64_t cycles) {
        const auto count = [&](std::size_t k) { m_counts[k] += cycles; };
        for_each_bit(activity.once, count);
        for_each_bit(activity.twice, count);
        m_counts[index_of(activity_kind::cycle)] += cycles;
    }
    /// Adds n occurrences of a kind; `cycle` is no exception.
    void add_occurrences(activity_kind kind, std::uint64_t n) { m_counts[index_of(kind)] += n; }
    std::uint64_t operator[](activity_kind kind) const { return m_counts[index_of(kind)]; }

    friend bool operator==(const activity_totals& a, const activity_totals& b) {
        return a.m_counts == b.m_counts;
    }
    friend bool operator!=(const activity_totals& a, const activity_totals& b) { return !(a == b); }

private:
    std::array<std::uint64_t, activity_kinds> m_counts{};
};

} // namespace platform::activity
