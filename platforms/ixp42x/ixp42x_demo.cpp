// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_platform.h>
#include <pmu/ixp42x/ixp42x_registers.h>
#include <pmu/xscale_common/xsc_tables.h>
#include <xscale_common/linux_xsc_perf.h>
#include <xscale_common/xsc_demo.h>

#include <array>

namespace platform::ixp42x {

namespace {

namespace pmnc = pmu::ixp42x_pmnc;
namespace evtsel = pmu::ixp42x_evtsel;
using pmu::ixp42x_register;

constexpr std::uint32_t read_mask = 0xFF00'0009; ///< bits of PMNC that read something
constexpr std::uint32_t write_mask = 0xF;        ///< and that may be written as 1

/// What the driver knows of a counter. Flag and interrupt enable have the same bit.
struct counter_info {
    ixp42x_register counter;
    const pmu::register_field* event; ///< nullptr: counts cycles
    std::uint32_t flag;
};

constexpr std::array<counter_info, 5> counters = {{
    {ixp42x_register::CCNT, nullptr, 0x01},
    {ixp42x_register::PMN1, &evtsel::evtCount1, 0x04},
    {ixp42x_register::PMN0, &evtsel::evtCount0, 0x02},
    {ixp42x_register::PMN3, &evtsel::evtCount3, 0x10},
    {ixp42x_register::PMN2, &evtsel::evtCount2, 0x08},
}};

/// The register accesses of the Linux perf driver for XSC2 (drivers/perf/arm_xscale_pmu.c).
/// Read-modify-writes of EVTSEL and INTEN, FLAG written back as it was read. Unused counters are
/// parked on event 0xFF. Cycles go to CCNT, events to PMN1, PMN0, PMN3, PMN2 in this order.
class linux_xscale2_perf final : public xscale_common::linux_xsc_perf {
public:
    static constexpr unsigned event_counters = 4;

    explicit linux_xscale2_perf(components::stub_cpu& cpu)
        : xscale_common::linux_xsc_perf(cpu, pmu::ixp42x_registers, event_counters) {}

protected:
    std::size_t register_of(unsigned counter) const override {
        return static_cast<std::size_t>(counters[counter].counter);
    }
    void enable(unsigned counter, std::uint32_t event) override { select(counter, event, true); }
    void disable(unsigned counter) override {
        select(counter, pmu::xsc_unused_event, false);
        write(ixp42x_register::FLAG, counters[counter].flag);
    }
    /// The divider is off: reset leaves D open.
    void resume() override {
        write(ixp42x_register::PMNC,
              ((read_pmnc() & ~pmnc::D.mask()) | pmnc::E.mask()) & write_mask);
    }
    void halt() override {
        write(ixp42x_register::PMNC, read_pmnc() & ~pmnc::E.mask() & write_mask);
    }
    std::uint32_t acknowledge() override {
        halt();
        const std::uint32_t flags = read(ixp42x_register::FLAG);
        write(ixp42x_register::FLAG, flags);
        return flags;
    }
    std::uint32_t flag_of(unsigned counter) const override { return counters[counter].flag; }

private:
    std::uint32_t read(pmu::ixp42x_register r) {
        return xscale_common::linux_xsc_perf::read(static_cast<std::size_t>(r));
    }
    void write(pmu::ixp42x_register r, std::uint32_t value) {
        xscale_common::linux_xsc_perf::write(static_cast<std::size_t>(r), value);
    }
    std::uint32_t read_pmnc() { return read(ixp42x_register::PMNC) & read_mask; }
    void select(unsigned counter, std::uint32_t event, bool interrupts) {
        const counter_info& c = counters[counter];
        const std::uint32_t inten = read(ixp42x_register::INTEN);
        std::uint32_t events = read(ixp42x_register::EVTSEL);
        if (c.event != nullptr) {
            events = (events & ~c.event->mask()) | c.event->in_place(event);
        }
        write(ixp42x_register::EVTSEL, events);
        write(ixp42x_register::INTEN, interrupts ? inten | c.flag : inten & ~c.flag);
    }
};

} // namespace

bool ixp42x_demo(const part::demo_request& request, std::ostream& out) {
    ixp42x_platform target("platform", request.clock, {});
    linux_xscale2_perf driver(target.cpu);
    return xscale_common::run_xsc_demo("IXP42X, Linux XSC2 perf driver", target, target.event_bus,
                                       driver, linux_xscale2_perf::event_counters, request, out);
}

} // namespace platform::ixp42x
