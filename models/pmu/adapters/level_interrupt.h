// SPDX-License-Identifier: Apache-2.0
// PMUIRQ for platforms whose interrupts are calls.
#pragma once

#include <pmu/core/api.h>

#include <systemc>

#include <cstdint>

namespace PMU_API pmu {

/// Follows a level, such as PMUIRQ, and says so by a call. A level that is high when the simulation
/// begins is a change; one that is low is none.
class level_follower : public sc_core::sc_module {
public:
    sc_core::sc_in<bool> in{"in"}; ///< the level; high is asserted

    /// \param name of the module
    explicit level_follower(const sc_core::sc_module_name& name);

protected:
    /// The level has changed, in the delta before this one.
    virtual void follow(bool level) = 0;

private:
    void see();

    bool m_level = false;
};

/// An interrupt of a controller that is told of requests, and never of their end: the
/// `interrupt_gateway` of the RISC-V VP. Each rise is one request. While the level stays high, no
/// other comes, whatever the controller does: software clears the flag of the counter before it
/// completes the interrupt.
///
///     pmu::gateway_interrupt<interrupt_gateway> irq("irq", plic, 7);
///     irq.in(pmuirq);
///
/// \tparam Gateway has `gateway_trigger_interrupt(number)`
template <class Gateway>
class gateway_interrupt : public level_follower {
public:
    /// \param name of the module
    /// \param gateway the interrupt controller; must outlive this
    /// \param number of the interrupt there
    gateway_interrupt(const sc_core::sc_module_name& name, Gateway& gateway, std::uint32_t number)
        : level_follower(name), m_gateway(gateway), m_number(number) {}

private:
    void follow(bool level) override {
        if (level) {
            m_gateway.gateway_trigger_interrupt(m_number);
        }
    }

    Gateway& m_gateway;
    std::uint32_t m_number;
};

/// An interrupt by a socket that takes levels: the `gpio_initiator_socket` of vcml.
///
///     pmu::socket_interrupt<vcml::gpio_initiator_socket> irq("irq");
///     irq.in(pmuirq);
///     irq.out.bind(gic.spi[5]);
///
/// \tparam Socket is made with a name, and has `write(bool)`
template <class Socket>
class socket_interrupt : public level_follower {
public:
    Socket out{"out"}; ///< to the interrupt controller

    /// \param name of the module
    explicit socket_interrupt(const sc_core::sc_module_name& name) : level_follower(name) {}

private:
    void follow(bool level) override { out.write(level); }
};

} // namespace pmu
