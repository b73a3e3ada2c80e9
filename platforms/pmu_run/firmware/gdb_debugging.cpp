// SPDX-License-Identifier: Apache-2.0
#include "gdb_debugging.h"

#include <pmu_run/run/stop_request.h>

#include <components/payload.h>
#include <program/lexer.h>

#include <iostream>
#include <utility>

namespace platform::pmu_run {

iss::visible_pmu registers_of(const program::unit_info& unit, const pmu::event_table& events,
                              iss::iss_cpu& cpu, std::uint64_t base) {
    iss::visible_pmu visible;
    visible.name = unit.title();
    visible.registers = &unit.registers();
    visible.events = &events;
    visible.read = [&cpu, base](const pmu::register_desc& r) -> std::optional<std::uint32_t> {
        std::uint32_t word = 0;
        tlm::tlm_generic_payload payload;
        components::prepare(payload, tlm::TLM_READ_COMMAND, base + r.address, &word, sizeof word);
        return cpu.socket->transport_dbg(payload) == sizeof word ? std::optional(word)
                                                                 : std::nullopt;
    };
    return visible;
}

gdb_debugging::gdb_debugging(const gdb_options& request, iss::iss_cpu& cpu, iss::visible_pmu pmu) {
    if (!request.port) {
        return;
    }
    m_socket.emplace(*request.port, is_stop_requested, [](char first) {
        std::cerr << "pmu_run: --gdb: a connection that began with "
                  << program::in_quotes({&first, 1}) << " was dropped: that is not gdb"
                  << std::endl;
    });
    m_session.emplace(*m_socket);
    cpu.debug_with(*m_session, request.cycles,
                   [pmu = std::move(pmu)] { return iss::text_of(pmu); });
    std::cerr << "pmu_run: waiting for gdb at 127.0.0.1:" << m_socket->port()
              << " (target remote :" << m_socket->port() << ")" << std::endl;
}

void gdb_debugging::end(int exit_code) {
    if (m_session) {
        m_session->end(exit_code);
    }
}

} // namespace platform::pmu_run
