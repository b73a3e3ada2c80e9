// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/linux_armv7_perf.h>

#include <stdexcept>

namespace platform {

namespace pmcr = pmu::cortex_r5_pmcr;

namespace {

/// The bit of a counter in the registers that have one a counter. Counter 0 counts cycles.
std::uint32_t bit_of_counter(unsigned counter) {
    return counter == 0 ? pmu::cortex_r5_counters::cycle_bit : 1U << (counter - 1);
}

} // namespace

std::uint32_t linux_armv7_perf::read(reg r) {
    std::uint32_t value = 0;
    const std::uint32_t address = pmu::cortex_r5_desc(r).address;
    if (m_cpu.coprocessor(pmu::decode_coprocessor_address(address), false, value, {}) !=
        access_result::ok) {
        throw std::runtime_error("an MRC of the driver is Undefined");
    }
    return value;
}

void linux_armv7_perf::write(reg r, std::uint32_t value) {
    const std::uint32_t address = pmu::cortex_r5_desc(r).address;
    if (m_cpu.coprocessor(pmu::decode_coprocessor_address(address), true, value, {}) !=
        access_result::ok) {
        throw std::runtime_error("an MCR of the driver is Undefined");
    }
}

void linux_armv7_perf::probe() {
    if (pmcr::N.of(read(reg::PMCR)) != counters - 1) {
        throw std::runtime_error("PMCR.N is not 3");
    }
    for (unsigned i = 0; i < counters; ++i) {
        disable(i);
    }
    write(reg::PMCR, pmcr::P.mask() | pmcr::C.mask());
}

linux_armv7_perf::reg linux_armv7_perf::select(unsigned counter) {
    if (counter == 0) {
        return reg::PMCCNTR;
    }
    write(reg::PMSELR, counter - 1);
    return reg::PMXEVCNTR;
}

void linux_armv7_perf::disable(unsigned counter) {
    write(reg::PMCNTENCLR, bit_of_counter(counter));
    write(reg::PMINTENCLR, bit_of_counter(counter));
    write(reg::PMOVSR, bit_of_counter(counter));
}

void linux_armv7_perf::add(unsigned counter, std::uint32_t event, std::uint32_t period) {
    m_counters[counter] = sampled_counter(period);
    write(reg::PMCNTENCLR, bit_of_counter(counter));
    write(select(counter), m_counters[counter].reload());
    if (counter != 0) {
        select(counter);
        write(reg::PMXEVTYPER, event);
    }
    write(reg::PMINTENSET, bit_of_counter(counter));
    write(reg::PMCNTENSET, bit_of_counter(counter));
}

void linux_armv7_perf::start() {
    write(reg::PMCR, read(reg::PMCR) | pmcr::E.mask());
}

bool linux_armv7_perf::interrupt() {
    const std::uint32_t flags = read(reg::PMOVSR);
    if (flags == 0) {
        return false;
    }
    write(reg::PMOVSR, flags);
    for (unsigned i = 0; i < counters; ++i) {
        sampled_counter& c = m_counters[i];
        if (c.is_used() && (flags & bit_of_counter(i)) != 0) {
            c.take_interrupt();
            const reg counter = select(i);
            c.take(read(counter));
            write(counter, c.reload());
        }
    }
    return true;
}

void linux_armv7_perf::stop() {
    write(reg::PMCR, read(reg::PMCR) & ~pmcr::E.mask());
    for (unsigned i = 0; i < counters; ++i) {
        if (m_counters[i].is_used()) {
            disable(i);
            m_counters[i].take(read(select(i)));
            m_counters[i].release();
        }
    }
}

} // namespace platform
