// SPDX-License-Identifier: Apache-2.0
#include "gdb_client.h"

#include <arpa/inet.h>
#include <array>
#include <fstream>
#include <iterator>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <regex>
#include <sstream>
#include <sys/socket.h>
#include <thread>

namespace gdb_test {

using platform::process::descriptor;
using pmu_run_test::arguments;
using pmu_run_test::operator+;
using pmu_run_test::pmu_run_result;

namespace {

constexpr std::chrono::seconds patience{60};

std::string contents_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace

gdb_client::gdb_client(const arguments& what) : m_err_file(m_folder.path() + "/err") {
    pmu_run_test::circumstances how;
    how.err = m_err_file;
    m_process =
        std::make_unique<pmu_run_test::pmu_run_process>(what + arguments{"--gdb", "0"}, how);
    const std::regex told("waiting for gdb at 127\\.0\\.0\\.1:([0-9]+) ");
    const auto end = std::chrono::steady_clock::now() + patience;
    while (std::chrono::steady_clock::now() < end) {
        const std::string text = contents_of(m_err_file);
        std::smatch port;
        if (!std::regex_search(text, port, told)) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            continue;
        }
        m_port = static_cast<std::uint16_t>(std::stoul(port[1]));
        connect();
        return;
    }
}

void gdb_client::connect() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(m_port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    descriptor connection(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(connection.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
        const int yes = 1;
        ::setsockopt(connection.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        m_connection = std::move(connection);
    }
}

bool gdb_client::is_dropped() {
    pollfd input{m_connection.get(), POLLIN, 0};
    char byte = 0;
    return ::poll(&input, 1, static_cast<int>(std::chrono::milliseconds(patience).count())) == 1 &&
           ::recv(m_connection.get(), &byte, 1, 0) <= 0;
}

void gdb_client::send_raw(const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t n =
            ::send(m_connection.get(), bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
        if (n <= 0) {
            return;
        }
        done += static_cast<std::size_t>(n);
    }
}

void gdb_client::send(const std::string& payload) {
    unsigned sum = 0;
    for (const char c : payload) {
        sum += static_cast<unsigned char>(c);
    }
    constexpr char digits[] = "0123456789abcdef";
    send_raw("$" + payload + "#" + digits[sum >> 4U & 0xFU] + digits[sum & 0xFU]);
}

std::optional<std::string> gdb_client::receive() {
    for (;;) {
        const std::size_t begin = m_received.find('$');
        const std::size_t end = m_received.find('#', begin);
        if (begin != std::string::npos && end != std::string::npos &&
            end + 3 <= m_received.size()) {
            std::string payload = m_received.substr(begin + 1, end - begin - 1);
            m_received.erase(0, end + 3);
            return payload;
        }
        pollfd p{m_connection.get(), POLLIN, 0};
        std::array<char, 4096> data{};
        const auto ms = static_cast<int>(std::chrono::milliseconds(patience).count());
        const ssize_t n =
            ::poll(&p, 1, ms) > 0 ? ::recv(m_connection.get(), data.data(), data.size(), 0) : 0;
        if (n <= 0) {
            return std::nullopt;
        }
        m_received.append(data.data(), static_cast<std::size_t>(n));
    }
}

std::string gdb_client::ask(const std::string& payload) {
    send(payload);
    return receive().value_or("");
}

std::string gdb_client::go_on(const std::string& payload) {
    std::string reply = ask(payload);
    while (!reply.empty() && reply.front() == 'O') {
        reply = receive().value_or("");
    }
    return reply;
}

namespace {
std::uint32_t word_of(const std::string& digits) {
    std::uint32_t word = 0;
    for (unsigned byte = 0; digits.size() == 8 && byte < 4; ++byte) {
        word |= static_cast<std::uint32_t>(std::stoul(digits.substr(2U * byte, 2), nullptr, 16))
                << 8U * byte;
    }
    return word;
}

std::string hex(std::uint32_t number) {
    std::ostringstream text;
    text << std::hex << number;
    return text.str();
}
} // namespace

std::uint32_t gdb_client::reg(unsigned n) {
    return word_of(ask("p" + hex(n)));
}

std::uint32_t gdb_client::word(std::uint32_t address) {
    return word_of(ask("m" + hex(address) + ",4"));
}

pmu_run_result gdb_client::wait() {
    pmu_run_result result = m_process->wait(std::chrono::seconds(120));
    result.err = std::regex_replace(contents_of(m_err_file),
                                    std::regex("pmu_run: waiting for gdb[^\n]*\n"), "");
    return result;
}

} // namespace gdb_test
