// SPDX-License-Identifier: Apache-2.0
#include <iss/debugger/gdb_session.h>

#include <iss/debugger/gdb_text.h>

#include <utility>

namespace platform::iss {

debug_resume gdb_session::halted(const debug_halt& why, debug_target& target) {
    constexpr debug_resume without{debug_resume::kind::detach, 0, 0};
    if (!m_has_begun) {
        m_has_begun = true;
        if (!m_socket.accept()) {
            return without;
        }
    }
    const std::string reply = m_protocol.halted(why);
    if (std::exchange(m_owes_halt, false)) {
        if (!why.message.empty()) {
            send(gdb_protocol::console(why.message + "\n"));
        }
        send(reply);
    }
    for (;;) {
        std::optional<packet_reader::item> item = std::exchange(m_early, std::nullopt);
        while (!item) {
            const std::optional<char> byte = next_byte();
            if (!byte) {
                return without;
            }
            item = m_reader.take(*byte);
        }
        if (const auto resume = act_on(*item, target)) {
            m_owes_halt =
                resume->how == debug_resume::kind::go_on || resume->how == debug_resume::kind::step;
            if (!m_owes_halt) {
                m_socket.close();
            }
            return *resume;
        }
    }
}

/// A packet that is not expected waits until the CPU halts, and nothing after it is read.
bool gdb_session::asks_to_halt() {
    constexpr unsigned calls_a_look = 64; // a look takes about as long as some hundred instructions
    if (++m_calls < calls_a_look || m_early) {
        return false;
    }
    m_calls = 0;
    while (!m_early && (m_next != m_end || fill_at_once())) {
        const auto item = m_reader.take(m_bytes.at(m_next++));
        if (item && item->kind == packet_reader::item_kind::interrupt) {
            return true;
        }
        if (item && item->kind == packet_reader::item_kind::packet) {
            m_early = item;
        }
    }
    return !m_socket.is_connected(); // and then it goes on without a debugger
}

void gdb_session::end(int exit_code) {
    if (m_owes_halt) {
        send(gdb_protocol::ended(exit_code));
    }
    m_socket.close();
}

std::optional<char> gdb_session::next_byte() {
    if (m_next == m_end) {
        m_next = 0;
        m_end = m_socket.read(m_bytes.data(), m_bytes.size());
        if (m_end == 0) {
            return std::nullopt;
        }
    }
    return m_bytes.at(m_next++);
}

bool gdb_session::fill_at_once() {
    m_next = 0;
    m_end = m_socket.read_at_once(m_bytes.data(), m_bytes.size());
    return m_end != 0;
}

std::optional<debug_resume> gdb_session::act_on(const packet_reader::item& item,
                                                debug_target& target) {
    const bool acknowledges = m_protocol.acknowledges();
    switch (item.kind) {
    case packet_reader::item_kind::interrupt: break; // it has halted already
    case packet_reader::item_kind::damaged:
        if (acknowledges) {
            m_socket.write("-");
        }
        break;
    case packet_reader::item_kind::resend:
        if (acknowledges) {
            m_socket.write(m_latest);
        }
        break;
    case packet_reader::item_kind::packet:
        if (acknowledges) {
            m_socket.write("+");
        }
        gdb_protocol::answer answer = m_protocol.handle(item.payload, target);
        if (answer.reply) {
            send(*answer.reply);
        }
        return answer.resume;
    }
    return std::nullopt;
}

void gdb_session::send(const std::string& payload) {
    m_latest = framed(payload);
    m_socket.write(m_latest);
}

} // namespace platform::iss
