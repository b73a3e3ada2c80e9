// SPDX-License-Identifier: Apache-2.0
// The connection to gdb: TCP on this machine.
#pragma once

#include <process/descriptor.h>
#include <process/descriptor_streams.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace platform::iss {

/// Waits for one debugger, and has the connection to it. Whoever is at the other end, nothing here
/// waits for ever once somebody wants the program to end.
class gdb_socket {
public:
    /// Listens at 127.0.0.1.
    /// \param port 0: any that is free
    /// \param on_stranger called where a connection is dropped since it begins with a byte that is
    /// none of the protocol
    /// \throws std::runtime_error if that is not possible
    gdb_socket(std::uint16_t port, process::stop_question stop_asked,
               std::function<void(char first)> on_stranger);

    std::uint16_t port() const { return m_port; }

    /// Waits for a debugger, the only one: what connects and speaks its protocol. Anybody else,
    /// such as a browser, is not answered. \return false: the program is to end
    bool accept();
    bool is_connected() const { return static_cast<bool>(m_connection); }

    /// Waits for at least one byte.
    /// \return how many there are; 0: the connection is closed, or the program is to end
    std::size_t read(char* data, std::size_t bytes);
    /// The same without waiting. \return 0: there is none, or the connection is closed
    std::size_t read_at_once(char* data, std::size_t bytes);
    /// Closes the connection where it takes nothing for seconds.
    void write(std::string_view text);
    void close();

private:
    bool is_stop_asked() const { return m_stop_asked && m_stop_asked(); }
    bool listen_to(std::size_t which);
    std::size_t receive(char* data, std::size_t bytes);

    process::stop_question m_stop_asked;
    std::function<void(char first)> m_on_stranger;
    process::descriptor m_listener;
    std::vector<process::descriptor> m_silent; ///< connections that have said nothing yet
    process::descriptor m_connection;
    std::uint16_t m_port = 0;
};

} // namespace platform::iss
