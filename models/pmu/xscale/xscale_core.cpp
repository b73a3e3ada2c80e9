// SPDX-License-Identifier: Apache-2.0
#include <pmu/xscale/xscale_core.h>

#include <algorithm>

namespace PMU_API pmu {

namespace pmnc = xscale_pmnc;

namespace {

constexpr std::uint32_t counter_mask = 7; ///< PMN0, PMN1, CCNT from bit 0
static_assert(pmnc::flag_PMN1.lsb == pmnc::flag_PMN0.lsb + 1 &&
              pmnc::flag_CCNT.lsb == pmnc::flag_PMN0.lsb + 2);
static_assert(pmnc::inten_PMN1.lsb == pmnc::inten_PMN0.lsb + 1 &&
              pmnc::inten_CCNT.lsb == pmnc::inten_PMN0.lsb + 2);

static_assert(are_all_numbers<xsc_event::number>(xsc_core_events.begin(), xsc_core_events.end()),
              "an event has no enumerator, or an enumerator has no event of its name");
static_assert(are_all_numbers<xsc_product_event::number>(xsc_core_events.end(), xsc_events.end()),
              "an event of the product has no enumerator, or the other way round");

} // namespace

xscale_core::xscale_core(const config& parameters) : base(parameters) {
    reset();
}

// PMNC is the only one.
std::uint32_t xscale_core::control_word(std::size_t /*index*/) const {
    return pmnc::evtCount1.in_place(m_counters.events[1].event) |
           pmnc::evtCount0.in_place(m_counters.events[0].event) | m_flags << pmnc::flag_PMN0.lsb |
           m_interrupt_enables << pmnc::inten_PMN0.lsb | control();
}

void xscale_core::set_control_word(std::size_t /*index*/, std::uint32_t word) {
    m_counters.events[0].event = pmnc::evtCount0.of(word);
    m_counters.events[1].event = pmnc::evtCount1.of(word);
    m_flags = word >> pmnc::flag_PMN0.lsb & counter_mask;
    m_interrupt_enables = word >> pmnc::inten_PMN0.lsb & counter_mask;
    set_control(word);
}

// --- the erratum of the A stepping (XD-12) -------------------------------------------------------
//
// On an edge with an overflow, the flags become exactly the counters that overflow on this edge:
// earlier flags are lost, and with them a request. The two functions below give the result of many
// edges at once. They use two facts. With the same inputs a counter adds 0 or 1 on every edge, so
// it overflows every 2^32 edges, CCNT after the divider every 2^38. And a counter goes on from 0
// after its overflow, so its value says how many edges ago that was.

namespace {

/// The edges on which a counter overflows, counted from now on: `first`, `first + turn`, ...
struct overflow_times {
    std::uint64_t first = never; ///< 1 or more; never: the counter stands still
    std::uint64_t turn = never;  ///< edges from one overflow to the next

    bool has(std::uint64_t edge) const { return first <= edge && (edge - first) % turn == 0; }
};

} // namespace

// Of the counters that have overflowed, those with the smallest value did so last. Their flags are
// left. CCNT after the divider is compared in edges, which are 64ths of a count.
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

// An asserted request drops on the first edge on which counters overflow, but none whose request is
// enabled. So look at the overflows of every counter without an enabled request: the first that no
// counter with an enabled request shares.
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
        // It is enough to look at two overflows in a row. A counter with the same turn, or a
        // shorter one, shares both or none. CCNT after the divider, with its longer turn, shares
        // at most one of them. So if both are shared, all are.
        if (!keeps_request(first)) {
            drop = std::min(drop, first);
        } else if (!keeps_request(first + turn)) {
            drop = std::min(drop, first + turn);
        }
    }
    return drop;
}

} // namespace pmu
