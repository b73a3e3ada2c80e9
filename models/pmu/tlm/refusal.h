// SPDX-License-Identifier: Apache-2.0
// Why an access is refused, and how its initiator would set it.
#pragma once

#include <pmu/core/access.h>
#include <pmu/core/register_map.h>

#include <cstdint>
#include <string>
#include <tlm>

namespace PMU_API pmu {

/// What is wrong with an access; the first that applies, in this order but for `command`, which is
/// looked at after the byte enables.
enum class refusal : std::uint8_t {
    none,            ///< nothing
    no_streaming,    ///< nothing: a streaming width of 0 is taken as "does not stream"
    outside,         ///< it is not inside the window of the unit
    length,          ///< its data are no word of 4 bytes
    streaming_width, ///< 1 to 3: its data repeat within the word
    no_data,         ///< it has no data pointer
    misaligned,      ///< its address is no multiple of 4
    byte_enables,    ///< a byte of the word is not enabled
    no_register,     ///< the part has no register there
    not_allowed,     ///< this mode or security state may not do this to the register, or nobody may
    command,         ///< it is neither a read nor a write
};

/// The response to an access for what is wrong with its transaction: what the part says, from
/// `no_register` on, has a response of its own.
constexpr tlm::tlm_response_status response_to(refusal why) {
    switch (why) {
    case refusal::none:
    case refusal::no_streaming: return tlm::TLM_OK_RESPONSE;
    case refusal::outside:
    case refusal::misaligned:
    case refusal::no_register: return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    case refusal::length:
    case refusal::streaming_width:
    case refusal::no_data: return tlm::TLM_BURST_ERROR_RESPONSE;
    case refusal::byte_enables: return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    case refusal::not_allowed:
    case refusal::command: return tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
    return tlm::TLM_GENERIC_ERROR_RESPONSE;
}

/// An access that a unit has refused.
struct refused_access {
    refusal why = refusal::none;           ///< what is wrong
    std::uint64_t address = 0;             ///< of the transaction
    tlm::tlm_command command = {};         ///< of the transaction
    unsigned length = 0;                   ///< bytes of data
    unsigned streaming_width = 0;          ///< bytes
    std::uint64_t window_size = 0;         ///< bytes of the unit's window; 0: any address is inside
    access_attributes who;                 ///< who made it
    const register_desc* target = nullptr; ///< nullptr: none, or no whole aligned word
    tlm::tlm_response_status answer = {};  ///< what the initiator gets: see refusal_policy

    /// What is wrong, and how it is set right.
    std::string sentence() const;
};

} // namespace pmu
