// SPDX-License-Identifier: Apache-2.0
#include <linux/board_console.h>

namespace platform::linux_board {

namespace {
const sc_core::sc_time& between_looks() {
    static const sc_core::sc_time time(10, sc_core::SC_MS);
    return time;
}
} // namespace

board_console::board_console(const sc_core::sc_module_name& name, components::uart& uart,
                             std::ostream& out)
    : sc_core::sc_module(name), m_uart(uart), m_out(out) {
    m_uart.transmit_to(m_line);
    MODULE_PROCESSES(board_console);
    SC_METHOD(look);
}

void board_console::play(script_player script, std::function<void(const std::string&)> on_counts) {
    m_script = std::move(script);
    m_on_counts = std::move(on_counts);
}

void board_console::end() {
    while (const script_statement* s = m_script ? m_script->next(0) : nullptr) {
        if (s->what == script_statement::kind::counts) {
            m_on_counts(s->text);
        }
    }
}

std::optional<std::string> board_console::unfinished() const {
    return m_script && !m_script->is_done() ? std::optional(m_script->place()) : std::nullopt;
}

board_console::tap::int_type board_console::tap::overflow(int_type character) {
    if (!traits_type::eq_int_type(character, traits_type::eof())) {
        const char c = traits_type::to_char_type(character);
        m_owner.m_out << c;
        m_owner.m_has_sent = true;
        if (m_owner.m_script) {
            m_owner.m_script->show(c);
        }
    }
    return traits_type::not_eof(character);
}

void board_console::look() {
    next_trigger(between_looks());
    if (m_read) {
        if (m_has_sent) {
            m_out.flush();
        }
        if (const std::string typed = m_read(); !typed.empty()) {
            m_uart.receive(typed);
        }
    }
    m_has_sent = false;
    if (m_script && !m_has_ended) {
        play_on();
    }
}

void board_console::play_on() {
    try {
        const double now = sc_core::sc_time_stamp().to_seconds();
        // One character after the other is on its way: what is to be sent next waits for it.
        while (const script_statement* s = m_uart.waiting() == 0 ? m_script->next(now) : nullptr) {
            if (s->what == script_statement::kind::send) {
                m_uart.receive(s->text);
            } else {
                m_on_counts(s->text);
            }
        }
        if (m_script->is_done() && m_uart.waiting() == 0) {
            m_has_ended = true;
            on_end("");
        }
    } catch (const script_error& e) {
        m_has_ended = true;
        on_end(e.what());
    }
}

} // namespace platform::linux_board
