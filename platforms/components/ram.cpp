// SPDX-License-Identifier: Apache-2.0
#include <components/ram.h>

#include <new>
#include <sys/mman.h>

namespace platform::components {

namespace {

// Whole pages, which the system provides when they are touched first.
unsigned char* allocate(std::uint64_t bytes) {
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        throw std::bad_alloc();
    }
    return static_cast<unsigned char*>(memory);
}

} // namespace

void ram::release::operator()(unsigned char* memory) const {
    ::munmap(memory, bytes);
}

ram::ram(const sc_core::sc_module_name& name, std::uint64_t bytes)
    : sc_core::sc_module(name), m_bytes(bytes), m_memory(allocate(bytes), release{bytes}) {
    socket.register_b_transport(this, &ram::b_transport);
    socket.register_transport_dbg(this, &ram::transport_dbg);
    socket.register_get_direct_mem_ptr(this, &ram::get_direct_mem_ptr);
}

tlm::tlm_response_status ram::transfer(tlm::tlm_generic_payload& payload) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
        return tlm::TLM_OK_RESPONSE;
    }
    const std::uint64_t address = payload.get_address();
    const unsigned length = payload.get_data_length();
    if (address >= m_bytes || length > m_bytes - address) {
        return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
    if (payload.get_streaming_width() < length) {
        return tlm::TLM_BURST_ERROR_RESPONSE;
    }
    if (!payload.is_read() && !payload.is_write()) { // no TLM command
        return tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
    unsigned char* data = payload.get_data_ptr();
    unsigned char* memory = m_memory.get() + address;
    const unsigned char* enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < length; ++i) {
        if (enables != nullptr &&
            enables[i % payload.get_byte_enable_length()] != TLM_BYTE_ENABLED) {
            continue;
        }
        if (payload.is_read()) {
            data[i] = memory[i];
        } else {
            memory[i] = data[i];
        }
    }
    return tlm::TLM_OK_RESPONSE;
}

void ram::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
    payload.set_dmi_allowed(true);
    payload.set_response_status(transfer(payload));
}

unsigned ram::transport_dbg(tlm::tlm_generic_payload& payload) {
    const bool has_data = payload.is_read() || payload.is_write();
    return has_data && transfer(payload) == tlm::TLM_OK_RESPONSE ? payload.get_data_length() : 0;
}

bool ram::get_direct_mem_ptr(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_dmi& dmi) {
    dmi.set_dmi_ptr(m_memory.get());
    dmi.set_start_address(0);
    dmi.set_end_address(m_bytes - 1);
    dmi.allow_read_write();
    return true;
}

} // namespace platform::components
