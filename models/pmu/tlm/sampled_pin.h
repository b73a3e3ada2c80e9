// SPDX-License-Identifier: Apache-2.0
// How a unit reads a pin at each edge.
#pragma once

#include <pmu/core/api.h>

#include <systemc>

#include <forward_list>
#include <typeinfo>

namespace PMU_API pmu {

/// Reads an input. Of a signal it knows where the present value stands, so that an edge touches
/// neither the port nor, if nothing is bound, anything of this unit: with a thousand units, memory
/// is what an edge costs.
template <class T>
class sampled_pin {
public:
    /// The level now. Allowed from construction on, as of the port.
    /// \param port the one whose level this is
    const T& read(const sc_core::sc_in<T>& port) const {
        return m_value != nullptr ? *m_value : port->read();
    }

    /// The port is bound: finds the value, if it is one of SystemC's own signals. Any other channel
    /// may compute what it reads as, and is asked each time.
    void find(const sc_core::sc_in<T>& port) {
        const sc_core::sc_signal_in_if<T>& channel = *port.operator->();
        if (is_signal<sc_core::SC_ONE_WRITER, sc_core::SC_MANY_WRITERS>(typeid(channel))) {
            m_value = &channel.read();
        }
    }
    /// Nothing is bound: the level is always `idle`.
    void fix(const T& idle) {
        static std::forward_list<T> levels; // of all units
        for (const T& level : levels) {
            if (level == idle) {
                m_value = &level;
                return;
            }
        }
        levels.push_front(idle);
        m_value = &levels.front();
    }

private:
    template <sc_core::sc_writer_policy... Policies>
    static bool is_signal(const std::type_info& type) {
        return ((type == typeid(sc_core::sc_signal<T, Policies>)) || ...);
    }

    const T* m_value = nullptr;
};

} // namespace pmu
