// SPDX-License-Identifier: Apache-2.0
// A serial port of the platforms: an ARM PL011 UART with its bus socket, and a line at its other
// end.
#pragma once

#include <components/pl011_core.h>
#include <components/register_device.h>

#include <systemc>

#include <cstddef>
#include <deque>
#include <iosfwd>
#include <string_view>

namespace platform::components {

/// A PL011 in a window of 4 KiB. See register_device for accesses and time: a character, too,
/// arrives when it is brought, but goes out at once when it is written, ahead of its time.
///
/// Transmission takes no time, whatever the baud rate: a character leaves as soon as it is written
/// while the transmitter is on, and those that were written before leave when it is turned on. The
/// other end waits as long as there is no room for what it sends, and is silent when it has sent
/// everything: the receive timeout comes with its last character.
class uart final : public register_device<pl011_core> {
public:
    sc_core::sc_out<bool> UARTINTR{"UARTINTR"}; ///< level, true = asserted

    explicit uart(const sc_core::sc_module_name& name);

    /// Where sent characters go, until the end of the simulation; nowhere unless this is called.
    /// Whether they could be written is the stream's to know.
    void transmit_to(std::ostream& line) { m_line = &line; }
    /// The other end sends these, now, after what it still has to send.
    void receive(std::string_view characters);
    /// How many of those are not received yet.
    std::size_t waiting() const { return m_waiting.size(); }
    /// Characters that were written and never sent: the transmitter is off.
    std::size_t unsent() const { return m_core.unsent(); }
    /// As boot code leaves a console: 38400 baud of a clock of 24 MHz, eight bits without parity,
    /// FIFOs, transmitter and receiver on. Before the simulation starts.
    void turn_on();

private:
    void drive(const outputs& levels) override { UARTINTR.write(levels.UARTINTR); }
    void settle() override;

    std::ostream* m_line = nullptr;
    std::deque<char> m_waiting;
};

} // namespace platform::components
