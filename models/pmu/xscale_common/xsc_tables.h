// SPDX-License-Identifier: Apache-2.0
// What the XScale performance monitors, XSC1 and XSC2, have in common as data: events (XScale Core
// Developer's Manual, Table 8-11; IXP42X Developer's Manual, Table 60), registers and parameters.
#pragma once

#include <pmu/core/api.h>
#include <pmu/core/coprocessor_address.h>
#include <pmu/core/event_table.h>
#include <pmu/core/parameter_map.h>
#include <pmu/core/register_map.h>

#include <array>
#include <cstdint>

namespace PMU_API pmu {

// --- events ---------------------------------------------------------------------------

/// Lines of the event bus: line n carries event n. Lines 14 and 15 carry nothing.
constexpr unsigned xsc_event_bus_width = 24;

/// The number for a counter that is not used. It counts nothing (XD-10, IXD-12).
constexpr std::uint32_t xsc_unused_event = 0xFF;
/// The first of the eight numbers that the core leaves to the product (XD-11, IXD-11).
constexpr std::uint32_t xsc_first_product_event = 0x10;
/// How many they are.
constexpr std::uint32_t xsc_product_event_count = 8;

/// The event numbers of every XScale, for evtCount0 to evtCount3 and batches.
namespace xsc_event {
/// As the manual has them.
enum number : std::uint16_t {
    ICACHE_MISS = 0x00,
    ICACHE_NO_DELIVERY = 0x01,
    DATA_STALL = 0x02,
    ITLB_MISS = 0x03,
    DTLB_MISS = 0x04,
    BR_EXEC = 0x05,
    BR_MISPREDICT = 0x06,
    INSTR_EXEC = 0x07,
    DBUFFER_STALL_DURATION = 0x08,
    DBUFFER_STALL = 0x09,
    DCACHE_ACCESS = 0x0A,
    DCACHE_MISS = 0x0B,
    DCACHE_WRITEBACK = 0x0C,
    SW_PC_CHANGE = 0x0D,
    UNUSED = xsc_unused_event,
};
} // namespace xsc_event

/// Those that a product may add.
namespace xsc_product_event {
/// As the manual has them.
enum number : std::uint16_t {
    PRODUCT_0 = xsc_first_product_event,
    PRODUCT_1,
    PRODUCT_2,
    PRODUCT_3,
    PRODUCT_4,
    PRODUCT_5,
    PRODUCT_6,
    PRODUCT_7,
};
} // namespace xsc_product_event

// First what every XScale has, then what a product may add.
inline constexpr event_desc xsc_event_descs[] = {
    event_row<xsc_event::ICACHE_MISS>(event_rule::each_line, 0, 1, 0,
                                      "instruction cache miss that needs an external fetch"),
    event_row<xsc_event::ICACHE_NO_DELIVERY>(event_rule::each_line, 1, 1, 0,
                                             "cycle: the instruction cache cannot deliver"),
    event_row<xsc_event::DATA_STALL>(event_rule::each_line, 2, 1, 0,
                                     "cycle: stall on a data dependency"),
    event_row<xsc_event::ITLB_MISS>(event_rule::each_line, 3, 1, 0, "instruction TLB miss"),
    event_row<xsc_event::DTLB_MISS>(event_rule::each_line, 4, 1, 0, "data TLB miss"),
    event_row<xsc_event::BR_EXEC>(event_rule::each_line, 5, 1, 0, "B or BL executed, taken or not"),
    event_row<xsc_event::BR_MISPREDICT>(event_rule::each_line, 6, 1, 0, "B or BL mispredicted"),
    event_row<xsc_event::INSTR_EXEC>(event_rule::each_line, 7, 1, 0, "instruction executed"),
    event_row<xsc_event::DBUFFER_STALL_DURATION>(event_rule::each_line, 8, 1, 0,
                                                 "cycle: stall, the data cache buffers are full"),
    event_row<xsc_event::DBUFFER_STALL>(event_rule::each_line, 9, 1, 0,
                                        "the same stall, once for each contiguous sequence"),
    event_row<xsc_event::DCACHE_ACCESS>(event_rule::each_line, 10, 1, 0,
                                        "data cache access, not cache operations"),
    event_row<xsc_event::DCACHE_MISS>(event_rule::each_line, 11, 1, 0,
                                      "data cache miss, not cache operations"),
    event_row<xsc_event::DCACHE_WRITEBACK>(
        event_rule::each_line, 12, 1, 0,
        "data cache write-back, once for each half line of four words"),
    event_row<xsc_event::SW_PC_CHANGE>(event_rule::each_line, 13, 1, 0,
                                       "software changed the PC; not on exception entry"),
    event_row<xsc_event::UNUSED>(event_rule::nothing, 0, 0, 0, "counts nothing and saves power"),
    event_row<xsc_product_event::PRODUCT_0>(event_rule::each_line, 16, 1, 0,
                                            "defined by the product"),
    event_row<xsc_product_event::PRODUCT_1>(event_rule::each_line, 17, 1, 0,
                                            "defined by the product"),
    event_row<xsc_product_event::PRODUCT_2>(event_rule::each_line, 18, 1, 0,
                                            "defined by the product"),
    event_row<xsc_product_event::PRODUCT_3>(event_rule::each_line, 19, 1, 0,
                                            "defined by the product"),
    event_row<xsc_product_event::PRODUCT_4>(event_rule::each_line, 20, 1, 0,
                                            "defined by the product"),
    event_row<xsc_product_event::PRODUCT_5>(event_rule::each_line, 21, 1, 0,
                                            "defined by the product"),
    event_row<xsc_product_event::PRODUCT_6>(event_rule::each_line, 22, 1, 0,
                                            "defined by the product"),
    event_row<xsc_product_event::PRODUCT_7>(event_rule::each_line, 23, 1, 0,
                                            "defined by the product"),
};

// All events, those of the product included.
inline constexpr event_table xsc_events{xsc_event_descs};
// The events of a product that adds none.
inline constexpr event_table xsc_core_events{xsc_event_descs,
                                             xsc_events.size() - xsc_product_event_count};

/// Whether one_line_rule is the rule of all events.
constexpr bool have_xsc_events_one_line_each() {
    for (const event_desc& e : xsc_events) {
        const bool has_line = e.rule == event_rule::each_line && e.line_count == 1;
        if (!has_line && e.rule != event_rule::nothing) {
            return false;
        }
    }
    return true;
}
static_assert(have_xsc_events_one_line_each());

/// The event with this number in a product that implements the product events of a mask (bit k:
/// event 0x10 + k), or nullptr where the number is reserved.
constexpr const event_desc* find_xsc_event(std::uint32_t number, std::uint8_t assp_event_mask) {
    const std::uint32_t k = number - xsc_first_product_event;
    const bool is_missing = k < xsc_product_event_count && (assp_event_mask >> k & 1U) == 0;
    return is_missing ? nullptr : xsc_events.find(number);
}

// --- registers ------------------------------------------------------------------------

/// The control bits of PMNC, the same on XSC1 and XSC2.
namespace xsc_pmnc {
inline constexpr register_field D = unpredictable_after_reset(
    {"D", 3, 3, field_access::read_write, "CCNT counts every 64th cycle"});
inline constexpr register_field C{"C", 2, 2, field_access::action, "reset CCNT to zero"};
inline constexpr register_field P{"P", 1, 1, field_access::action,
                                  "reset all event counters to zero"};
inline constexpr register_field E{"E", 0, 0, field_access::read_write, "enable all counters"};
} // namespace xsc_pmnc

/// Address of a register of the unit in the coprocessor window: `p14, 0, crn, crm, 0`.
constexpr std::uint32_t xsc_address(unsigned crn, unsigned crm) {
    return encode({14, 0, crn, crm, 0});
}

/// A register of the unit: privileged modes only.
template <std::size_t N>
constexpr register_desc xsc_register(const char* name, unsigned crn, unsigned crm,
                                     std::uint32_t reset, const register_field (&fields)[N],
                                     const char* description) {
    return {name,
            xsc_address(crn, crm),
            register_access::read_write,
            user_rule::refused,
            nonsecure_rule::always,
            reset,
            fields,
            description};
}

// --- what stands where a manual leaves the value after reset open ---------------------

/// Where the words of a reset_fill come from.
enum class reset_policy : std::uint8_t {
    zero,    ///< all bits are 0
    pattern, ///< the same word in every register
    random,  ///< a word for each register, the same at every reset
};

/// The words that stand for bits that the manual calls unpredictable after reset. Software must
/// work with every one of them.
struct reset_fill {
    reset_policy policy = reset_policy::zero; ///< where the words come from
    std::uint32_t pattern = 0;                ///< for reset_policy::pattern: the word
    std::uint64_t seed = 0; ///< for reset_policy::random: one seed, one set of words

