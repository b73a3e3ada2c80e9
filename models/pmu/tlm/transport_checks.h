// SPDX-License-Identifier: Apache-2.0
// What every target with a window of 32-bit registers checks and does the same way.
#pragma once

#include <pmu/core/access.h>
#include <pmu/tlm/refusal.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <tlm>

namespace PMU_API pmu {

/// Bytes in a register: the only data length that b_transport takes.
constexpr unsigned word_size = 4;

/// The TLM response of the same name.
constexpr tlm::tlm_response_status to_tlm(response r) {
    switch (r) {
    case response::ok: return tlm::TLM_OK_RESPONSE;
    case response::address_error: return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    case response::command_error: return tlm::TLM_COMMAND_ERROR_RESPONSE;
    case response::burst_error: return tlm::TLM_BURST_ERROR_RESPONSE;
    case response::byte_enable_error: return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    }
    return tlm::TLM_GENERIC_ERROR_RESPONSE;
}

/// Whether each of the four bytes of a word access is enabled. No byte enables: all are.
inline bool all_bytes_enabled(const tlm::tlm_generic_payload& payload) {
    const unsigned char* enables = payload.get_byte_enable_ptr();
    if (enables == nullptr) {
        return true;
    }
    const unsigned length = payload.get_byte_enable_length();
    for (unsigned i = 0; i < length && i < word_size; ++i) { // a shorter array repeats
        if (enables[i] != TLM_BYTE_ENABLED) {
            return false;
        }
    }
    return length != 0;
}

/// The window size that stands for the whole 64-bit address space. A core whose addresses wrap has
/// it as its `window_size`.
constexpr std::uint64_t any_address = 0;

/// The first error of a read or write that may be no whole aligned word of the window, in the order
/// of check_word_access(). \return `none` or `no_streaming`: it is one
[[gnu::cold]] inline refusal find_fault(const tlm::tlm_generic_payload& payload,
                                        std::uint64_t window_size) {
    const std::uint64_t address = payload.get_address();
    const std::uint64_t last = window_size - 1;
    const unsigned length = payload.get_data_length();
    const unsigned width = payload.get_streaming_width();
    if (address > last || (length != 0 && length - 1 > last - address)) {
        return refusal::outside;
    }
    if (length != word_size) {
        return refusal::length;
    }
    if (width != 0 && width < word_size) {
        return refusal::streaming_width;
    }
    if (payload.get_data_ptr() == nullptr) {
        return refusal::no_data;
    }
    if (address % word_size != 0) {
        return refusal::misaligned;
    }
    if (!all_bytes_enabled(payload)) {
        return refusal::byte_enables;
    }
    return width == 0 ? refusal::no_streaming : refusal::none;
}

/// Whether an access is a read or write of one whole aligned word of the window, without byte
/// enables and without anything to remark on.
[[gnu::always_inline]] inline bool is_usual_access(const tlm::tlm_generic_payload& payload,
                                                   std::uint64_t window_size) {
    return (payload.is_read() || payload.is_write()) && payload.get_address() % word_size == 0 &&
           payload.get_address() <= window_size - word_size &&
           payload.get_data_length() == word_size && payload.get_streaming_width() >= word_size &&
           payload.get_data_ptr() != nullptr && payload.get_byte_enable_ptr() == nullptr;
}

/// Whether a read or write is one whole aligned word of the window. It checks in this order:
/// address in the window, size and streaming width, alignment, byte enables. Other commands are the
/// caller's: see answer_no_access().
/// \param payload a read or write
/// \param window_size bytes, a multiple of a word; `any_address` for a target that wraps addresses
/// \return `none` or `no_streaming`, or the first error
[[gnu::always_inline]] inline refusal check_word_access(const tlm::tlm_generic_payload& payload,
                                                        std::uint64_t window_size) {
    return is_usual_access(payload, window_size) ? refusal::none : find_fault(payload, window_size);
}

/// The word that a checked write carries.
inline std::uint32_t get_word(const tlm::tlm_generic_payload& payload) {
    std::uint32_t word = 0;
    std::memcpy(&word, payload.get_data_ptr(), word_size);
    return word;
}

/// Answers a checked read.
inline void set_word(tlm::tlm_generic_payload& payload, std::uint32_t word) {
    std::memcpy(payload.get_data_ptr(), &word, word_size);
}

/// What is wrong with a command that is neither read nor write. TLM_IGNORE is OK before anything is
/// checked. A value that is no TLM command is refused, after all that is wrong with the address.
/// \param payload the access
/// \param window_size as of check_word_access()
/// \param finds_register `bool()`: whether there is a register at the address
template <class Find>
[[gnu::cold]] refusal answer_no_access(const tlm::tlm_generic_payload& payload,
                                       std::uint64_t window_size, const Find& finds_register) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
        return refusal::none;
    }
    const refusal fault = find_fault(payload, window_size);
    if (response_to(fault) != tlm::TLM_OK_RESPONSE) {
        return fault;
    }
    return finds_register() ? refusal::command : refusal::no_register;
}

