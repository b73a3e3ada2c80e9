// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/ti_csl_pmu.h>

#include <stdexcept>

namespace platform::cortex_r5 {

namespace pmcr = pmu::cortex_r5_pmcr;

namespace {

/// What PMU_init makes the event counters count: ICACHE_MISS, DCACHE_ACCESS, DCACHE_MISS.
constexpr std::uint32_t initial_events[] = {0x01, 0x04, 0x03};

} // namespace

void ti_csl_pmu::cfg(bool divide, bool export_events, bool user) {
    m_cp15.modify(reg::PMCR, pmcr::D.mask() | pmcr::X.mask(),
                  pmcr::D.in_place(divide) | pmcr::X.in_place(export_events));
    m_cp15.write(reg::PMUSERENR, user ? 1 : 0);
}

void ti_csl_pmu::enable_all_cntrs(bool enable) {
    m_cp15.modify(reg::PMCR, pmcr::E.mask(), pmcr::E.in_place(enable));
}

unsigned ti_csl_pmu::get_num_cntrs() const {
    return pmcr::N.of(m_cp15.read(reg::PMCR));
}

void ti_csl_pmu::cfg_cntr(unsigned n, std::uint32_t event) {
    m_cp15.write(reg::PMSELR, n & 0x1FU);
    m_cp15.write(reg::PMXEVTYPER, event & 0xFFU);
}

void ti_csl_pmu::enable_cntr_overflow_intr(unsigned n, bool enable) {
    m_cp15.write(enable ? reg::PMINTENSET : reg::PMINTENCLR, 1U << n);
}

void ti_csl_pmu::enable_cntr(unsigned n, bool enable) {
    m_cp15.write(enable ? reg::PMCNTENSET : reg::PMCNTENCLR, 1U << n);
}

ti_csl_pmu::reg ti_csl_pmu::select(unsigned n) {
    if (n == cycle_counter) {
        return reg::PMCCNTR;
    }
    m_cp15.write(reg::PMSELR, n & 0x1FU);
    return reg::PMXEVCNTR;
}

std::uint32_t ti_csl_pmu::read_cntr(unsigned n) {
    return m_cp15.read(select(n));
}

void ti_csl_pmu::set_cntr(unsigned n, std::uint32_t value) {
    m_cp15.write(select(n), value);
}

std::uint32_t ti_csl_pmu::read_cntr_overflow_status() const {
    return m_cp15.read(reg::PMOVSR);
}

void ti_csl_pmu::clear_cntr_overflow_status(std::uint32_t mask) {
    m_cp15.write(reg::PMOVSR, mask);
}

void ti_csl_pmu::reset_cycle_cnt() {
    m_cp15.modify(reg::PMCR, 0, pmcr::C.mask());
}

void ti_csl_pmu::reset_cntrs() {
    m_cp15.modify(reg::PMCR, 0, pmcr::P.mask());
}

void ti_csl_pmu::probe() {
    if (get_num_cntrs() != event_counters) {
        throw std::runtime_error("PMCR.N is not 3");
    }
    cfg(false, false, true);
    for (unsigned n = 0; n < event_counters; ++n) {
        cfg_cntr(n, initial_events[n]);
    }
    for (unsigned n = 0; n < event_counters; ++n) {
        enable_cntr_overflow_intr(n, false);
    }
    enable_cntr_overflow_intr(cycle_counter, false);
    reset_cntrs();
    reset_cycle_cnt();
    enable_all_cntrs(true);
    for (unsigned n = 0; n < event_counters; ++n) {
        enable_cntr(n, true);
    }
    enable_cntr(cycle_counter, true);
}

void ti_csl_pmu::add(unsigned counter, std::uint32_t event, std::uint32_t period) {
    const unsigned n = csl_number(counter);
    m_counters[counter] = demo::sampled_counter(period);
    enable_cntr(n, false);
    if (n != cycle_counter) {
        cfg_cntr(n, event);
    }
    set_cntr(n, m_counters[counter].reload());
    clear_cntr_overflow_status(1U << n);
    enable_cntr_overflow_intr(n, true);
}

void ti_csl_pmu::start() {
    for (unsigned i = 0; i < m_counters.size(); ++i) {
        if (m_counters[i].is_used()) {
            enable_cntr(csl_number(i), true);
        }
    }
}

bool ti_csl_pmu::interrupt() {
    const std::uint32_t status = read_cntr_overflow_status();
    if (status == 0) {
        return false;
    }
    clear_cntr_overflow_status(status);
    for (unsigned i = 0; i < m_counters.size(); ++i) {
        demo::sampled_counter& c = m_counters[i];
        const unsigned n = csl_number(i);
        if (c.is_used() && (status & 1U << n) != 0) {
            c.take_interrupt();
            c.take(read_cntr(n));
            set_cntr(n, c.reload());
        }
    }
    return true;
}

void ti_csl_pmu::stop() {
    for (unsigned i = 0; i < m_counters.size(); ++i) {
        if (m_counters[i].is_used()) {
            const unsigned n = csl_number(i);
            enable_cntr(n, false);
            enable_cntr_overflow_intr(n, false);
            clear_cntr_overflow_status(1U << n);
            m_counters[i].take(read_cntr(n));
            m_counters[i].release();
        }
    }
}

} // namespace platform::cortex_r5
