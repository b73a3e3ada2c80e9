// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/linux_armv7_perf.h>

#include <stdexcept>

namespace platform::cortex_r5 {

namespace pmcr = pmu::cortex_r5_pmcr;

namespace {

constexpr std::uint32_t pmcr_control = 0x3F; ///< what Linux writes back of PMCR

/// The bit of a counter in the registers that have one a counter. Counter 0 counts cycles.
std::uint32_t bit_of_counter(unsigned counter) {
    return counter == 0 ? pmu::cortex_r5_counters::cycle_bit : 1U << (counter - 1);
}

} // namespace

void linux_armv7_perf::probe() {
    if (pmcr::N.of(m_cp15.read(reg::PMCR)) != counters - 1) {
        throw std::runtime_error("PMCR.N is not 3");
    }
    for (unsigned i = 0; i < counters; ++i) {
        disable(i);
    }
    m_cp15.write(reg::PMCR, pmcr::P.mask() | pmcr::C.mask());
}

linux_armv7_perf::reg linux_armv7_perf::select(unsigned counter) {
    if (counter == 0) {
        return reg::PMCCNTR;
    }
    m_cp15.write(reg::PMSELR, counter - 1);
    return reg::PMXEVCNTR;
}

void linux_armv7_perf::disable(unsigned counter) {
    m_cp15.write(reg::PMCNTENCLR, bit_of_counter(counter));
    m_cp15.write(reg::PMINTENCLR, bit_of_counter(counter));
    m_cp15.write(reg::PMOVSR, bit_of_counter(counter));
}

void linux_armv7_perf::add(unsigned counter, std::uint32_t event, std::uint32_t period) {
    m_counters[counter] = demo::sampled_counter(period);
    m_cp15.write(reg::PMCNTENCLR, bit_of_counter(counter));
    m_cp15.write(select(counter), m_counters[counter].reload());
    if (counter != 0) {
        select(counter);
        m_cp15.write(reg::PMXEVTYPER, event);
    }
    m_cp15.write(reg::PMINTENSET, bit_of_counter(counter));
    m_cp15.write(reg::PMCNTENSET, bit_of_counter(counter));
}

void linux_armv7_perf::start() {
    m_cp15.write(reg::PMCR, (m_cp15.read(reg::PMCR) | pmcr::E.mask()) & pmcr_control);
}

bool linux_armv7_perf::interrupt() {
    const std::uint32_t flags = m_cp15.read(reg::PMOVSR);
    if (flags == 0) {
        return false;
    }
    m_cp15.write(reg::PMOVSR, flags);
    for (unsigned i = 0; i < counters; ++i) {
        demo::sampled_counter& c = m_counters[i];
        if (c.is_used() && (flags & bit_of_counter(i)) != 0) {
            c.take_interrupt();
            const reg counter = select(i);
            c.take(m_cp15.read(counter));
            m_cp15.write(counter, c.reload());
        }
    }
    return true;
}

void linux_armv7_perf::stop() {
    m_cp15.write(reg::PMCR, m_cp15.read(reg::PMCR) & pmcr_control & ~pmcr::E.mask());
    for (unsigned i = 0; i < counters; ++i) {
        if (m_counters[i].is_used()) {
            disable(i);
            m_counters[i].take(m_cp15.read(select(i)));
            m_counters[i].release();
        }
    }
}

} // namespace platform::cortex_r5
