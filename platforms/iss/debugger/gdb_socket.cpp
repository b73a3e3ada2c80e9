// SPDX-License-Identifier: Apache-2.0
#include <iss/debugger/gdb_socket.h>

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>

namespace platform::iss {

namespace {

constexpr int look_ms = 100; ///< between two looks at whether the program is to end

/// \return whether there is something to do, an error included
bool waits_for(int descriptor, short events) {
    pollfd p{descriptor, events, 0};
    return ::poll(&p, 1, look_ms) > 0;
}

void refuse(std::uint16_t port) {
    const int error = errno;
    throw std::runtime_error("--gdb " + std::to_string(port) + ": cannot listen at 127.0.0.1:" +
                             std::to_string(port) + ": " + std::strerror(error));
}

} // namespace

gdb_socket::gdb_socket(std::uint16_t port, process::stop_question stop_asked)
    : m_stop_asked(std::move(stop_asked)),
      m_listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t length = sizeof address;
    const int yes = 1;
    if (!m_listener ||
        ::setsockopt(m_listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        ::bind(m_listener.get(), generic, length) != 0 || ::listen(m_listener.get(), 1) != 0 ||
        ::getsockname(m_listener.get(), generic, &length) != 0) {
        refuse(port);
    }
    m_port = ntohs(address.sin_port);
}

bool gdb_socket::accept() {
    while (!is_stop_asked()) {
        if (!waits_for(m_listener.get(), POLLIN)) {
            continue;
        }
        m_connection = process::descriptor(
            ::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (m_connection) {
            const int yes = 1;
            ::setsockopt(m_connection.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            m_listener = process::descriptor();
            return true;
        }
    }
    return false;
}

/// Closes the connection at its end, and at an error.
std::size_t gdb_socket::receive(char* data, std::size_t bytes) {
    const ssize_t n = ::recv(m_connection.get(), data, bytes, 0);
    const bool is_later = n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    if (n <= 0 && !is_later) {
        close();
    }
    return n > 0 ? static_cast<std::size_t>(n) : 0;
}

std::size_t gdb_socket::read(char* data, std::size_t bytes) {
    while (is_connected() && !is_stop_asked()) {
        if (waits_for(m_connection.get(), POLLIN)) {
            if (const std::size_t n = receive(data, bytes); n != 0) {
                return n;
            }
        }
    }
    return 0;
}

std::size_t gdb_socket::read_at_once(char* data, std::size_t bytes) {
    return is_connected() ? receive(data, bytes) : 0;
}

void gdb_socket::write(std::string_view text) {
    constexpr int most_looks = 50; // without progress
    for (int looks = 0; is_connected() && !text.empty();) {
        const ssize_t n = ::send(m_connection.get(), text.data(), text.size(), MSG_NOSIGNAL);
        if (n > 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
            looks = 0;
        } else if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR) {
            close();
        } else if (++looks == most_looks || is_stop_asked()) {
            close();
        } else {
            waits_for(m_connection.get(), POLLOUT);
        }
    }
}

void gdb_socket::close() {
    m_connection = process::descriptor();
}

} // namespace platform::iss
