// SPDX-License-Identifier: Apache-2.0
// A platform on which firmware runs: a CPU on the instruction-set simulator, its PMU, memory, the
// interrupt controller, a UART, timers, and the units on its bus.
#pragma once

#include <components/dual_timer.h>
#include <components/platform_fabric.h>
#include <components/ram.h>
#include <components/uart.h>
#include <components/watched_unit.h>
#include <iss/cpu/iss_cpu.h>
#include <program/option_values.h>

#include <systemc>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

namespace platform::iss {

struct ram_range {
    std::uint32_t base = 0;
    std::uint64_t bytes = 16U << 20U; ///< whole pages of 4 KiB, up to 2^32
};

class firmware_platform;

/// A unit on the bus of a platform, which it is a part of as long as that exists.
class bus_unit {
public:
    bus_unit() = default;
    bus_unit(const bus_unit&) = delete;
    bus_unit& operator=(const bus_unit&) = delete;
    virtual ~bus_unit() = default;
};

/// How a platform gets such a unit.
struct bus_unit_plan {
    std::uint64_t base = 0;  ///< of its registers
    std::uint64_t bytes = 0; ///< whole pages of 4 KiB
    /// Makes it, maps it and connects it, while the platform is made.
    std::function<std::unique_ptr<bus_unit>(firmware_platform&)> make;
};

/// What a firmware platform is made for. The part says which CPU it is and what its PMU has.
struct firmware_setup {
    iss_config cpu;
    std::vector<ram_range> ram{ram_range{}};
    std::vector<bus_unit_plan> bus_units;
    /// Those of the unit of the CPU's PMU; none: all as they are by default.
    std::optional<program::option_values> options;
    std::ostream* console = nullptr;            ///< what UART 0 sends; nullptr: std::cout
    sc_core::sc_time timclk{1, sc_core::SC_US}; ///< period of the timers' clock
};

/// Memory that a platform cannot have.
class memory_error : public std::runtime_error {
public:
    memory_error(std::size_t index, const std::string& message)
        : std::runtime_error(message), m_index(index) {}

    std::size_t index() const { return m_index; } ///< in firmware_setup::ram

private:
    std::size_t m_index;
};

/// The CPU has a clock of its own, which it stops while it waits for an interrupt; units on the bus
/// have another of the same period, and the timers one of theirs. The map is in memory_map.h. The
/// UART begins as boot code leaves it, if the CPU does.
class firmware_platform : public components::platform_fabric {
public:
    /// \throws memory_error for memory that overlaps a device or lies beyond 4 GiB, or is more than
    /// the host has
    firmware_platform(const sc_core::sc_module_name& name, const firmware_setup& setup);

    iss_cpu cpu;
    components::uart uart0{"uart0"};
    components::dual_timer timer01; ///< timers 0 and 1
    components::dual_timer timer23; ///< timers 2 and 3

    /// The value of a banked register of the CPU's PMU, whatever software has selected; empty: it
    /// has none.
    std::function<std::uint32_t(const pmu::banked_register&)> peek_banked;

    /// Connects a PMU on the bus, but for its own pins, and lets it count the CPU's traffic.
    /// \param line of the interrupt controller that takes PMUIRQ
    template <class Pmu>
    void connect_on_bus(Pmu& pmu, const unit_window& where, components::interrupt_wire& pmuirq,
                        unsigned line, const activity::event_map& kinds,
                        const pmu::event_table& events) {
        connect_pmu(pmu, where.base, where.bytes, pmuirq, line);
        m_bus_watched = components::watch(pmu);
        cpu.count_on_bus(pmu, kinds, events, period(), where);
    }

    /// The PMU of the CPU, or the one on the bus that was connected last, for who watches it.
    const components::watched_unit& watched(bool is_on_bus) const {
        return is_on_bus ? m_bus_watched : m_watched;
    }

protected:
    /// Connects the PMU of the CPU.
    template <class Pmu>
    void connect(Pmu& pmu, const activity::event_map& kinds, const pmu::event_table& events,
                 bool irq_active_low) {
        m_pmuirq.set_active_low(irq_active_low);
        pmu.clk(cpu.clk);
        connect_clocked_pmu(pmu, components::memory_map::coprocessor(0),
                            pmu::coprocessor_window_size, m_pmuirq,
                            components::memory_map::pmuirq_line);
        cpu.count_on(pmu, kinds, events);
        if constexpr (Pmu::core_type::registers().banked().size() != 0) {
            peek_banked = [&pmu](const ::pmu::banked_register& r) {
                return pmu.snapshot().peek(r);
            };
        }
        m_watched = components::watch(pmu);
    }

private:
    void connect_devices(const firmware_setup& setup);

    std::vector<std::unique_ptr<components::ram>> m_ram;
    std::vector<std::unique_ptr<bus_unit>> m_bus_units;
    components::interrupt_wire m_pmuirq{"pmuirq"};
    sc_core::sc_signal<bool> m_uart0_request{"uart0_request"};
    sc_core::sc_signal<bool> m_timer01_request{"timer01_request"};
    sc_core::sc_signal<bool> m_timer23_request{"timer23_request"};
    components::watched_unit m_watched;
    components::watched_unit m_bus_watched;
};

/// The wires from a core to its PMU: what it does in each cycle, and that it has halted for a
/// debugger.
template <class Pmu>
class core_wires {
public:
    using pin = sc_core::sc_in<bool> Pmu::*;

    /// \param debug_pin of the PMU, which sees there that the CPU has halted; nullptr: it has none
    void connect(iss_cpu& cpu, Pmu& unit, const activity::line_map& lines, pin debug_pin) {
        unit.event_bus(m_event_bus);
        cpu.add_output(lines, [this](std::uint64_t word) { m_event_bus.write(word); });
        if (debug_pin != nullptr) {
            (unit.*debug_pin)(m_debug_state);
            cpu.on_debug_state = [this](bool is_halted) { m_debug_state.write(is_halted); };
        }
    }

private:
    sc_core::sc_signal<typename Pmu::event_bus_type> m_event_bus{"event_bus"};
    sc_core::sc_signal<bool> m_debug_state{"debug_state"};
};

/// The platform of a PMU whose event lines are one word. It is clocked by its CPU.
template <class Pmu>
class one_bus_firmware_platform : public firmware_platform {
public:
    /// \param debug_pin see core_wires
    one_bus_firmware_platform(const firmware_setup& setup,
                              const typename Pmu::core_type::config& parameters,
                              const activity::line_map& lines, const activity::event_map& kinds,
                              const pmu::event_table& events,
                              typename core_wires<Pmu>::pin debug_pin = nullptr)
        : firmware_platform("platform", setup), m_unit("pmu", parameters) {
        connect(m_unit, kinds, events, parameters.irq_active_low);
        m_wires.connect(cpu, m_unit, lines, debug_pin);
    }

protected:
    /// For a part that has more pins.
    Pmu& unit() { return m_unit; }

private:
    Pmu m_unit;
    core_wires<Pmu> m_wires;
};

} // namespace platform::iss
