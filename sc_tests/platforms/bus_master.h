// SPDX-License-Identifier: Apache-2.0
// An initiator for the tests of what sits on the platforms' bus.
#pragma once

#include <components/payload.h>
#include <pmu/tlm/access_extension.h>

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

namespace sc_test {

/// Makes one access at a time with a payload that a test can bend before.
class bus_master : public sc_core::sc_module {
public:
    tlm_utils::simple_initiator_socket<bus_master> socket{"socket"};
    sc_core::sc_time delay;                ///< goes with every access
    std::vector<tlm::tlm_dmi> invalidated; ///< ranges that a target took back
    tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE; ///< of the last access

    explicit bus_master(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        socket.register_invalidate_direct_mem_ptr(this, &bus_master::invalidate);
        m_payload.set_extension(&m_who);
        prepare(tlm::TLM_READ_COMMAND, 0);
    }
    ~bus_master() override { m_payload.clear_extension(&m_who); }
    bus_master(const bus_master&) = delete;
    bus_master& operator=(const bus_master&) = delete;

    pmu::access_attributes& who() { return m_who.attributes; }

    /// Makes the payload a plain access to one word.
    tlm::tlm_generic_payload& prepare(tlm::tlm_command command, std::uint64_t address) {
        platform::components::prepare(m_payload, command, address, &word, sizeof word);
        return m_payload;
    }

    tlm::tlm_response_status send() {
        socket->b_transport(m_payload, delay);
        return status = m_payload.get_response_status();
    }
    std::uint32_t read(std::uint64_t address) {
        prepare(tlm::TLM_READ_COMMAND, address);
        send();
        return word;
    }
    void write(std::uint64_t address, std::uint32_t value) {
        prepare(tlm::TLM_WRITE_COMMAND, address);
        word = value;
        send();
    }
    /// \return bytes, as the target answers
    unsigned peek(std::uint64_t address) {
        return socket->transport_dbg(prepare(tlm::TLM_READ_COMMAND, address));
    }
    unsigned poke(std::uint64_t address, std::uint32_t value) {
        word = value;
        return socket->transport_dbg(prepare(tlm::TLM_WRITE_COMMAND, address));
    }

    std::uint32_t word = 0; ///< the data of prepare()

private:
    void invalidate(sc_dt::uint64 first, sc_dt::uint64 last) {
        invalidated.emplace_back();
        invalidated.back().set_start_address(first);
        invalidated.back().set_end_address(last);
    }

    pmu::access_extension m_who;
    tlm::tlm_generic_payload m_payload;
};

} // namespace sc_test
