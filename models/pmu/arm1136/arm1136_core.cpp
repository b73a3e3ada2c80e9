// SPDX-License-Identifier: Apache-2.0
#include <pmu/arm1136/arm1136_core.h>

#include <algorithm>

namespace pmu {

namespace pmnc = arm1136_pmnc;

namespace {

constexpr std::size_t index_of(arm1136_register r) {
    return static_cast<std::size_t>(r);
}

} // namespace

arm1136_core::arm1136_core(const config& parameters) : m_config(parameters) {
    reset();
}

void arm1136_core::reset() {
    m_pmnc = arm1136_registers[index_of(arm1136_register::PMNC)].reset;
    m_ccnt = {};
    m_ccnt.set(m_config.ccnt_reset_value);
    m_pmn0 = {};
    m_pmn1 = {};
    select_events();
    m_start_delay = 0;
    m_stop_delay = 0;
    m_outputs = {};
}

// --- register accesses ---------------------------------------------------------------------------

std::uint32_t arm1136_core::stored(arm1136_register r) const {
    switch (r) {
    case arm1136_register::PMNC: return m_pmnc;
    case arm1136_register::CCNT: return m_ccnt.value();
    case arm1136_register::PMN0: return m_pmn0.count.value();
    case arm1136_register::PMN1: return m_pmn1.count.value();
    }
    return 0;
}

response arm1136_core::read(std::uint32_t address, access_attributes who, const inputs& /*in*/,
                            std::uint32_t& data) const {
    const decoded_access access =
        decode(arm1136_registers, address, who, false, {m_config.user_access, true});
    if (access.status == response::ok) {
        data = stored(static_cast<arm1136_register>(access.index));
    }
    return access.status;
}

response arm1136_core::write(std::uint32_t address, access_attributes who, std::uint32_t data,
                             const inputs& /*in*/, notice_sink& notices) {
    const decoded_access access =
        decode(arm1136_registers, address, who, true, {m_config.user_access, true});
    if (access.status == response::ok) {
        switch (static_cast<arm1136_register>(access.index)) {
        case arm1136_register::PMNC: write_pmnc(data, notices); break;
        case arm1136_register::CCNT: m_ccnt.set(data); break;
        case arm1136_register::PMN0: m_pmn0.count.set(data); break;
        case arm1136_register::PMN1: m_pmn1.count.set(data); break;
        }
    }
    return access.status;
}

bool arm1136_core::peek(std::uint32_t address, const inputs& /*in*/, std::uint32_t& data) const {
    const register_desc* r = arm1136_registers.find(address);
    if (r == nullptr) {
        return false;
    }
    data = stored(static_cast<arm1136_register>(arm1136_registers.index_of(*r)));
    return true;
}

bool arm1136_core::poke(std::uint32_t address, std::uint32_t data) {
    const register_desc* r = arm1136_registers.find(address);
    if (r == nullptr) {
        return false;
    }
    switch (static_cast<arm1136_register>(arm1136_registers.index_of(*r))) {
    case arm1136_register::PMNC: {
        const bool was_enabled = is_enabled();
        m_pmnc = r->poked(m_pmnc, data);
        select_events();
        set_enable(was_enabled, 0); // a debugger's E counts from the next edge
        m_stop_delay = 0;
        update_pmuirq();
        break;
    }
    case arm1136_register::CCNT: m_ccnt.set(data); break;
    case arm1136_register::PMN0: m_pmn0.count.set(data); break;
    case arm1136_register::PMN1: m_pmn1.count.set(data); break;
    }
    return true;
}

// The order of one PMNC write is that of the specification, section 3.2.
void arm1136_core::write_pmnc(std::uint32_t value, notice_sink& notices) {
    const register_desc& desc = arm1136_registers[index_of(arm1136_register::PMNC)];
    const bool was_enabled = is_enabled();
    std::uint32_t flags_kept = 0;
    if (m_config.flag_clear_needs_e && !pmnc::E.is_set(value)) {
        flags_kept = desc.write_one_to_clear;
    }
    m_pmnc = desc.written(m_pmnc, value & ~flags_kept);
    select_events();
    if (!is_divided()) {
        m_ccnt.clear_prescaler();
    }
    if (pmnc::C.is_set(value)) {
        m_ccnt.set(0);
        if (m_config.c_resets_prescaler) {
            m_ccnt.clear_prescaler();
        }
    }
    if (pmnc::P.is_set(value)) {
        m_pmn0.count.set(0);
        m_pmn1.count.set(0);
    }
    set_enable(was_enabled, m_config.start_delay_cycles);
    update_pmuirq();
    for (const event_counter* counter : {&m_pmn0, &m_pmn1}) {
        if (arm1136_events.find(counter->event) == nullptr) {
            notices.report(reserved_event, counter->event);
        }
    }
}

void arm1136_core::select_events() {
    m_pmn0.select(arm1136_events, pmnc::EvtCount0.of(m_pmnc), m_config.two_bit);
    m_pmn1.select(arm1136_events, pmnc::EvtCount1.of(m_pmnc), m_config.two_bit);
}

// Arms the delay of the transition from `was_enabled` to the present E, if there is one.
void arm1136_core::set_enable(bool was_enabled, std::uint32_t start_delay) {
    if (is_enabled() && !was_enabled) {
        m_start_delay = start_delay;
        m_stop_delay = 0;
    } else if (!is_enabled() && was_enabled) {
        m_stop_delay = m_start_delay == 0 ? m_config.stop_delay_cycles : 0;
        m_start_delay = 0;
    }
}

// PMUIRQ is flag AND enable, held in a storage element that lets go only while E is 1.
void arm1136_core::update_pmuirq() {
    const std::uint32_t enables = pmnc::ECC.mask() | pmnc::EC1.mask() | pmnc::EC0.mask();
    const bool pending = (m_pmnc >> pmnc::flag_over_enable & m_pmnc & enables) != 0;
    if (pending) {
        m_outputs.pmuirq = m_outputs.pmuirq || is_enabled() || !m_config.irq_set_needs_e;
    } else if (is_enabled() || !m_config.irq_clear_needs_e) {
        m_outputs.pmuirq = false;
    }
}

// --- edges ---------------------------------------------------------------------------------------

std::uint32_t arm1136_core::exported(const inputs& in) const {
    constexpr std::uint32_t bus = (1U << event_bus_width) - 1U;
    return pmnc::X.is_set(m_pmnc) && !in.debug_state ? static_cast<std::uint32_t>(in.lines) & bus
                                                     : 0U;
}

// Whether the next edge counts.
bool arm1136_core::is_counting(const inputs& in) const {
    return !in.debug_state && (is_enabled() ? m_start_delay == 0 : m_stop_delay != 0);
}

bool arm1136_core::is_idle() const {
    return !is_enabled() && m_stop_delay == 0 && !pmnc::X.is_set(m_pmnc) && m_outputs.evntbus == 0;
}

bool arm1136_core::is_quiet(const inputs& in) const {
    const bool holds = in.debug_state || (!is_enabled() && m_stop_delay == 0);
    return holds && exported(in) == m_outputs.evntbus;
}

// Lets the delays see n edges. Returns how many of them count.
std::uint64_t arm1136_core::take_delays(std::uint64_t edges) {
    if (is_enabled()) {
        const std::uint64_t skipped = std::min<std::uint64_t>(edges, m_start_delay);
        m_start_delay -= static_cast<std::uint32_t>(skipped);
        return edges - skipped;
    }
    const std::uint64_t counted = std::min<std::uint64_t>(edges, m_stop_delay);
    m_stop_delay -= static_cast<std::uint32_t>(counted);
    return counted;
}

// Whether a wrap by this increment sets the flag. The erratum misses a wrap that does not land on
// 0: by twos from an odd value, all of them.
bool arm1136_core::flags_wrap(const counter32& counter, std::uint32_t increment) const {
    return !m_config.erratum_double_increment || increment != 2 || counter.value() % 2 == 0;
}

// One counted edge or many: `add` adds an increment to a counter and says whether it wrapped.
template <class Add>
void arm1136_core::count_lines(std::uint64_t lines, bool ccnt_wrapped, Add add) {
    std::uint32_t flags = ccnt_wrapped ? pmnc::CCR.mask() : 0U;
    const auto count_one = [&](event_counter& counter, const register_field& flag) {
        const std::uint32_t increment = counter.rule(lines);
        const bool seen = flags_wrap(counter.count, increment);
        if (add(counter.count, increment) && seen) {
            flags |= flag.mask();
        }
    };
    count_one(m_pmn0, pmnc::CR0);
    count_one(m_pmn1, pmnc::CR1);
    if (flags != 0) {
        m_pmnc |= flags;
        update_pmuirq();
    }
}

void arm1136_core::step(const inputs& in) {
    m_outputs.evntbus = exported(in);
    if (!in.debug_state && take_delays(1) != 0) {
        count_lines(in.lines, m_ccnt.step(is_divided()),
                    [](counter32& c, std::uint32_t increment) { return c.add(increment); });
    }
}

void arm1136_core::run(const inputs& in, std::uint64_t n) {
    if (n == 0) {
        return;
    }
    m_outputs.evntbus = exported(in);
    if (!in.debug_state) {
        const std::uint64_t edges = take_delays(n);
        count_lines(
            in.lines, m_ccnt.run(is_divided(), edges),
            [edges](counter32& c, std::uint32_t increment) { return c.add(increment, edges); });
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
    std::uint64_t counted = never;
    if (pmnc::ECC.is_set(m_pmnc)) {
        counted = m_ccnt.edges_to_wrap(is_divided());
    }
    const auto consider = [&](const event_counter& counter, const register_field& enable) {
        const std::uint32_t increment = counter.rule(in.lines);
        if (enable.is_set(m_pmnc) && flags_wrap(counter.count, increment)) {
            counted = std::min(counted, counter.count.times_to_wrap(increment));
        }
    };
    consider(m_pmn0, pmnc::EC0);
    consider(m_pmn1, pmnc::EC1);
    if (is_enabled()) {
        return saturating_add(counted, m_start_delay);
    }
    return counted <= m_stop_delay ? counted : never;
}

// --- batches -------------------------------------------------------------------------------------

bool arm1136_core::count(std::uint32_t event, std::uint64_t n, const inputs& in) {
    if (n == 0 || !is_counting(in) || arm1136_events.find(event) == nullptr) {
        return false;
    }
    bool is_near_a_change = false; // of an output: edges bring the counter there sooner
    const auto add = [&](event_counter& counter, const register_field& flag) {
        if (counter.event == event) {
            is_near_a_change |= counter.rule(in.lines) != 0;
            if (counter.count.add(1, n)) {
                m_pmnc |= flag.mask();
                is_near_a_change = true;
            }
        }
    };
    add(m_pmn0, pmnc::CR0);
    add(m_pmn1, pmnc::CR1);
    update_pmuirq();
    return is_near_a_change;
}

std::uint64_t arm1136_core::headroom(std::uint32_t event, const inputs& in) const {
    std::uint64_t room = never;
    if (is_counting(in) && arm1136_events.find(event) != nullptr) {
        for (const auto& [counter, enable] :
             {std::pair{&m_pmn0, &pmnc::EC0}, std::pair{&m_pmn1, &pmnc::EC1}}) {
            if (counter->event == event && enable->is_set(m_pmnc)) {
                room = std::min(room, counter->count.times_to_wrap(1));
            }
        }
    }
    return room;
}

bool operator==(const arm1136_core& a, const arm1136_core& b) {
    return a.m_pmnc == b.m_pmnc && a.m_ccnt == b.m_ccnt && a.m_pmn0 == b.m_pmn0 &&
           a.m_pmn1 == b.m_pmn1 && a.m_start_delay == b.m_start_delay &&
           a.m_stop_delay == b.m_stop_delay && a.m_outputs == b.m_outputs;
}

} // namespace pmu
