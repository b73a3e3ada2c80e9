// SPDX-License-Identifier: Apache-2.0
#include <components/bcm2835_interrupt_controller.h>
#include <components/interrupt_controller.h>

namespace platform::components {

template class basic_interrupt_controller<pl190_core>;
template class basic_interrupt_controller<bcm2835_ic_core>;

} // namespace platform::components
