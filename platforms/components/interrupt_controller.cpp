// SPDX-License-Identifier: Apache-2.0
#include <components/interrupt_controller.h>

#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/transport_checks.h>

namespace platform::components {

interrupt_controller::interrupt_controller(const sc_core::sc_module_name& name)
    : sc_core::sc_module(name) {
    socket.register_b_transport(this, &interrupt_controller::b_transport);
    socket.register_transport_dbg(this, &interrupt_controller::transport_dbg);
    m_pins.add(irq, false);
    m_pins.add(fiq, false);

    SC_METHOD(drive_outputs);
    sensitive << m_state_changed;
    for (sc_core::sc_in<bool>& line : irq_in) {
        m_pins.add(line, false);
        sensitive << line;
    }
}

void interrupt_controller::before_end_of_elaboration() {
    m_pins.bind_stubs();
}

void interrupt_controller::drive_outputs() {
    sample_lines();
    irq.write(m_core.irq());
    fiq.write(m_core.fiq());
}

void interrupt_controller::sample_lines() {
    std::uint32_t levels = 0;
    for (unsigned line = 0; line < pl190_line_count; ++line) {
        levels |= irq_in[line].read() ? 1U << line : 0U;
    }
    m_core.set_lines(levels);
}

void interrupt_controller::state_changed() {
    if (sc_core::sc_is_running()) {
        m_state_changed.notify(); // at once: the outputs are one delta behind the access, not two
    }
}

void interrupt_controller::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time&) {
    const auto address = static_cast<std::uint32_t>(payload.get_address());
    const auto access = [&](bool is_read, std::uint32_t& word) {
        sample_lines();
        const pmu::access_attributes who = pmu::attributes_of(payload);
        const pmu::response answer =
            is_read ? m_core.read(address, who, word) : m_core.write(address, who, word);
        state_changed();
        return answer;
    };
    const auto finds_register = [&] {
        std::uint32_t word = 0;
        return m_core.peek(address, word);
    };
    pmu::transport_word(payload, pl190_core::window_size, access, finds_register);
}

unsigned interrupt_controller::transport_dbg(tlm::tlm_generic_payload& payload) {
    if (sc_core::sc_is_running()) {
        sample_lines();
    }
    const unsigned bytes = pmu::debug_words(
        payload, pl190_core::window_size,
        [this](std::uint64_t address, std::uint32_t& data) {
            return m_core.peek(static_cast<std::uint32_t>(address), data);
        },
        [this](std::uint64_t address, std::uint32_t data) {
            return m_core.poke(static_cast<std::uint32_t>(address), data);
        });
    if (payload.is_write() && bytes != 0) {
        state_changed();
    }
    return bytes;
}

} // namespace platform::components
