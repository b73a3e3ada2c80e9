// SPDX-License-Identifier: Apache-2.0
// The Cortex-R5 performance monitor as a SystemC module.
#pragma once

#include <pmu/cortex_r5/cortex_r5_core.h>
#include <pmu/tlm/pmu_module.h>
#include <pmu/tlm/with_socket.h>

namespace PMU_API pmu {

extern template class pmu_module<cortex_r5_core>;

/// PMU of one Cortex-R5 CPU: PMCCNTR and three event counters, controlled by PMCR, in CP15 c9, and
/// the validation registers of c15. A twin-CPU processor has two of them.
///
/// Registers are words of a coprocessor window (coprocessor_address.h). All pins but `clk` may stay
/// unbound. `event_bus` is EVNTBUS before the gate of PMCR.X. See cortex_r5_core for what is not
/// modelled.
class cortex_r5_module : public pmu_module<cortex_r5_core> {
public:
    /// The events without a bus bit: 0x46 to 0x49, 0x50 to 0x57 and 0x59, in this order.
    sc_core::sc_in<sc_dt::sc_uint<cortex_r5_aux_width>> aux_events{"aux_events"};
    /// Invasive debug is enabled; 0 where unbound. Without DBGEN and NIDEN no event counts.
    sc_core::sc_in<bool> DBGEN{"DBGEN"};
    /// Non-invasive debug is enabled; 1 where unbound.
    sc_core::sc_in<bool> NIDEN{"NIDEN"};
    /// The processor is in debug halt: nothing counts.
    sc_core::sc_in<bool> DBG_HALT{"DBG_HALT"};
    /// The event lines of the last edge while PMCR.X is 1, else 0.
    sc_core::sc_out<sc_dt::sc_uint<cortex_r5_event_bus_width>> EVNTBUS{"EVNTBUS"};
    sc_core::sc_out<bool> VALIRQ{"VALIRQ"};       ///< validation IRQ: the inverse of nVALIRQ
    sc_core::sc_out<bool> VALFIQ{"VALFIQ"};       ///< validation FIQ: the inverse of nVALFIQ
    sc_core::sc_out<bool> VALRESET{"VALRESET"};   ///< reset request: the inverse of nVALRESET
    sc_core::sc_out<bool> VALEDBGRQ{"VALEDBGRQ"}; ///< debug request, active HIGH on silicon too

    /// \param name of the module
    /// \param parameters of the unit
    explicit cortex_r5_module(const sc_core::sc_module_name& name,
                              const cortex_r5_config& parameters = {});

    /// Sets the word that an event brings to CFLR from now on (D19). Reset keeps it. Allowed from
    /// construction on.
    /// \param event 0x4A to 0x4D, 0x6A, 0x6B or 0x6D; another one is the error
    ///        `/pmu/cortex_r5/fault_location`
    /// \param word 32 bits
    void set_fault_location(std::uint32_t event, std::uint32_t word);

    const char* kind() const override { return "pmu::cortex_r5_pmu"; }

private:
    void drive_pins(const outputs& levels) override;
};

/// The PMU for a bus of this width, in bits: the pins of cortex_r5_module, and its `socket`.
template <unsigned BUSWIDTH>
using basic_cortex_r5_pmu = with_socket<cortex_r5_module, BUSWIDTH>;
/// The PMU for a bus of 32 bits.
using cortex_r5_pmu = basic_cortex_r5_pmu<32>;

extern template class with_socket<cortex_r5_module, 32>;
extern template class with_socket<cortex_r5_module, 64>;
extern template class with_socket<cortex_r5_module, 128>;

} // namespace pmu
