// SPDX-License-Identifier: Apache-2.0
// Stands in for libsystemctlm-soc: an interconnect whose memory map takes plain target sockets. As
// there, SystemC and the sockets of tlm_utils are included before it, and sc_core needs no name.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <string>

enum addrmode { ADDRMODE_RELATIVE, ADDRMODE_ABSOLUTE };

template <unsigned N_INITIATORS, unsigned N_TARGETS>
class iconnect : public sc_module {
public:
    std::array<tlm_utils::simple_target_socket<iconnect>*, N_INITIATORS> t_sk{};

    explicit iconnect(const sc_module_name& name) : sc_module(name) {
        for (unsigned i = 0; i < N_INITIATORS; ++i) {
            m_targets.emplace_back(("target_socket_" + std::to_string(i)).c_str());
            m_targets.back().register_b_transport(this, &iconnect::b_transport);
            t_sk[i] = &m_targets.back();
        }
        for (unsigned i = 0; i < N_TARGETS; ++i) {
            m_initiators.emplace_back(("init_socket_" + std::to_string(i)).c_str());
        }
    }
    int memmap(sc_dt::uint64 addr, sc_dt::uint64 size, addrmode mode, int idx,
               tlm::tlm_target_socket<>& socket) {
        const std::size_t i = m_used++;
        m_map.at(i) = {addr, size, mode};
        m_initiators[idx >= 0 ? static_cast<std::size_t>(idx) : i].bind(socket);
        return static_cast<int>(i);
    }

private:
    struct entry {
        sc_dt::uint64 addr;
        sc_dt::uint64 size;
        addrmode mode;
    };

    void b_transport(tlm::tlm_generic_payload& payload, sc_time& delay) {
        const sc_dt::uint64 address = payload.get_address();
        for (std::size_t i = 0; i < m_used; ++i) {
            const entry& e = m_map[i];
            if (address >= e.addr && address - e.addr < e.size) {
                payload.set_address(e.mode == ADDRMODE_RELATIVE ? address - e.addr : address);
                m_initiators[i]->b_transport(payload, delay);
                payload.set_address(address);
                return;
            }
        }
        payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }

    std::deque<tlm_utils::simple_target_socket<iconnect>> m_targets;
    std::deque<tlm_utils::simple_initiator_socket<iconnect>> m_initiators;
    std::array<entry, N_TARGETS> m_map{};
    std::size_t m_used = 0;
};
