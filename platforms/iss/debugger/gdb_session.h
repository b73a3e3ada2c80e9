// SPDX-License-Identifier: Apache-2.0
// A debugger at the other end of a connection.
#pragma once

#include <iss/debugger/gdb_protocol.h>
#include <iss/debugger/gdb_socket.h>
#include <iss/debugger/packet_reader.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace platform::iss {

/// Serves gdb while the CPU has halted, and listens for it while the CPU executes. Where the
/// connection is closed, the CPU goes on without a debugger.
class gdb_session final : public debug_monitor {
public:
    /// The socket must outlive it.
    explicit gdb_session(gdb_socket& socket) : m_socket(socket) {}

    debug_resume halted(const debug_halt& why, debug_target& target) override;
    bool asks_to_halt() override;

    /// The firmware has ended: tells gdb, if it waits for that.
    void end(int exit_code);

private:
    std::optional<char> next_byte();
    bool fill_at_once();
    std::optional<debug_resume> act_on(const packet_reader::item& item, debug_target& target);
    void send(const std::string& payload);

    gdb_socket& m_socket;
    gdb_protocol m_protocol;
    packet_reader m_reader;
    std::optional<packet_reader::item> m_early; ///< a packet that came while the CPU executed
    std::array<char, 4096> m_bytes{};
    std::size_t m_next = 0; ///< in m_bytes
    std::size_t m_end = 0;
    std::string m_latest;     ///< what was sent last
    bool m_owes_halt = false; ///< gdb waits to be told that the CPU has halted
    unsigned m_calls = 0;     ///< of asks_to_halt(), since it looked
    bool m_has_begun = false;
};

} // namespace platform::iss
