// SPDX-License-Identifier: Apache-2.0
// What the platforms of all parts have: one stub CPU, one PMU, and how access programs reach it.
#pragma once

#include <components/platform_fabric.h>
#include <components/watched_unit.h>
#include <pmu/tlm/batch_events.h>
#include <pmu/tlm/event_totals.h>
#include <program/unit_info.h>
#include <program/wide_value.h>

#include <systemc>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <vector>

namespace platform::part {

/// A platform around one PMU: the stub CPU reaches the PMU and the interrupt controller through the
/// bus, PMUIRQ goes through the interrupt controller to the CPU.
///
/// A part derives from it, owns its PMU, connects it and carries pins by the names of its
/// unit_info.
class pmu_platform : public components::platform_fabric {
public:
    /// \param unit_base where the part's unit is mapped, which `ldr` and `str` address
    /// \param pmuirq_line the line of the interrupt controller that takes PMUIRQ
    pmu_platform(const sc_core::sc_module_name& name, const components::clock_choice& clock,
                 std::uint64_t unit_base,
                 unsigned pmuirq_line = components::memory_map::pmuirq_line);

    components::stub_cpu cpu;

    std::uint64_t unit_base() const { return m_unit_base; }

    /// Whether PMUIRQ is asserted, whatever the polarity of its pin.
    bool pmuirq() const { return m_pmuirq.asserted(); }
    const sc_core::sc_event& pmuirq_changed() const { return m_pmuirq.pin.value_changed_event(); }
    void count(std::uint32_t event, std::uint64_t n) {
        m_batch->count(event, n, sc_core::SC_ZERO_TIME);
    }

    /// The value of one of the part's banked registers, whatever software has selected.
    std::uint32_t peek(const pmu::banked_register& r) const { return m_watched.peek(r); }

    /// Counts every event of the PMU from now on, whatever its counters hold.
    void count_totals() const { m_watched.count_totals(); }
    /// How often each has occurred since then.
    std::vector<pmu::event_total> totals() const { return m_watched.totals(); }
    /// The PMU, for who watches it.
    const components::watched_unit& watched() const { return m_watched; }
    /// Saves the unit, as its module does.
    void save(std::ostream& out) const { m_save(out); }
    /// Restores the unit, as its module does.
    void restore(std::istream& in) { m_restore(in); }

    /// Drives all event lines of the part.
    virtual void drive_lines(const program::line_set& lines) = 0;
    /// \param pin position in the part's pins, an input \throws std::logic_error for an output
    virtual void drive_pin(std::size_t pin, const program::wide_value& value) = 0;
    /// \param pin position in the part's pins, an output \throws std::logic_error for an input
    virtual program::wide_value read_pin(std::size_t pin) const = 0;
    /// Adds clock, reset, pins and the PMU's registers to a trace file.
    void trace(sc_core::sc_trace_file* file) const override;

protected:
    /// For drive_pin() and read_pin() with a pin of the other direction.
    [[noreturn]] static void refuse_direction();

    /// Connects what every PMU has and maps it.
    template <class Pmu>
    void connect(Pmu& pmu, std::uint64_t window, bool irq_active_low) {
        m_pmuirq.set_active_low(irq_active_low);
        connect_pmu(pmu, m_unit_base, window, m_pmuirq, m_pmuirq_line);
        m_batch = &pmu;
        m_traced = &pmu;
        m_watched = components::watch(pmu);
        m_save = [&pmu](std::ostream& out) { pmu.save(out); };
        m_restore = [&pmu](std::istream& in) { pmu.restore(in); };
    }

private:
    const std::uint64_t m_unit_base;
    const unsigned m_pmuirq_line;
    components::interrupt_wire m_pmuirq{"pmuirq"};
    pmu::batch_events_if* m_batch = nullptr;
    const sc_core::sc_module* m_traced = nullptr;
    std::function<void(std::ostream&)> m_save;
    std::function<void(std::istream&)> m_restore;
    components::watched_unit m_watched;
};

} // namespace platform::part
