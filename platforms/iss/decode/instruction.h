// SPDX-License-Identifier: Apache-2.0
// What an instruction is, as far as counting, timing and the traps of the simulator want to know.
#pragma once

#include <pmu/core/coprocessor_address.h>

#include <cstddef>
#include <cstdint>

namespace platform::iss {

/// The classes of instructions that differ in what they count or cost.
enum class instruction_class : std::uint8_t {
    data_processing, ///< one cycle in the ALU; also status reads, hints and what has no other class
    multiply,
    divide,  ///< SDIV, UDIV
    load,    ///< LDR, LDM, POP, LDRD, LDREX, VLDR, TBB: reads memory; also SWP, which writes too
    store,   ///< STR, STM, PUSH, STRD, STREX, SRS, VSTR
    preload, ///< PLD, PLI; has an address, but reads nothing
    branch,  ///< B, BL, BLX, BX, CBZ and every other instruction that writes PC but loads none
    status_write, ///< MSR, CPS, SETEND: changes the CPSR or SPSR
    supervisor_call,
    breakpoint,
    coprocessor_read,       ///< MRC, MRC2
    coprocessor_write,      ///< MCR, MCR2
    coprocessor_pair_write, ///< MCRR, MCRR2
    coprocessor_other,      ///< CDP, MRRC, LDC, STC and the like
    barrier,                ///< DMB, DSB, ISB, CLREX: see barrier_kind
    wait_for_interrupt,     ///< the hint WFI
    wait_for_event,         ///< the hints WFE and YIELD
    undefined,              ///< permanently undefined, or not decodable
};

/// The ways to change PC. The cores differ in which of them they call a branch or a procedure
/// return, and which they predict.
enum class pc_writer : std::uint8_t {
    none,             ///< PC is not changed
    label,            ///< B, BL with a label
    label_exchange,   ///< BLX with a label
    compare,          ///< CBZ, CBNZ
    bx_lr,            ///< BX LR
    bx,               ///< BX with another register
    blx,              ///< BLX with a register
    bxj,              ///< BXJ
    move_lr,          ///< MOV PC, LR
    data_processing,  ///< other data processing without S
    load_pop,         ///< LDR PC, [SP], #4
    load_from_stack,  ///< any other LDR PC whose base is SP
    load,             ///< other LDR PC
    multiple_pop,     ///< POP {..., PC}, LDM SP!, {..., PC}
    multiple,         ///< other LDM with PC, without ^
    table,            ///< TBB, TBH
    exception_return, ///< data processing with S, LDM with ^ and PC, RFE
};
constexpr std::size_t pc_writers = static_cast<std::size_t>(pc_writer::exception_return) + 1;

/// The barriers that are instructions; those of CP15 are register writes.
enum class barrier_kind : std::uint8_t { none, dsb, dmb, isb, clrex };

/// No register: the value of instruction::base, index and transfer where there is none.
constexpr std::uint8_t no_register = 0xFF;

/// How the first address of a load or store comes about: base + displacement, or base plus or
/// minus an index register that is shifted.
struct addressing {
    enum class shift_kind : std::uint8_t { lsl, lsr, asr, ror, rrx };

    std::uint8_t base = no_register;  ///< 0 to 15; 15 reads as the aligned PC of the manual
    std::uint8_t index = no_register; ///< 0 to 14
    shift_kind shift = shift_kind::lsl;
    std::uint8_t shift_amount = 0;
    bool subtracts_index = false;
    /// Added to the base for the lowest address; 0 for post-indexed forms. For LDM and STM it turns
    /// the base into the lowest address of the block.
    std::int32_t displacement = 0;
};

/// One instruction, decoded.
struct instruction {
    std::uint32_t pc = 0;
    std::uint8_t bytes = 0;       ///< 2 or 4
    std::uint8_t condition = 0xE; ///< 0 to 13: executes under it; 14: always
    bool is_thumb = false;
    std::uint8_t it_before = 0; ///< ITSTATE that it was decoded with; 0: not in an IT block
    std::uint8_t it_after = 0;  ///< ITSTATE for the next instruction; 0: not in an IT block
    instruction_class kind = instruction_class::undefined;

