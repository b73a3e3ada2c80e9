// SPDX-License-Identifier: Apache-2.0
// Interrupt pins of either polarity on their way to the interrupt controller, whose lines are
// active high.
#pragma once

#include <components/module_processes.h>

#include <systemc>

namespace platform::components {

/// One pin.
class interrupt_wire : public sc_core::sc_module {
public:
    sc_core::sc_signal<bool> pin{"pin"};
    sc_core::sc_signal<bool> request{"request"}; ///< true = asserted

    MODULE_PROCESSES(interrupt_wire);
    explicit interrupt_wire(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        SC_METHOD(forward);
        sensitive << pin;
    }

    /// Only during construction.
    void set_active_low(bool is_active_low) { m_is_active_low = is_active_low; }
    /// Whether the pin is asserted, one delta cycle before `request` says so.
    bool asserted() const { return pin.read() != m_is_active_low; }

private:
    void forward() { request.write(asserted()); }

    bool m_is_active_low = false;
};

/// W active-low pins in one word, each with a request of its own.
template <int W>
class active_low_wires : public sc_core::sc_module {
public:
    sc_core::sc_signal<sc_dt::sc_uint<W>> pins{"pins"};
    sc_core::sc_vector<sc_core::sc_signal<bool>> requests{"request", W}; ///< true = asserted

    MODULE_PROCESSES(active_low_wires);
    explicit active_low_wires(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        SC_METHOD(forward);
        dont_initialize();
        sensitive << pins;
    }

private:
    void forward() {
        const sc_dt::sc_uint<W> levels = pins.read();
        for (int n = 0; n < W; ++n) {
            requests[static_cast<std::size_t>(n)].write(!levels[n]);
        }
    }
};

} // namespace platform::components
