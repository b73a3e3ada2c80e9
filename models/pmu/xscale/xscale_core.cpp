// SPDX-License-Identifier: Apache-2.0
#include <pmu/xscale/xscale_core.h>

#include <algorithm>

namespace pmu {

namespace pmnc = xscale_pmnc;

namespace {

constexpr std::uint32_t counter_mask = 7; ///< PMN0, PMN1, CCNT from bit 0
static_assert(pmnc::flag_PMN1.lsb == pmnc::flag_PMN0.lsb + 1 &&
              pmnc::flag_CCNT.lsb == pmnc::flag_PMN0.lsb + 2);
static_assert(pmnc::inten_PMN1.lsb == pmnc::inten_PMN0.lsb + 1 &&
              pmnc::inten_CCNT.lsb == pmnc::inten_PMN0.lsb + 2);

} // namespace

xscale_core::xscale_core(const config& parameters) : base(parameters) {
    reset();
}

std::uint32_t xscale_core::stored(std::size_t index) const {
    switch (static_cast<xscale_register>(index)) {
    case xscale_register::PMNC:
        return pmnc::evtCount1.in_place(m_pmn[1].event) | pmnc::evtCount0.in_place(m_pmn[0].event) |
               m_flags << pmnc::flag_PMN0.lsb | m_interrupt_enables << pmnc::inten_PMN0.lsb |
               control();
    case xscale_register::CCNT: return m_ccnt.value();
    case xscale_register::PMN0: return m_pmn[0].count.value();
    case xscale_register::PMN1: return m_pmn[1].count.value();
    }
    return 0;
}

void xscale_core::store(std::size_t index, std::uint32_t word) {
    switch (static_cast<xscale_register>(index)) {
    case xscale_register::PMNC:
        select(0, pmnc::evtCount0.of(word));
        select(1, pmnc::evtCount1.of(word));
        m_flags = word >> pmnc::flag_PMN0.lsb & counter_mask;
        m_interrupt_enables = word >> pmnc::inten_PMN0.lsb & counter_mask;
        set_control(word);
        break;
    case xscale_register::CCNT: m_ccnt.set(word); break;
    case xscale_register::PMN0: m_pmn[0].count.set(word); break;
    case xscale_register::PMN1: m_pmn[1].count.set(word); break;
    }
}

// --- the erratum of the A stepping: an overflow clears the flags of earlier ones -----------------

std::uint32_t xscale_core::flags_after(std::uint32_t rolled) const {
    return m_config.erratum_a_stepping ? rolled : base::flags_after(rolled);
}

// Only the last overflow leaves flags: the counters whose last ones within n coincide with it.
std::uint32_t xscale_core::rolled_within(const schedule& overflows, std::uint64_t n) const {
    if (!m_config.erratum_a_stepping) {
        return base::rolled_within(overflows, n);
    }
    std::uint64_t last = 0;
    std::uint32_t rolled = 0;
    for (std::size_t i = 0; i < overflows.counters.size(); ++i) {
        const auto& [first, turn] = overflows.counters[i];
        if (first > n) {
            continue;
        }
        const std::uint64_t at = n - (n - first) % turn;
        if (at > last) {
            last = at;
            rolled = 0;
        }
        rolled |= static_cast<std::uint32_t>(at == last) << i;
    }
    return rolled;
}

// An asserted request drops at the first overflow that no counter with an enabled request shares.
std::uint64_t xscale_core::until_irq_change(const schedule& overflows) const {
    if (!m_config.erratum_a_stepping || !m_outputs.pmuirq) {
        return base::until_irq_change(overflows);
    }
    const auto is_enabled = [this](std::size_t i) { return (m_interrupt_enables >> i & 1U) != 0; };
    const auto keeps_request = [&](std::uint64_t at) {
        for (std::size_t i = 0; i < overflows.counters.size(); ++i) {
            const auto& [first, turn] = overflows.counters[i];
            if (is_enabled(i) && first <= at && (at - first) % turn == 0) {
                return true;
            }
        }
        return false;
    };
    std::uint64_t drop = never;
    for (std::size_t i = 0; i < overflows.counters.size(); ++i) {
        const auto& [first, turn] = overflows.counters[i];
        if (is_enabled(i) || first == never) {
            continue;
        }
        // A counter that shares this one's turn shares all overflows or none; CCNT behind the
        // divider shares at most one of two in a row. If two are shared, all are.
        if (!keeps_request(first)) {
            drop = std::min(drop, first);
        } else if (!keeps_request(first + turn)) {
            drop = std::min(drop, first + turn);
        }
    }
    return drop;
}

} // namespace pmu
