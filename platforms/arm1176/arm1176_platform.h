// SPDX-License-Identifier: Apache-2.0
// A platform around the ARM1176 PMU.
#pragma once

#include <arm11_common/arm11_platform.h>
#include <pmu/arm1176/arm1176_pmu.h>

#include <iosfwd>

extern template class platform::arm11_common::arm11_platform<pmu::arm1176_pmu>;

namespace platform::arm1176 {

/// The ARM1176 PMU as access programs see it: options, pins, event lines.
const program::unit_info& arm1176_unit();

/// Positions in the unit's pins: those of every ARM11, then V.
enum class arm1176_pin : std::size_t { ETMEXTOUT, DEBUG_STATE, EVNTBUS, PMUIRQ, V };

/// The platform of every ARM11, with the events of the return stack and the pin V.
class arm1176_platform final : public arm11_common::arm11_platform<pmu::arm1176_pmu> {
public:
    using aux_type = sc_dt::sc_uint<pmu::arm1176_return_stack_width>;

    arm1176_platform(const sc_core::sc_module_name& name, const components::clock_choice& clock,
                     const pmu::arm1176_config& parameters);

    sc_core::sc_signal<aux_type> aux_events{"aux_events"}; ///< what has no bit of the bus

    void drive_lines(const program::line_set& lines) override;
    void drive_pin(std::size_t pin, const program::wide_value& value) override;
    void trace(sc_core::sc_trace_file* file) const override;

private:
    sc_core::sc_signal<bool> m_v;
};

/// The part for the command line.
const part::part_entry& arm1176_part();

/// The demonstration: the Linux ARMv6 perf driver's register sequence over generated activity.
bool arm1176_demo(const part::demo_request& request, std::ostream& out);

} // namespace platform::arm1176
