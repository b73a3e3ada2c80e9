// SPDX-License-Identifier: Apache-2.0
// An event bus with a process that changes all of its lines again and again.
#pragma once

#include <components/module_processes.h>

#include <systemc>

#include <array>
#include <cstddef>
#include <cstdint>

namespace bench {

/// When the levels of a bus change.
struct bus_activity {
    sc_core::sc_time period;          ///< of the clock
    std::uint64_t change_every = 1;   ///< cycles from one change to the next; 0: never
    bool starts_high = true;          ///< the first levels
    sc_core::sc_clock* clk = nullptr; ///< the clock, if it toggles
};

/// Drives all lines high, then all low, and so on. Where a clock toggles and every edge brings a
/// change, the process waits for edges. Otherwise it waits for time and writes between two edges.
///
/// \tparam Bus sc_uint or sc_bv
template <class Bus>
class bus_writer : public sc_core::sc_module {
public:
    sc_core::sc_signal<Bus> bus{"bus"};

    MODULE_PROCESSES(bus_writer);
    bus_writer(const sc_core::sc_module_name& name, const bus_activity& activity)
        : sc_core::sc_module(name),
          m_step(activity.period * static_cast<double>(activity.change_every)),
          m_wait(activity.period / 2) {
        m_levels[activity.starts_high ? 0 : 1] = -1; // every line high
        if (activity.change_every == 0) {
            bus.write(m_levels[0]);
        } else if (activity.change_every == 1 && activity.clk != nullptr) {
            SC_METHOD(write);
            dont_initialize();
            sensitive << activity.clk->posedge_event();
        } else {
            SC_METHOD(write_in_time);
        }
    }

private:
    void write() {
        bus.write(m_levels[m_next]);
        m_next ^= 1U;
    }

    void write_in_time() {
        next_trigger(m_wait);
        if (m_wait == m_step) {
            write();
        }
        m_wait = m_step;
    }

    const sc_core::sc_time m_step; ///< from change to change
    sc_core::sc_time m_wait;       ///< half a period at first
    std::array<Bus, 2> m_levels{};
    std::size_t m_next = 0;
};

} // namespace bench
