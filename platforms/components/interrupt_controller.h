// SPDX-License-Identifier: Apache-2.0
// The platforms' interrupt controller: an ARM PL190 VIC with its lines, outputs and bus socket.
#pragma once

#include <components/controller_module.h>
#include <components/pl190_core.h>

namespace platform::components {

extern template class controller_module<pl190_core>;

/// A PL190 in a window of 4 KiB. See controller_module.
class interrupt_controller : public controller_module<pl190_core> {
public:
    using controller_module::controller_module;
};

} // namespace platform::components
