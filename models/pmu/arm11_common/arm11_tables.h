// SPDX-License-Identifier: Apache-2.0
// What the PMUs of the ARM11 cores have in common as data: events (ARM DDI 0211, Table 3.141; DDI
// 0301, Table 3-137), registers of CP15 c15, c12, and parameters.
#pragma once

#include <pmu/core/coprocessor_address.h>
#include <pmu/core/event_table.h>
#include <pmu/core/parameter_map.h>
#include <pmu/core/register_map.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace PMU_API pmu {

// --- events ---------------------------------------------------------------------------

/// Lines of the event bus, numbered as EVNTBUS.
constexpr unsigned arm11_evntbus_width = 20;
/// In the sampled word ETMEXTOUT[1:0] follow the event bus, from this line on.
constexpr unsigned arm11_etmextout_line = arm11_evntbus_width;
/// Outputs of the ETM that are counted.
constexpr unsigned arm11_etmextout_width = 2;
/// The events of the return stack, which have no bit of EVNTBUS, follow from this line on.
constexpr unsigned arm11_return_stack_line = arm11_etmextout_line + arm11_etmextout_width;
/// How many these are.
constexpr unsigned arm11_return_stack_width = 4;

/// The event numbers that every part has.
namespace arm11_event {
/// As the manuals have them.
enum number : std::uint16_t {
    ICACHE_MISS = 0x00,
    IBUF_STALL = 0x01,
    DDEP_STALL = 0x02,
    ITLB_MISS = 0x03,
    DTLB_MISS = 0x04,
    BR_EXEC = 0x05,
    BR_MISPREDICT = 0x06,
    INSTR_EXEC = 0x07,
    DCACHE_ACCESS_CACHABLE = 0x09,
    DCACHE_ACCESS = 0x0A,
    DCACHE_MISS = 0x0B,
    DCACHE_WBACK = 0x0C,
    SW_PC_CHANGE = 0x0D,
    MAIN_TLB_MISS = 0x0F,
    EXPL_D_ACCESS = 0x10,
    LSU_FULL_STALL = 0x11,
    WBUF_DRAINED = 0x12,
    ETMEXTOUT0 = 0x20,
    ETMEXTOUT1 = 0x21,
    ETMEXTOUT = 0x22,
    CPU_CYCLES = 0xFF,
};
} // namespace arm11_event

/// The event numbers of parts that count what their return stack does.
namespace arm11_return_event {
/// As the manual has them.
enum number : std::uint16_t {
    CALL_EXEC = 0x23,
    RETURN_EXEC = 0x24,
    RETURN_PREDICTED = 0x25,
    RETURN_MISPREDICT = 0x26,
};
} // namespace arm11_return_event

