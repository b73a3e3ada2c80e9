// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_cp15.h>

#include <components/register_access.h>

namespace platform::cortex_r5 {

std::uint32_t cortex_r5_cp15::read(reg r) const {
    return components::read_coprocessor(m_cpu, pmu::cortex_r5_registers[r]);
}

void cortex_r5_cp15::write(reg r, std::uint32_t value) const {
    components::write_coprocessor(m_cpu, pmu::cortex_r5_registers[r], value);
}

} // namespace platform::cortex_r5
