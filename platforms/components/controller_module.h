// SPDX-License-Identifier: Apache-2.0
// What is around the core of an interrupt controller: lines, outputs and bus socket.
#pragma once

#include <components/debug_access.h>
#include <components/module_processes.h>
#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/optional_pins.h>
#include <pmu/tlm/transport_checks.h>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace platform::components {

/// An interrupt controller. Accesses take no time: each acts at the present instant, whatever delay
/// comes with it, since nobody knows the lines of the future, and the delay is returned as it was.
/// An access sees the lines as they are in its delta cycle; `irq` and `fiq` follow one delta cycle
/// after an access or a line.
///
/// Debug transport has no side effects; DMI is refused. Inputs that nothing drives are low, outputs
/// may stay open.
/// \tparam Core `line_count`, `set_lines(bits)`, `irq()`, `fiq()`; `read`, `write`, `peek`, `poke`
/// in a window of `window_size` bytes
template <class Core>
class controller_module : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<controller_module> socket{"socket"};
    sc_core::sc_vector<sc_core::sc_in<bool>> irq_in{"irq_in", Core::line_count}; ///< active high
    sc_core::sc_out<bool> irq{"irq"}; ///< level, true = asserted
    sc_core::sc_out<bool> fiq{"fiq"}; ///< level, true = asserted

    MODULE_PROCESSES(controller_module);
    explicit controller_module(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        socket.register_b_transport(this, &controller_module::b_transport);
        socket.register_transport_dbg(this, &controller_module::transport_dbg);
        m_pins.add(irq, false);
        m_pins.add(fiq, false);

        SC_METHOD(drive_outputs);
        sensitive << m_state_changed;
        for (sc_core::sc_in<bool>& line : irq_in) {
            m_pins.add(line, false);
            sensitive << line;
        }
    }

protected:
    void before_end_of_elaboration() override { m_pins.bind_stubs(); }

private:
    void drive_outputs() {
        sample_lines();
        irq.write(m_core.irq());
        fiq.write(m_core.fiq());
    }

    void sample_lines() {
        std::bitset<Core::line_count> levels;
        for (std::size_t line = 0; line < Core::line_count; ++line) {
            levels[line] = irq_in[line].read();
        }
        m_core.set_lines(levels);
    }

    void state_changed() {
        if (sc_core::sc_is_running()) {
            m_state_changed.notify(); // at once: the outputs are one delta behind the access
        }
    }

    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
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
        pmu::transport_word(payload, Core::window_size, access, finds_register);
    }

    unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
        if (sc_core::sc_is_running()) {
            sample_lines();
        }
        const unsigned bytes = debug_access(m_core, payload);
        if (payload.is_write() && bytes != 0) {
            state_changed();
        }
        return bytes;
    }

    Core m_core;
    sc_core::sc_event m_state_changed{"state_changed"};
    pmu::optional_pins m_pins;
};

} // namespace platform::components
