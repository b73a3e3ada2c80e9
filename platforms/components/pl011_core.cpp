// SPDX-License-Identifier: Apache-2.0
#include <components/pl011_core.h>

#include <algorithm>

namespace platform::components {

namespace {

constexpr std::uint32_t errors = pl011_dr::BE.mask() | pl011_dr::PE.mask() | pl011_dr::FE.mask();
constexpr std::uint32_t all_asserted =
    pl011_fr::CTS.mask() | pl011_fr::DSR.mask() | pl011_fr::DCD.mask();
constexpr std::uint32_t modem_flags = all_asserted | pl011_fr::RI.mask();

constexpr std::uint32_t bit(const pmu::register_field& field, bool is_set) {
    return is_set ? field.mask() : 0U;
}

} // namespace

std::uint32_t pl011_core::fifo::pop() {
    const std::uint32_t first = characters[0];
    std::copy(characters.begin() + 1, characters.begin() + static_cast<std::ptrdiff_t>(count),
              characters.begin());
    --count;
    return first;
}

pl011_core::pl011_core() : m_modem_inputs(all_asserted), m_modem_seen(all_asserted) {
    reset();
}

void pl011_core::reset() {
    for (std::size_t i = 0; i < m_words.size(); ++i) {
        m_words[i] = pl011_registers[i].reset;
    }
    m_transmit.count = 0;
    m_receive.count = 0;
    m_has_overrun = false;
    m_modem_seen = modem();
}

// --- accesses ------------------------------------------------------------------------------------

void pl011_core::act_on_read(pl011_register r) {
    if (r == pl011_register::UARTDR && m_receive.count != 0) {
        take_character();
    }
}

void pl011_core::write_to(pl011_register r, std::uint32_t data) {
    switch (r) {
    case pl011_register::UARTDR: put(pl011_dr::DATA.of(data)); break;
    case pl011_register::UARTRSR: word(r) = 0; break;
    case pl011_register::UARTICR: word(pl011_register::UARTRIS) &= ~data; break;
    default:
        const bool had_fifos = has_fifos();
        store(r, pl011_registers[r].written(word(r), data));
        if (had_fifos != has_fifos()) {
            empty_fifos();
        }
    }
    loop();
}

void pl011_core::poke_to(pl011_register r, std::uint32_t data) {
    store(r, pl011_registers[r].poked(word(r), data));
}

void pl011_core::store(pl011_register r, std::uint32_t value) {
    word(r) = value;
    look_at_modem();
}

std::uint32_t pl011_core::visible(pl011_register r) const {
    switch (r) {
    case pl011_register::UARTDR:
        return m_receive.count == 0 ? 0U
                                    : m_receive.characters[0] | bit(pl011_dr::OE, m_has_overrun);
    case pl011_register::UARTFR: return flags();
    case pl011_register::UARTMIS: return masked_interrupts();
    default: return word(r);
    }
}

std::uint32_t pl011_core::flags() const {
    return modem() | bit(pl011_fr::TXFE, m_transmit.count == 0) |
           bit(pl011_fr::RXFF, m_receive.count == depth()) |
           bit(pl011_fr::TXFF, m_transmit.count == depth()) |
           bit(pl011_fr::RXFE, m_receive.count == 0) | bit(pl011_fr::BUSY, m_transmit.count != 0);
}

// --- characters ----------------------------------------------------------------------------------

/// Whether the UART and this part of it are on.
bool pl011_core::is_on(const pmu::register_field& part) const {
    const std::uint32_t control = word(pl011_register::UARTCR);
    return pl011_cr::UARTEN.is_set(control) && part.is_set(control);
}

bool pl011_core::has_receiver() const {
    return is_on(pl011_cr::RXE) && !is_looped();
}

/// Characters at which a FIFO comes to its trigger level; holding registers have one or none.
std::size_t pl011_core::trigger(const pmu::register_field& level) const {
    constexpr std::array<std::size_t, 8> eighths{1, 2, 4, 6, 7, 7, 7, 7};
    return eighths[level.of(word(pl011_register::UARTIFLS))] * pl011_fifo_depth / 8;
}

void pl011_core::put(std::uint32_t character) {
    if (m_transmit.count == depth()) {
        return;
    }
    m_transmit.push(character);
    if (!has_fifos() || m_transmit.count > trigger(pl011_ifls::TXIFLSEL)) {
        word(pl011_register::UARTRIS) &= ~pl011_interrupt::TX.mask();
    }
}

bool pl011_core::is_sending() const {
    const bool may_send =
        !pl011_cr::CTSEn.is_set(word(pl011_register::UARTCR)) || pl011_fr::CTS.is_set(modem());
    return m_transmit.count != 0 && is_on(pl011_cr::TXE) && !is_looped() && may_send;
}

std::uint8_t pl011_core::send() {
    const auto character = static_cast<std::uint8_t>(m_transmit.pop());
    if (!has_fifos() || m_transmit.count <= trigger(pl011_ifls::TXIFLSEL)) {
        word(pl011_register::UARTRIS) |= pl011_interrupt::TX.mask();
    }
    return character;
}

void pl011_core::receive(std::uint32_t character) {
    if (has_receiver()) {
        take_in(character);
    }
}

void pl011_core::take_in(std::uint32_t character) {
    std::uint32_t& raised = word(pl011_register::UARTRIS);
    if (m_receive.count == depth()) {
        m_has_overrun = true;
        word(pl011_register::UARTRSR) |= pl011_dr::OE.mask() >> 8U;
        raised |= pl011_interrupt::OE.mask();
        return;
    }
    m_receive.push(character & (errors | pl011_dr::DATA.mask()));
    raised |= (character & errors) >> 1U; // UARTDR[10:8] are UARTRIS[9:7]
    if (m_receive.count == (has_fifos() ? trigger(pl011_ifls::RXIFLSEL) : 1)) {
        raised |= pl011_interrupt::RX.mask();
    }
}

void pl011_core::fall_silent() {
    if (m_receive.count != 0) {
        word(pl011_register::UARTRIS) |= pl011_interrupt::RT.mask();
    }
}

void pl011_core::take_character() {
    word(pl011_register::UARTRSR) = visible(pl011_register::UARTDR) >> 8U;
    m_has_overrun = false;
    m_receive.pop();
    std::uint32_t& raised = word(pl011_register::UARTRIS);
    if (!has_fifos() || m_receive.count < trigger(pl011_ifls::RXIFLSEL)) {
        raised &= ~pl011_interrupt::RX.mask();
    }
    if (m_receive.count == 0) {
        raised &= ~pl011_interrupt::RT.mask();
    }
}

/// In loopback, what is sent is received.
void pl011_core::loop() {
    while (is_looped() && is_on(pl011_cr::TXE) && m_transmit.count != 0) {
        const std::uint8_t character = send();
        if (is_on(pl011_cr::RXE)) {
            take_in(character);
            fall_silent();
        }
    }
}

void pl011_core::empty_fifos() {
    m_transmit.count = 0;
    m_receive.count = 0;
    m_has_overrun = false;
    word(pl011_register::UARTRIS) &= ~(pl011_interrupt::RX.mask() | pl011_interrupt::RT.mask());
}

// --- the modem -----------------------------------------------------------------------------------

void pl011_core::set_modem(std::uint32_t asserted) {
    m_modem_inputs = asserted & modem_flags;
    look_at_modem();
}

/// As UARTFR shows it: in loopback the outputs are the inputs.
std::uint32_t pl011_core::modem() const {
    if (!is_looped()) {
        return m_modem_inputs;
    }
    const std::uint32_t control = word(pl011_register::UARTCR);
    return bit(pl011_fr::CTS, pl011_cr::RTS.is_set(control)) |
           bit(pl011_fr::DSR, pl011_cr::DTR.is_set(control)) |
           bit(pl011_fr::DCD, pl011_cr::Out1.is_set(control)) |
           bit(pl011_fr::RI, pl011_cr::Out2.is_set(control));
}

void pl011_core::look_at_modem() {
    const std::uint32_t now = modem();
    const std::uint32_t changed = now ^ m_modem_seen;
    m_modem_seen = now;
    std::uint32_t& raised = word(pl011_register::UARTRIS);
    raised |= bit(pl011_interrupt::CTS, pl011_fr::CTS.is_set(changed)) |
              bit(pl011_interrupt::DSR, pl011_fr::DSR.is_set(changed)) |
              bit(pl011_interrupt::DCD, pl011_fr::DCD.is_set(changed)) |
              bit(pl011_interrupt::RI, pl011_fr::RI.is_set(changed));
}

} // namespace platform::components
