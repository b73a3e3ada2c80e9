// SPDX-License-Identifier: Apache-2.0
// A payload made ready for an ordinary access.
#pragma once

#include <tlm>

#include <cstdint>

namespace platform::components {

/// The command of a read or a write.
inline tlm::tlm_command command_of(bool is_write) {
    return is_write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND;
}

/// Makes a payload an access to `bytes` bytes without byte enables. Its extensions stay.
inline void prepare(tlm::tlm_generic_payload& payload, tlm::tlm_command command,
                    std::uint64_t address, void* data, unsigned bytes) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    payload.set_byte_enable_ptr(nullptr);
    payload.set_byte_enable_length(0);
    payload.set_dmi_allowed(false);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
}

} // namespace platform::components
