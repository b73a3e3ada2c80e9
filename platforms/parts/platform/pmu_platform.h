// SPDX-License-Identifier: Apache-2.0
// What the platforms of all parts have: clock, stub CPU, bus, interrupt controller, reset.
#pragma once

#include <parts/bus/router.h>
#include <parts/interrupt_controller/interrupt_controller.h>
#include <parts/platform/memory_map.h>
#include <parts/program/unit_info.h>
#include <parts/program/wide_value.h>
#include <parts/stub_cpu/stub_cpu.h>
#include <pmu/tlm/batch_events.h>
#include <pmu/tlm/tickless_clock.h>

#include <systemc>

#include <cstdint>
#include <memory>
#include <string>

namespace platform {

enum class clock_kind : std::uint8_t { sc_clock, tickless };

/// The clock of a platform. Edges fall at k * period, k >= 1, on both kinds.
struct clock_choice {
    clock_kind kind = clock_kind::sc_clock;
    sc_core::sc_time period; ///< at least two ticks of the time resolution
};

/// A platform around one PMU: the stub CPU reaches the PMU and the interrupt controller through the
/// bus, PMUIRQ goes through the interrupt controller to the CPU.
///
/// A part derives from it, owns its PMU, connects it and carries pins by the names of its unit_info.
class pmu_platform : public sc_core::sc_module {
public:
    /// \param unit_base where the part's unit is mapped, which `ldr` and `str` address
    /// \param pmuirq_line the line of the interrupt controller that takes PMUIRQ
    pmu_platform(const sc_core::sc_module_name& name, const clock_choice& clock,
                 std::uint64_t unit_base, unsigned pmuirq_line = memory_map::irq::pmuirq);

    stub_cpu cpu;
    router bus{"bus"};
    interrupt_controller vic{"vic"};

    const sc_core::sc_time& period() const { return m_period; }
    bool ticks() const { return m_sc_clock != nullptr; } ///< whether the clock toggles
    std::uint64_t unit_base() const { return m_unit_base; }

    /// Whether PMUIRQ is asserted, whatever the polarity of its pin.
    bool pmuirq() const { return m_pmuirq.read() != m_irq_active_low; }
    const sc_core::sc_event& pmuirq_changed() const { return m_pmuirq.value_changed_event(); }
    void set_reset(bool asserted) { m_reset.write(asserted); }
    void count(std::uint32_t event, std::uint64_t n) {
        m_batch->count(event, n, sc_core::SC_ZERO_TIME);
    }

    /// Drives all event lines of the part.
    virtual void drive_lines(const line_set& lines) = 0;
    /// \param pin index in the part's pins, an input
    virtual void drive_pin(std::size_t pin, const wide_value& value) = 0;
    /// \param pin index in the part's pins, an output
    virtual wide_value read_pin(std::size_t pin) const = 0;
    /// Adds clock, reset, pins and the PMU's registers to a trace file.
    void trace(sc_core::sc_trace_file* file) const override;

protected:
    /// Connects what every PMU has and maps it.
    template <class Pmu> void connect(Pmu& pmu, std::uint64_t window, bool irq_active_low) {
        m_irq_active_low = irq_active_low;
        bind_clock(pmu.clk);
        pmu.reset(m_reset);
        pmu.pmuirq(m_pmuirq);
        bus.map(m_unit_base, window, pmu.socket);
        m_batch = &pmu;
        m_traced = &pmu;
    }
    void bind_clock(sc_core::sc_in<bool>& clk);

private:
    void forward_pmuirq();

    const sc_core::sc_time m_period;
    const std::uint64_t m_unit_base;
    bool m_irq_active_low = false;
    std::unique_ptr<sc_core::sc_clock> m_sc_clock;
    std::unique_ptr<pmu::tickless_clock> m_tickless_clock;
    sc_core::sc_signal<bool> m_reset{"reset"};
    sc_core::sc_signal<bool> m_pmuirq{"pmuirq"};
    sc_core::sc_signal<bool> m_interrupt{"interrupt"}; ///< PMUIRQ as the controller wants it: high
    sc_core::sc_signal<bool> m_cpu_irq{"cpu_irq"};
    pmu::batch_events_if* m_batch = nullptr;
    const sc_core::sc_module* m_traced = nullptr;
};

} // namespace platform
