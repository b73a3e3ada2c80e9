// SPDX-License-Identifier: Apache-2.0
// What the meter may look at while a CPU executes.
#pragma once

#include <cstdint>

namespace platform::iss {

/// The state of a CPU now: between two basic blocks what has been executed shows in it.
class cpu_view {
public:
    /// \param n 0 to 14, of the current mode
    virtual std::uint32_t reg(unsigned n) const = 0;
    virtual std::uint32_t cpsr() const = 0;
    /// SCTLR of CP15; the control register of the XScale.
    virtual std::uint32_t system_control() const = 0;
    /// Whether an address is that of memory; else it is a device's, or nobody's.
    virtual bool is_memory(std::uint32_t address) const = 0;

protected:
    ~cpu_view() = default;
};

} // namespace platform::iss
