// SPDX-License-Identifier: Apache-2.0
#include <pmu/cci400/cci400_core.h>
#include <pmu/core/notice.h>

namespace PMU_API pmu {

namespace pmcr_field = cci400_pmcr;

namespace {

constexpr notice not_modelled{"not_modelled",
                              "software writes a register of a slave interface, which is not "
                              "modelled: the write is ignored; offset",
                              0xF000}; // the interface

constexpr std::uint8_t all_counters = (1U << cci400_core::overflow_lines) - 1U;

constexpr std::uint8_t bit(unsigned n) {
    return static_cast<std::uint8_t>(1U << n);
}
constexpr bool has(unsigned word, unsigned n) {
    return (word >> n & 1U) != 0;
}

void assign(std::uint8_t& word, unsigned n, bool value) {
    word = static_cast<std::uint8_t>(value ? word | bit(n) : word & ~bit(n));
}

constexpr bool is_word_of_window(std::uint32_t address) {
    return address < cci400_window_size && address % 4 == 0;
}

} // namespace

cci400_core::cci400_core(const config& parameters)
    : m_config(parameters), m_events(&cci400_event_list::of(parameters.revision)) {
    reset();
}

void cci400_core::reset() {
    for (std::size_t i = 0; i < plain_words; ++i) {
        m_words[i] = cci400_registers[i].reset;
    }
    m_counters = {};
    m_enabled = 0;
    m_outputs = {};
    update_rules();
}

// --- register accesses ---------------------------------------------------------------------------

bool cci400_core::is_opened() const {
    return cci400_sar::NS.is_set(m_words[cci400_registers.index_of(cci400_register::SAR)]);
}

decoded_access cci400_core::find_reserved(std::uint32_t address, access_attributes who) const {
    if (!is_word_of_window(address)) {
        return {};
    }
    const bool is_of_pmu = address >= cci400_pmu_first && address <= cci400_pmu_last;
    const bool is_admitted = is_of_pmu || who.secure || is_opened();
    return {is_admitted ? response::ok : response::address_error, cci400_registers.size()};
}

std::uint32_t cci400_core::stored_elsewhere(std::size_t index, const inputs& in) const {
    if (index < plain_words) {
        return m_words[index];
    }
    if (index >= cci400_registers.size()) { // a reserved word
        return 0;
    }
    if (index >= first_block) {
        const auto n = static_cast<unsigned>((index - first_block) / block_size);
        switch (static_cast<cci400_register>(first_block + (index - first_block) % block_size)) {
        case cci400_register::ESR0: return m_counters.events[n].event;
        case cci400_register::ECTRL0: return has(m_enabled, n);
        default: return has(m_outputs.overflow, n);
        }
    }
    const std::uint32_t constant = cci400_registers[index].reset;
    switch (static_cast<cci400_register>(index)) {
    case cci400_register::PIDR2:
        return (constant & ~cci400_id::Revision.mask()) |
               (m_config.revision << cci400_id::Revision.lsb & cci400_id::Revision.mask());
    case cci400_register::PIDR3:
        return constant |
               (std::uint32_t{in.ecorevnum} << cci400_id::RevAnd.lsb & cci400_id::RevAnd.mask());
    case cci400_register::CCNT_CTRL: return has(m_enabled, ccnt_bit);
    case cci400_register::CCNT_OVF: return has(m_outputs.overflow, ccnt_bit);
    default: return constant;
    }
}

// Puts a word where stored() finds it. Constants and reserved words ignore it.
void cci400_core::store(std::size_t index, std::uint32_t word) {
    if (index < plain_words) {
        m_words[index] = word;
    } else if (index >= first_block) {
        const unsigned n = static_cast<unsigned>((index - first_block) / block_size);
        switch (static_cast<cci400_register>(first_block + (index - first_block) % block_size)) {
        case cci400_register::ESR0: m_counters.events[n].event = word; break;
        case cci400_register::ECNT0: m_counters.events[n].count.set(word); return;
        case cci400_register::ECTRL0: assign(m_enabled, n, word != 0); break;
        default: assign(m_outputs.overflow, n, word != 0); break;
        }
    } else {
        switch (static_cast<cci400_register>(index)) {
        case cci400_register::CCNT: m_counters.cycles.set(word); return;
        case cci400_register::CCNT_CTRL: assign(m_enabled, ccnt_bit, word != 0); break;
        case cci400_register::CCNT_OVF: assign(m_outputs.overflow, ccnt_bit, word != 0); break;
        default: break;
        }
    }
    update_rules();
}

response cci400_core::write(std::uint32_t address, access_attributes who, std::uint32_t data,
                            const inputs& in, notice_sink& notices) {
    const decoded_access access = find(address, who, true);
    if (access.status != response::ok) {
        return access.status;
    }
    if (access.index >= cci400_registers.size()) {
        if (address >= cci400_slaves_first && address <= cci400_slaves_last) {
            notices.report(not_modelled, address);
        }
        return response::ok;
    }
    const register_desc& desc = cci400_registers[access.index];
    store(access.index, desc.written(stored(access.index, in), data));
    if (access.index == cci400_registers.index_of(cci400_register::PMCR)) {
        act_on_pmcr(data);
    } else if (desc.fields == cci400_block::select_fields) {
        const std::uint32_t code = data & desc.writable;
        const std::size_t n = (access.index - first_block) / block_size;
        notices.select({counter_names[n], code, find_event(code)});
    }
    return response::ok;
}

// What a PMCR write does after it is stored. RST and CCR need no enable (D3) and leave the flags
// alone (D4). CCR and CCD = 0 clear the prescaler (D2).
void cci400_core::act_on_pmcr(std::uint32_t value) {
    if (pmcr_field::CCR.is_set(value)) {
        m_counters.cycles.set(0);
    }
    if (pmcr_field::CCR.is_set(value) || !pmcr_field::CCD.is_set(value)) {
        m_counters.cycles.clear_prescaler();
    }
    if (pmcr_field::RST.is_set(value)) {
        m_counters.clear_events();
    }
}

bool cci400_core::peek(std::uint32_t address, const inputs& in, std::uint32_t& data) const {
    const decoded_access access = find(address, {}, false);
    if (access.status == response::ok) {
        data = stored(access.index, in);
    }
    return access.status == response::ok;
}

bool cci400_core::poke(std::uint32_t address, std::uint32_t data) {
    const decoded_access access = find(address, {}, true);
    if (access.status == response::ok && access.index < cci400_registers.size()) {
        const inputs none; // pins show in read-only registers only, which a poke leaves alone
        store(access.index, cci400_registers[access.index].poked(stored(access.index, none), data));
    }
    return access.status == response::ok;
}

// Updates what depends on the registers: PMUIRQ, and what edges add to which counter.
void cci400_core::update_rules() {
    m_outputs.pmuirq = m_outputs.overflow != 0;
    m_live = pmcr_field::CEN.is_set(pmcr()) ? m_enabled : std::uint8_t{0};
    m_counters.cycle_step =
        has(m_live, ccnt_bit) ? cycle_counter::per_edge(pmcr_field::CCD.is_set(pmcr())) : 0;
    m_sees_secure = false;
    for (unsigned n = 0; n < cci400_counters; ++n) {
        auto& [count, event, rule] = m_counters.events[n];
        assign(m_live, n, has(m_live, n) && m_events->table().find(event) != nullptr);
        rule = has(m_live, n) ? rule_of(event) : line_rule{};
        m_sees_secure = m_sees_secure || rule.sees_secure[0];
    }
}

// The rule of a counter that counts this event.
cci400_core::line_rule cci400_core::rule_of(std::uint32_t event) const {
    line_rule rule;
    rule.word = static_cast<std::uint8_t>(event / 64);
    rule.line = std::uint64_t{1} << event % 64;
    rule.sees_secure[0] = m_events->is_always_visible(event);
    rule.sees_secure[1] = true;
    return rule;
}

// --- edges ---------------------------------------------------------------------------------------

cci400_evntbus cci400_core::exported(const inputs& in) const {
    if (!is_exporting(in)) {
        return {};
    }
    cci400_lines visible;
    for (unsigned w = 0; w < visible.size(); ++w) {
        visible[w] = m_events->visible(w, in.lines, in.secure_lines, in.spniden);
    }
    return m_events->packed(visible);
}

bool cci400_core::is_idle() const {
    return m_live == 0 && !pmcr_field::EX.is_set(pmcr()) && m_outputs.evntbus == cci400_evntbus{};
}

bool cci400_core::is_quiet(const inputs& in) const {
    const bool counts = counts_cycles(in) || (in.niden && m_counters.moving(in) != 0);
    return !counts && exported(in) == m_outputs.evntbus;
}

void cci400_core::raise(std::uint32_t flags) {
    if (flags != 0) {
        m_overflows = static_cast<std::uint8_t>(m_overflows | flags);
        m_outputs.overflow = static_cast<std::uint8_t>(m_outputs.overflow | flags);
        m_outputs.pmuirq = true;
    }
}

// Takes the wraps of edges: flags, then PMUIRQ.
void cci400_core::overflow() {
    raise(m_counters.take_wraps());
}

std::uint64_t cci400_core::edges_to_output_change(const inputs& in) const {
    if (exported(in) != m_outputs.evntbus) {
        return 1;
    }
    // Edges never clear a flag, so a counter whose flag is set changes no output.
    return edges_to_wrap(m_live & ~std::uint32_t{m_outputs.overflow}, in);
}

// How many edges until a counter of a mask wraps.
std::uint64_t cci400_core::edges_to_wrap(std::uint32_t watched, const inputs& in) const {
    if (in.niden) {
        return m_counters.edges_to_wrap(watched, in);
    }
    return counts_cycles(in) ? m_counters.cycles_to_wrap(watched) : never;
}

// --- snapshots -----------------------------------------------------------------------------------

void cci400_core::normalise() {
    for (std::size_t i = 0; i < plain_words; ++i) {
        const register_desc& desc = cci400_registers[i];
        m_words[i] = desc.poked(desc.reset, m_words[i]);
    }
    for (auto& counter : m_counters.events) {
        counter.event &= cci400_registers[cci400_register::ESR0].writable;
    }
    m_enabled &= all_counters;
    normalise(m_outputs);
    update_rules();
}

void cci400_core::normalise(inputs& in) const {
    constexpr std::uint8_t ecorevnum_mask = 0xF;
    in.ecorevnum &= ecorevnum_mask;
}

void cci400_core::normalise(outputs& out) const {
    out.overflow &= all_counters;
    out.pmuirq = out.overflow != 0;
    cci400_lines all;
    all.fill(~std::uint64_t{0});
    const cci400_evntbus driven = m_events->packed(all);
    for (std::size_t w = 0; w < driven.size(); ++w) {
        out.evntbus[w] &= driven[w];
    }
}

// --- batches -------------------------------------------------------------------------------------

// Whether the pins let an occurrence of an event count now.
bool cci400_core::is_visible(std::uint32_t event, const inputs& in) const {
    return in.niden && ((event & secure_event) == 0 || in.spniden ||
                        m_events->is_always_visible(event & ~secure_event));
}

// The event counters that an occurrence of an event moves now.
std::uint32_t cci400_core::counting(std::uint32_t event, const inputs& in) const {
    return is_visible(event, in) ? m_counters.selecting(event & ~secure_event) & m_live : 0;
}

std::uint32_t cci400_core::increment(const event_desc& e, const inputs& in) const {
    return in.niden ? rule_of(e.number)(in) : 0;
}

bool cci400_core::count(std::uint32_t event, std::uint64_t n, const inputs& in) {
    const auto added = m_counters.add(bank::one_each(counting(event, in)), n, in);
    raise(added.wrapped);
    return added.is_visible();
}

std::uint64_t cci400_core::headroom(std::uint32_t event, const inputs& in) const {
    const std::uint32_t moved = counting(event, in);
    return m_counters.headroom(bank::one_each(moved), moved);
}

bool operator==(const cci400_core& a, const cci400_core& b) {
    return a.m_config.revision == b.m_config.revision &&
           cci400_core::state_of(a) == cci400_core::state_of(b);
}

} // namespace pmu
