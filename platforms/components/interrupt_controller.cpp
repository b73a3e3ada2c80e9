// SPDX-License-Identifier: Apache-2.0
#include <components/interrupt_controller.h>

namespace platform::components {

template class controller_module<pl190_core>;

} // namespace platform::components
