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
        return pmnc::evtCount1.in_place(m_counters.events[1].event) |
               pmnc::evtCount0.in_place(m_counters.events[0].event) |
               m_flags << pmnc::flag_PMN0.lsb | m_interrupt_enables << pmnc::inten_PMN0.lsb |
               control();
    case xscale_register::CCNT: return m_counters.cycles.value();
    case xscale_register::PMN0: return m_counters.events[0].count.value();
    case xscale_register::PMN1: return m_counters.events[1].count.value();
    }
    return 0;
}

void xscale_core::store(std::size_t index, std::uint32_t word) {
    switch (static_cast<xscale_register>(index)) {
    case xscale_register::PMNC:
        m_counters.events[0].event = pmnc::evtCount0.of(word);
        m_counters.events[1].event = pmnc::evtCount1.of(word);
        m_flags = word >> pmnc::flag_PMN0.lsb & counter_mask;
        m_interrupt_enables = word >> pmnc::inten_PMN0.lsb & counter_mask;
        set_control(word);
        break;
    case xscale_register::CCNT: m_counters.cycles.set(word); break;
    case xscale_register::PMN0: m_counters.events[0].count.set(word); break;
    case xscale_register::PMN1: m_counters.events[1].count.set(word); break;
    }
}

// --- the erratum of the A stepping: an overflow clears the flags of earlier ones -----------------

namespace {

/// When a counter overflows, in edges from now on.
struct overflow_times {
    std::uint64_t first = never; ///< the next overflow, 1 or more
    std::uint64_t turn = never;  ///< from one overflow to the next

    bool has(std::uint64_t edge) const { return first <= edge && (edge - first) % turn == 0; }
};

} // namespace

// Only the last overflow leaves flags: of those that have overflowed, the counters that have
// counted the least since.
std::uint32_t xscale_core::flags_after(std::uint32_t overflowed) const {
    if (!m_config.erratum_a_stepping) {
        return base::flags_after(overflowed);
    }
    std::uint64_t least = never;
    std::uint32_t last = 0;
    for (std::size_t i = 0; i <= m_counters.events.size(); ++i) {
        if ((overflowed >> i & 1U) == 0) {
            continue;
        }
        std::uint64_t since = 0;
        if (i < m_counters.events.size()) {
            since = m_counters.events[i].count.value();
        } else {
            since = m_divided ? m_counters.cycles.parts() : m_counters.cycles.value();
        }
        if (since < least) {
            least = since;
            last = 0;
        }
        last |= static_cast<std::uint32_t>(since == least) << i;
    }
    return last;
}

// An asserted request drops at the first overflow that no counter with an enabled request shares.
std::uint64_t xscale_core::edges_to_irq_change(const inputs& in) const {
    if (!m_config.erratum_a_stepping || !m_outputs.pmuirq) {
        return base::edges_to_irq_change(in);
    }
    constexpr std::uint64_t full_turn = std::uint64_t{1} << 32;
    std::array<overflow_times, 3> overflows;
    for (std::size_t i = 0; i < overflows.size(); ++i) {
        const std::uint32_t counter = 1U << i;
        const bool is_divided = counter == decltype(m_counters)::cycle_bit && m_divided;
        overflows[i].first = m_counters.edges_to_wrap(counter, in.lines);
        overflows[i].turn = is_divided ? full_turn * cycle_counter::divisor : full_turn;
    }
    const auto is_enabled = [this](std::size_t i) { return (m_interrupt_enables >> i & 1U) != 0; };
    const auto keeps_request = [&](std::uint64_t edge) {
        for (std::size_t i = 0; i < overflows.size(); ++i) {
            if (is_enabled(i) && overflows[i].has(edge)) {
                return true;
            }
        }
        return false;
    };
    std::uint64_t drop = never;
    for (std::size_t i = 0; i < overflows.size(); ++i) {
        const auto& [first, turn] = overflows[i];
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
