// SPDX-License-Identifier: Apache-2.0
// Memory on the bus of a platform.
#pragma once

#include <systemc>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <memory>

namespace platform::components {

/// Plain memory without latency, zero at first. Any length, with byte enables or without; grants
/// DMI for all of it.
class ram : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<ram> socket{"socket"};

    /// \param bytes more than 0
    /// \throws std::bad_alloc if there is no address space for it
    ram(const sc_core::sc_module_name& name, std::uint64_t bytes);

    std::uint64_t size() const { return m_bytes; }

private:
    struct release {
        void operator()(unsigned char* memory) const;
        std::uint64_t bytes;
    };

    tlm::tlm_response_status transfer(tlm::tlm_generic_payload& payload);
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
    unsigned transport_dbg(tlm::tlm_generic_payload& payload);
    bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);

    std::uint64_t m_bytes;
    std::unique_ptr<unsigned char, release> m_memory;
};

} // namespace platform::components
