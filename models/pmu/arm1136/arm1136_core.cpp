// SPDX-License-Identifier: Apache-2.0
#include <pmu/arm1136/arm1136_core.h>
#include <pmu/core/notice.h>

#include <algorithm>

namespace pmu {

namespace pmnc = arm1136_pmnc;

namespace {

// PMNC has flags and interrupt enables in the order of a mask of the counter bank.
constexpr std::uint32_t counter_mask = 7;
static_assert(pmnc::CR1.lsb == pmnc::CR0.lsb + 1 && pmnc::CCR.lsb == pmnc::CR0.lsb + 2);
static_assert(pmnc::EC1.lsb == pmnc::EC0.lsb + 1 && pmnc::ECC.lsb == pmnc::EC0.lsb + 2);

static_assert(are_all_numbers<arm1136_event::number>(arm1136_events.begin(), arm1136_events.end()),
              "an event has no enumerator, or an enumerator has no event of its name");

constexpr std::uint32_t all_lines = (1U << arm1136_event_bus_width) - 1U;

constexpr notice irq_held{
    "irq_held", "software clears what PMUIRQ was asserted for while E is 0; PMUIRQ can only be "
                "cleared while E is 1 and stays asserted, without a flag to see, until PMNC is "
                "written with E = 1; value written"};

constexpr std::uint32_t enables(std::uint32_t word) {
    return word >> pmnc::EC0.lsb & counter_mask;
}

} // namespace

arm1136_core::arm1136_core(const config& parameters) : m_config(parameters) {
    reset();
}

void arm1136_core::reset() {
    m_pmnc = arm1136_registers[arm1136_register::PMNC].reset;
    m_counters = {};
    m_counters.cycles.set(m_config.ccnt_reset_value);
    m_delay = 0;
    m_outputs = {};
    update_rules();
}

// --- register accesses ---------------------------------------------------------------------------

response arm1136_core::write(std::uint32_t address, access_attributes who, std::uint32_t data,
                             const inputs& /*in*/, notice_sink& notices) {
    const decoded_access access =
        decode(arm1136_registers, address, who, true, {m_config.user_access, true});
    if (access.status == response::ok) {
        switch (static_cast<arm1136_register>(access.index)) {
        case arm1136_register::PMNC: write_pmnc(data, notices); break;
        case arm1136_register::CCNT: m_counters.cycles.set(data); break;
        case arm1136_register::PMN0: m_counters.events[0].count.set(data); break;
        case arm1136_register::PMN1: m_counters.events[1].count.set(data); break;
        }
    }
    return access.status;
}

bool arm1136_core::peek(std::uint32_t address, const inputs& /*in*/, std::uint32_t& data) const {
    const std::size_t i = arm1136_registers.position(address);
    if (i == arm1136_registers.size()) {
        return false;
    }
    data = stored(static_cast<arm1136_register>(i));
    return true;
}

bool arm1136_core::poke(std::uint32_t address, std::uint32_t data) {
    const std::size_t i = arm1136_registers.position(address);
    if (i == arm1136_registers.size()) {
        return false;
    }
    switch (static_cast<arm1136_register>(i)) {
    case arm1136_register::PMNC: {
        const bool was_enabled = is_enabled();
        m_pmnc = arm1136_registers[i].poked(m_pmnc, data);
        set_enable(was_enabled, 0); // a debugger's E counts from the next edge
        if (!is_enabled()) {
            m_delay = 0;
        }
        update_rules();
        update_pmuirq();
        break;
    }
    case arm1136_register::CCNT: m_counters.cycles.set(data); break;
    case arm1136_register::PMN0: m_counters.events[0].count.set(data); break;
    case arm1136_register::PMN1: m_counters.events[1].count.set(data); break;
    }
    return true;
}

// One PMNC write acts in this order: flags (D2), fields, prescaler (D5), C, P, then E with its
// delay (D4), PMUIRQ last.
void arm1136_core::write_pmnc(std::uint32_t value, notice_sink& notices) {
    const register_desc& desc = arm1136_registers[arm1136_register::PMNC];
    const bool was_enabled = is_enabled();
    std::uint32_t flags_kept = 0;
    if (m_config.flag_clear_needs_e && !pmnc::E.is_set(value)) {
        flags_kept = desc.write_one_to_clear;
    }
    m_pmnc = desc.written(m_pmnc, value & ~flags_kept);
    if (!pmnc::D.is_set(value)) {
        m_counters.cycles.clear_prescaler();
    }
    if (pmnc::C.is_set(value)) {
        m_counters.cycles.set(0);
        if (m_config.c_resets_prescaler) {
            m_counters.cycles.clear_prescaler();
        }
    }
    if (pmnc::P.is_set(value)) {
        m_counters.clear_events();
    }
    set_enable(was_enabled, m_config.start_delay_cycles);
    update_rules();
    update_pmuirq();
    if (m_outputs.pmuirq && !is_pending()) {
        notices.report(irq_held, value);
    }
    for (std::size_t i = 0; i < m_counters.events.size(); ++i) {
        const std::uint32_t event = m_counters.events[i].event;
        notices.select({counter_names[i], event, find_event(event)});
    }
}

// Arms the delay of the transition from `was_enabled` to the present E, if there is one.
void arm1136_core::set_enable(bool was_enabled, std::uint32_t start_delay) {
    if (is_enabled() && !was_enabled) {
        m_delay = start_delay;
    } else if (!is_enabled() && was_enabled) {
        m_delay = m_delay == 0 ? m_config.stop_delay_cycles : 0;
    }
}

// Updates what depends on PMNC and the delay: what an edge exports, and what it adds. A start delay
// holds the counters elsewhere, in take_delayed().
void arm1136_core::update_rules() {
    const bool counts = is_enabled() || m_delay != 0;
    m_exported = pmnc::X.is_set(m_pmnc) ? all_lines : 0;
    m_counters.cycle_step = counts ? cycle_counter::per_edge(pmnc::D.is_set(m_pmnc)) : 0;
    m_counters.events[0].event = pmnc::EvtCount0.of(m_pmnc);
    m_counters.events[1].event = pmnc::EvtCount1.of(m_pmnc);
    for (auto& counter : m_counters.events) {
        counter.rule =
            counts ? arm1136_events.rule(counter.event, m_config.two_bit) : increment_rule{};
    }
}

// Whether a counter with an enabled request has overflowed.
bool arm1136_core::is_pending() const {
    return (m_pmnc >> pmnc::CR0.lsb & enables(m_pmnc)) != 0;
}

// PMUIRQ is flag AND enable, held in a storage element that is released only while E is 1 (D2).
void arm1136_core::update_pmuirq() {
    if (is_pending()) {
        m_outputs.pmuirq = m_outputs.pmuirq || is_enabled() || !m_config.irq_set_needs_e;
    } else if (is_enabled() || !m_config.irq_clear_needs_e) {
        m_outputs.pmuirq = false;
    }
}

// --- edges ---------------------------------------------------------------------------------------

// Whether the next edge counts: E is 1 and no start delay is left, or E is 0 and a stop delay is.
bool arm1136_core::is_counting(const inputs& in) const {
    return !in.debug_state && is_enabled() == (m_delay == 0);
}

bool arm1136_core::is_idle() const {
    return !is_enabled() && m_delay == 0 && m_exported == 0 && m_outputs.evntbus == 0;
}

bool arm1136_core::is_quiet(const inputs& in) const {
    const bool holds = in.debug_state || (!is_enabled() && m_delay == 0);
    return holds && exported(in) == m_outputs.evntbus;
}

// The erratum of r0p2 and older (D7, erratum_double_increment, off by default), for a counter that
// adds 2 on an edge: if it steps from 0xFFFFFFFF over 0 to 1, no flag is set; if it lands on 0, the
// flag is set. Edges with the same inputs add 2 each time, so that the counter stays odd or even.
// So its value, before or after any number of them, says which it is: an odd counter never lands on
// 0, an even one always does. Returns the counters whose wraps set no flag.
std::uint32_t arm1136_core::unflagged(std::uint64_t lines) const {
    std::uint32_t mask = 0;
    for (std::size_t i = 0; i < m_counters.events.size(); ++i) {
        const auto& counter = m_counters.events[i];
        const bool is_missed = counter.rule(lines) == 2 && counter.count.value() % 2 != 0;
        mask |= static_cast<std::uint32_t>(is_missed) << i;
    }
    return m_config.erratum_double_increment ? mask : 0;
}

// Takes the wraps of edges with these lines: flags, then PMUIRQ.
void arm1136_core::overflow(std::uint64_t lines) {
    const std::uint32_t missed = unflagged(lines);
    const std::uint32_t wrapped = m_counters.take_wraps();
    m_overflows = static_cast<std::uint8_t>(m_overflows | wrapped);
    raise(wrapped & ~missed);
}

void arm1136_core::raise(std::uint32_t flags) {
    if (flags != 0) {
        m_pmnc |= flags << pmnc::CR0.lsb;
        update_pmuirq();
    }
}

// Takes n edges, the first of them within a delay. Of these, a start delay counts those after it, a
// stop delay those within it.
void arm1136_core::take_delayed(std::uint64_t lines, std::uint64_t n) {
    const std::uint64_t within = std::min<std::uint64_t>(n, m_delay);
    m_delay -= static_cast<std::uint32_t>(within);
    if (m_counters.advance(lines, is_enabled() ? n - within : within)) {
        overflow(lines);
    }
    if (m_delay == 0) {
        update_rules();
    }
}

std::uint64_t arm1136_core::edges_to_output_change(const inputs& in) const {
    if (exported(in) != m_outputs.evntbus) {
        return 1;
    }
    // Edges only ever assert PMUIRQ.
    if (in.debug_state || m_outputs.pmuirq || (!is_enabled() && m_config.irq_set_needs_e)) {
        return never;
    }
    const std::uint64_t counted =
        m_counters.edges_to_wrap(enables(m_pmnc) & ~unflagged(in.lines), in.lines);
    return with_delay(counted);
}

// The edges that it takes until as many are counted.
std::uint64_t arm1136_core::with_delay(std::uint64_t counted) const {
    if (is_enabled()) {
        return saturating_add(counted, m_delay);
    }
    return counted <= m_delay ? counted : never;
}

std::uint64_t arm1136_core::edges_to_overflow(const inputs& in) const {
    return in.debug_state ? never : with_delay(m_counters.edges_to_wrap(counter_mask, in.lines));
}

// --- snapshots -----------------------------------------------------------------------------------

void arm1136_core::normalise() {
    const register_desc& desc = arm1136_registers[arm1136_register::PMNC];
    m_pmnc = desc.poked(desc.reset, m_pmnc);
    m_delay =
        std::min(m_delay, is_enabled() ? m_config.start_delay_cycles : m_config.stop_delay_cycles);
    normalise(m_outputs);
    update_rules();
    update_pmuirq();
}

void arm1136_core::normalise(inputs& in) const {
    constexpr unsigned etmextout_width = 2;
    in.lines &= (std::uint64_t{1} << (arm1136_etmextout_line + etmextout_width)) - 1U;
}

void arm1136_core::normalise(outputs& out) const {
    out.evntbus &= all_lines;
}

// --- batches -------------------------------------------------------------------------------------

// What an occurrence of an event adds to the event counters now.
inline arm1136_core::bank::increments arm1136_core::occurrence(std::uint32_t event,
                                                               const inputs& in) const {
    return is_counting(in)
               ? m_counters.occurrence(arm1136_events, event, arm1136_events.line_of(event))
               : bank::increments{};
}

bool arm1136_core::count(std::uint32_t event, std::uint64_t n, const inputs& in) {
    const auto added = m_counters.add(occurrence(event, in), n, in.lines);
    if (added.wrapped != 0) {
        m_overflows = static_cast<std::uint8_t>(m_overflows | added.wrapped);
        raise(added.wrapped);
    }
    return added.is_visible();
}

std::uint64_t arm1136_core::headroom(std::uint32_t event, const inputs& in) const {
    return m_counters.headroom(occurrence(event, in), enables(m_pmnc));
}

// --- what a counter would count ------------------------------------------------------------------

std::uint32_t arm1136_core::increment(const event_desc& e, const inputs& in) const {
    return in.debug_state ? 0 : increment_rule{e, m_config.two_bit}(in.lines);
}

std::uint32_t arm1136_core::increment(const event_desc& e, const inputs& in,
                                      std::uint32_t event) const {
    return in.debug_state ? 0
                          : arm1136_events.occurrence_adds(event, arm1136_events.line_of(event), e,
                                                           m_config.two_bit);
}

namespace {

// Whether units with these parameters do the same. The module inverts the pin, not the core.
bool are_alike(const arm1136_config& a, const arm1136_config& b) {
    return a.user_access == b.user_access && a.start_delay_cycles == b.start_delay_cycles &&
           a.stop_delay_cycles == b.stop_delay_cycles && a.two_bit == b.two_bit &&
           a.erratum_double_increment == b.erratum_double_increment &&
           a.irq_clear_needs_e == b.irq_clear_needs_e && a.irq_set_needs_e == b.irq_set_needs_e &&
           a.flag_clear_needs_e == b.flag_clear_needs_e &&
           a.c_resets_prescaler == b.c_resets_prescaler && a.ccnt_reset_value == b.ccnt_reset_value;
}

} // namespace

PMU_API bool operator==(const arm1136_core& a, const arm1136_core& b) {
    return are_alike(a.m_config, b.m_config) &&
           arm1136_core::state_of(a) == arm1136_core::state_of(b);
}

} // namespace pmu
