// SPDX-License-Identifier: Apache-2.0
// What an instruction is, as far as counting, timing and the traps of the simulator want to know.
#pragma once

#include <pmu/core/coprocessor_address.h>

#include <cstdint>

namespace platform {

/// The classes of instructions that differ in what they count or cost.
enum class instruction_class : std::uint8_t {
    data_processing, ///< one cycle in the ALU; also status reads, hints and what has no other class
    multiply,
    divide,  ///< SDIV, UDIV
    load,    ///< LDR, LDM, POP, LDRD, LDREX, VLDR, TBB: reads memory; also SWP, which writes too
    store,   ///< STR, STM, PUSH, STRD, STREX, SRS, VSTR
    preload, ///< PLD, PLI
    branch,  ///< B, BL, BLX, BX, CBZ and every other instruction that writes PC but loads none
    status_write, ///< MSR, CPS, SETEND: changes the CPSR or SPSR
    supervisor_call,
    breakpoint,
    coprocessor_read,   ///< MRC, MRC2
    coprocessor_write,  ///< MCR, MCR2
    coprocessor_other,  ///< CDP, MCRR, MRRC, LDC, STC and the like
    barrier,            ///< DMB, DSB, ISB, CLREX
    wait_for_interrupt, ///< the hint WFI
    wait_for_event,     ///< the hints WFE and YIELD
    undefined,          ///< permanently undefined, or not decodable
};

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
    std::uint8_t it_after = 0; ///< ITSTATE for the next instruction; 0: not in an IT block
    instruction_class kind = instruction_class::undefined;

    std::uint8_t reads = 0;      ///< words or smaller items that it loads
    std::uint8_t writes = 0;     ///< words or smaller items that it stores
    std::uint8_t item_bytes = 4; ///< of one item: 1, 2 or 4
    addressing address;          ///< for loads and stores

    bool is_branch = false;           ///< B, BL, BLX, BX, BXJ, CBZ, CBNZ: what the manuals call one
    bool is_immediate_branch = false; ///< B, BL, BLX with a label, CBZ, CBNZ
    bool is_procedure_return =
        false; ///< BX LR, POP {..., PC}, LDM SP!, {..., PC}, MOV PC, LR, LDR PC, [SP], #4
    bool is_exception_return = false; ///< <op>S PC, LR..., LDM with ^ and PC, RFE
    bool writes_pc = false;           ///< changes PC when it executes
    bool falls_through = false;       ///< may go on although its condition is 14: CBZ, CBNZ
    bool writes_status =
        false; ///< may change mode or interrupt masks: CPS, MSR CPSR_c, exception returns
    bool is_backward = false;   ///< an immediate branch to its own address or below
    bool drains_writes = false; ///< DSB

    pmu::coprocessor_register coprocessor{}; ///< for coprocessor_read and coprocessor_write
    std::uint8_t transfer = no_register;     ///< Rt of MRC and MCR; 15 in MRC: the flags
    std::uint32_t immediate = 0;             ///< of SVC and BKPT
    std::uint32_t encoding = 0; ///< as in memory; a 32-bit Thumb instruction: first halfword on top

    bool is_conditional() const { return condition != 0xE; }
    bool accesses_memory() const { return reads != 0 || writes != 0; }
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

} // namespace platform
