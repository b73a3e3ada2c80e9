// SPDX-License-Identifier: Apache-2.0
// How long it takes until everybody has seen what an access or a pin changes.
#pragma once

#include <systemc>

namespace platform::components {

/// Delta cycles until whoever listens to an output of a unit has acted: a register or pin, the
/// unit's process, its output, the listener.
constexpr unsigned deltas_to_listener = 4;

/// The interrupt controller is such a listener, and a CPU looks at its output.
constexpr unsigned deltas_to_interrupt = deltas_to_listener + 1;

/// Lets so many delta cycles pass. To be called from a thread.
inline void wait_deltas(unsigned n) {
    for (; n != 0; --n) {
        sc_core::wait(sc_core::SC_ZERO_TIME);
    }
}

} // namespace platform::components