    std::uint8_t reads = 0;      ///< words or smaller items that it loads
    std::uint8_t writes = 0;     ///< words or smaller items that it stores
    std::uint8_t item_bytes = 4; ///< of one item: 1, 2 or 4
    addressing address;          ///< for loads and stores

    pc_writer pc_by = pc_writer::none; ///< how it changes PC when it executes
    bool writes_status =
        false;          ///< may change mode or interrupt masks: CPS, MSR CPSR_c, exception returns
    bool links = false; ///< BL with a label
    bool is_backward = false;  ///< a branch with a label, to its own address or below
    bool goes_to_next = false; ///< a branch with a label, to the address after it
    bool is_endless = false;   ///< B or BL to its own address, without a condition
    barrier_kind barrier = barrier_kind::none;
    bool is_exclusive = false;         ///< LDREX, STREX, and those of other sizes
    bool is_store_exclusive = false;   ///< STREX: stores only if `result` becomes 0
    bool needs_alignment = false;      ///< whatever SCTLR.A says, from ARMv6 with U = 1 on
    bool is_double_arithmetic = false; ///< VFP arithmetic or conversion with F64 on a side
    std::uint8_t result = no_register; ///< Rd of STREX
    bool is_doubleword = false;        ///< LDRD, STRD
    bool is_load_multiple = false;     ///< LDM and POP; not RFE
    bool may_unalign_stack = false;    ///< SP may be no multiple of 4 after it

    /// For coprocessor_read, coprocessor_write and coprocessor_pair_write.
    pmu::coprocessor_register coprocessor{};
    std::uint8_t transfer = no_register;      ///< Rt of MRC, MCR, MCRR; 15 in MRC: the flags
    std::uint8_t transfer_high = no_register; ///< Rt2 of MCRR
    std::uint32_t immediate = 0;              ///< of SVC, BKPT
    std::uint32_t encoding = 0; ///< as in memory; a 32-bit Thumb instruction: first halfword on top

    bool is_conditional() const { return condition != 0xE; }
    bool accesses_memory() const { return reads != 0 || writes != 0; }
    bool is_swap() const { return reads != 0 && writes != 0; }
    /// LDR and SWP of a word, where the CPU ignores the low bits of the address.
    bool may_rotate() const { return reads == 1 && item_bytes == 4 && !is_load_multiple; }
    bool writes_pc() const { return pc_by != pc_writer::none; }
    /// BL or BLX.
    bool is_call() const {
        return links || pc_by == pc_writer::label_exchange || pc_by == pc_writer::blx;
    }
    bool is_exception_return() const { return pc_by == pc_writer::exception_return; }
    /// B, BL, BLX with a label, CBZ, CBNZ: where it goes is known from its encoding.
    bool has_label() const {
        return pc_by == pc_writer::label || pc_by == pc_writer::label_exchange ||
               pc_by == pc_writer::compare;
    }
    /// Whether it may go on at the next instruction without having changed PC.
    bool may_fall_through() const {
        return !writes_pc() || is_conditional() || pc_by == pc_writer::compare;
    }
    std::uint32_t end() const { return pc + bytes; }
};

/// Whether a condition holds.
/// \param condition 0 to 14 \param cpsr the flags N, Z, C, V in bits 31 to 28
constexpr bool condition_holds(std::uint8_t condition, std::uint32_t cpsr) {
    const bool n = (cpsr >> 31U & 1U) != 0;
    const bool z = (cpsr >> 30U & 1U) != 0;
    const bool c = (cpsr >> 29U & 1U) != 0;
    const bool v = (cpsr >> 28U & 1U) != 0;
    bool holds = true;
    switch (condition >> 1U) {
    case 0: holds = z; break;
    case 1: holds = c; break;
    case 2: holds = n; break;
    case 3: holds = v; break;
    case 4: holds = c && !z; break;
    case 5: holds = n == v; break;
    case 6: holds = n == v && !z; break;
    default: return true;
    }
    return holds != ((condition & 1U) != 0);
}

} // namespace platform::iss
