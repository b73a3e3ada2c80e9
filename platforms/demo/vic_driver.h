// SPDX-License-Identifier: Apache-2.0
// Software for the interrupt controller, as the stub CPU runs it.
#pragma once

#include <components/pl190_registers.h>
#include <components/stub_cpu.h>

#include <cstdint>
#include <functional>
#include <map>

namespace platform::demo {

/// The output of the interrupt controller that a CPU listens to.
enum class vic_output : std::uint8_t {
    irq, ///< vectored: the controller says which handler runs
    fiq, ///< not vectored: the CPU looks at FIQSTATUS
};

/// Each line has a handler. Two CPUs may share a controller, each with an output of its own.
class vic_driver {
public:
    explicit vic_driver(components::stub_cpu& cpu, vic_output output = vic_output::irq)
        : m_cpu(cpu), m_output(output) {}

    /// Sends a line to our output and enables it. On IRQ, where all lines go out of reset, it gets
    /// the next vector slot.
    /// \param line of the controller, 0 to 31, at most 16 in all on IRQ
    void attach(unsigned line, std::function<void()> handler);

    /// What the CPU does when its interrupt input is high: enters the interrupt, runs its handler
    /// and leaves it, until the input is low.
    /// \return interrupts served
    /// \throws std::runtime_error if the controller names no handler of ours, or the input stays
    /// high
    unsigned serve();

private:
    std::uint32_t read(components::pl190_register r);
    void write(components::pl190_register r, std::uint32_t value, unsigned slot = 0);
    /// What the handler of a line is found by: its vector on IRQ, its bit on FIQ.
    std::uint32_t key_of(unsigned line) const;
    void run_handler(std::uint32_t key);

    components::stub_cpu& m_cpu;
    const vic_output m_output;
    std::map<std::uint32_t, std::function<void()>> m_handlers;
};

} // namespace platform::demo
