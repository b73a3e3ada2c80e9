// SPDX-License-Identifier: Apache-2.0
#include <pmu/core/notice.h>
#include <pmu/cortex_r5/cortex_r5_core.h>

namespace PMU_API pmu {

namespace pmcr = cortex_r5_pmcr;
using cortex_r5_counters::cycle_bit;
using reg = cortex_r5_register;

namespace {

static_assert(are_all_numbers<cortex_r5_event::number>(cortex_r5_events.begin(),
                                                       cortex_r5_events.end()),
              "an event has no enumerator, or an enumerator has no event of its name");

constexpr notice no_counter{"no_counter",
                            "software selects an event counter that does not exist; "
                            "PMXEVTYPER and PMXEVCNTR read 0 and ignore writes",
                            cortex_r5_fields::pmselr[0].mask()};
constexpr notice software_increment{"software_increment",
                                    "software increments a counter that counts another event, "
                                    "which has no effect; its event",
                                    event_number_bits};

// Registers have PMCCNTR in bit 31, a mask of the counters has it above the event counters.
constexpr std::uint32_t event_bits = 7;

constexpr std::uint32_t to_flags(std::uint32_t mask) {
    return (mask & event_bits) | ((mask & ~event_bits) != 0 ? cycle_bit : 0U);
}
constexpr std::uint32_t to_mask(std::uint32_t flags) {
    return (flags & event_bits) | ((flags & cycle_bit) != 0 ? event_bits + 1U : 0U);
}

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
    // The parameter is for counters and event selections only: PMSELR and CFLR start at 0.
    const auto filled = [this](reg r) {
        return cortex_r5_registers[r].reset_with(m_config.reset_fill);
    };
    m_counters = {};
    m_counters.cycles.set(filled(reg::PMCCNTR));
    for (counter& c : m_counters.events) {
        c.count.set(filled(reg::PMXEVCNTR));
        c.event = filled(reg::PMXEVTYPER);
    }
    m_outputs = {};
    update_rules();
}

// --- register accesses ---------------------------------------------------------------------------

// The word that a register stores or shows; nullptr if it is no such word.
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

access_state cortex_r5_core::access_rules() const {
    const bool is_open = cortex_r5_fields::pmuserenr[0].is_set(m_pmuserenr);
    access_state rules;
    rules.user_enabled = is_open;
    rules.user_validation_enabled = is_open && m_config.user_validation;
    return rules;
}

// What no counter has.
std::uint32_t cortex_r5_core::stored_word(reg r) const {
    const auto word = word_of(r);
    return word != nullptr ? this->*word : 0;
}

response cortex_r5_core::write(std::uint32_t address, access_attributes who, std::uint32_t data,
                               const inputs& in, notice_sink& notices) {
    const decoded_access access = find(address, who, true);
    if (access.status != response::ok) {
        return access.status;
    }
    const auto r = static_cast<reg>(access.index);
    const register_desc& desc = cortex_r5_registers[access.index];
    counter* c = selected();
    if (const auto word = word_of(r)) {
        this->*word = desc.written(this->*word, data);
    }
    switch (r) {
    case reg::PMCR: write_pmcr(data); break;
    case reg::PMSWINC: increment_by_software(data & desc.action, in, notices); break;
    case reg::PMCCNTR: m_counters.cycles.set(data); return response::ok;
    case reg::PMXEVTYPER:
        if (c != nullptr) {
            c->event = desc.written(0, data);
        }
        break;
    case reg::PMXEVCNTR:
        if (c != nullptr) {
            c->count.set(data);
        }
        return response::ok;
    default: break;
    }
    update_rules();
    report_unusual(r, notices);
    return response::ok;
}

bool cortex_r5_core::peek(std::uint32_t address, const inputs& /*in*/, std::uint32_t& data) const {
    const std::size_t i = cortex_r5_registers.position(address);
    if (i == cortex_r5_registers.size()) {
        return false;
    }
    data = stored(static_cast<reg>(i));
    return true;
}

std::uint32_t cortex_r5_core::peek(const banked_register& r) const {
    const counter& c = m_counters.events[r.bank];
    return r.address == cortex_r5_registers[reg::PMXEVTYPER].address ? c.event : c.count.value();
}

bool cortex_r5_core::poke(std::uint32_t address, std::uint32_t data) {
    const std::size_t i = cortex_r5_registers.position(address);
    if (i == cortex_r5_registers.size()) {
        return false;
    }
    const auto r = static_cast<reg>(i);
    const register_desc& desc = cortex_r5_registers[i];
    counter* c = selected();
    if (const auto word = word_of(r)) {
        this->*word = desc.poked(this->*word, data);
    } else if (r == reg::PMCCNTR) {
        m_counters.cycles.set(data);
    } else if (r == reg::PMXEVTYPER && c != nullptr) {
        c->event = desc.poked(0, data);
    } else if (r == reg::PMXEVCNTR && c != nullptr) {
        c->count.set(data);
    }
    update_rules();
    return true;
}

// What a PMCR write does after its fields are stored: D = 0 and C clear the prescaler (D2).
void cortex_r5_core::write_pmcr(std::uint32_t value) {
    if (!is_divided()) {
        m_counters.cycles.clear_prescaler();
    }
    if (pmcr::P.is_set(value)) {
        m_counters.clear_events();
    }
    if (pmcr::C.is_set(value)) {
        m_counters.cycles.set(0);
        m_counters.cycles.clear_prescaler();
    }
}

// The increment happens at the write, under the conditions of an event on an edge (D14).
void cortex_r5_core::increment_by_software(std::uint32_t chosen, const inputs& in,
                                           notice_sink& notices) {
    std::uint32_t counted = 0;
    for (std::size_t n = 0; n < counter_count; ++n) {
        if ((chosen >> n & 1U) == 0) {
            continue;
        }
        const std::uint32_t event = m_counters.events[n].event;
        const event_desc* e = cortex_r5_events.find(event);
        if (e == nullptr || e->rule != event_rule::software) {
            notices.report(software_increment, event);
        } else {
            counted |= 1U << n;
        }
    }
    if (is_enabled() && lets_events_count(in)) {
        raise(m_counters.add(bank::one_each(counted & m_cnten), 1, in.lines).wrapped);
    }
}

// Remarks on what a write of this register has selected.
void cortex_r5_core::report_unusual(reg r, notice_sink& notices) const {
    const counter* c = selected();
    if (r == reg::PMSELR && c == nullptr) {
        notices.report(no_counter, m_pmselr);
    } else if (r == reg::PMXEVTYPER && c != nullptr) {
        const event_desc* e = find_event(c->event);
        const bool is_counted = e != nullptr && e->rule != event_rule::nothing;
        notices.select({counter_names[m_pmselr], c->event, is_counted ? e : nullptr});
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

void cortex_r5_core::raise(std::uint32_t wrapped) {
    m_overflows = static_cast<std::uint8_t>(m_overflows | wrapped);
    m_ovs |= to_flags(wrapped);
    update_requests();
}

// Each request is a level: some flag AND its enable (D15). E gates PMUIRQ by parameter only (D5).
void cortex_r5_core::update_requests() {
    m_outputs.pmuirq = (m_ovs & m_inten) != 0 && (is_enabled() || !m_config.irq_gated_by_e);
    m_outputs.valirq = (m_ovs & m_virqen) != 0;
    m_outputs.valfiq = (m_ovs & m_vfiqen) != 0;
    m_outputs.valreset = (m_ovs & m_vrsten) != 0;
    m_outputs.valedbgrq = (m_ovs & m_vdbgen) != 0;
}

// The counters whose overflow asserts a request of any kind.
std::uint32_t cortex_r5_core::enabled_requests() const {
    return m_inten | m_virqen | m_vfiqen | m_vrsten | m_vdbgen;
}

// Updates what depends on the registers: the requests, what an edge exports and what it adds.
void cortex_r5_core::update_rules() {
    update_requests();
    m_exported = pmcr::X.is_set(m_pmcr) ? cortex_r5_bus_lines : 0;
    const std::uint32_t enabled = is_enabled() ? to_mask(m_cnten) : 0;
    m_counters.cycle_step =
        (enabled & bank::cycle_bit) != 0 ? cycle_counter::per_edge(is_divided()) : 0;
    for (std::size_t n = 0; n < counter_count; ++n) {
        counter& c = m_counters.events[n];
        c.rule = (enabled >> n & 1U) != 0 ? cortex_r5_events.rule(c.event) : increment_rule{};
    }
}

// --- edges ---------------------------------------------------------------------------------------

// What CFLR holds after an edge with these lines: of several sources the first one wins (D19).
std::uint32_t cortex_r5_core::fault_location(std::uint64_t lines) const {
    for (std::size_t i = 0; i < m_locations.size() && (lines & fault_lines) != 0; ++i) {
        if ((lines & cortex_r5_fault_line(cortex_r5_fault_sources[i])) != 0) {
            return m_locations[i];
        }
    }
    return m_cflr;
}

// Takes the wraps of edges: flags, then requests.
void cortex_r5_core::overflow() {
    raise(m_counters.take_wraps());
}

std::uint64_t cortex_r5_core::edges_to_output_change(const inputs& in) const {
    const std::uint64_t lines = cortex_r5_normalised(in.lines);
    if (exported(lines, in) != m_outputs.evntbus) {
        return 1;
    }
    // Edges assert requests and never drop them. So only counters of requests that are not asserted
    // matter.
    std::uint32_t watched = 0;
    for (const std::uint32_t enables : {m_inten, m_virqen, m_vfiqen, m_vrsten, m_vdbgen}) {
        watched |= (m_ovs & enables) == 0 ? enables : 0U;
    }
    return edges_to_wrap(to_mask(watched), in);
}

// How many edges until a counter of a mask wraps.
std::uint64_t cortex_r5_core::edges_to_wrap(std::uint32_t watched, const inputs& in) const {
    if (lets_events_count(in)) {
        return m_counters.edges_to_wrap(watched, cortex_r5_normalised(in.lines));
    }
    return lets_cycles_count(in) ? m_counters.cycles_to_wrap(watched) : never;
}

std::uint64_t cortex_r5_core::edges_to_overflow(const inputs& in) const {
    return edges_to_wrap(bank::cycle_bit | event_bits, in);
}

bool cortex_r5_core::is_quiet(const inputs& in) const {
    const std::uint64_t lines = cortex_r5_normalised(in.lines);
    const bool counts = (m_counters.cycle_step != 0 && lets_cycles_count(in)) ||
                        (m_counters.moving(lines) != 0 && lets_events_count(in));
    return !counts && exported(lines, in) == m_outputs.evntbus && fault_location(lines) == m_cflr;
}

// --- snapshots -----------------------------------------------------------------------------------

void cortex_r5_core::normalise() {
    for (const register_desc& desc : cortex_r5_registers) {
        const auto r = static_cast<reg>(cortex_r5_registers.index_of(desc));
        if (const auto word = word_of(r)) {
            this->*word = desc.poked(desc.reset, this->*word);
        }
    }
    for (counter& c : m_counters.events) {
        c.event &= cortex_r5_registers[reg::PMXEVTYPER].writable;
    }
    normalise(m_outputs);
    update_rules();
}

void cortex_r5_core::normalise(inputs& in) const {
    in.lines &= ~cortex_r5_unused_line;
}

void cortex_r5_core::normalise(outputs& out) const {
    out.evntbus = cortex_r5_normalised(out.evntbus) & cortex_r5_bus_lines;
}

namespace {

// Whether units with these parameters do the same. The module inverts the pin, not the core.
bool are_alike(const cortex_r5_config& a, const cortex_r5_config& b) {
    return a.irq_gated_by_e == b.irq_gated_by_e && a.evntbus_auth_gate == b.evntbus_auth_gate &&
           a.user_validation == b.user_validation && a.reset_fill == b.reset_fill;
}

} // namespace

bool operator==(const cortex_r5_core& a, const cortex_r5_core& b) {
    return are_alike(a.m_config, b.m_config) &&
           cortex_r5_core::state_of(a) == cortex_r5_core::state_of(b);
}

} // namespace pmu
