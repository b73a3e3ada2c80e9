// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/linux_xscale2_perf.h>

#include <pmu/xscale_common/xsc_events.h>

#include <array>

namespace platform::ixp42x {

namespace pmnc = pmu::ixp42x_pmnc;
namespace evtsel = pmu::ixp42x_evtsel;
using pmu::ixp42x_register;

namespace {

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

} // namespace

std::uint32_t linux_xscale2_perf::read(ixp42x_register r) {
    return xscale_common::linux_xsc_perf::read(static_cast<std::size_t>(r));
}

void linux_xscale2_perf::write(ixp42x_register r, std::uint32_t value) {
    xscale_common::linux_xsc_perf::write(static_cast<std::size_t>(r), value);
}

std::uint32_t linux_xscale2_perf::read_pmnc() {
    return read(ixp42x_register::PMNC) & read_mask;
}

std::size_t linux_xscale2_perf::register_of(unsigned counter) const {
    return static_cast<std::size_t>(counters[counter].counter);
}

std::uint32_t linux_xscale2_perf::flag_of(unsigned counter) const {
    return counters[counter].flag;
}

void linux_xscale2_perf::select(unsigned counter, std::uint32_t event, bool interrupts) {
    const counter_info& c = counters[counter];
    const std::uint32_t inten = read(ixp42x_register::INTEN);
    std::uint32_t events = read(ixp42x_register::EVTSEL);
    if (c.event != nullptr) {
        events = (events & ~c.event->mask()) | c.event->in_place(event);
    }
    write(ixp42x_register::EVTSEL, events);
    write(ixp42x_register::INTEN, interrupts ? inten | c.flag : inten & ~c.flag);
}

void linux_xscale2_perf::enable(unsigned counter, std::uint32_t event) {
    select(counter, event, true);
}

void linux_xscale2_perf::disable(unsigned counter) {
    select(counter, pmu::xsc_unused_event, false);
    write(ixp42x_register::FLAG, counters[counter].flag);
}

// The divider is off: reset leaves D open.
void linux_xscale2_perf::resume() {
    write(ixp42x_register::PMNC, ((read_pmnc() & ~pmnc::D.mask()) | pmnc::E.mask()) & write_mask);
}

void linux_xscale2_perf::halt() {
    write(ixp42x_register::PMNC, read_pmnc() & ~pmnc::E.mask() & write_mask);
}

std::uint32_t linux_xscale2_perf::acknowledge() {
    halt();
    const std::uint32_t flags = read(ixp42x_register::FLAG);
    write(ixp42x_register::FLAG, flags);
    return flags;
}

} // namespace platform::ixp42x
