// SPDX-License-Identifier: Apache-2.0
#include <pmu/cci400/cci400_core.h>

#include <algorithm>

namespace pmu {

namespace pmcr_field = cci400_pmcr;

namespace {

constexpr notice not_modelled{"not_modelled",
                              "software writes a register of a slave interface, which is not "
                              "modelled: the write is ignored; offset"};

constexpr std::size_t index_of(cci400_register r) {
    return static_cast<std::size_t>(r);
}
constexpr std::size_t block_size = 4; // registers of an event counter
constexpr std::size_t first_block = index_of(cci400_register::ESR0);

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
    m_ccnt = {};
    m_counters = {};
    m_enabled = 0;
    m_outputs = {};
    settle();
}

// --- register accesses ---------------------------------------------------------------------------

bool cci400_core::is_opened() const {
    return cci400_sar::NS.is_set(m_words[index_of(cci400_register::SAR)]);
}

// Every word of the window answers. A reserved one has the index behind the last register.
decoded_access cci400_core::find(std::uint32_t address, access_attributes who,
                                 bool is_write) const {
    if (!is_word_of_window(address)) {
        return {};
    }
    bool is_admitted = who.secure || is_opened();
    std::size_t index = cci400_registers.size();
    if (const register_desc* r = cci400_registers.find(address)) {
        is_admitted = r->admits(who, is_write, {true, is_opened()});
        index = cci400_registers.index_of(*r);
    } else if (address >= cci400_pmu_first && address <= cci400_pmu_last) {
        is_admitted = true;
    }
    return {is_admitted ? response::ok : response::address_error, index};
}

std::uint32_t cci400_core::stored(std::size_t index, const inputs& in) const {
    if (index < plain_words) {
        return m_words[index];
    }
    if (index >= cci400_registers.size()) {
        return 0;
    }
    if (index >= first_block) {
        const unsigned n = static_cast<unsigned>((index - first_block) / block_size);
        switch (static_cast<cci400_register>(first_block + (index - first_block) % block_size)) {
        case cci400_register::ESR0: return m_counters[n].event;
        case cci400_register::ECNT0: return m_counters[n].count.value();
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
    case cci400_register::CCNT: return m_ccnt.value();
    case cci400_register::CCNT_CTRL: return has(m_enabled, ccnt_bit);
    case cci400_register::CCNT_OVF: return has(m_outputs.overflow, ccnt_bit);
    default: return constant;
    }
}

// Puts a word where stored() finds it. What has no place, a constant or a reserved word, stays.
void cci400_core::store(std::size_t index, std::uint32_t word) {
    if (index < plain_words) {
        m_words[index] = word;
    } else if (index >= first_block) {
        const unsigned n = static_cast<unsigned>((index - first_block) / block_size);
        switch (static_cast<cci400_register>(first_block + (index - first_block) % block_size)) {
        case cci400_register::ESR0: m_counters[n].event = word; break;
        case cci400_register::ECNT0: m_counters[n].count.set(word); return;
        case cci400_register::ECTRL0: assign(m_enabled, n, word != 0); break;
        default: assign(m_outputs.overflow, n, word != 0); break;
        }
    } else {
        switch (static_cast<cci400_register>(index)) {
        case cci400_register::CCNT: m_ccnt.set(word); return;
        case cci400_register::CCNT_CTRL: assign(m_enabled, ccnt_bit, word != 0); break;
        case cci400_register::CCNT_OVF: assign(m_outputs.overflow, ccnt_bit, word != 0); break;
        default: break;
        }
    }
    settle();
}

response cci400_core::read(std::uint32_t address, access_attributes who, const inputs& in,
                           std::uint32_t& data) const {
    const decoded_access access = find(address, who, false);
    if (access.status == response::ok) {
        data = stored(access.index, in);
    }
    return access.status;
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
    if (access.index == index_of(cci400_register::PMCR)) {
        act_on_pmcr(data);
    } else if (desc.fields == cci400_block::select_fields) {
        const std::uint32_t code = data & desc.writable;
        if (m_events->table().find(code) == nullptr) {
            notices.report(reserved_event, code);
        }
    }
    return response::ok;
}

// What a PMCR write does beyond storing. RST and CCR act whatever the enables are and leave the
// flags alone (D3, D4); CCR and CCD = 0 clear the prescaler (D2).
void cci400_core::act_on_pmcr(std::uint32_t value) {
    if (pmcr_field::CCR.is_set(value)) {
        m_ccnt.set(0);
    }
    if (pmcr_field::CCR.is_set(value) || !pmcr_field::CCD.is_set(value)) {
        m_ccnt.clear_prescaler();
    }
    if (pmcr_field::RST.is_set(value)) {
        for (event_counter& c : m_counters) {
            c.count.set(0);
        }
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
        const inputs none; // only constants, which a poke leaves alone, depend on the pins
        store(access.index, cci400_registers[access.index].poked(stored(access.index, none), data));
    }
    return access.status == response::ok;
}

// Sets what follows from the stored state: PMUIRQ, and which counters edges can move.
void cci400_core::settle() {
    m_outputs.pmuirq = m_outputs.overflow != 0;
    m_live = pmcr_field::CEN.is_set(pmcr()) ? m_enabled : std::uint8_t{0};
    for (unsigned n = 0; n < cci400_counters; ++n) {
        event_counter& c = m_counters[n];
        assign(m_live, n, has(m_live, n) && m_events->table().find(c.event) != nullptr);
        c.word = c.event / 64;
        c.mask = has(m_live, n) ? std::uint64_t{1} << c.event % 64 : 0;
        c.secure_mask = m_events->is_always_visible(c.event) ? c.mask : 0;
    }
}

// --- edges ---------------------------------------------------------------------------------------

// Table 3.8: what NIDEN, DP and EX let happen.
bool cci400_core::counts_events(const inputs& in) const {
    return in.niden;
}
bool cci400_core::is_exporting(const inputs& in) const {
    return pmcr_field::EX.is_set(pmcr()) && in.niden;
}
bool cci400_core::counts_cycles(const inputs& in) const {
    return has(m_live, ccnt_bit) && (in.niden || !pmcr_field::DP.is_set(pmcr()));
}

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
    if (counts_cycles(in)) {
        return false;
    }
    for (const event_counter& c : m_counters) {
        if (counts_events(in) && c.increment(in) != 0) {
            return false;
        }
    }
    return exported(in) == m_outputs.evntbus;
}

void cci400_core::raise(unsigned flags) {
    m_outputs.overflow = static_cast<std::uint8_t>(m_outputs.overflow | flags);
    m_outputs.pmuirq = true;
}

// One edge or many: both functions say whether a counter wrapped.
template <class CountCycles, class Add>
void cci400_core::take(const inputs& in, CountCycles count_cycles, Add add) {
    m_outputs.evntbus = exported(in);
    if (m_live == 0) {
        return;
    }
    unsigned flags = counts_cycles(in) && count_cycles(m_ccnt) ? bit(ccnt_bit) : 0U;
    if (counts_events(in)) {
        for (unsigned n = 0; n < cci400_counters; ++n) {
            event_counter& c = m_counters[n];
            flags |= add(c.count, c.increment(in)) ? bit(n) : 0U;
        }
    }
    if (flags != 0) {
        raise(flags);
    }
}

void cci400_core::step(const inputs& in) {
    take(
        in, [this](cycle_counter& c) { return c.step(is_divided()); },
        [](counter32& c, std::uint32_t by) { return c.add(by); });
}

void cci400_core::run(const inputs& in, std::uint64_t n) {
    if (n == 0) {
        return;
    }
    take(
        in, [this, n](cycle_counter& c) { return c.run(is_divided(), n); },
        [n](counter32& c, std::uint32_t by) { return c.add(by, n); });
}

std::uint64_t cci400_core::edges_to_output_change(const inputs& in) const {
    if (exported(in) != m_outputs.evntbus) {
        return 1;
    }
    // A flag that is set stays set, so its counter changes nothing more.
    std::uint64_t edges = never;
    if (counts_cycles(in) && !has(m_outputs.overflow, ccnt_bit)) {
        edges = m_ccnt.edges_to_wrap(is_divided());
    }
    if (counts_events(in)) {
        for (unsigned n = 0; n < cci400_counters; ++n) {
            if (!has(m_outputs.overflow, n)) {
                const event_counter& c = m_counters[n];
                edges = std::min(edges, c.count.times_to_wrap(c.increment(in)));
            }
        }
    }
    return edges;
}

// --- batches -------------------------------------------------------------------------------------

bool cci400_core::is_counting(unsigned counter, std::uint32_t event, const inputs& in) const {
    const std::uint32_t code = event & ~secure_event;
    const bool is_visible =
        (event & secure_event) == 0 || in.spniden || m_events->is_always_visible(code);
    return has(m_live, counter) && counts_events(in) && m_counters[counter].event == code &&
           is_visible;
}

bool cci400_core::count(std::uint32_t event, std::uint64_t n, const inputs& in) {
    bool is_near_a_change = false; // of an output: edges bring the counter there sooner
    for (unsigned i = 0; i < cci400_counters; ++i) {
        if (n != 0 && is_counting(i, event, in)) {
            event_counter& c = m_counters[i];
            is_near_a_change |= c.increment(in) != 0;
            if (c.count.add(1, n)) {
                raise(bit(i));
                is_near_a_change = true;
            }
        }
    }
    return is_near_a_change;
}

std::uint64_t cci400_core::headroom(std::uint32_t event, const inputs& in) const {
    std::uint64_t room = never;
    for (unsigned i = 0; i < cci400_counters; ++i) {
        if (is_counting(i, event, in)) {
            room = std::min(room, m_counters[i].count.times_to_wrap(1));
        }
    }
    return room;
}

bool operator==(const cci400_core& a, const cci400_core& b) {
    return a.m_events == b.m_events && a.m_words == b.m_words && a.m_ccnt == b.m_ccnt &&
           a.m_counters == b.m_counters && a.m_enabled == b.m_enabled && a.m_outputs == b.m_outputs;
}

} // namespace pmu
