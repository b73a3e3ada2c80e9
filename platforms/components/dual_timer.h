// SPDX-License-Identifier: Apache-2.0
// Two timers of the platforms: an ARM Dual-Timer Module SP804 with its bus socket and outputs.
#pragma once

#include <components/register_device.h>
#include <components/sp804_core.h>

#include <systemc>

namespace platform::components {

/// An SP804 in a window of 4 KiB. See register_device for accesses and time: a count costs
/// nothing, a process runs only where an enabled interrupt comes or goes.
class dual_timer final : public register_device<sp804_core> {
public:
    sc_core::sc_out<bool> TIMINT1{"TIMINT1"}; ///< level, true = asserted
    sc_core::sc_out<bool> TIMINT2{"TIMINT2"}; ///< level, true = asserted
    sc_core::sc_out<bool> TIMINTC{"TIMINTC"}; ///< either of them

    /// \param timclk period of TIMCLK; its edges come at whole multiples of it, the first one
    /// period after the start
    explicit dual_timer(const sc_core::sc_module_name& name,
                        const sc_core::sc_time& timclk = sc_core::sc_time(1, sc_core::SC_US))
        : register_device(name, timclk) {
        add_output(TIMINT1);
        add_output(TIMINT2);
        add_output(TIMINTC);
    }

private:
    void drive(const outputs& levels) override {
        TIMINT1.write(levels.TIMINT1);
        TIMINT2.write(levels.TIMINT2);
        TIMINTC.write(levels.TIMINT1 || levels.TIMINT2);
    }
};

} // namespace platform::components
