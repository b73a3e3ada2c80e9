// SPDX-License-Identifier: Apache-2.0
#include <pmu/xscale/xscale_registers.h>
#include <pmu/xscale_common/xsc_tables.h>
#include <xscale/xscale_platform.h>
#include <xscale_common/linux_xsc_perf.h>
#include <xscale_common/xsc_demo.h>

#include <array>

namespace platform::xscale {

namespace {

namespace pmnc = pmu::xscale_pmnc;
using pmu::xscale_register;

constexpr std::uint32_t write_mask = 0x0FFF'F77F; ///< reserved bits are written as 0

/// What the driver knows of a counter.
struct counter_info {
    xscale_register counter;
    const pmu::register_field* event; ///< nullptr: counts cycles
    const pmu::register_field* enable;
    const pmu::register_field* flag;
};

constexpr std::array<counter_info, 3> counters = {{
    {xscale_register::CCNT, nullptr, &pmnc::inten_CCNT, &pmnc::flag_CCNT},
    {xscale_register::PMN1, &pmnc::evtCount1, &pmnc::inten_PMN1, &pmnc::flag_PMN1},
    {xscale_register::PMN0, &pmnc::evtCount0, &pmnc::inten_PMN0, &pmnc::flag_PMN0},
}};

/// The register accesses of the Linux perf driver for XSC1 (drivers/perf/arm_xscale_pmu.c).
/// Every update is a read-modify-write of PMNC, so every one clears the flags that are set. Unused
/// counters are parked on event 0xFF. Cycles go to CCNT, the first event to PMN1, the second to
/// PMN0.
class linux_xscale1_perf final : public xscale_common::linux_xsc_perf {
public:
    static constexpr unsigned event_counters = 2;

    explicit linux_xscale1_perf(components::stub_cpu& cpu)
        : xscale_common::linux_xsc_perf(cpu, pmu::xscale_registers, event_counters) {}

protected:
    std::size_t register_of(unsigned counter) const override {
        return static_cast<std::size_t>(counters[counter].counter);
    }
    void enable(unsigned counter, std::uint32_t event) override {
        const counter_info& c = counters[counter];
        std::uint32_t value = read_pmnc();
        if (c.event != nullptr) {
            value = (value & ~c.event->mask()) | c.event->in_place(event);
        }
        write_pmnc(value | c.enable->mask());
    }
    void disable(unsigned counter) override {
        const counter_info& c = counters[counter];
        std::uint32_t value = read_pmnc() & ~c.enable->mask();
        if (c.event != nullptr) {
            value |= c.event->in_place(pmu::xsc_unused_event);
        }
        write_pmnc(value);
    }
    void resume() override { write_pmnc(read_pmnc() | pmnc::E.mask()); }
    void halt() override { write_pmnc(read_pmnc() & ~pmnc::E.mask()); }
    /// One write stops the unit and clears the flags.
    std::uint32_t acknowledge() override {
        const std::uint32_t status = read_pmnc();
        write_pmnc(status & ~pmnc::E.mask());
        return status;
    }
    std::uint32_t flag_of(unsigned counter) const override {
        return counters[counter].flag->mask();
    }

private:
    std::uint32_t read_pmnc() { return read(static_cast<std::size_t>(xscale_register::PMNC)); }
    void write_pmnc(std::uint32_t value) {
        write(static_cast<std::size_t>(xscale_register::PMNC), value & write_mask);
    }
};

} // namespace

bool xscale_demo(const part::demo_request& request, std::ostream& out) {
    xscale_platform target("platform", request.clock, {});
    linux_xscale1_perf driver(target.cpu);
    return xscale_common::run_xsc_demo("XScale core, Linux XSC1 perf driver", target,
                                       target.event_bus, driver, linux_xscale1_perf::event_counters,
                                       request, out);
}

} // namespace platform::xscale
