// SPDX-License-Identifier: Apache-2.0
// A device with registers and interrupt outputs: its socket, its pins, and what it does with time.
#pragma once

#include <components/debug_access.h>
#include <components/module_processes.h>
#include <pmu/core/counter.h>
#include <pmu/core/edge_timeline.h>
#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/alarm.h>
#include <pmu/tlm/optional_pins.h>
#include <pmu/tlm/output_schedule.h>
#include <pmu/tlm/transport_checks.h>

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace platform::components {

/// A core behind a socket. An access with delay d takes effect at now + d, and d is returned as it
/// was: no access waits. The outputs change at that time, too, and one delta cycle after an access
/// without delay. An access to a time before that of an earlier access takes effect at the later
/// one. A device with input lines acts at the present instant, whatever the delay, since nobody
/// knows the lines of the future; an access sees them as they are in its delta cycle.
///
/// A core with a clock is not woken for its edges: it is brought to a time where somebody looks,
/// and at the edge at which an output next changes. The edges of an instant come before its
/// accesses.
///
/// Debug transport has no side effects; DMI is refused. Inputs that nothing drives are low, outputs
/// may stay open.
/// \tparam Core `read`, `write`, `peek`, `poke` and `driven`; `line_count`, 0 without inputs; if
/// `is_clocked`, `run(edges)` and `edges_to_output_change()`; `takes_narrow`: bytes and halfwords
/// at the address of a register are its low bits, and what a narrow write does not have is 0
template <class Core>
class register_device : public sc_core::sc_module {
public:
    tlm_utils::simple_target_socket<register_device> socket{"socket"};

    register_device(const register_device&) = delete;
    register_device& operator=(const register_device&) = delete;

    /// Whether an output may change without an access, or a change of an input.
    bool may_change() const { return std::min(m_outputs.next(), next_change()) != pmu::never; }

protected:
    using outputs = typename Core::outputs;

    MODULE_PROCESSES(register_device);
    /// \param period of its clock, whose first edge comes one period after the start; none: 0
    explicit register_device(const sc_core::sc_module_name& name,
                             const sc_core::sc_time& period = sc_core::SC_ZERO_TIME)
        : sc_core::sc_module(name), m_clock(0, period.value()), m_alarm(period.value()) {
        socket.register_b_transport(this, &register_device::b_transport);
        socket.register_transport_dbg(this, &register_device::transport_dbg);
        SC_METHOD(follow); // add_input() has more events for it
        sensitive << m_wake;
        m_alarm.for_each_event([this](const sc_core::sc_event& event) { sensitive << event; });
    }
    ~register_device() override = default;

    /// Writes the output pins.
    virtual void drive(const outputs& levels) = 0;
    /// Brings the levels of the input lines into the core.
    virtual void sample() {}
    /// After an access, which may have left something to be done at once.
    virtual void settle() {}

    void add_output(sc_core::sc_out<bool>& pin) { m_pins.add(pin, false); }
    void add_input(sc_core::sc_in<bool>& pin) {
        m_pins.add(pin, false);
        sensitive << pin;
    }
    void before_end_of_elaboration() override { m_pins.bind_stubs(); }

    /// After the core was changed by something else than an access.
    void changed() {
        m_outputs.put(m_core.driven(), std::max(m_time, now()));
        arm();
    }

    Core m_core;

private:
    static std::uint64_t now() { return sc_core::sc_time_stamp().value(); }

    std::uint64_t next_change() const {
        if constexpr (Core::is_clocked) {
            return m_clock.time_of(m_core.edges_to_output_change());
        } else {
            return pmu::never;
        }
    }

    /// Brings the core to a time, and what its outputs do on the way to the schedule.
    void advance(std::uint64_t time) {
        if constexpr (Core::is_clocked) {
            for (std::uint64_t change = next_change(); change <= time; change = next_change()) {
                m_core.run(m_clock.take_by(change));
                m_outputs.put(m_core.driven(), change);
            }
            m_core.run(m_clock.take_by(time));
        }
        m_time = std::max(m_time, time);
    }

    void follow() {
        if (m_time <= now()) {
            advance(now());
        }
        sample();
        m_outputs.put(m_core.driven(), std::max(m_time, now()));
        outputs levels;
        if (m_outputs.take(now(), levels)) {
            drive(levels);
        }
        arm();
    }

    /// Has follow() run when an output next changes: in this delta, if that is now.
    void arm() {
        if (!sc_core::sc_is_running()) {
            return; // it runs at the start
        }
        const std::uint64_t next = std::min(m_outputs.next(), next_change());
        if (next <= now()) {
            m_wake.notify();
        } else {
            m_alarm.set(next);
        }
    }

    pmu::response access(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay,
                         bool is_read, std::uint32_t& word) {
        sample();
        const std::uint64_t ahead = Core::line_count == 0 ? delay.value() : 0;
        const std::uint64_t time = pmu::saturating_add(now(), ahead);
        if (m_time < time) {
            advance(time);
        }
        const auto address = static_cast<std::uint32_t>(payload.get_address());
        const pmu::access_attributes who = pmu::attributes_of(payload);
        const pmu::response answer =
            is_read ? m_core.read(address, who, word) : m_core.write(address, who, word);
        settle();
        changed();
        return answer;
    }

    void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
        if (Core::takes_narrow && is_narrow(payload)) {
            transport_low_bits(payload, delay);
            return;
        }
        pmu::transport_word(
            payload, Core::window_size,
            [&](bool is_read, std::uint32_t& word) {
                return access(payload, delay, is_read, word);
            },
            [&] {
                std::uint32_t word = 0;
                return m_core.peek(static_cast<std::uint32_t>(payload.get_address()), word);
            });
    }

    /// A byte or halfword at the address of a word.
    static bool is_narrow(const tlm::tlm_generic_payload& payload) {
        const unsigned length = payload.get_data_length();
        return (payload.is_read() || payload.is_write()) && (length == 1 || length == 2) &&
               payload.get_address() % pmu::word_size == 0 &&
               payload.get_address() < Core::window_size &&
               payload.get_streaming_width() >= length && payload.get_data_ptr() != nullptr &&
               payload.get_byte_enable_ptr() == nullptr;
    }

    void transport_low_bits(tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay) {
        std::uint32_t word = 0;
        if (payload.is_write()) {
            std::memcpy(&word, payload.get_data_ptr(), payload.get_data_length());
        }
        const pmu::response answer = access(payload, delay, payload.is_read(), word);
        if (answer == pmu::response::ok && payload.is_read()) {
            std::memcpy(payload.get_data_ptr(), &word, payload.get_data_length());
        }
        payload.set_dmi_allowed(false);
        payload.set_response_status(pmu::to_tlm(answer));
    }

    unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
        if (sc_core::sc_is_running()) {
            sample();
            if (m_time < now()) {
                advance(now());
            }
        }
        const unsigned bytes = debug_access(m_core, payload);
        if (payload.is_write() && bytes != 0) {
            settle();
            changed();
        }
        return bytes;
    }

    std::uint64_t m_time = 0; ///< ticks, up to which the core has come
    pmu::edge_timeline m_clock;
    pmu::output_schedule<outputs> m_outputs;
    pmu::alarm m_alarm;
    sc_core::sc_event m_wake{"wake"};
    pmu::optional_pins m_pins;
};

} // namespace platform::components