/// Those of the return stack come last.
inline constexpr event_desc arm11_event_descs[] = {
    event_row<arm11_event::ICACHE_MISS>(
        event_rule::each_line, 0, 1, 0,
        "instruction cache miss to a cachable location, external fetch needed"),
    event_row<arm11_event::IBUF_STALL>(event_rule::each_line, 1, 1, 0,
                                       "cycle: the instruction buffer cannot deliver"),
    event_row<arm11_event::DDEP_STALL>(event_rule::each_line, 2, 1, 0,
                                       "cycle: stall on a data dependency"),
    event_row<arm11_event::ITLB_MISS>(event_rule::each_line, 3, 1, 0, "instruction MicroTLB miss"),
    event_row<arm11_event::DTLB_MISS>(event_rule::each_line, 4, 1, 0, "data MicroTLB miss"),
    event_row<arm11_event::BR_EXEC>(event_rule::each_line, 5, 2, 0,
                                    "branch executed, taken or not"),
    event_row<arm11_event::BR_MISPREDICT>(event_rule::each_line, 7, 1, 0, "branch mispredicted"),
    event_row<arm11_event::INSTR_EXEC>(event_rule::each_line, 8, 2, 0, "instruction executed"),
    event_row<arm11_event::DCACHE_ACCESS_CACHABLE>(
        event_rule::each_line, 10, 1, 0, "nonsequential data cache access, cachable locations"),
    event_row<arm11_event::DCACHE_ACCESS>(event_rule::each_line, 11, 1, 0,
                                          "nonsequential data cache access, any location"),
    event_row<arm11_event::DCACHE_MISS>(event_rule::each_line, 12, 1, 0, "data cache miss"),
    event_row<arm11_event::DCACHE_WBACK>(
        event_rule::each_line, 13, 1, 0,
        "data cache write-back, once for each half line of four words"),
    event_row<arm11_event::SW_PC_CHANGE>(event_rule::each_line, 14, 2, 0,
                                         "software changed the PC without a mode change"),
    event_row<arm11_event::MAIN_TLB_MISS>(event_rule::each_line, 16, 1, 0, "main TLB miss"),
    event_row<arm11_event::EXPL_D_ACCESS>(event_rule::each_line, 17, 1, 0,
                                          "explicit external data access"),
    event_row<arm11_event::LSU_FULL_STALL>(event_rule::each_line, 18, 1, 0,
                                           "cycle: the load/store unit's request queue is full"),
    event_row<arm11_event::WBUF_DRAINED>(
        event_rule::each_line, 19, 1, 0,
        "write buffer drained by a barrier or a Strongly Ordered access"),
    event_row<arm11_event::ETMEXTOUT0>(event_rule::each_line, arm11_etmextout_line, 1, 0,
                                       "cycle with ETMEXTOUT[0] asserted"),
    event_row<arm11_event::ETMEXTOUT1>(event_rule::each_line, arm11_etmextout_line + 1, 1, 0,
                                       "cycle with ETMEXTOUT[1] asserted"),
    event_row<arm11_event::ETMEXTOUT>(event_rule::each_part, arm11_etmextout_line, 2, 0,
                                      "one for each asserted line of ETMEXTOUT[1:0]"),
    event_row<arm11_event::CPU_CYCLES>(event_rule::every_edge, 0, 0, 0, "every cycle, undivided"),
    event_row<arm11_return_event::CALL_EXEC>(
        event_rule::each_line, arm11_return_stack_line, 1, 0,
        "procedure call executed, its return address pushed on to the return stack"),
    event_row<arm11_return_event::RETURN_EXEC>(
        event_rule::each_line, arm11_return_stack_line + 1, 1, 0,
        "procedure return executed, its address popped off the return stack"),
    event_row<arm11_return_event::RETURN_PREDICTED>(
        event_rule::each_line, arm11_return_stack_line + 2, 1, 0,
        "procedure return executed, its address predicted correctly"),
    event_row<arm11_return_event::RETURN_MISPREDICT>(
        event_rule::each_line, arm11_return_stack_line + 3, 1, 0,
        "procedure return executed, its address predicted incorrectly"),
};

/// The events that every part has.
inline constexpr event_table arm11_core_events{arm11_event_descs, std::size(arm11_event_descs) -
                                                                      arm11_return_stack_width};
/// Those and the events of the return stack.
inline constexpr event_table arm11_events{arm11_event_descs};

// --- registers ------------------------------------------------------------------------

/// PMNC, Performance Monitor Control Register.
namespace arm11_pmnc {
inline constexpr register_field EvtCount0{"EvtCount0", 27, 20, field_access::read_write,
                                          "event counted by PMN0"};
inline constexpr register_field EvtCount1{"EvtCount1", 19, 12, field_access::read_write,
                                          "event counted by PMN1"};
inline constexpr register_field X{"X", 11, 11, field_access::read_write,
                                  "export of the events on EVNTBUS"};
inline constexpr register_field CCR{"CCR", 10, 10, field_access::write_one_to_clear,
                                    "overflow flag of CCNT"};
inline constexpr register_field CR1{"CR1", 9, 9, field_access::write_one_to_clear,
                                    "overflow flag of PMN1"};
inline constexpr register_field CR0{"CR0", 8, 8, field_access::write_one_to_clear,
                                    "overflow flag of PMN0"};
inline constexpr register_field ECC{"ECC", 6, 6, field_access::read_write,
                                    "interrupt enable of CCNT"};
inline constexpr register_field EC1{"EC1", 5, 5, field_access::read_write,
                                    "interrupt enable of PMN1"};
inline constexpr register_field EC0{"EC0", 4, 4, field_access::read_write,
                                    "interrupt enable of PMN0"};
inline constexpr register_field D{"D", 3, 3, field_access::read_write,
                                  "CCNT counts every 64th cycle"};
inline constexpr register_field C{"C", 2, 2, field_access::action, "reset CCNT to zero"};
inline constexpr register_field P{"P", 1, 1, field_access::action, "reset PMN0 and PMN1 to zero"};
inline constexpr register_field E{"E", 0, 0, field_access::read_write, "enable all counters"};

inline constexpr register_field fields[] = {EvtCount0, EvtCount1, X, CCR, CR1, CR0, ECC,
                                            EC1,       EC0,       D, C,   P,   E};
} // namespace arm11_pmnc

