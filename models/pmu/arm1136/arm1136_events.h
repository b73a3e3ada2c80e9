// SPDX-License-Identifier: Apache-2.0
// The events of the ARM1136JF-S PMU (ARM DDI 0211, Table 3.141).
#pragma once

#include <pmu/core/event_table.h>

namespace PMU_API pmu {

/// Lines of the event bus, numbered as EVNTBUS.
constexpr unsigned arm1136_event_bus_width = 20;
/// In the sampled word ETMEXTOUT[1:0] follow the event bus, from this line on.
constexpr unsigned arm1136_etmextout_line = arm1136_event_bus_width;

inline constexpr event_desc arm1136_event_descs[] = {
    {0x00, "ICACHE_MISS", event_rule::each_line, 0, 1, 0,
     "instruction cache miss to a cachable location, external fetch needed"},
    {0x01, "IBUF_STALL", event_rule::each_line, 1, 1, 0,
     "cycle: the instruction buffer cannot deliver"},
    {0x02, "DDEP_STALL", event_rule::each_line, 2, 1, 0, "cycle: stall on a data dependency"},
    {0x03, "ITLB_MISS", event_rule::each_line, 3, 1, 0, "instruction MicroTLB miss"},
    {0x04, "DTLB_MISS", event_rule::each_line, 4, 1, 0, "data MicroTLB miss"},
    {0x05, "BR_EXEC", event_rule::each_line, 5, 2, 0, "branch executed, taken or not"},
    {0x06, "BR_MISPREDICT", event_rule::each_line, 7, 1, 0, "branch mispredicted"},
    {0x07, "INSTR_EXEC", event_rule::each_line, 8, 2, 0, "instruction executed"},
    {0x09, "DCACHE_ACCESS_CACHABLE", event_rule::each_line, 10, 1, 0,
     "nonsequential data cache access, cachable locations"},
    {0x0A, "DCACHE_ACCESS", event_rule::each_line, 11, 1, 0,
     "nonsequential data cache access, any location"},
    {0x0B, "DCACHE_MISS", event_rule::each_line, 12, 1, 0, "data cache miss"},
    {0x0C, "DCACHE_WBACK", event_rule::each_line, 13, 1, 0,
     "data cache write-back, once for each half line of four words"},
    {0x0D, "SW_PC_CHANGE", event_rule::each_line, 14, 2, 0,
     "software changed the PC without a mode change"},
    {0x0F, "MAIN_TLB_MISS", event_rule::each_line, 16, 1, 0, "main TLB miss"},
    {0x10, "EXPL_D_ACCESS", event_rule::each_line, 17, 1, 0, "explicit external data access"},
    {0x11, "LSU_FULL_STALL", event_rule::each_line, 18, 1, 0,
     "cycle: the load/store unit's request queue is full"},
    {0x12, "WBUF_DRAINED", event_rule::each_line, 19, 1, 0,
     "write buffer drained by a barrier or a Strongly Ordered access"},
    {0x20, "ETMEXTOUT0", event_rule::each_line, arm1136_etmextout_line, 1, 0,
     "cycle with ETMEXTOUT[0] asserted"},
    {0x21, "ETMEXTOUT1", event_rule::each_line, arm1136_etmextout_line + 1, 1, 0,
     "cycle with ETMEXTOUT[1] asserted"},
    {0x22, "ETMEXTOUT", event_rule::each_part, arm1136_etmextout_line, 2, 0,
     "one for each asserted line of ETMEXTOUT[1:0]"},
    {0xFF, "CPU_CYCLES", event_rule::every_edge, 0, 0, 0, "every cycle, undivided"},
};

inline constexpr event_table arm1136_events{arm1136_event_descs};

} // namespace pmu
