// SPDX-License-Identifier: Apache-2.0
// A CCI-400 PMU among other units of a platform.
#pragma once

#include <cci400/wired_cci400.h>

#include <systemc>

namespace platform::cci400 {

/// The interconnect's PMU.
class cci400_node final : public sc_core::sc_module, public wired_cci400 {
public:
    cci400_node(const sc_core::sc_module_name& name, const sc_core::sc_time& period,
                const pmu::cci400_config& parameters = {})
        : sc_core::sc_module(name), wired_cci400(parameters, period) {
        pmuirq.set_active_low(parameters.irq_active_low);
    }

    components::interrupt_wire pmuirq{"pmuirq"};

    using wired_cci400::connect_overflow;
};

} // namespace platform::cci400
