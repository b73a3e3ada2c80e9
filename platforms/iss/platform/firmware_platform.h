// SPDX-License-Identifier: Apache-2.0
// A platform on which firmware runs: a CPU on the instruction-set simulator, its PMU, memory, the
// interrupt controller and a CCI-400.
#pragma once

#include <cci400/cci400_node.h>
#include <components/platform_fabric.h>
#include <components/ram.h>
#include <iss/cpu/iss_cpu.h>
#include <part/part_entry.h>

#include <systemc>

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

namespace platform {

struct ram_range {
    std::uint32_t base = 0;
    std::uint64_t bytes = 16U << 20U; ///< whole pages of 4 KiB, up to 2^32
};

/// What a firmware platform is made for. The part says which CPU it is and what its PMU has.
struct firmware_setup {
    iss_config cpu;
    std::vector<ram_range> ram{ram_range{}};
    /// One for each option of the part's unit, in its order; none: all as they are by default.
    std::vector<std::uint64_t> option_values;
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

/// The CPU has a clock of its own, which it stops while it waits for an interrupt; the CCI-400 has
/// another of the same period. The CPU's traffic passes through slave interface S4 of the CCI-400,
/// as Non-secure transactions. The map is in memory_map.h.
class firmware_platform : public platform_fabric {
public:
    /// \throws memory_error for memory that overlaps a device or lies beyond 4 GiB, or is more than
    /// the host has
    firmware_platform(const sc_core::sc_module_name& name, const firmware_setup& setup,
                      const pmu::cci400_config& interconnect = {});

    iss_cpu cpu;
    cci400_node cci;

protected:
    /// Connects the PMU of the CPU.
    template <class Pmu>
    void connect(Pmu& pmu, const event_map& kinds, const pmu::event_table& events,
                 bool irq_active_low) {
        m_pmuirq.set_active_low(irq_active_low);
        pmu.clk(cpu.clk);
        connect_clocked_pmu(pmu, memory_map::coprocessor(0), pmu::coprocessor_window_size, m_pmuirq,
                            memory_map::irq::pmuirq);
        cpu.count_on(pmu, kinds, events);
    }

private:
    std::vector<std::unique_ptr<ram>> m_ram;
    interrupt_wire m_pmuirq{"pmuirq"};
};

/// A part that firmware can run on.
struct firmware_part {
    const part_entry& part; ///< whose events are shown
    cpu_type cpu;
    /// The events of the part and the activity that makes them.
    const event_map& kinds;
    /// All that the part knows, as it is set up.
    const pmu::event_table& (*events)(const firmware_setup& setup);
    /// Event numbers on which drivers park counters: nobody expects them to count.
    std::vector<std::uint32_t> parking;
    /// Builds the platform; `setup` is completed first.
    std::unique_ptr<firmware_platform> (*make)(const firmware_setup& setup);

    bool parks(std::uint32_t number) const;
    /// The activity that an event counts; nothing: nobody makes it.
    std::optional<activity_kind> kind_of(std::uint32_t number) const;
    /// The events that a table of counts has rows for.
    std::vector<const pmu::event_desc*> shown_events(const firmware_setup& setup) const;
};

/// All parts, in the order of the README. The CCI-400 runs on a Cortex-R5.
const std::vector<firmware_part>& firmware_parts();

/// The part of this name, or nullptr.
const firmware_part* find_firmware_part(const std::string& name);

} // namespace platform
