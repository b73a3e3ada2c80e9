// SPDX-License-Identifier: Apache-2.0
// Sits on EVNTBUS where a trace macrocell would, and counts how long every wire was high.
#pragma once

#include <components/module_processes.h>
#include <components/wire_counts.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

namespace platform::components {

/// The wires of a bus type, and how to see them 32 at a time.
template <class Bus>
struct bus_wires;

template <int W>
struct bus_wires<sc_dt::sc_uint<W>> {
    static constexpr unsigned count = W;
    static std::uint32_t word(const sc_dt::sc_uint<W>& bus, unsigned i) {
        return static_cast<std::uint32_t>(bus.to_uint64() >> (32U * i));
    }
};

template <int W>
struct bus_wires<sc_dt::sc_bv<W>> {
    static constexpr unsigned count = W;
    static std::uint32_t word(const sc_dt::sc_bv<W>& bus, unsigned i) {
        return bus.get_word(static_cast<int>(i));
    }
};

/// Counts for every wire of EVNTBUS the clock cycles in which it was high. It needs no clock: as
/// EVNTBUS changes on edges only, the time between two changes says how many cycles a value stood.
/// So it costs nothing while the bus stands still, and counts the same on a toggling clock and on a
/// tickless one. A cycle belongs to the value that the bus has when the cycle ends.
/// \tparam Bus `sc_dt::sc_uint<W>` or `sc_dt::sc_bv<W>`
template <class Bus>
class event_recorder : public sc_core::sc_module {
public:
    static constexpr unsigned width = bus_wires<Bus>::count; ///< wires

    /// One change of the bus.
    struct change {
        sc_core::sc_time time;
        Bus value; ///< from this time on
    };

    sc_core::sc_in<Bus> evntbus{"evntbus"};

    MODULE_PROCESSES(event_recorder);

    /// \param period of the clock; the first edge comes one period after `start`. 0: it stands
    /// still \param log_size how many changes log() keeps, the newest ones
    event_recorder(const sc_core::sc_module_name& name, const sc_core::sc_time& period,
                   std::size_t log_size = 0, const sc_core::sc_time& start = sc_core::SC_ZERO_TIME)
        : sc_core::sc_module(name), m_counts(width, start.value(), period.value()),
          m_log(log_size) {
        SC_METHOD(take_change);
        sensitive << evntbus;
    }

    /// In how many clock cycles a wire was high, as of now. A wire that the bus does not have is
    /// the error `/platform/event_recorder/wire` and counts 0.
    std::uint64_t count(unsigned wire) const {
        if (wire >= width) {
            const std::string text = std::string(name()) + " has the wires 0 to " +
                                     std::to_string(width - 1) + ", not " + std::to_string(wire);
            SC_REPORT_ERROR("/platform/event_recorder/wire", text.c_str());
            return 0;
        }
        return m_counts.count(wire, now());
    }

    /// Clock cycles since the start or the last reset(), as of now.
    std::uint64_t cycles() const { return m_counts.cycles(now()); }

    /// How often the bus took another value since the start or the last reset().
    std::uint64_t changes() const { return m_changes; }

    /// The newest changes, oldest first.
    std::vector<change> log() const {
        std::vector<change> newest;
        if (m_log.empty()) {
            return newest;
        }
        const std::uint64_t kept = m_changes < m_log.size() ? m_changes : m_log.size();
        newest.reserve(static_cast<std::size_t>(kept));
        for (std::uint64_t i = m_changes - kept; i < m_changes; ++i) {
            newest.push_back(m_log[static_cast<std::size_t>(i % m_log.size())]);
        }
        return newest;
    }

    /// Begins again: from now on all counts, the cycles, the changes and the log start empty.
    void reset() {
        m_counts.reset(now());
        m_changes = 0;
    }

    /// Tells the recorder that the clock has this period from now on, by the rules of the PMUs'
    /// tickless clock: the next edge comes at max(now, last edge + period). 0 stops it.
    void set_period(const sc_core::sc_time& period) { m_counts.set_period(now(), period.value()); }

private:
    static std::uint64_t now() { return sc_core::sc_time_stamp().value(); }

    /// Runs once at the start, which takes the value that the bus has from elaboration on.
    void take_change() {
        const Bus& value = evntbus.read();
        m_counts.count_up_to(now());
        for (unsigned i = 0; i < m_counts.words(); ++i) {
            m_counts.set_word(i, bus_wires<Bus>::word(value, i));
        }
        if (!m_started) {
            m_started = true;
            return;
        }
        if (!m_log.empty()) {
            change& entry = m_log[static_cast<std::size_t>(m_changes % m_log.size())];
            entry.time = sc_core::sc_time_stamp();
            entry.value = value;
        }
        ++m_changes;
    }

    wire_counts m_counts;
    std::vector<change> m_log; ///< a ring, allocated once
    std::uint64_t m_changes = 0;
    bool m_started = false;
};

} // namespace platform::components
