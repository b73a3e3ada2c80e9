// SPDX-License-Identifier: Apache-2.0
// Stands in for the RISC-V VP: what an interrupt controller of it is called by.
#pragma once

#include <cstdint>

struct interrupt_gateway {
    virtual ~interrupt_gateway() = default;
    virtual void gateway_trigger_interrupt(std::uint32_t irq_id) = 0;
};