    /// The word of the register at this address.
    constexpr std::uint32_t word(std::uint32_t address) const {
        switch (policy) {
        case reset_policy::zero: return 0;
        case reset_policy::pattern: return pattern;
        case reset_policy::random: break;
        }
        // Two multiplications and shifts spread every bit of seed and address over the word.
        std::uint64_t mix = seed + (address + std::uint64_t{1}) * 0x9E37'79B9'7F4A'7C15U;
        mix = (mix ^ mix >> 30) * 0xBF58'476D'1CE4'E5B9U;
        mix = (mix ^ mix >> 27) * 0x94D0'49BB'1331'11EBU;
        return static_cast<std::uint32_t>(mix >> 32);
    }

    /// Compares all members, used or not.
    friend constexpr bool operator==(const reset_fill& a, const reset_fill& b) {
        return a.policy == b.policy && a.pattern == b.pattern && a.seed == b.seed;
    }
    friend constexpr bool operator!=(const reset_fill& a, const reset_fill& b) { return !(a == b); }
};

// --- parameters -----------------------------------------------------------------------

/// Parameters of both XScale variants. The decisions XD-1 and XD-2, in the README of the XScale,
/// and IXD-1 and IXD-2, in that of the IXP42X, give the reasons for the defaults.
struct xsc_config {
    reset_fill unpredictable;        ///< bits whose reset value the manual leaves open
    std::uint32_t unp_read_mask = 0; ///< what the bits that are unpredictable to read read as
    bool irq_active_low = false;     ///< inverts the PMUIRQ pin only
};

/// The decisions of a variant on what both have.
struct xsc_sources {
    const char* reset;          ///< on what reset leaves open
    const char* reads;          ///< on bits that are unpredictable to read
    const char* product_events; ///< on the events of the product
};

/// The rows of a variant: those that both have, and its own one.
/// \tparam Config an xsc_config with the member `assp_event_mask`
template <class Config>
constexpr std::array<parameter_row<Config>, 7>
xsc_parameter_rows(const xsc_sources& sources, const parameter_row<Config>& own) {
    using row = parameter_row<Config>;
    constexpr std::size_t random = 1; // no access program can know what that makes
    return {
        row::template choice<&xsc_config::unpredictable, &reset_fill::policy>(
            "reset_policy", "what reset puts into bits that the manual leaves open", sources.reset,
            random),
        row::template bits<&xsc_config::unpredictable, &reset_fill::pattern>(
            "reset_pattern", "the word of the reset_policy `pattern`", sources.reset),
        row::template bits<&xsc_config::unpredictable, &reset_fill::seed>(
            "reset_seed", "of the words of the reset_policy `random`", sources.reset),
        row::template bits<&Config::assp_event_mask>(
            "assp_event_mask", "bit k: the product defines event 0x10 + k", sources.product_events),
        row::template bits<&xsc_config::unp_read_mask>(
            "unp_read_mask", "what bits that are unpredictable to read read as", sources.reads),
        row::template flag<&xsc_config::irq_active_low>(
            "irq_active_low", "inverts the pin PMUIRQ only", "a matter of the chip"),
        own,
    };
}

} // namespace pmu
