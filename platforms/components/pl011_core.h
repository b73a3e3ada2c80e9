// SPDX-License-Identifier: Apache-2.0
// The PL011 UART as its manual describes it, without SystemC.
#pragma once

#include <components/device_core.h>
#include <components/pl011_registers.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace platform::components {

/// The state of one UART and what an access or a character does to it.
///
/// It knows no time. Whoever has it takes characters by send() as soon as may be, and brings
/// others by receive(). What the manual leaves open:
/// - UARTTXINTR is set by a character that leaves, if the FIFO is at its trigger level or below
///   afterwards; not by an empty FIFO that nobody has written to. UARTRXINTR is set by the
///   character that brings the FIFO to its trigger level.
/// - A read of UARTDR without a character gives 0; a character written to a full FIFO is lost.
/// - Switching the FIFOs on or off empties them.
/// - A reserved trigger level is 7/8.
/// - Nobody drives the modem inputs: CTS, DSR and DCD are asserted, RI is not, unless set_modem()
///   or loopback say otherwise.
///
/// Not modelled: the baud rate, word length, parity and break of what is sent, IrDA, DMA requests,
/// RTS flow control, the integration test registers, and the single interrupt outputs beside
/// UARTINTR.
class pl011_core : public device_core<pl011_core, pl011_register, pl011_registers> {
public:
    static constexpr bool takes_narrow = true; ///< drivers access its registers by byte or halfword

    struct outputs {
        bool UARTINTR = false; ///< all interrupts combined

        friend bool operator==(const outputs& a, const outputs& b) {
            return a.UARTINTR == b.UARTINTR;
        }
    };

    pl011_core();

    /// Everything takes its reset value; the modem inputs stay as they are driven.
    void reset();

    outputs driven() const { return {masked_interrupts() != 0}; }

    /// Whether a character is on its way out.
    bool is_sending() const;
    /// Takes it. Only where there is one.
    std::uint8_t send();
    /// Characters that are still to be sent.
    std::size_t unsent() const { return m_transmit.count; }

    /// Whether a character would be received, and not be lost.
    bool is_receiving() const { return has_receiver() && m_receive.count < depth(); }
    /// A character arrives. Without room it is lost, which is an overrun; it goes nowhere while the
    /// receiver is off, or in loopback.
    /// \param character with its errors, as in UARTDR[10:0]
    void receive(std::uint32_t character);
    /// No character follows for 32 bit times: a receive timeout, if the FIFO has any.
    void fall_silent();

    /// Drives the modem inputs. \param asserted their bits in UARTFR
    void set_modem(std::uint32_t asserted);

private:
    friend device_core;
    struct fifo {
        std::array<std::uint16_t, pl011_fifo_depth> characters{};
        std::size_t count = 0;

        void push(std::uint32_t character) {
            characters[count++] = static_cast<std::uint16_t>(character);
        }
        std::uint32_t pop();
        friend bool operator==(const fifo& a, const fifo& b) {
            const auto* const first = a.characters.data();
            return a.count == b.count && std::equal(first, first + a.count, b.characters.data());
        }
    };

    std::uint32_t& word(pl011_register r) { return m_words[static_cast<std::size_t>(r)]; }
    std::uint32_t word(pl011_register r) const { return m_words[static_cast<std::size_t>(r)]; }

    bool is_on(const pmu::register_field& part) const;
    bool has_receiver() const;
    bool is_looped() const { return pl011_cr::LBE.is_set(word(pl011_register::UARTCR)); }
    bool has_fifos() const { return pl011_lcr_h::FEN.is_set(word(pl011_register::UARTLCR_H)); }
    std::size_t depth() const { return has_fifos() ? pl011_fifo_depth : 1; }
    std::size_t trigger(const pmu::register_field& level) const;
    std::uint32_t modem() const;
    std::uint32_t masked_interrupts() const {
        return word(pl011_register::UARTRIS) & word(pl011_register::UARTIMSC);
    }
    std::uint32_t flags() const;
    std::uint32_t visible(pl011_register r) const;

    void act_on_read(pl011_register r);
    void write_to(pl011_register r, std::uint32_t data);
    void poke_to(pl011_register r, std::uint32_t data);
    auto members() const {
        return std::tie(m_words, m_transmit, m_receive, m_has_overrun, m_modem_inputs,
                        m_modem_seen);
    }
    void store(pl011_register r, std::uint32_t value);
    void put(std::uint32_t character);
    void take_character();
    void take_in(std::uint32_t character);
    void loop();
    void empty_fifos();
    void look_at_modem();

    std::array<std::uint32_t, decltype(pl011_registers)::count> m_words{};
    fifo m_transmit;
    fifo m_receive;
    bool m_has_overrun = false; ///< which the next read of UARTDR tells
    std::uint32_t m_modem_inputs;
    std::uint32_t m_modem_seen; ///< what UARTFR showed when it was last looked at
};

} // namespace platform::components
