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
#include <utility>

namespace platform::iss {

namespace {

constexpr std::size_t most_silent = 8; ///< connections that have said nothing yet
constexpr int look_ms = 100;           ///< between two looks at whether the program is to end

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

gdb_socket::gdb_socket(std::uint16_t port, process::stop_question stop_asked,
                       std::function<void(char first)> on_stranger)
    : m_stop_asked(std::move(stop_asked)), m_on_stranger(std::move(on_stranger)),
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
        std::vector<pollfd> waited_for{{m_listener.get(), POLLIN, 0}};
        for (const process::descriptor& d : m_silent) {
            waited_for.push_back({d.get(), POLLIN, 0});
        }
        if (::poll(waited_for.data(), waited_for.size(), look_ms) <= 0) {
            continue;
        }
        for (std::size_t n = m_silent.size(); n-- != 0;) { // from the end, since some go
            if (waited_for[n + 1].revents != 0 && listen_to(n)) {
                m_listener = process::descriptor();
                m_silent.clear();
                return true;
            }
        }
        process::descriptor next(
            ::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (next) {
            if (m_silent.size() == most_silent) {
                m_silent.erase(m_silent.begin());
            }
            m_silent.push_back(std::move(next));
        }
    }
    return false;
}

/// What has been silent says something, or has gone. \return whether it is a debugger
bool gdb_socket::listen_to(std::size_t which) {
    char first = 0;
    const ssize_t n = ::recv(m_silent[which].get(), &first, 1, MSG_PEEK);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
        return false;
    }
    process::descriptor connection = std::move(m_silent[which]);
    m_silent.erase(m_silent.begin() + static_cast<std::ptrdiff_t>(which));
    // An acknowledgment, a packet, or an interrupt. A browser begins with the name of a method.
    constexpr std::string_view first_of_protocol("+-$\x03");
    if (n == 1 && first_of_protocol.find(first) == std::string_view::npos) {
        m_on_stranger(first);
    }
    if (n != 1 || first_of_protocol.find(first) == std::string_view::npos) {
        return false;
    }
    const int yes = 1;
    ::setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    m_connection = std::move(connection);
    return true;
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
        const bool may_go_on = n > 0 || errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        if (n > 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
            looks = 0;
        } else if (!may_go_on || ++looks == most_looks || is_stop_asked()) {
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
