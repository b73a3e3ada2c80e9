// SPDX-License-Identifier: Apache-2.0
// The ARM1176JZF-S on the instruction-set simulator.
#pragma once

#include <iss/cpu/iss_cpu.h>
#include <iss/platform/firmware_part.h>
#include <pmu/arm1176/arm1176_pmu.h>

#include <systemc>

namespace platform::arm1176 {

const iss::firmware_part& arm1176_firmware();

/// Tells the CPU of a PMU with these parameters: how it starts and stops, and the V bit, which
/// begins as `user_access` says.
void tell_of_pmu(iss::iss_config& cpu, const pmu::arm11_config& parameters);

/// The wires from the core to its PMU beside those that every ARM11 has: the events of the return
/// stack, and the pin V, which CP15 drives.
class arm1176_wires {
public:
    /// \param cpu that tell_of_pmu() has told of the unit \param unit with these parameters
    arm1176_wires(iss::iss_cpu& cpu, pmu::arm1176_pmu& unit, const pmu::arm11_config& parameters);

private:
    sc_core::sc_signal<sc_dt::sc_uint<pmu::arm1176_return_stack_width>> m_aux_events{"aux_events"};
    sc_core::sc_signal<bool> m_v;
};

} // namespace platform::arm1176
