// SPDX-License-Identifier: Apache-2.0
// A platform around the Cortex-R5 PMU.
#pragma once

#include <cortex_r5/wired_cortex_r5.h>
#include <part/part_entry.h>
#include <part/pmu_platform.h>

namespace platform::cortex_r5 {

/// The Cortex-R5 PMU as access programs see it: options, pins, event lines.
/// The lines of the bus come first, those of the events without a bus bit follow.
const program::unit_info& cortex_r5_unit();

/// Positions in the unit's pins.
enum class cortex_r5_pin : std::size_t {
    CFLR_4A,
    CFLR_4B,
    CFLR_4C,
    CFLR_4D,
    CFLR_6A,
    CFLR_6B,
    CFLR_6D,
    DBGEN,
    NIDEN,
    DBG_HALT,
    EVNTBUS,
    VALIRQ,
    VALFIQ,
    VALRESET,
    VALEDBGRQ,
    PMUIRQ,
};

/// Stub CPU, bus, interrupt controller, the PMU of one Cortex-R5 CPU, and an event recorder on
/// EVNTBUS. The validation requests go to lines of the interrupt controller, too.
class cortex_r5_platform final : public part::pmu_platform, public wired_cortex_r5 {
public:
    cortex_r5_platform(const sc_core::sc_module_name& name, const components::clock_choice& clock,
                       const pmu::cortex_r5_config& parameters);

    void drive_lines(const program::line_set& lines) override;
    void drive_pin(std::size_t pin, const program::wide_value& value) override;
    program::wide_value read_pin(std::size_t pin) const override;
    void trace(sc_core::sc_trace_file* file) const override;
};

/// The part for the command line.
const part::part_entry& cortex_r5_part();

/// The demonstration over generated activity: Xilinx's boot and counting sequences, then TI's
/// driver.
bool cortex_r5_demo(const part::demo_request& request, std::ostream& out);

} // namespace platform::cortex_r5
