// SPDX-License-Identifier: Apache-2.0
#include <pmu/adapters/level_interrupt.h>

namespace PMU_API pmu {

level_follower::level_follower(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    using SC_CURRENT_USER_MODULE [[maybe_unused]] = level_follower; // SystemC 2.3 asks for it
    SC_METHOD(see);
    sensitive << in;
}

void level_follower::see() {
    if (in.read() != m_level) {
        m_level = in.read();
        follow(m_level);
    }
}

} // namespace pmu
