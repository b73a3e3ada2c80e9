// SPDX-License-Identifier: Apache-2.0
// Loads and stores that are not aligned, on a CPU that ignores the low bits of their addresses.
#pragma once

#include <iss/engine/unicorn_engine.h>
#include <iss/meter/execution_meter.h>

#include <cstdint>
#include <functional>
#include <utility>

namespace platform::iss {

/// Has the engine execute them as the CPU does: the engine accesses the place itself.
class unaligned_accesses {
public:
    /// Executes an instruction on the engine, wherever that leads.
    using step_function = std::function<engine_stop(const instruction&)>;

    unaligned_accesses(unicorn_engine& cpu, execution_meter& meter, step_function step)
        : m_engine(cpu), m_meter(meter), m_step(std::move(step)) {}

    /// \param address of its first item, not aligned
    engine_stop execute(const instruction& i, std::uint32_t address) {
        return i.is_swap() ? swap(i, address) : transfer(i, address);
    }

private:
    engine_stop swap(const instruction& i, std::uint32_t address);
    engine_stop transfer(const instruction& i, std::uint32_t address);
    engine_stop transfer_with_aligned_base(const instruction& i, std::uint32_t address,
                                           std::uint32_t excess);

    unicorn_engine& m_engine;
    execution_meter& m_meter;
    step_function m_step;
};

} // namespace platform::iss
