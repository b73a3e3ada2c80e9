// SPDX-License-Identifier: Apache-2.0
// The interrupt controller of the BCM2835 with its lines, outputs and bus socket.
#pragma once

#include <components/bcm2835_ic_core.h>
#include <components/interrupt_controller.h>

namespace platform::components {

extern template class basic_interrupt_controller<bcm2835_ic_core>;

/// The controller in a window of 512 bytes, which the BCM2835 has 0x200 bytes into a page. Lines 0
/// to 63 are the GPU's, 64 to 71 those of the ARM.
using bcm2835_interrupt_controller = basic_interrupt_controller<bcm2835_ic_core>;

} // namespace platform::components
