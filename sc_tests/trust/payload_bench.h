// SPDX-License-Identifier: Apache-2.0
// Units of one part that are driven at random: their pins, found by themselves, and an initiator.
#pragma once

#include <pmu/tlm/access_extension.h>
#include <pmu/tlm/pins.h>
#include <pmu/tlm/tickless_clock.h>

#include <bench/part_pins.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <utility>
#include <vector>

namespace trust {

/// A unit with a signal on each pin. Pins is bench::part_pins of the part.
template <class Unit, class Pins>
class driven_unit : public sc_core::sc_module {
public:
    using core = typename Unit::core_type;

    tlm_utils::simple_initiator_socket<driven_unit> socket{"socket"};
    Unit unit;
    sc_core::sc_signal<bool> reset{"reset"};
    sc_core::sc_signal<bool> pmuirq{"irq"};

    driven_unit(const sc_core::sc_module_name& name, const typename core::config& parameters,
                const sc_core::sc_signal_in_if<bool>& clock)
        : sc_core::sc_module(name), unit("pmu", parameters) {
        socket.bind(unit.socket);
        unit.clk(clock);
        unit.reset(reset);
        unit.event_bus(m_events);
        unit.pmuirq(pmuirq);
        m_signals.bind(unit);
    }

    std::size_t inputs() const { return m_inputs.size(); }
    /// Makes an input what bits say; those that it has no place for are left out.
    void drive(std::size_t input, std::uint64_t bits) { m_inputs[input](bits); }
    /// Whether an input is a single wire.
    bool is_wire(std::size_t input) const { return m_is_wire[input]; }

private:
    using event_bus_type = typename Unit::event_bus_type;

    // Which ports are inputs, and how wide, they say themselves once they are bound.
    void end_of_elaboration() override {
        for (sc_core::sc_object* pin : unit.get_child_objects()) {
            if (pin != &unit.clk && pin != &unit.reset &&
                !take<bool>(pin, [](std::uint64_t bits) { return (bits & 1) != 0; })) {
                take_bus(pin, std::make_integer_sequence<int, 64>());
            }
        }
    }
    template <int... Width>
    void take_bus(sc_core::sc_object* pin, std::integer_sequence<int, Width...> /*widths*/) {
        const bool is_narrow =
            (take<sc_dt::sc_uint<Width + 1>>(
                 pin, [](std::uint64_t bits) { return sc_dt::sc_uint<Width + 1>(bits); }) ||
             ...);
        if constexpr (core::event_bus_width > 64) {
            if (!is_narrow) {
                take<event_bus_type>(pin, [](std::uint64_t bits) {
                    event_bus_type wide;
                    for (int word = 0; word < wide.size(); ++word) {
                        const bool is_here = (bits >> 60) % 8 == static_cast<unsigned>(word) % 8;
                        wide.set_word(word, is_here ? static_cast<sc_dt::sc_digit>(bits) : 0);
                    }
                    return wide;
                });
            }
        } else {
            (void)is_narrow;
        }
    }
    template <class T, class Level>
    bool take(sc_core::sc_object* pin, Level level) {
        auto* const port = dynamic_cast<sc_core::sc_in<T>*>(pin);
        if (port == nullptr) {
            return false;
        }
        auto* const signal = dynamic_cast<sc_core::sc_signal_inout_if<T>*>(port->get_interface());
        if (signal != nullptr) {
            m_inputs.push_back([signal, level](std::uint64_t bits) { signal->write(level(bits)); });
            m_is_wire.push_back(std::is_same_v<T, bool>);
        }
        return true;
    }

    sc_core::sc_signal<event_bus_type> m_events{"events"};
    typename Pins::signals m_signals;
    std::vector<std::function<void(std::uint64_t)>> m_inputs;
    std::vector<bool> m_is_wire;
};

/// What is played on: a unit; its twin, which snapshots make the same unit; and one that takes
/// snapshots of which nobody knows what they are.
template <class Unit, class Pins>
struct unit_set {
    using side = driven_unit<Unit, Pins>;

    side first;
    side twin;
    side wild;

    unit_set(const char* first_name, const char* twin_name, const char* wild_name,
             const typename side::core::config& parameters,
             const sc_core::sc_signal_in_if<bool>& clock)
        : first(first_name, parameters, clock), twin(twin_name, parameters, clock),
          wild(wild_name, parameters, clock) {}
};

} // namespace trust
