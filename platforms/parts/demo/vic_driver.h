// SPDX-License-Identifier: Apache-2.0
// Software for the interrupt controller, as the stub CPU runs it.
#pragma once

#include <parts/platform/pmu_platform.h>

#include <cstdint>
#include <functional>
#include <map>

namespace platform {

/// Vectored interrupts: each line has a handler, the controller says which one runs.
class vic_driver {
public:
    explicit vic_driver(pmu_platform& target) : m_platform(target) {}

    /// Gives a line the next vector slot and enables it.
    /// \param line of the controller, 0 to 31, at most 16 in all
    void attach(unsigned line, std::function<void()> handler);
    void enable(unsigned line);
    void disable(unsigned line);

    /// What the CPU does when its IRQ input is high: enters the interrupt, runs its handler and
    /// leaves it, until the input is low.
    /// \return interrupts served
    /// \throws std::runtime_error if the controller names no handler of ours, or the input stays
    /// high
    unsigned serve();

private:
    std::uint32_t read(std::uint32_t offset);
    void write(std::uint32_t offset, std::uint32_t value);

    pmu_platform& m_platform;
    std::map<std::uint32_t, std::function<void()>> m_handlers; ///< by vector address
};

} // namespace platform
