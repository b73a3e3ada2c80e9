// SPDX-License-Identifier: Apache-2.0
// The events of the Cortex-R5 PMU (ARM DDI 0460, Table 6.1).
#pragma once

#include <pmu/core/event_table.h>

#include <cstddef>
#include <cstdint>

namespace PMU_API pmu {

/// Lines of EVNTBUS. Bits 36 and 51 to 54 are unused: ignored at the input, 0 at the output (D8).
constexpr unsigned cortex_r5_event_bus_width = 55;

/// In the sampled word the bus bits 0 to 50 keep their numbers. From this line on it has the events
/// without a bus bit.
constexpr unsigned cortex_r5_aux_line = 51;
/// How many events have no bus bit but an input of their own.
constexpr unsigned cortex_r5_aux_width = 13;
static_assert(cortex_r5_aux_line + cortex_r5_aux_width == 64);

/// The bit of a line in the sampled word.
constexpr std::uint64_t cortex_r5_line(unsigned line) {
    return std::uint64_t{1} << line;
}

/// Bit 36, event 0x63 (D8).
constexpr std::uint64_t cortex_r5_unused_line = cortex_r5_line(36);
/// Bit 5: an instruction.
constexpr std::uint64_t cortex_r5_instruction_line = cortex_r5_line(5);
/// Bit 6: a second instruction, issued with that of bit 5.
constexpr std::uint64_t cortex_r5_pair_line = cortex_r5_line(6);
/// The lines of the sampled word that are bits of EVNTBUS.
constexpr std::uint64_t cortex_r5_bus_lines =
    (cortex_r5_line(cortex_r5_aux_line) - 1) & ~cortex_r5_unused_line;

/// The lines as the unit takes them: a dual-issued pair raises bit 5 as well (footnote a, D3), and
/// the unused bit is tied to 0 (D8).
constexpr std::uint64_t cortex_r5_normalised(std::uint64_t lines) {
    static_assert(cortex_r5_pair_line >> 1 == cortex_r5_instruction_line);
    return (lines | (lines & cortex_r5_pair_line) >> 1) & ~cortex_r5_unused_line;
}

/// The parts of event 0x6E, any correctable error: 0x4A to 0x4D, 0x6A, 0x6B, 0x6D and 0x70. It is
/// one event, however many of them are high (footnote b).
constexpr std::uint64_t cortex_r5_correctable_lines =
    cortex_r5_line(22) | cortex_r5_line(23) | cortex_r5_line(24) | cortex_r5_line(25) |
    cortex_r5_line(43) | cortex_r5_line(44) | cortex_r5_line(46) | cortex_r5_line(47);
/// The parts of event 0x6F, any fatal error, likewise: 0x60, 0x61, 0x4E, 0x4F, 0x6C and 0x71.
constexpr std::uint64_t cortex_r5_fatal_lines = cortex_r5_line(33) | cortex_r5_line(34) |
                                                cortex_r5_line(26) | cortex_r5_line(27) |
                                                cortex_r5_line(45) | cortex_r5_line(48);

/// A row with a bus bit.
template <auto Number>
constexpr event_desc cortex_r5_bus_event(unsigned bit, const char* description,
                                         std::uint8_t lines = 1) {
    return event_row<Number>(event_rule::each_line, static_cast<std::uint16_t>(bit), lines, 0,
                             description);
}

/// A row without a bus bit that has an input of its own, bit `input` of aux_events.
template <auto Number>
constexpr event_desc cortex_r5_aux_event(unsigned input, const char* description) {
    return cortex_r5_bus_event<Number>(cortex_r5_aux_line + input, description);
}

/// The event numbers, for PMXEVTYPER and batches: `pmu::cortex_r5_event::DCACHE_MISS`.
namespace cortex_r5_event {
/// As the manual has them.
enum number : std::uint16_t {
    SW_INCR = 0x00,
    ICACHE_MISS = 0x01,
    DCACHE_MISS = 0x03,
    DCACHE_ACCESS = 0x04,
    DATA_READ = 0x06,
    DATA_WRITE = 0x07,
    INST_EXEC = 0x08,
    DUAL_PAIR = 0x5E,
    EXC_TAKEN = 0x09,
    EXC_RETURN = 0x0A,
    CID_CHANGE = 0x0B,
    PC_CHANGE = 0x0C,
    BR_IMMED = 0x0D,
    PROC_RETURN = 0x0E,
    UNALIGNED = 0x0F,
    BR_MISPRED = 0x10,
    CYCLES = 0x11,
    BR_PREDICTABLE = 0x12,
    STALL_IBUF = 0x40,
    STALL_DATADEP = 0x41,
    DCACHE_WB = 0x42,
    EXT_MEM_REQ = 0x43,
    STALL_LSU = 0x44,
    STB_DRAIN = 0x45,
    FIQ_DIS_CYCLES = 0x46,
    IRQ_DIS_CYCLES = 0x47,
    ETMEXTOUT0 = 0x48,
    ETMEXTOUT1 = 0x49,
    ICACHE_TAG_CE = 0x4A,
    ICACHE_DATA_CE = 0x4B,
    DCACHE_TAG_CE = 0x4C,
    DCACHE_DATA_CE = 0x4D,
    TCM_FE_PFU = 0x4E,
    TCM_FE_LSU = 0x4F,
    STB_MERGE = 0x50,
    STALL_STB_FULL = 0x51,
    STALL_STQ_FULL = 0x52,
    INT_DIV = 0x53,
    STALL_INT_DIV = 0x54,
    PLD_LINEFILL = 0x55,
    PLD_NO_LINEFILL = 0x56,
    NONCACHEABLE_AXI = 0x57,
    ICACHE_ACCESS = 0x58,
    STB_ATTR_CLASH = 0x59,
    DUAL_A = 0x5A,
    DUAL_B = 0x5B,
    DUAL_OTHER = 0x5C,
    DP_FP = 0x5D,
    DCACHE_DATA_FE = 0x60,
    DCACHE_TAG_FE = 0x61,
    LIVELOCK = 0x62,
    UNUSED_63 = 0x63,
    ATCM_MBE = 0x64,
    B0TCM_MBE = 0x65,
    B1TCM_MBE = 0x66,
    ATCM_SBE = 0x67,
    B0TCM_SBE = 0x68,
    B1TCM_SBE = 0x69,
    TCM_CE_LSU = 0x6A,
    TCM_CE_PFU = 0x6B,
    TCM_FE_AXIS = 0x6C,
    TCM_CE_AXIS = 0x6D,
    ALL_CE = 0x6E,
    ALL_FE = 0x6F,
    BUS_CE = 0x70,
    BUS_FE = 0x71,
    ACP_DC_ACCESS = 0x72,
    ACP_DC_INVAL = 0x73,
    CYCLES_FF = 0xFF,
};
} // namespace cortex_r5_event

inline constexpr event_desc cortex_r5_event_descs[] = {
    event_row<cortex_r5_event::SW_INCR>(event_rule::software, 0, 0, 0,
                                        "software increment by PMSWINC"),
    cortex_r5_bus_event<cortex_r5_event::ICACHE_MISS>(
        0, "instruction fetch from Cacheable memory that starts a refill"),
    cortex_r5_bus_event<cortex_r5_event::DCACHE_MISS>(
        1, "data access to Cacheable memory that starts a linefill"),
    cortex_r5_bus_event<cortex_r5_event::DCACHE_ACCESS>(
        2, "data access to a cache line, each transaction of LDM and STM"),
    cortex_r5_bus_event<cortex_r5_event::DATA_READ>(3, "instruction that reads data, SWP included"),
    cortex_r5_bus_event<cortex_r5_event::DATA_WRITE>(4,
                                                     "instruction that writes data, SWP included"),
    cortex_r5_bus_event<cortex_r5_event::INST_EXEC>(
        5, "instruction executed; a dual-issued pair adds 2", 2),
    cortex_r5_bus_event<cortex_r5_event::DUAL_PAIR>(6, "dual-issued pair of instructions executed"),
    cortex_r5_bus_event<cortex_r5_event::EXC_TAKEN>(7, "exception taken"),
    cortex_r5_bus_event<cortex_r5_event::EXC_RETURN>(8, "exception return executed"),
    cortex_r5_bus_event<cortex_r5_event::CID_CHANGE>(9, "change to Context ID executed"),
    cortex_r5_bus_event<cortex_r5_event::PC_CHANGE>(
        10, "software change of the PC executed, exceptions excluded"),
    cortex_r5_bus_event<cortex_r5_event::BR_IMMED>(11,
                                                   "B, BL or BLX immediate executed, taken or not"),
    cortex_r5_bus_event<cortex_r5_event::PROC_RETURN>(12,
                                                      "procedure return executed, not MOV PC, LR"),
    cortex_r5_bus_event<cortex_r5_event::UNALIGNED>(
        13, "access to an unaligned address that faults or could fault"),
    cortex_r5_bus_event<cortex_r5_event::BR_MISPRED>(14, "pipeline flush by a branch"),
    event_row<cortex_r5_event::CYCLES>(event_rule::every_edge, 0, 0, 0, "cycle, undivided"),
    cortex_r5_bus_event<cortex_r5_event::BR_PREDICTABLE>(
        15, "change of the program flow that could have been predicted"),
    cortex_r5_bus_event<cortex_r5_event::STALL_IBUF>(
        16, "cycle: the instruction buffer cannot deliver an instruction"),
    cortex_r5_bus_event<cortex_r5_event::STALL_DATADEP>(17, "cycle: stall on a data dependency"),
    cortex_r5_bus_event<cortex_r5_event::DCACHE_WB>(18, "cache line written back"),
    cortex_r5_bus_event<cortex_r5_event::EXT_MEM_REQ>(19, "external memory request"),
    cortex_r5_bus_event<cortex_r5_event::STALL_LSU>(
        20, "cycle: stall because the load/store unit is busy"),
    cortex_r5_bus_event<cortex_r5_event::STB_DRAIN>(21, "store buffer forced to drain completely"),
    cortex_r5_aux_event<cortex_r5_event::FIQ_DIS_CYCLES>(0, "cycle with FIQ interrupts disabled"),
    cortex_r5_aux_event<cortex_r5_event::IRQ_DIS_CYCLES>(1, "cycle with IRQ interrupts disabled"),
    cortex_r5_aux_event<cortex_r5_event::ETMEXTOUT0>(2, "cycle with ETMEXTOUT[0] asserted"),
    cortex_r5_aux_event<cortex_r5_event::ETMEXTOUT1>(3, "cycle with ETMEXTOUT[1] asserted"),
    cortex_r5_bus_event<cortex_r5_event::ICACHE_TAG_CE>(
        22, "instruction cache tag RAM, parity or correctable ECC error"),
    cortex_r5_bus_event<cortex_r5_event::ICACHE_DATA_CE>(
        23, "instruction cache data RAM, parity or correctable ECC error"),
    cortex_r5_bus_event<cortex_r5_event::DCACHE_TAG_CE>(
        24, "data cache tag or dirty RAM, parity or correctable ECC error"),
    cortex_r5_bus_event<cortex_r5_event::DCACHE_DATA_CE>(
        25, "data cache data RAM, parity or correctable ECC error"),
    cortex_r5_bus_event<cortex_r5_event::TCM_FE_PFU>(26,
                                                     "TCM fatal ECC error at the prefetch unit"),
    cortex_r5_bus_event<cortex_r5_event::TCM_FE_LSU>(27,
                                                     "TCM fatal ECC error at the load/store unit"),
    cortex_r5_aux_event<cortex_r5_event::STB_MERGE>(4, "store buffer merge"),
    cortex_r5_aux_event<cortex_r5_event::STALL_STB_FULL>(
        5, "load/store unit stall caused by a full store buffer"),
    cortex_r5_aux_event<cortex_r5_event::STALL_STQ_FULL>(
        6, "load/store unit stall caused by a full store queue"),
    cortex_r5_aux_event<cortex_r5_event::INT_DIV>(7, "SDIV or UDIV executed"),
    cortex_r5_aux_event<cortex_r5_event::STALL_INT_DIV>(8,
                                                        "cycle: stall caused by an integer divide"),
    cortex_r5_aux_event<cortex_r5_event::PLD_LINEFILL>(9, "PLD that starts a linefill"),
    cortex_r5_aux_event<cortex_r5_event::PLD_NO_LINEFILL>(
        10, "PLD without linefill because of a resource shortage"),
    cortex_r5_aux_event<cortex_r5_event::NONCACHEABLE_AXI>(
        11, "Non-cacheable access on the AXI master"),
    cortex_r5_bus_event<cortex_r5_event::ICACHE_ACCESS>(28, "instruction cache access"),
    cortex_r5_aux_event<cortex_r5_event::STB_ATTR_CLASH>(
        12, "two store buffer slots with one cache line and different attributes"),
    cortex_r5_bus_event<cortex_r5_event::DUAL_A>(29, "dual issue, case A (branch)"),
    cortex_r5_bus_event<cortex_r5_event::DUAL_B>(30,
                                                 "dual issue, case B1, B2, F2 (load/store) or F2D"),
    cortex_r5_bus_event<cortex_r5_event::DUAL_OTHER>(31, "dual issue, other case"),
    cortex_r5_bus_event<cortex_r5_event::DP_FP>(
        32, "double-precision arithmetic or conversion instruction executed"),
    cortex_r5_bus_event<cortex_r5_event::DCACHE_DATA_FE>(33,
                                                         "data cache data RAM, fatal ECC error"),
    cortex_r5_bus_event<cortex_r5_event::DCACHE_TAG_FE>(
        34, "data cache tag or dirty RAM, fatal ECC error"),
    cortex_r5_bus_event<cortex_r5_event::LIVELOCK>(35, "processor livelock"),
    event_row<cortex_r5_event::UNUSED_63>(event_rule::nothing, 36, 0, 0, "unused; counts nothing"),
    cortex_r5_bus_event<cortex_r5_event::ATCM_MBE>(37, "ATCM multi-bit ECC error"),
    cortex_r5_bus_event<cortex_r5_event::B0TCM_MBE>(38, "B0TCM multi-bit ECC error"),
    cortex_r5_bus_event<cortex_r5_event::B1TCM_MBE>(39, "B1TCM multi-bit ECC error"),
    cortex_r5_bus_event<cortex_r5_event::ATCM_SBE>(40, "ATCM single-bit ECC error"),
    cortex_r5_bus_event<cortex_r5_event::B0TCM_SBE>(41, "B0TCM single-bit ECC error"),
    cortex_r5_bus_event<cortex_r5_event::B1TCM_SBE>(42, "B1TCM single-bit ECC error"),
    cortex_r5_bus_event<cortex_r5_event::TCM_CE_LSU>(
        43, "TCM correctable ECC error at the load/store unit"),
    cortex_r5_bus_event<cortex_r5_event::TCM_CE_PFU>(
        44, "TCM correctable ECC error at the prefetch unit"),
    cortex_r5_bus_event<cortex_r5_event::TCM_FE_AXIS>(
        45, "TCM fatal ECC error at the AXI slave interface"),
    cortex_r5_bus_event<cortex_r5_event::TCM_CE_AXIS>(
        46, "TCM correctable ECC error at the AXI slave interface"),
    event_row<cortex_r5_event::ALL_CE>(
        event_rule::any_line, 0, 0, cortex_r5_correctable_lines,
        "any correctable error: 0x4A to 0x4D, 0x6A, 0x6B, 0x6D, 0x70"),
    event_row<cortex_r5_event::ALL_FE>(event_rule::any_line, 0, 0, cortex_r5_fatal_lines,
                                       "any fatal error: 0x60, 0x61, 0x4E, 0x4F, 0x6C, 0x71"),
    cortex_r5_bus_event<cortex_r5_event::BUS_CE>(47, "any correctable bus fault"),
    cortex_r5_bus_event<cortex_r5_event::BUS_FE>(48, "any fatal bus fault"),
    cortex_r5_bus_event<cortex_r5_event::ACP_DC_ACCESS>(
        49, "ACP data cache access, lookup or invalidate"),
    cortex_r5_bus_event<cortex_r5_event::ACP_DC_INVAL>(50, "ACP data cache invalidate"),
    event_row<cortex_r5_event::CYCLES_FF>(event_rule::every_edge, 0, 0, 0, "cycle, undivided"),
};

inline constexpr event_table cortex_r5_events{cortex_r5_event_descs};

/// An event that updates CFLR.
struct cortex_r5_fault_source {
    std::uint16_t event;    ///< event number
    std::uint32_t location; ///< the word that it brings if the platform sets none (D19)
};

/// The events marked "CFLR update: Yes", without 0x6E (D9). Of several on one edge the first one
/// here wins.
inline constexpr cortex_r5_fault_source cortex_r5_fault_sources[] = {
    {cortex_r5_event::DCACHE_DATA_CE, 0x0000'0001}, {cortex_r5_event::DCACHE_TAG_CE, 0x0000'0001},
    {cortex_r5_event::TCM_CE_LSU, 0x0100'0001},     {cortex_r5_event::ICACHE_DATA_CE, 0x0000'0000},
    {cortex_r5_event::ICACHE_TAG_CE, 0x0000'0000},  {cortex_r5_event::TCM_CE_PFU, 0x0100'0000},
    {cortex_r5_event::TCM_CE_AXIS, 0x0100'0002},
};
/// How many events update CFLR.
constexpr std::size_t cortex_r5_fault_source_count =
    sizeof cortex_r5_fault_sources / sizeof *cortex_r5_fault_sources;

/// The line of a fault source.
constexpr std::uint64_t cortex_r5_fault_line(const cortex_r5_fault_source& source) {
    return cortex_r5_line(cortex_r5_events.find(source.event)->first_line);
}

/// The lines of all fault sources.
constexpr std::uint64_t cortex_r5_all_fault_lines() {
    std::uint64_t lines = 0;
    for (const cortex_r5_fault_source& source : cortex_r5_fault_sources) {
        lines |= cortex_r5_fault_line(source);
    }
    return lines;
}

} // namespace pmu
