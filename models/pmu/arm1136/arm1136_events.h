// SPDX-License-Identifier: Apache-2.0
// The events of the ARM1136JF-S PMU (ARM DDI 0211, Table 3.141).
#pragma once

#include <pmu/core/event_table.h>

namespace PMU_API pmu {

/// Lines of the event bus, numbered as EVNTBUS.
constexpr unsigned arm1136_event_bus_width = 20;
/// In the sampled word ETMEXTOUT[1:0] follow the event bus, from this line on.
constexpr unsigned arm1136_etmextout_line = arm1136_event_bus_width;

/// The event numbers, for EvtCount0, EvtCount1 and batches: `pmu::arm1136_event::DCACHE_MISS`.
namespace arm1136_event {
/// As the manual has them.
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
} // namespace arm1136_event

inline constexpr event_desc arm1136_event_descs[] = {
    {arm1136_event::ICACHE_MISS, "ICACHE_MISS", event_rule::each_line, 0, 1, 0,
     "instruction cache miss to a cachable location, external fetch needed"},
    {arm1136_event::IBUF_STALL, "IBUF_STALL", event_rule::each_line, 1, 1, 0,
     "cycle: the instruction buffer cannot deliver"},
    {arm1136_event::DDEP_STALL, "DDEP_STALL", event_rule::each_line, 2, 1, 0,
     "cycle: stall on a data dependency"},
    {arm1136_event::ITLB_MISS, "ITLB_MISS", event_rule::each_line, 3, 1, 0,
     "instruction MicroTLB miss"},
    {arm1136_event::DTLB_MISS, "DTLB_MISS", event_rule::each_line, 4, 1, 0, "data MicroTLB miss"},
    {arm1136_event::BR_EXEC, "BR_EXEC", event_rule::each_line, 5, 2, 0,
     "branch executed, taken or not"},
    {arm1136_event::BR_MISPREDICT, "BR_MISPREDICT", event_rule::each_line, 7, 1, 0,
     "branch mispredicted"},
    {arm1136_event::INSTR_EXEC, "INSTR_EXEC", event_rule::each_line, 8, 2, 0,
     "instruction executed"},
    {arm1136_event::DCACHE_ACCESS_CACHABLE, "DCACHE_ACCESS_CACHABLE", event_rule::each_line, 10, 1,
     0, "nonsequential data cache access, cachable locations"},
    {arm1136_event::DCACHE_ACCESS, "DCACHE_ACCESS", event_rule::each_line, 11, 1, 0,
     "nonsequential data cache access, any location"},
    {arm1136_event::DCACHE_MISS, "DCACHE_MISS", event_rule::each_line, 12, 1, 0, "data cache miss"},
    {arm1136_event::DCACHE_WBACK, "DCACHE_WBACK", event_rule::each_line, 13, 1, 0,
     "data cache write-back, once for each half line of four words"},
    {arm1136_event::SW_PC_CHANGE, "SW_PC_CHANGE", event_rule::each_line, 14, 2, 0,
     "software changed the PC without a mode change"},
    {arm1136_event::MAIN_TLB_MISS, "MAIN_TLB_MISS", event_rule::each_line, 16, 1, 0,
     "main TLB miss"},
    {arm1136_event::EXPL_D_ACCESS, "EXPL_D_ACCESS", event_rule::each_line, 17, 1, 0,
     "explicit external data access"},
    {arm1136_event::LSU_FULL_STALL, "LSU_FULL_STALL", event_rule::each_line, 18, 1, 0,
     "cycle: the load/store unit's request queue is full"},
    {arm1136_event::WBUF_DRAINED, "WBUF_DRAINED", event_rule::each_line, 19, 1, 0,
     "write buffer drained by a barrier or a Strongly Ordered access"},
    {arm1136_event::ETMEXTOUT0, "ETMEXTOUT0", event_rule::each_line, arm1136_etmextout_line, 1, 0,
     "cycle with ETMEXTOUT[0] asserted"},
    {arm1136_event::ETMEXTOUT1, "ETMEXTOUT1", event_rule::each_line, arm1136_etmextout_line + 1, 1,
     0, "cycle with ETMEXTOUT[1] asserted"},
    {arm1136_event::ETMEXTOUT, "ETMEXTOUT", event_rule::each_part, arm1136_etmextout_line, 2, 0,
     "one for each asserted line of ETMEXTOUT[1:0]"},
    {arm1136_event::CPU_CYCLES, "CPU_CYCLES", event_rule::every_edge, 0, 0, 0,
     "every cycle, undivided"},
};

inline constexpr event_table arm1136_events{arm1136_event_descs};

} // namespace pmu
