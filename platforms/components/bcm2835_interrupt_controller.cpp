// SPDX-License-Identifier: Apache-2.0
#include <components/bcm2835_interrupt_controller.h>

namespace platform::components {

template class controller_module<bcm2835_ic_core>;

} // namespace platform::components