/// Position of each register in the map of a part.
enum class arm11_register : std::size_t { PMNC, CCNT, PMN0, PMN1 };

/// Address of a register of the unit in the coprocessor window: `p15, 0, c15, c12, opc2`.
constexpr std::uint32_t arm11_address(unsigned opc2) {
    return encode({15, 0, 15, 12, opc2});
}

/// A register of the unit: User mode has access where the part lets it in.
template <std::size_t N>
constexpr register_desc arm11_register_row(const char* name, unsigned opc2,
                                           const register_field (&fields)[N],
                                           const char* description) {
    return {name,
            arm11_address(opc2),
            register_access::read_write,
            user_rule::when_enabled,
            nonsecure_rule::always,
            0,
            fields,
            description};
}

// --- parameters -----------------------------------------------------------------------

/// Parameters of every ARM11 PMU. The decisions, in the README of the part, give the reasons for
/// the defaults.
struct arm11_config {
    bool user_access = false;             ///< true: User mode accesses act as privileged ones
    std::uint32_t start_delay_cycles = 3; ///< edges that do not count after E goes to 1 (D4)
    std::uint32_t stop_delay_cycles = 0;  ///< edges that still count after E goes to 0 (D4)
    two_bit_mode two_bit = two_bit_mode::popcount; ///< how two-wire events are read (D3)
    bool irq_active_low = false;                   ///< inverts the PMUIRQ pin only (D8)
    bool irq_clear_needs_e = true;                 ///< PMUIRQ drops only while E is 1 (D2)
    bool irq_set_needs_e = false;                  ///< PMUIRQ rises only while E is 1 (D9)
    bool flag_clear_needs_e = false;               ///< flags can be cleared only while E is 1 (D2)
    bool c_resets_prescaler = true;                ///< PMNC.C zeroes the prescaler too (D5)
};

/// What a User mode access gets, by the value of `user_access`.
inline constexpr std::string_view arm11_user_accesses[] = {"undefined", "allow"};
/// The longest start or stop delay, in edges.
constexpr std::uint64_t arm11_longest_delay = 1000;

/// The rows of a part: those of every ARM11 PMU, then its own ones.
/// \tparam Config the parameters of the part, an arm11_config
/// \param user_decision the decision on User mode accesses
/// \param own rows of its own
template <class Config, class... Own>
constexpr std::array<parameter_row<Config>, 9 + sizeof...(Own)>
arm11_parameter_rows(const char* user_decision, const Own&... own) {
    using row = parameter_row<Config>;
    return {
        row::template flag<&arm11_config::user_access>(
            "user_access", "what a User mode access gets", user_decision, arm11_user_accesses),
        row::template number<&arm11_config::start_delay_cycles>(
            "start_delay_cycles", 0, arm11_longest_delay,
            "edges that do not count after E goes to 1", "D4"),
        row::template choice<&arm11_config::two_bit>(
            "two_bit_mode", "whether the wires of a two-wire event add up or are a binary number",
            "D3"),
        row::template flag<&arm11_config::irq_active_low>("irq_active_low",
                                                          "inverts the pin PMUIRQ only", "D8"),
        row::template number<&arm11_config::stop_delay_cycles>(
            "stop_delay_cycles", 0, arm11_longest_delay, "edges that still count after E goes to 0",
            "D4"),
        row::template flag<&arm11_config::irq_clear_needs_e>(
            "irq_clear_needs_e", "PMUIRQ drops only while E is 1", "D2"),
        row::template flag<&arm11_config::irq_set_needs_e>("irq_set_needs_e",
                                                           "PMUIRQ rises only while E is 1", "D9"),
        row::template flag<&arm11_config::flag_clear_needs_e>(
            "flag_clear_needs_e", "flags can be cleared only while E is 1", "D2"),
        row::template flag<&arm11_config::c_resets_prescaler>(
            "c_resets_prescaler", "PMNC.C zeroes the prescaler too", "D5"),
        own...,
    };
}

} // namespace pmu
