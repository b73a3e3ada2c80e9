// SPDX-License-Identifier: Apache-2.0
#include <components/stub_cpu.h>

#include <components/module_processes.h>
#include <components/payload.h>
#include <components/settling.h>
#include <components/tlm_access_result.h>

#include <array>

namespace platform::components {

stub_cpu::stub_cpu(const sc_core::sc_module_name& name, const sc_core::sc_time& period,
                   std::uint64_t coprocessor_window)
    : sc_core::sc_module(name), m_period(period),
      m_half(sc_core::sc_time::from_value(period.value() / 2)),
      m_coprocessor(socket, coprocessor_window) {
    MODULE_PROCESSES(stub_cpu);
    SC_THREAD(execute);
    // Last: the payload deletes it unless ~stub_cpu() runs.
    m_payload.set_extension(&m_extension);
}

void stub_cpu::execute() {
    wait(m_half);
    if (m_task) {
        m_task();
    }
}

access_result stub_cpu::coprocessor(const pmu::coprocessor_register& where, bool is_write,
                                    std::uint32_t& data, pmu::access_attributes who) {
    let_outputs_arrive();
    sc_core::sc_time delay;
    const bool done = is_write ? m_coprocessor.mcr(where, data, who, delay)
                               : m_coprocessor.mrc(where, data, who, delay);
    outputs_may_change();
    return done ? access_result::ok : access_result::undefined;
}

access_result stub_cpu::memory(std::uint64_t address, bool is_write, unsigned bytes,
                               std::uint64_t& data, std::optional<std::uint8_t> byte_enables,
                               pmu::access_attributes who) {
    let_outputs_arrive();
    std::array<unsigned char, sizeof data> enables{};
    for (unsigned i = 0; i < enables.size(); ++i) {
        enables[i] =
            (byte_enables.value_or(0) >> i & 1U) != 0 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
    }
    std::uint64_t buffer = is_write ? data : 0;
    m_extension.attributes = who;
    prepare(m_payload, command_of(is_write), address, &buffer, bytes);
    if (byte_enables) {
        m_payload.set_byte_enable_ptr(enables.data());
        m_payload.set_byte_enable_length(bytes);
    }
    sc_core::sc_time delay;
    socket->b_transport(m_payload, delay);
    outputs_may_change();
    const access_result result = to_access_result(m_payload.get_response_status());
    if (result == access_result::ok && !is_write) {
        data = buffer;
    }
    return result;
}

bool stub_cpu::debug(std::uint64_t address, bool is_write, std::uint32_t& data) {
    let_outputs_arrive();
    m_extension.attributes = {};
    prepare(m_payload, command_of(is_write), address, &data, sizeof data);
    const bool done = socket->transport_dbg(m_payload) == sizeof data;
    outputs_may_change();
    return done;
}

std::uint64_t stub_cpu::edges_left() const {
    // Half a period is kept for the way back to the middle of a period.
    const std::uint64_t left = sc_core::sc_max_time().value() - sc_core::sc_time_stamp().value();
    const std::uint64_t periods = left / m_period.value();
    return periods > 0 ? periods - 1 : 0;
}

void stub_cpu::pass(std::uint64_t n) {
    if (n != 0) {
        wait(sc_core::sc_time::from_value(n * m_period.value()));
        m_have_arrived = true;
    }
}

void stub_cpu::pass_until(const sc_core::sc_event& event, std::uint64_t n) {
    if (n != 0) {
        wait(sc_core::sc_time::from_value(n * m_period.value()), event);
        align();
        m_have_arrived = true;
    }
}

// Back to the middle of the period, without passing an edge.
void stub_cpu::align() {
    const std::uint64_t phase = sc_core::sc_time_stamp().value() % m_period.value();
    if (phase < m_half.value()) {
        wait(sc_core::sc_time::from_value(m_half.value() - phase));
    }
}

void stub_cpu::let_outputs_arrive() {
    if (!m_have_arrived) {
        wait_deltas(deltas_to_listener);
        m_have_arrived = true;
    }
}

} // namespace platform::components