/// Blocking transport of one whole aligned word. There is no DMI, TLM_IGNORE is answered OK, and a
/// value that is no TLM command is a command error.
/// \param payload the access; receives its response
/// \param window_size as of check_word_access()
/// \param access `response(bool is_read, std::uint32_t& word)`: takes the word of a write, or sets
///        that of a read
/// \param finds_register `bool()`: whether there is a register at the address
/// \param remark `tlm_response_status(refusal, tlm_response_status)`: is told what is not as usual,
///        with its response, and gives that which the initiator gets. `no_register` stands for
///        whatever the part refuses
template <class Access, class Find, class Remark>
[[gnu::always_inline]] inline void
transport_word(tlm::tlm_generic_payload& payload, std::uint64_t window_size, Access&& access,
               const Find& finds_register, const Remark& remark) {
    payload.set_dmi_allowed(false);
    tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
    const bool is_read = payload.is_read();
    const bool is_access = is_read || payload.is_write();
    const refusal fault = is_access ? check_word_access(payload, window_size)
                                    : answer_no_access(payload, window_size, finds_register);
    if (fault != refusal::none) {
        status = remark(fault, response_to(fault));
    }
    if (is_access && status == tlm::TLM_OK_RESPONSE) {
        std::uint32_t word = is_read ? 0 : get_word(payload);
        const response answer = access(is_read, word);
        if (answer != response::ok) {
            status = remark(refusal::no_register, to_tlm(answer));
        } else if (is_read) {
            set_word(payload, word);
        }
    }
    payload.set_response_status(status);
}
/// The same for a target that remarks on nothing.
template <class Access, class Find>
void transport_word(tlm::tlm_generic_payload& payload, std::uint64_t window_size, Access&& access,
                    const Find& finds_register) {
    transport_word(payload, window_size, access, finds_register,
                   [](refusal /*why*/, tlm::tlm_response_status status) { return status; });
}

/// Debug transport of any length and alignment, until the end of the window or a word that is no
/// register. Of a word that is written in part the other bytes are stored as they are.
/// \param payload the access; its response is left alone, byte enables and streaming width do not
///        matter
/// \param window_size as of check_word_access()
/// \param peek `bool(std::uint64_t address, std::uint32_t& word)`, false: no such register
/// \param poke `bool(std::uint64_t address, std::uint32_t word)`, false: no such register
/// \return bytes transferred; 0 for anything but a read or write
template <class Peek, class Poke>
unsigned debug_bytes(tlm::tlm_generic_payload& payload, std::uint64_t window_size, Peek&& peek,
                     Poke&& poke) {
    const unsigned length = payload.get_data_length();
    unsigned char* const data = payload.get_data_ptr();
    if (data == nullptr || payload.is_read() == payload.is_write()) {
        return 0;
    }
    const std::uint64_t last = window_size - 1;
    const std::uint64_t address = payload.get_address();
    unsigned done = 0;
    while (done < length && address <= last && done <= last - address) {
        const auto skipped = static_cast<unsigned>((address + done) % word_size);
        const std::uint64_t at = address + done - skipped;
        const unsigned bytes = std::min(word_size - skipped, length - done);
        std::uint32_t word = 0;
        unsigned char* const part = reinterpret_cast<unsigned char*>(&word) + skipped;
        if ((payload.is_read() || bytes != word_size) && !peek(at, word)) {
            break;
        }
        if (payload.is_read()) {
            std::memcpy(data + done, part, bytes);
        } else {
            std::memcpy(part, data + done, bytes);
            if (!poke(at, word)) {
                break;
            }
        }
        done += bytes;
    }
    return done;
}

} // namespace pmu
