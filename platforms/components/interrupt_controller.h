// SPDX-License-Identifier: Apache-2.0
// The platforms' interrupt controller: an ARM PL190 VIC with its lines, outputs and bus socket.
#pragma once

#include <components/module_processes.h>
#include <components/pl190_core.h>
#include <pmu/tlm/optional_pins.h>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

namespace platform::components {

/// A PL190 in a window of 4 KiB. Accesses take no time: each acts at the present instant, whatever
/// delay comes with it, and the delay is returned as it was. An access sees the lines as they are
/// in its delta cycle; `irq` and `fiq` follow one delta cycle after an access or a line.
///
/// Debug transport has no side effects; DMI is refused. Inputs that nothing drives are low, outputs
/// may stay open.
class interrupt_controller : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<interrupt_controller> socket{"socket"};
    sc_core::sc_vector<sc_core::sc_in<bool>> irq_in{"irq_in", pl190_line_count}; ///< active high
    sc_core::sc_out<bool> irq{"irq"}; ///< level, true = asserted
    sc_core::sc_out<bool> fiq{"fiq"}; ///< level, true = asserted

    MODULE_PROCESSES(interrupt_controller);
    explicit interrupt_controller(const sc_core::sc_module_name& name);

protected:
    void before_end_of_elaboration() override;

private:
    void drive_outputs();
    void sample_lines();
    void state_changed();
    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
    unsigned transport_dbg(tlm::tlm_generic_payload& payload);

    pl190_core m_core;
    sc_core::sc_event m_state_changed{"state_changed"};
    pmu::optional_pins m_pins;
};

} // namespace platform::components
