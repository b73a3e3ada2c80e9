// SPDX-License-Identifier: Apache-2.0
#include <pmu/cortex_r5/cortex_r5_core.h>

#include <algorithm>

namespace pmu {

namespace pmcr = cortex_r5_pmcr;
using cortex_r5_counters::cycle_bit;
using reg = cortex_r5_register;

namespace {

constexpr notice no_counter{"no_counter", "software selects an event counter that does not exist; "
                                          "PMXEVTYPER and PMXEVCNTR read 0 and ignore writes"};
constexpr notice software_increment{"software_increment",
                                    "software increments a counter that counts another event, "
                                    "which has no effect; its event"};

} // namespace

cortex_r5_core::cortex_r5_core(const config& parameters) : m_config(parameters) {
    for (std::size_t i = 0; i < m_locations.size(); ++i) {
        m_locations[i] = cortex_r5_fault_sources[i].location;
    }
    reset();
}

void cortex_r5_core::reset() {
    for (const register_desc& desc : cortex_r5_registers) {
        const auto r = static_cast<reg>(cortex_r5_registers.index_of(desc));
        if (const auto word = word_of(r)) {
            this->*word = desc.reset;
        }
    }
    const auto filled = [this](reg r) { return cortex_r5_desc(r).reset_with(m_config.reset_fill); };
    m_pmccntr = {};
    m_pmccntr.set(filled(reg::PMCCNTR));
    for (event_counter& counter : m_counters) {
        counter.count.set(filled(reg::PMXEVCNTR));
        counter.select(cortex_r5_events, filled(reg::PMXEVTYPER));
    }
    m_outputs = {};
}

// --- register accesses ---------------------------------------------------------------------------

// The word of state that a register is a view of, nullptr where it is more than that.
std::uint32_t cortex_r5_core::*cortex_r5_core::word_of(reg r) {
    switch (r) {
    case reg::PMCR: return &cortex_r5_core::m_pmcr;
    case reg::PMCNTENSET:
    case reg::PMCNTENCLR: return &cortex_r5_core::m_cnten;
    case reg::PMOVSR: return &cortex_r5_core::m_ovs;
    case reg::PMSELR: return &cortex_r5_core::m_pmselr;
    case reg::PMUSERENR: return &cortex_r5_core::m_pmuserenr;
    case reg::PMINTENSET:
    case reg::PMINTENCLR: return &cortex_r5_core::m_inten;
    case reg::VIRQSET:
    case reg::VIRQCLR: return &cortex_r5_core::m_virqen;
    case reg::VFIQSET:
    case reg::VFIQCLR: return &cortex_r5_core::m_vfiqen;
    case reg::VRSTSET:
    case reg::VRSTCLR: return &cortex_r5_core::m_vrsten;
    case reg::VDBGSET:
    case reg::VDBGCLR: return &cortex_r5_core::m_vdbgen;
    case reg::CFLR: return &cortex_r5_core::m_cflr;
    case reg::PMSWINC:
    case reg::PMCCNTR:
    case reg::PMXEVTYPER:
    case reg::PMXEVCNTR:
    case reg::CSOR: break;
    }
    return nullptr;
}

// The event counter behind PMXEVTYPER and PMXEVCNTR, nullptr where PMSELR names none.
const event_counter* cortex_r5_core::selected() const {
    return m_pmselr < counter_count ? &m_counters[m_pmselr] : nullptr;
}

event_counter* cortex_r5_core::selected() {
    return m_pmselr < counter_count ? &m_counters[m_pmselr] : nullptr;
}

access_state cortex_r5_core::access_rules() const {
    const bool is_open = cortex_r5_fields::pmuserenr[0].is_set(m_pmuserenr);
    access_state rules;
    rules.user_enabled = is_open;
    rules.user_validation_enabled = is_open && m_config.user_validation;
    return rules;
}

std::uint32_t cortex_r5_core::stored(reg r) const {
    if (const auto word = word_of(r)) {
        return this->*word;
    }
    const event_counter* counter = selected();
    switch (r) {
    case reg::PMCCNTR: return m_pmccntr.value();
    case reg::PMXEVTYPER: return counter != nullptr ? counter->event : 0;
    case reg::PMXEVCNTR: return counter != nullptr ? counter->count.value() : 0;
    default: return 0;
    }
}

response cortex_r5_core::read(std::uint32_t address, access_attributes who, const inputs& /*in*/,
                              std::uint32_t& data) const {
    const decoded_access access = decode(cortex_r5_registers, address, who, false, access_rules());
    if (access.status == response::ok) {
        data = stored(static_cast<reg>(access.index));
    }
    return access.status;
}

response cortex_r5_core::write(std::uint32_t address, access_attributes who, std::uint32_t data,
                               const inputs& in, notice_sink& notices) {
    const decoded_access access = decode(cortex_r5_registers, address, who, true, access_rules());
    if (access.status != response::ok) {
        return access.status;
    }
    const auto r = static_cast<reg>(access.index);
    const register_desc& desc = cortex_r5_registers[access.index];
    event_counter* counter = selected();
    if (const auto word = word_of(r)) {
        this->*word = desc.written(this->*word, data);
    }
    switch (r) {
    case reg::PMCR: write_pmcr(data); break;
    case reg::PMSWINC: increment_by_software(data & desc.action, in, notices); break;
    case reg::PMCCNTR: m_pmccntr.set(data); break;
    case reg::PMXEVTYPER:
        if (counter != nullptr) {
            counter->select(cortex_r5_events, desc.written(0, data));
        }
        break;
    case reg::PMXEVCNTR:
        if (counter != nullptr) {
            counter->count.set(data);
        }
        break;
    default: break;
    }
    update_requests();
    report_unusual(r, notices);
    return response::ok;
}

bool cortex_r5_core::peek(std::uint32_t address, const inputs& /*in*/, std::uint32_t& data) const {
    const register_desc* desc = cortex_r5_registers.find(address);
    if (desc == nullptr) {
        return false;
    }
    data = stored(static_cast<reg>(cortex_r5_registers.index_of(*desc)));
    return true;
}

bool cortex_r5_core::poke(std::uint32_t address, std::uint32_t data) {
    const register_desc* desc = cortex_r5_registers.find(address);
    if (desc == nullptr) {
        return false;
    }
    const auto r = static_cast<reg>(cortex_r5_registers.index_of(*desc));
    event_counter* counter = selected();
    if (const auto word = word_of(r)) {
        this->*word = desc->poked(this->*word, data);
        update_requests();
    } else if (r == reg::PMCCNTR) {
        m_pmccntr.set(data);
    } else if (r == reg::PMXEVTYPER && counter != nullptr) {
        counter->select(cortex_r5_events, desc->poked(0, data));
    } else if (r == reg::PMXEVCNTR && counter != nullptr) {
        counter->count.set(data);
    }
    return true;
}

// What a PMCR write does beyond storing its fields (specification, section 3.1).
void cortex_r5_core::write_pmcr(std::uint32_t value) {
    if (!is_divided()) {
        m_pmccntr.clear_prescaler();
    }
    if (pmcr::P.is_set(value)) {
        for (event_counter& counter : m_counters) {
            counter.count.set(0);
        }
    }
    if (pmcr::C.is_set(value)) {
        m_pmccntr.set(0);
        m_pmccntr.clear_prescaler();
    }
}

// The increment happens at the write, under the conditions of an event on an edge.
void cortex_r5_core::increment_by_software(std::uint32_t counters, const inputs& in,
                                           notice_sink& notices) {
    std::uint32_t flags = 0;
    for (std::size_t n = 0; n < counter_count; ++n) {
        if ((counters >> n & 1U) == 0) {
            continue;
        }
        const event_desc* e = cortex_r5_events.find(m_counters[n].event);
        if (e == nullptr || e->rule != event_rule::software) {
            notices.report(software_increment, m_counters[n].event);
        } else if (counts_events(in) && is_enabled(n) && m_counters[n].count.add(1)) {
            flags |= 1U << n;
        }
    }
    raise_flags(flags);
}

// Remarks on what a write of this register has left behind.
void cortex_r5_core::report_unusual(reg r, notice_sink& notices) const {
    const event_counter* counter = selected();
    if (r == reg::PMSELR && counter == nullptr) {
        notices.report(no_counter, m_pmselr);
    } else if (r == reg::PMXEVTYPER && counter != nullptr) {
        const event_desc* e = cortex_r5_events.find(counter->event);
        if (e == nullptr || e->rule == event_rule::nothing) {
            notices.report(reserved_event, counter->event);
        }
    }
}

bool cortex_r5_core::set_fault_location(std::uint32_t event, std::uint32_t word) {
    for (std::size_t i = 0; i < m_locations.size(); ++i) {
        if (cortex_r5_fault_sources[i].event == event) {
            m_locations[i] = word;
            return true;
        }
    }
    return false;
}

// --- overflow flags and requests -----------------------------------------------------------------

void cortex_r5_core::raise_flags(std::uint32_t flags) {
    if (flags != 0) {
        m_ovs |= flags;
        update_requests();
    }
}

// Each request is a level: a flag and its enable.
void cortex_r5_core::update_requests() {
    m_outputs.pmuirq = (m_ovs & m_inten) != 0 && (is_enabled() || !m_config.irq_gated_by_e);
    m_outputs.valirq = (m_ovs & m_virqen) != 0;
    m_outputs.valfiq = (m_ovs & m_vfiqen) != 0;
    m_outputs.valreset = (m_ovs & m_vrsten) != 0;
    m_outputs.valedbgrq = (m_ovs & m_vdbgen) != 0;
}

// The counters whose overflow asserts some request.
std::uint32_t cortex_r5_core::enabled_requests() const {
    return m_inten | m_virqen | m_vfiqen | m_vrsten | m_vdbgen;
}

// --- edges ---------------------------------------------------------------------------------------

std::uint64_t cortex_r5_core::exported(std::uint64_t lines, const inputs& in) const {
    const bool is_open = !in.dbg_halt && (is_permitted(in) || !m_config.evntbus_auth_gate);
    return pmcr::X.is_set(m_pmcr) && is_open ? lines & cortex_r5_bus_lines : 0;
}

bool cortex_r5_core::counts_events(const inputs& in) const {
    return is_enabled() && !in.dbg_halt && is_permitted(in);
}

// PMCCNTR is no event: it goes on while counting is prohibited, unless DP is 1.
bool cortex_r5_core::counts_cycles(const inputs& in) const {
    return is_enabled() && !in.dbg_halt && (m_cnten & cycle_bit) != 0 &&
           (is_permitted(in) || !pmcr::DP.is_set(m_pmcr));
}

// What CFLR holds after an edge with these lines.
std::uint32_t cortex_r5_core::fault_location(std::uint64_t lines) const {
    constexpr std::uint64_t fault_lines = cortex_r5_all_fault_lines();
    if ((lines & fault_lines) != 0) {
        for (std::size_t i = 0; i < m_locations.size(); ++i) {
            if ((lines & cortex_r5_fault_line(cortex_r5_fault_sources[i])) != 0) {
                return m_locations[i];
            }
        }
    }
    return m_cflr;
}

// One counted edge or many: `add` adds an increment to a counter and says whether it wrapped.
// Returns the flags.
template <class Add>
std::uint32_t cortex_r5_core::count_lines(std::uint64_t lines, Add add) {
    std::uint32_t flags = 0;
    for (std::size_t n = 0; n < counter_count; ++n) {
        if (is_enabled(n) && add(m_counters[n].count, m_counters[n].rule(lines))) {
            flags |= 1U << n;
        }
    }
    return flags;
}

void cortex_r5_core::step(const inputs& in) {
    const std::uint64_t lines = cortex_r5_normalised(in.lines);
    m_outputs.evntbus = exported(lines, in);
    m_cflr = fault_location(lines);
    std::uint32_t flags = counts_cycles(in) && m_pmccntr.step(is_divided()) ? cycle_bit : 0U;
    if (counts_events(in)) {
        flags |= count_lines(
            lines, [](counter32& c, std::uint32_t increment) { return c.add(increment); });
    }
    raise_flags(flags);
}

void cortex_r5_core::run(const inputs& in, std::uint64_t n) {
    if (n == 0) {
        return;
    }
    const std::uint64_t lines = cortex_r5_normalised(in.lines);
    m_outputs.evntbus = exported(lines, in);
    m_cflr = fault_location(lines);
    std::uint32_t flags = counts_cycles(in) && m_pmccntr.run(is_divided(), n) ? cycle_bit : 0U;
    if (counts_events(in)) {
        flags |= count_lines(
            lines, [n](counter32& c, std::uint32_t increment) { return c.add(increment, n); });
    }
    raise_flags(flags);
}

std::uint64_t cortex_r5_core::edges_to_output_change(const inputs& in) const {
    const std::uint64_t lines = cortex_r5_normalised(in.lines);
    if (exported(lines, in) != m_outputs.evntbus) {
        return 1;
    }
    // Edges only ever assert requests: the counters that matter are those of requests not asserted.
    std::uint32_t watched = 0;
    for (const std::uint32_t enables : {m_inten, m_virqen, m_vfiqen, m_vrsten, m_vdbgen}) {
        watched |= (m_ovs & enables) == 0 ? enables : 0U;
    }
    std::uint64_t edges = never;
    if ((watched & cycle_bit) != 0 && counts_cycles(in)) {
        edges = m_pmccntr.edges_to_wrap(is_divided());
    }
    if (counts_events(in)) {
        for (std::size_t n = 0; n < counter_count; ++n) {
            if (is_enabled(n) && (watched >> n & 1U) != 0) {
                const event_counter& counter = m_counters[n];
                edges = std::min(edges, counter.count.times_to_wrap(counter.rule(lines)));
            }
        }
    }
    return edges;
}

bool cortex_r5_core::is_quiet(const inputs& in) const {
    const std::uint64_t lines = cortex_r5_normalised(in.lines);
    if (exported(lines, in) != m_outputs.evntbus || fault_location(lines) != m_cflr ||
        counts_cycles(in)) {
        return false;
    }
    for (std::size_t n = 0; n < counter_count; ++n) {
        if (is_enabled(n) && counts_events(in) && m_counters[n].rule(lines) != 0) {
            return false;
        }
    }
    return true;
}

// --- batches -------------------------------------------------------------------------------------

// Whether an occurrence of an event is one of what a counter counts: the same event, or one that
// the counter's event is composed of.
bool cortex_r5_core::is_occurrence(const event_desc& e, const event_counter& counter) {
    if (counter.event == e.number) {
        return e.rule != event_rule::nothing;
    }
    const event_desc* counted = cortex_r5_events.find(counter.event);
    return counted != nullptr && counted->rule == event_rule::any_line && e.line_count != 0 &&
           (counted->any_of & cortex_r5_line(e.first_line)) != 0;
}

bool cortex_r5_core::count(std::uint32_t event, std::uint64_t n, const inputs& in) {
    const event_desc* e = cortex_r5_events.find(event);
    if (n == 0 || e == nullptr) {
        return false;
    }
    if (e->line_count != 0) {
        m_cflr = fault_location(cortex_r5_line(e->first_line));
    }
    if (!counts_events(in)) {
        return false;
    }
    const std::uint64_t lines = cortex_r5_normalised(in.lines);
    bool is_near_a_change = false; // of an output: edges bring the counter there sooner
    std::uint32_t flags = 0;
    for (std::size_t i = 0; i < counter_count; ++i) {
        if (is_enabled(i) && is_occurrence(*e, m_counters[i])) {
            is_near_a_change |= m_counters[i].rule(lines) != 0;
            flags |= m_counters[i].count.add(1, n) ? 1U << i : 0U;
        }
    }
    raise_flags(flags);
    return is_near_a_change || flags != 0;
}

std::uint64_t cortex_r5_core::headroom(std::uint32_t event, const inputs& in) const {
    const event_desc* e = cortex_r5_events.find(event);
    std::uint64_t room = never;
    if (e != nullptr && counts_events(in)) {
        const std::uint32_t watched = m_cnten & enabled_requests();
        for (std::size_t i = 0; i < counter_count; ++i) {
            if ((watched >> i & 1U) != 0 && is_occurrence(*e, m_counters[i])) {
                room = std::min(room, m_counters[i].count.times_to_wrap(1));
            }
        }
    }
    return room;
}

bool operator==(const cortex_r5_core& a, const cortex_r5_core& b) {
    return a.m_pmcr == b.m_pmcr && a.m_cnten == b.m_cnten && a.m_ovs == b.m_ovs &&
           a.m_pmselr == b.m_pmselr && a.m_pmuserenr == b.m_pmuserenr && a.m_inten == b.m_inten &&
           a.m_virqen == b.m_virqen && a.m_vfiqen == b.m_vfiqen && a.m_vrsten == b.m_vrsten &&
           a.m_vdbgen == b.m_vdbgen && a.m_cflr == b.m_cflr && a.m_pmccntr == b.m_pmccntr &&
           a.m_counters == b.m_counters && a.m_locations == b.m_locations &&
           a.m_outputs == b.m_outputs;
}

} // namespace pmu
