// SPDX-License-Identifier: Apache-2.0
#include <xscale/linux_xscale1_perf.h>

#include <pmu/xscale_common/xsc_events.h>

#include <array>

namespace platform::xscale {

namespace pmnc = pmu::xscale_pmnc;
using pmu::xscale_register;

namespace {

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

} // namespace

std::uint32_t linux_xscale1_perf::read_pmnc() {
    return read(static_cast<std::size_t>(xscale_register::PMNC));
}

void linux_xscale1_perf::write_pmnc(std::uint32_t value) {
    write(static_cast<std::size_t>(xscale_register::PMNC), value & write_mask);
}

std::size_t linux_xscale1_perf::register_of(unsigned counter) const {
    return static_cast<std::size_t>(counters[counter].counter);
}

std::uint32_t linux_xscale1_perf::flag_of(unsigned counter) const {
    return counters[counter].flag->mask();
}

void linux_xscale1_perf::enable(unsigned counter, std::uint32_t event) {
    const counter_info& c = counters[counter];
    std::uint32_t value = read_pmnc();
    if (c.event != nullptr) {
        value = (value & ~c.event->mask()) | c.event->in_place(event);
    }
    write_pmnc(value | c.enable->mask());
}

void linux_xscale1_perf::disable(unsigned counter) {
    const counter_info& c = counters[counter];
    std::uint32_t value = read_pmnc() & ~c.enable->mask();
    if (c.event != nullptr) {
        value |= c.event->in_place(pmu::xsc_unused_event);
    }
    write_pmnc(value);
}

void linux_xscale1_perf::resume() {
    write_pmnc(read_pmnc() | pmnc::E.mask());
}

void linux_xscale1_perf::halt() {
    write_pmnc(read_pmnc() & ~pmnc::E.mask());
}

// One write stops the unit and clears the flags.
std::uint32_t linux_xscale1_perf::acknowledge() {
    const std::uint32_t status = read_pmnc();
    write_pmnc(status & ~pmnc::E.mask());
    return status;
}

} // namespace platform::xscale
