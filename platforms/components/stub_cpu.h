// SPDX-License-Identifier: Apache-2.0
// The stub CPU: a bus master that executes a task instead of instructions.
#pragma once

#include <components/access_result.h>
#include <pmu/tlm/coprocessor_adapter.h>

#include <systemc>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace platform::components {

/// Issues coprocessor and memory accesses on behalf of a task that runs in its thread. It acts half
/// a period after an edge, so that what it does falls strictly between two edges on every clock.
/// Accesses take no time.
class stub_cpu : public sc_core::sc_module {
public:
    tlm_utils::simple_initiator_socket<stub_cpu> socket{"socket"};
    sc_core::sc_in<bool> irq{"irq"}; ///< from the interrupt controller

    /// \param period of the clock, whose first edge comes one period after the start
    /// \param coprocessor_window where this CPU's coprocessor window is mapped
    stub_cpu(const sc_core::sc_module_name& name, const sc_core::sc_time& period,
             std::uint64_t coprocessor_window);
    ~stub_cpu() override { m_payload.clear_extension(&m_extension); }

    /// What the CPU does. When it returns, the CPU does nothing more.
    void set_task(std::function<void()> task) { m_task = std::move(task); }

    // For the task.

    /// \param data is written, or receives what is read where the result is `ok`
    access_result coprocessor(const pmu::coprocessor_register& where, bool is_write,
                              std::uint32_t& data, pmu::access_attributes who);
    /// \param bytes 1, 2, 4 or 8, in the low bits of `data`
    /// \param byte_enables bit n for byte n
    access_result memory(std::uint64_t address, bool is_write, unsigned bytes, std::uint64_t& data,
                         std::optional<std::uint8_t> byte_enables, pmu::access_attributes who);
    /// \return whether the word was transferred
    bool debug(std::uint64_t address, bool is_write, std::uint32_t& data);

    /// The rising edges so far.
    std::uint64_t edges() const { return sc_core::sc_time_stamp().value() / m_period.value(); }
    /// How many more edges fit into simulated time.
    std::uint64_t edges_left() const;
    /// Lets n edges pass, n <= edges_left().
    void pass(std::uint64_t n);
    /// Waits for an event, then to the middle of the period; at most n edges, n <= edges_left().
    void pass_until(const sc_core::sc_event& event, std::uint64_t n);
    /// Lets what was written or driven reach every listener, without time.
    void let_outputs_arrive();
    /// Says that an output may change, which let_outputs_arrive() waits for.
    void outputs_may_change() { m_have_arrived = false; }

private:
    void execute();
    void align();

    const sc_core::sc_time m_period;
    const sc_core::sc_time m_half;
    std::function<void()> m_task;
    bool m_have_arrived = true; ///< every listener has seen the outputs as they are
    pmu::coprocessor_adapter m_coprocessor;
    tlm::tlm_generic_payload m_payload;
    pmu::access_extension m_extension;
};

} // namespace platform::components
