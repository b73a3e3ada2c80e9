// SPDX-License-Identifier: Apache-2.0
// A platform around an ARM11 PMU.
#pragma once

#include <components/event_recorder.h>
#include <part/part_entry.h>
#include <part/pmu_platform.h>
#include <pmu/arm11_common/arm11_tables.h>

#include <systemc>

#include <cstddef>

namespace platform::arm11_common {

/// Positions in the pins of a unit, where a part has those that all have. Its own ones follow.
enum class arm11_pin : std::size_t { ETMEXTOUT, DEBUG_STATE, EVNTBUS, PMUIRQ };

/// The pins that all have, in that order, as the first rows of a part's pin table.
inline constexpr program::pin_info arm11_pins[] = {
    {"ETMEXTOUT", false, pmu::arm11_etmextout_width, "outputs of the ETM, counted by 0x20 to 0x22",
     0},
    {"DEBUG_STATE", false, 1, "the processor is in halting debug state", 0},
    {"EVNTBUS", true, pmu::arm11_evntbus_width, "exported events", 0},
    {"PMUIRQ", true, 1, "interrupt request", 0},
};

/// Stub CPU, bus, interrupt controller, the PMU, and an event recorder on EVNTBUS. A part with pins
/// of its own derives from it.
template <class Pmu>
class arm11_platform : public part::pmu_platform {
public:
    using bus_type = sc_dt::sc_uint<pmu::arm11_evntbus_width>;

    arm11_platform(const sc_core::sc_module_name& name, const components::clock_choice& clock,
                   const typename Pmu::core_type::config& parameters)
        : part::pmu_platform(name, clock, components::memory_map::coprocessor(0)),
          unit("pmu", parameters), recorder("recorder", clock.period) {
        connect(unit, pmu::coprocessor_window_size, parameters.irq_active_low);
        unit.event_bus(event_bus);
        unit.ETMEXTOUT(m_etmextout);
        unit.DEBUG_STATE(m_debug_state);
        unit.EVNTBUS(m_evntbus);
        recorder.evntbus(m_evntbus);
    }

    Pmu unit;
    components::event_recorder<bus_type> recorder;
    sc_core::sc_signal<bus_type> event_bus{"event_bus"}; ///< what the core does, in each cycle

    void drive_lines(const program::line_set& lines) override {
        const program::line_set on_bus((1U << pmu::arm11_evntbus_width) - 1U);
        event_bus.write((lines & on_bus).to_ullong());
    }
    void drive_pin(std::size_t pin, const program::wide_value& value) override {
        switch (static_cast<arm11_pin>(pin)) {
        case arm11_pin::ETMEXTOUT: m_etmextout.write(value.low()); return;
        case arm11_pin::DEBUG_STATE: m_debug_state.write(value.bit(0)); return;
        case arm11_pin::EVNTBUS:
        case arm11_pin::PMUIRQ: break;
        }
        refuse_direction();
    }
    program::wide_value read_pin(std::size_t pin) const override {
        switch (static_cast<arm11_pin>(pin)) {
        case arm11_pin::EVNTBUS: return m_evntbus.read().to_uint64();
        case arm11_pin::PMUIRQ: return unit.pmuirq.read();
        case arm11_pin::ETMEXTOUT:
        case arm11_pin::DEBUG_STATE: break;
        }
        refuse_direction();
    }
    void trace(sc_core::sc_trace_file* file) const override {
        part::pmu_platform::trace(file);
        sc_core::sc_trace(file, event_bus, "event_bus");
        sc_core::sc_trace(file, m_etmextout, "ETMEXTOUT");
        sc_core::sc_trace(file, m_debug_state, "DEBUG_STATE");
        sc_core::sc_trace(file, m_evntbus, "EVNTBUS");
    }

private:
    sc_core::sc_signal<sc_dt::sc_uint<pmu::arm11_etmextout_width>> m_etmextout{"ETMEXTOUT"};
    sc_core::sc_signal<bool> m_debug_state{"DEBUG_STATE"};
    sc_core::sc_signal<bus_type> m_evntbus{"EVNTBUS"};
};

} // namespace platform::arm11_common
