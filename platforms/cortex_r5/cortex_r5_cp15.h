// SPDX-License-Identifier: Apache-2.0
// MRC and MCR of the Cortex-R5 PMU's registers, as software on the stub CPU uses them.
#pragma once

#include <components/register_access.h>
#include <pmu/cortex_r5/cortex_r5_registers.h>

#include <cstdint>

namespace platform::cortex_r5 {

/// The registers by name, from a privileged mode. Runs in the stub CPU's thread.
class cortex_r5_cp15 {
public:
    using reg = pmu::cortex_r5_register;

    explicit cortex_r5_cp15(components::stub_cpu& cpu) : m_cpu(cpu) {}

    /// \throws std::runtime_error if the access is Undefined
    std::uint32_t read(reg r) const {
        return components::read_coprocessor(m_cpu, pmu::cortex_r5_registers[r]);
    }
    /// \throws std::runtime_error if the access is Undefined
    void write(reg r, std::uint32_t value) const {
        components::write_coprocessor(m_cpu, pmu::cortex_r5_registers[r], value);
    }
    /// Reads the register and writes it back with bits changed.
    void modify(reg r, std::uint32_t clear, std::uint32_t set) const {
        write(r, (read(r) & ~clear) | set);
    }

private:
    components::stub_cpu& m_cpu;
};

} // namespace platform::cortex_r5
