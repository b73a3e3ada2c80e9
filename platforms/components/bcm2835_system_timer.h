// SPDX-License-Identifier: Apache-2.0
// The system timer of the BCM2835 with its bus socket and outputs.
#pragma once

#include <components/bcm2835_timer_core.h>
#include <components/register_device.h>

#include <systemc>

namespace platform::components {

/// The timer in a window of 4 KiB. See register_device for accesses and time: a count costs
/// nothing, a process runs only where a match comes or goes.
class bcm2835_system_timer final : public register_device<bcm2835_timer_core> {
public:
    /// One a channel: level, true = it matches.
    sc_core::sc_vector<sc_core::sc_out<bool>> irq{"irq", bcm2835_timer_channels};

    /// \param clock period of a count; the counter is 1 one period after the start
    explicit bcm2835_system_timer(const sc_core::sc_module_name& name,
                                  const sc_core::sc_time& clock = sc_core::sc_time(1,
                                                                                   sc_core::SC_US))
        : register_device(name, clock) {
        for (sc_core::sc_out<bool>& pin : irq) {
            add_output(pin);
        }
    }

private:
    void drive(const outputs& levels) override {
        for (unsigned channel = 0; channel < bcm2835_timer_channels; ++channel) {
            irq[channel].write((levels.matches >> channel & 1U) != 0);
        }
    }
};

} // namespace platform::components
