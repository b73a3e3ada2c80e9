// SPDX-License-Identifier: Apache-2.0
#include <arm1136/linux_armv6_perf.h>

#include <components/register_access.h>

namespace platform::arm1136 {

namespace pmnc = pmu::arm1136_pmnc;
using pmu::arm1136_register;

namespace {

constexpr std::uint32_t parked = 0x20; ///< ETMEXTOUT[0], silent while nothing is exported

/// What the driver knows of a counter.
struct counter_info {
    arm1136_register counter;
    const pmu::register_field* event; ///< nullptr: counts cycles
    const pmu::register_field* enable;
    const pmu::register_field* flag;
};

constexpr std::array<counter_info, 3> counters = {{
    {arm1136_register::CCNT, nullptr, &pmnc::ECC, &pmnc::CCR},
    {arm1136_register::PMN1, &pmnc::EvtCount1, &pmnc::EC1, &pmnc::CR1},
    {arm1136_register::PMN0, &pmnc::EvtCount0, &pmnc::EC0, &pmnc::CR0},
}};

} // namespace

std::uint32_t linux_armv6_perf::read(arm1136_register r) {
    return components::read_coprocessor(m_cpu, pmu::arm1136_registers[static_cast<std::size_t>(r)]);
}

void linux_armv6_perf::write(arm1136_register r, std::uint32_t value) {
    components::write_coprocessor(m_cpu, pmu::arm1136_registers[static_cast<std::size_t>(r)],
                                  value);
}

void linux_armv6_perf::add(unsigned counter, std::uint32_t event, std::uint32_t period) {
    m_counters[counter] = demo::sampled_counter(period);
    disable(counter);
    set_period(counter);
    enable(counter, event);
}

void linux_armv6_perf::start() {
    write(arm1136_register::PMNC, read(arm1136_register::PMNC) | pmnc::E.mask());
}

void linux_armv6_perf::stop() {
    write(arm1136_register::PMNC, read(arm1136_register::PMNC) & ~pmnc::E.mask());
    for (unsigned i = 0; i < counters.size(); ++i) {
        if (m_counters[i].is_used()) {
            disable(i);
            update(i);
            m_counters[i].release();
        }
    }
}

bool linux_armv6_perf::interrupt() {
    const std::uint32_t status = read(arm1136_register::PMNC);
    const std::uint32_t flags = pmnc::CCR.mask() | pmnc::CR1.mask() | pmnc::CR0.mask();
    if ((status & flags) == 0) {
        return false;
    }
    write(arm1136_register::PMNC, status); // a 1 clears its flag
    for (unsigned i = 0; i < counters.size(); ++i) {
        if (m_counters[i].is_used() && counters[i].flag->is_set(status)) {
            m_counters[i].take_interrupt();
            update(i);
            set_period(i);
        }
    }
    return true;
}

void linux_armv6_perf::disable(unsigned counter) {
    const counter_info& c = counters[counter];
    std::uint32_t value = read(arm1136_register::PMNC) & ~c.enable->mask();
    if (c.event != nullptr) {
        value = (value & ~c.event->mask()) | parked << c.event->lsb;
    }
    write(arm1136_register::PMNC, value);
}

void linux_armv6_perf::enable(unsigned counter, std::uint32_t event) {
    const counter_info& c = counters[counter];
    std::uint32_t value = read(arm1136_register::PMNC);
    if (c.event != nullptr) {
        value = (value & ~c.event->mask()) | event << c.event->lsb;
    }
    write(arm1136_register::PMNC, value | c.enable->mask());
}

void linux_armv6_perf::set_period(unsigned counter) {
    write(counters[counter].counter, m_counters[counter].reload());
}

void linux_armv6_perf::update(unsigned counter) {
    m_counters[counter].take(read(counters[counter].counter));
}

} // namespace platform::arm1136
