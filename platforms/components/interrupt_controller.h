// SPDX-License-Identifier: Apache-2.0
// The platforms' interrupt controllers with their lines, outputs and bus socket.
#pragma once

#include <components/pl190_core.h>
#include <components/register_device.h>

#include <systemc>

#include <bitset>
#include <cstddef>

namespace platform::components {

/// An interrupt controller: see register_device for accesses and time. `irq` and `fiq` follow one
/// delta cycle after an access or a line.
/// \tparam Core has `set_lines(bits)`, and the outputs `irq` and `fiq`
template <class Core>
class basic_interrupt_controller : public register_device<Core> {
public:
    sc_core::sc_vector<sc_core::sc_in<bool>> irq_in{"irq_in", Core::line_count}; ///< active high
    sc_core::sc_out<bool> irq{"irq"}; ///< level, true = asserted
    sc_core::sc_out<bool> fiq{"fiq"}; ///< level, true = asserted

    explicit basic_interrupt_controller(const sc_core::sc_module_name& name)
        : register_device<Core>(name) {
        this->add_output(irq);
        this->add_output(fiq);
        for (sc_core::sc_in<bool>& line : irq_in) {
            this->add_input(line);
        }
    }

private:
    void drive(const typename Core::outputs& levels) override {
        irq.write(levels.irq);
        fiq.write(levels.fiq);
    }
    void sample() override {
        std::bitset<Core::line_count> levels;
        for (std::size_t line = 0; line < Core::line_count; ++line) {
            levels[line] = irq_in[line].read();
        }
        this->m_core.set_lines(levels);
    }
};

extern template class basic_interrupt_controller<pl190_core>;

/// A PL190 in a window of 4 KiB.
using interrupt_controller = basic_interrupt_controller<pl190_core>;

} // namespace platform::components
