// SPDX-License-Identifier: Apache-2.0
// The pins of a unit: the type of a packed bus of event lines, and how an edge reads an input.
#pragma once

#include <pmu/core/api.h>

#include <systemc>

#include <cstdint>
#include <forward_list>
#include <type_traits>
#include <typeinfo>

namespace PMU_API pmu {

/// A signal of W lines: sc_uint up to 64, sc_bv beyond.
template <unsigned W>
using line_bus = std::conditional_t<(W <= 64), sc_dt::sc_uint<static_cast<int>(W <= 64 ? W : 64)>,
                                    sc_dt::sc_bv<static_cast<int>(W)>>;

/// Who looks at an input.
enum class pin_use : std::uint8_t {
    edges,    ///< a unit that skips edges must see its changes
    process,  ///< a change acts at once
    accesses, ///< nobody waits for a change
};

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

/// The inputs of a part, beside those that every part has, as an edge samples them. They stand in
/// the unit: so an edge touches nothing of the module. A part's .cpp specialises it, with
/// - `module`, the class that has the ports;
/// - a sampled_pin for each of them, which the constructor of `module` makes known by
///   optional_pin() or optional_lines();
/// - `sample(ports, lines)`: what the core takes. \param ports the module \param lines of event_bus
template <class Core>
struct sampled_inputs;

} // namespace pmu
