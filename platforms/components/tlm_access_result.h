// SPDX-License-Identifier: Apache-2.0
// The response of a bus as the ending of an access.
#pragma once

#include <components/access_result.h>

#include <tlm>

namespace platform::components {

/// What a bus master makes of a response; TLM_INCOMPLETE_RESPONSE is `generic_error`.
constexpr access_result to_access_result(tlm::tlm_response_status status) {
    switch (status) {
    case tlm::TLM_OK_RESPONSE: return access_result::ok;
    case tlm::TLM_ADDRESS_ERROR_RESPONSE: return access_result::address_error;
    case tlm::TLM_COMMAND_ERROR_RESPONSE: return access_result::command_error;
    case tlm::TLM_BURST_ERROR_RESPONSE: return access_result::burst_error;
    case tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE: return access_result::byte_enable_error;
    case tlm::TLM_GENERIC_ERROR_RESPONSE:
    case tlm::TLM_INCOMPLETE_RESPONSE: break;
    }
    return access_result::generic_error;
}

} // namespace platform::components
