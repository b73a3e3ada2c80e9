// SPDX-License-Identifier: Apache-2.0
// A platform around the CCI-400 PMU.
#pragma once

#include <cci400/wired_cci400.h>
#include <part/part_entry.h>
#include <part/pmu_platform.h>

namespace platform::cci400 {

/// The CCI-400 PMU as access programs see it: options, pins, event lines.
/// Events are `S0:0x00` to `M2:0x1F`, with `:secure` after it for Secure transactions. The lines of
/// Non-secure transactions come first, then those of Secure ones; each by its ESR code.
const program::unit_info& cci400_unit();

/// Positions in the unit's pins.
enum class cci400_pin : std::size_t {
    NIDEN,
    SPNIDEN,
    ECOREVNUM,
    nEVNTCNTOVERFLOW,
    EVNTBUS,
    PMUIRQ,
};

/// Stub CPU, bus, interrupt controller, CCI-400 PMU, and an event recorder on EVNTBUS. The combined
/// PMUIRQ and each of the five overflow lines have a line of the interrupt controller.
class cci400_platform final : public part::pmu_platform, public wired_cci400 {
public:
    cci400_platform(const sc_core::sc_module_name& name, const components::clock_choice& clock,
                    const pmu::cci400_config& parameters);

    void drive_lines(const program::line_set& lines) override;
    void drive_pin(std::size_t pin, const program::wide_value& value) override;
    program::wide_value read_pin(std::size_t pin) const override;
    void trace(sc_core::sc_trace_file* file) const override;
};

/// The part for the command line.
const part::part_entry& cci400_part();

/// The demonstration: the Linux arm-cci driver's register sequence over generated traffic.
bool cci400_demo(const part::demo_request& request, std::ostream& out);

} // namespace platform::cci400
