// SPDX-License-Identifier: Apache-2.0
// The events of the PMUs of the ARM11 cores (ARM DDI 0211, Table 3.141; DDI 0301, Table 3-137).
#pragma once

#include <pmu/core/event_table.h>

#include <cstddef>
#include <iterator>

namespace PMU_API pmu {

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

} // namespace pmu
