// SPDX-License-Identifier: Apache-2.0
// A platform of three PMUs: two Cortex-R5 CPUs with one each, and a CCI-400.
#pragma once

#include <cci400/wired_cci400.h>
#include <components/platform_fabric.h>
#include <cortex_r5/wired_cortex_r5.h>
#include <part/part_entry.h>

#include <systemc>

#include <iosfwd>

namespace platform::system {

/// A stub CPU and the PMU of its coprocessor space.
class cortex_r5_node final : public sc_core::sc_module, public cortex_r5::wired_cortex_r5 {
public:
    /// \param coprocessor_window where its coprocessor space is mapped: all that MCR and MRC reach
    cortex_r5_node(const sc_core::sc_module_name& name, const sc_core::sc_time& period,
                   std::uint64_t coprocessor_window);

    components::stub_cpu cpu;
    components::interrupt_wire pmuirq{"pmuirq"};

    using cortex_r5::wired_cortex_r5::connect_requests;
};

/// Two CPUs, their PMUs, the CCI-400's PMU and the interrupt controller on one bus, clock and
/// reset. Either CPU reaches every unit by its address, but by MCR and MRC its own PMU only.
///
/// All interrupts go through the one controller, lines as each part has them elsewhere: its IRQ is
/// CPU 0's interrupt, its FIQ is CPU 1's, and INTSELECT says who takes which line. The validation
/// requests of the first PMU have lines, those of the second one have none.
class system_platform final : public components::platform_fabric {
public:
    static constexpr unsigned cpus = 2;

    system_platform(const sc_core::sc_module_name& name, const components::clock_choice& clock);

    sc_core::sc_vector<cortex_r5_node> r5; ///< by CPU
    cci400::cci400_node cci;
};

/// The demonstration: both CPUs count their own activity with the Linux ARMv7 perf driver's
/// register sequence, CPU 0 the interconnect's traffic with that of the Linux arm-cci driver too.
/// \return whether all counts of all three PMUs were right
bool system_demo(const part::demo_request& request, std::ostream& out);

} // namespace platform::system
