// SPDX-License-Identifier: Apache-2.0
// Decodes ARM and Thumb instructions for counting, and disassembles them for traces.
#pragma once

#include <iss/decode/instruction.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace platform::iss {

/// The instructions of ARMv5TE with the multiply-accumulate of XScale, ARMv6, ARMv7-A/R with
/// SDIV/UDIV, and VFP. It knows no CPU: whether the CPU at hand has the instruction is for the
/// simulation to find out. Not safe for calls from two threads at once.
class decoder {
public:
    /// \throw std::runtime_error if Capstone cannot be opened
    decoder();
    ~decoder();
    decoder(const decoder&) = delete;
    decoder& operator=(const decoder&) = delete;

    /// Decodes one instruction.
    /// \param code the instruction, at any alignment
    /// \param available bytes that can be read at `code`. An instruction that needs more is
    ///        `undefined`.
    /// \param pc address of the instruction
    /// \param thumb whether the CPU is in Thumb state
    /// \param it_state ITSTATE before the instruction, 0 outside an IT block and in ARM state
    /// \return the instruction; one that cannot be decoded has the kind `undefined` and 4 bytes
    ///         (ARM) or 2 or 4 (Thumb, by the first halfword)
    instruction decode(const std::uint8_t* code, std::size_t available, std::uint32_t pc,
                       bool thumb, std::uint8_t it_state) const;

    /// Assembly text, "ldr r0, [r1, #4]"; ".word 0x..." if it cannot be disassembled, ".word ?" if
    /// it is not all available. Parameters as of decode().
    std::string text(const std::uint8_t* code, std::size_t available, std::uint32_t pc, bool thumb,
                     std::uint8_t it_state = 0) const;

private:
    // Handles of Capstone.
    std::size_t m_arm = 0;
    std::size_t m_thumb = 0;
};

} // namespace platform::iss
