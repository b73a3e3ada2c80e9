// SPDX-License-Identifier: Apache-2.0
// The PMU of the ARM11 cores as the manuals describe it, without time: all but its events, and who
// may access it.
#pragma once

#include <pmu/arm11_common/arm11_tables.h>
#include <pmu/core/counter.h>
#include <pmu/core/notice.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace PMU_API pmu {

/// What the unit drives.
struct arm11_outputs {
    bool pmuirq = false;       ///< the logical request, true = asserted
    std::uint32_t evntbus = 0; ///< 20 bits, as of the last edge (D6)

    /// All levels, as references.
    template <class Self>
    static constexpr auto state_of(Self& self) {
        return std::tie(self.pmuirq, self.evntbus);
    }
    /// No pin shows a difference.
    friend constexpr bool operator==(const arm11_outputs& a, const arm11_outputs& b) {
        return state_of(a) == state_of(b);
    }
    friend constexpr bool operator!=(const arm11_outputs& a, const arm11_outputs& b) {
        return !(a == b);
    }
};

/// CCNT, PMN0 and PMN1, controlled by PMNC: one enable E for all, with a delay, a divider D for
/// CCNT, and for each counter a flag and an interrupt enable. PMUIRQ is held while E is 0 (D2).
///
/// A part derives from it and says:
/// - `registers()` and `events()`;
/// - `sampled_lines`: how many lines an edge samples, those of EVNTBUS first;
/// - `lets_user_in(in)`: whether User mode has access, with these pins;
/// - `have_same_parameters(a, b)`: whether the parameters that only this part has are the same.
///
/// It may also refine ccnt_after_reset() and unflagged().
/// \tparam Part the class that derives
/// \tparam Config its parameters, an arm11_config and more
/// \tparam Inputs what an edge samples, with the members `lines` and `debug_state`
template <class Part, class Config, class Inputs>
class arm11_core {
public:
    using config = Config;         ///< the parameters
    using inputs = Inputs;         ///< what an edge samples
    using outputs = arm11_outputs; ///< what the unit drives

    /// Coprocessor space: the low 20 bits of an address count, so no address is outside.
    static constexpr std::uint64_t address_mask = coprocessor_window_size - 1;
    static constexpr std::uint64_t window_size = 0; ///< 0: address_mask applies instead
    /// The counters, in the order of a mask of them.
    static constexpr std::array<const char*, 3> counter_names{"PMN0", "PMN1", "CCNT"};
    /// Whether no batch can report the event, because the unit makes it by itself or never.
    static constexpr bool is_internal(std::uint32_t event) {
        return Part::events().is_internal(event);
    }

    /// Reset: every register and output takes its reset value (D10, D16).
    void reset() {
        m_pmnc = Part::registers()[arm11_register::PMNC].reset;
        m_counters = {};
        m_counters.cycles.set(part().ccnt_after_reset());
        m_delay = 0;
        m_outputs = {};
        update_rules();
    }

    /// Reads the register at a bus address. No side effect; `data` is left alone unless OK.
    response read(std::uint32_t address, access_attributes who, const inputs& in,
                  std::uint32_t& data) const {
        const decoded_access access =
            decode(Part::registers(), address, who, false, [&] { return access_rules(in); });
        if (access.status == response::ok) {
            data = stored(static_cast<arm11_register>(access.index));
        }
        return access.status;
    }
    /// Writes the register at a bus address. A refused write changes nothing.
    response write(std::uint32_t address, access_attributes who, std::uint32_t data,
                   const inputs& in, notice_sink& notices) {
        const decoded_access access =
            decode(Part::registers(), address, who, true, [&] { return access_rules(in); });
        if (access.status == response::ok) {
            const auto r = static_cast<arm11_register>(access.index);
            if (r == arm11_register::PMNC) {
                write_pmnc(data, notices);
            } else {
                set_counter(r, data);
            }
        }
        return access.status;
    }
    /// Reads without rules. \return false: no register there
    bool peek(std::uint32_t address, const inputs& /*in*/, std::uint32_t& data) const {
        const std::size_t i = Part::registers().position(address);
        if (i == Part::registers().size()) {
            return false;
        }
        data = stored(static_cast<arm11_register>(i));
        return true;
    }
    /// Stores counters, fields and flags as given, without actions.
    /// \return false: no register there
    bool poke(std::uint32_t address, std::uint32_t data) {
        const std::size_t i = Part::registers().position(address);
        if (i == Part::registers().size()) {
            return false;
        }
        const auto r = static_cast<arm11_register>(i);
        if (r == arm11_register::PMNC) {
            poke_pmnc(data);
        } else {
            set_counter(r, data);
        }
        return true;
    }

    /// Takes one rising edge.
    void step(const inputs& in) { take(in, one_edge{}); }
    /// Takes n rising edges with the same inputs: the same as n times step(in).
    void run(const inputs& in, std::uint64_t n) {
        if (n != 0) {
            take(in, folded(n));
        }
    }
    /// The number of edges with these inputs after which an output next changes, or `never`.
    std::uint64_t edges_to_output_change(const inputs& in) const {
        if (exported(in) != m_outputs.evntbus) {
            return 1;
        }
        // Edges only ever assert PMUIRQ.
        if (in.debug_state || m_outputs.pmuirq || (!is_enabled() && m_config.irq_set_needs_e)) {
            return never;
        }
        const std::uint32_t counters = enables(m_pmnc) & ~part().unflagged(in.lines);
        return with_delay(m_counters.edges_to_wrap(counters, in.lines));
    }
    /// Whether no edge can change state or an output, whatever the inputs.
    bool is_idle() const {
        return !is_enabled() && m_delay == 0 && m_exported == 0 && m_outputs.evntbus == 0;
    }
    /// Whether no edge with these inputs changes state or an output.
    bool is_quiet(const inputs& in) const {
        const bool holds = in.debug_state || (!is_enabled() && m_delay == 0);
        return holds && exported(in) == m_outputs.evntbus;
    }

    /// Adds n occurrences of an event to every counter that its line moves now. 0x20 and 0x21 also
    /// move the counters of 0x22. 0x22 itself names no line and moves its own counters only. No
    /// effect: reserved numbers, and 0xFF, which counts the clock.
    /// \return true: an output, or the result of edges_to_output_change(), may differ from before
    bool count(std::uint32_t event, std::uint64_t n, const inputs& in) {
        const auto added = m_counters.add(occurrence(event, in), n, in.lines);
        if (added.wrapped != 0) {
            m_overflows = static_cast<std::uint8_t>(m_overflows | added.wrapped);
            raise(added.wrapped);
        }
        return added.is_visible();
    }
    /// How many occurrences of an event fit until a counter with an enabled request overflows.
    std::uint64_t headroom(std::uint32_t event, const inputs& in) const {
        return m_counters.headroom(occurrence(event, in), enables(m_pmnc));
    }
    /// If E is 1, the next edge counts.
    void end_start_delay() { m_delay = is_enabled() ? 0 : m_delay; }

    /// PMNC.E.
    bool is_enabled() const { return arm11_pmnc::E.is_set(m_pmnc); }
    /// The counters that have wrapped since the last call, as a mask, flag or not (D7).
    std::uint32_t take_overflows() { return std::exchange(m_overflows, std::uint8_t{0}); }
    /// The number of edges with these inputs after which a counter next wraps, or `never`.
    std::uint64_t edges_to_overflow(const inputs& in) const {
        return in.debug_state ? never
                              : with_delay(m_counters.edges_to_wrap(counter_mask, in.lines));
    }

    /// The event with this number, or nullptr where the number is reserved.
    static constexpr const event_desc* find_event(std::uint32_t number) {
        return Part::events().find(number);
    }
    /// The event numbers that the event counters have selected, enabled or not: 8 bits each, the
    /// first counter in [7:0].
    std::uint32_t selections() const { return m_counters.selections(); }
    /// What an edge adds to a counter that has this event selected and is enabled.
    std::uint32_t increment(const event_desc& e, const inputs& in) const {
        return in.debug_state ? 0 : increment_rule{e, m_config.two_bit}(in.lines);
    }
    /// What an occurrence of `event` in a batch adds to such a counter.
    std::uint32_t increment(const event_desc& e, const inputs& in, std::uint32_t event) const {
        const event_table& events = Part::events();
        return in.debug_state
                   ? 0
                   : events.occurrence_adds(event, events.line_of(event), e, m_config.two_bit);
    }

    /// The outputs now.
    const outputs& driven() const { return m_outputs; }
    /// The parameters that the unit was made with.
    const config& parameters() const { return m_config; }
    /// Sets the parameter `irq_active_low`: that of the pin, which is the module's.
    void set_irq_active_low(bool is_active_low) { m_config.irq_active_low = is_active_low; }

    /// All that == compares but the parameters, as references: the state that a snapshot has.
    template <class Self>
    static auto state_of(Self& self) {
        return std::tie(self.m_pmnc, self.m_delay, self.m_counters, self.m_outputs);
    }
    /// Makes a possible state of any values in state_of(), and updates what follows from them. A
    /// state that is possible stays as it is.
    void normalise() {
        const register_desc& desc = Part::registers()[arm11_register::PMNC];
        m_pmnc = desc.poked(desc.reset, m_pmnc);
        m_delay = std::min(m_delay,
                           is_enabled() ? m_config.start_delay_cycles : m_config.stop_delay_cycles);
        normalise(m_outputs);
        update_rules();
        update_pmuirq();
    }
    /// Drops the bits that no pin has.
    void normalise(inputs& in) const { in.lines &= (std::uint64_t{1} << Part::sampled_lines) - 1U; }
    /// The same for what the unit drives.
    void normalise(outputs& out) const { out.evntbus &= all_of_evntbus; }

    /// Whether two units have the same state and, from now on, do the same.
    friend bool operator==(const Part& a, const Part& b) {
        return are_alike(a.m_config, b.m_config) && state_of(a) == state_of(b);
    }
    friend bool operator!=(const Part& a, const Part& b) { return !(a == b); }

protected:
    /// The part resets itself: what it says is not there yet.
    explicit arm11_core(const Config& parameters) : m_config(parameters) {}

    /// What reset puts into CCNT.
    std::uint32_t ccnt_after_reset() const { return 0; }
    /// The counters whose wraps set no flag on edges with these lines, as a mask.
    std::uint32_t unflagged(std::uint64_t /*lines*/) const { return 0; }

    using bank = counter_bank<increment_rule, 2>; ///< all counters of the unit

    Config m_config;              ///< the parameters
    std::uint32_t m_pmnc = 0;     ///< PMNC
    std::uint32_t m_delay = 0;    ///< edges that E = 1 still skips, or that E = 0 still counts
    std::uint32_t m_exported = 0; ///< mask of the lines that X exports; follows PMNC
    outputs m_outputs;            ///< the outputs now
    std::uint8_t m_overflows = 0; ///< counters that have wrapped; not part of what is seen
    bank m_counters;              ///< PMN0, PMN1 and CCNT

private:
    access_state access_rules(const inputs& in) const { return {part().lets_user_in(in), true}; }

    static constexpr std::uint32_t all_of_evntbus = (1U << arm11_evntbus_width) - 1U;
    // PMNC has flags and interrupt enables in the order of a mask of the counter bank.
    static constexpr std::uint32_t counter_mask = 7;
    static_assert(arm11_pmnc::CR1.lsb == arm11_pmnc::CR0.lsb + 1 &&
                  arm11_pmnc::CCR.lsb == arm11_pmnc::CR0.lsb + 2);
    static_assert(arm11_pmnc::EC1.lsb == arm11_pmnc::EC0.lsb + 1 &&
                  arm11_pmnc::ECC.lsb == arm11_pmnc::EC0.lsb + 2);

    static constexpr notice irq_held{
        "irq_held",
        "software clears what PMUIRQ was asserted for while E is 0; PMUIRQ can only be cleared "
        "while E is 1 and stays asserted, without a flag to see, until PMNC is written with E = 1; "
        "value written"};

    static constexpr std::uint32_t enables(std::uint32_t word) {
        return word >> arm11_pmnc::EC0.lsb & counter_mask;
    }

    // Whether units with these parameters do the same. What concerns pins only is the module's.
    static bool are_alike(const Config& a, const Config& b) {
        return a.start_delay_cycles == b.start_delay_cycles &&
               a.stop_delay_cycles == b.stop_delay_cycles && a.two_bit == b.two_bit &&
               a.irq_clear_needs_e == b.irq_clear_needs_e &&
               a.irq_set_needs_e == b.irq_set_needs_e &&
               a.flag_clear_needs_e == b.flag_clear_needs_e &&
               a.c_resets_prescaler == b.c_resets_prescaler && Part::have_same_parameters(a, b);
    }

    const Part& part() const { return static_cast<const Part&>(*this); }

    // --- registers ---

    std::uint32_t stored(arm11_register r) const {
        switch (r) {
        case arm11_register::PMNC: return m_pmnc;
        case arm11_register::CCNT: return m_counters.cycles.value();
        case arm11_register::PMN0: return m_counters.events[0].count.value();
        case arm11_register::PMN1: return m_counters.events[1].count.value();
        }
        return 0;
    }
    void set_counter(arm11_register r, std::uint32_t value) {
        if (r == arm11_register::CCNT) {
            m_counters.cycles.set(value);
        } else {
            m_counters.events[r == arm11_register::PMN1 ? 1 : 0].count.set(value);
        }
    }
    // A debugger's E counts from the next edge.
    void poke_pmnc(std::uint32_t value) {
        const bool was_enabled = is_enabled();
        m_pmnc = Part::registers()[arm11_register::PMNC].poked(m_pmnc, value);
        set_enable(was_enabled, 0);
        if (!is_enabled()) {
            m_delay = 0;
        }
        update_rules();
        update_pmuirq();
    }
    // One PMNC write acts in this order: flags (D2), fields, prescaler (D5), C, P, then E with its
    // delay (D4), PMUIRQ last.
    void write_pmnc(std::uint32_t value, notice_sink& notices) {
        const register_desc& desc = Part::registers()[arm11_register::PMNC];
        const bool was_enabled = is_enabled();
        const bool keeps_flags = m_config.flag_clear_needs_e && !arm11_pmnc::E.is_set(value);
        m_pmnc = desc.written(m_pmnc, keeps_flags ? value & ~desc.write_one_to_clear : value);
        reset_counters(value);
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
    // What D, C and P of a written word do to the counters.
    void reset_counters(std::uint32_t value) {
        const bool resets_ccnt = arm11_pmnc::C.is_set(value);
        if (!arm11_pmnc::D.is_set(value) || (resets_ccnt && m_config.c_resets_prescaler)) {
            m_counters.cycles.clear_prescaler();
        }
        if (resets_ccnt) {
            m_counters.cycles.set(0);
        }
        if (arm11_pmnc::P.is_set(value)) {
            m_counters.clear_events();
        }
    }

    // --- what follows from them ---

    // Arms the delay of the transition from `was_enabled` to the present E, if there is one.
    void set_enable(bool was_enabled, std::uint32_t start_delay) {
        if (is_enabled() && !was_enabled) {
            m_delay = start_delay;
        } else if (!is_enabled() && was_enabled) {
            m_delay = m_delay == 0 ? m_config.stop_delay_cycles : 0;
        }
    }
    // Updates what depends on PMNC and the delay: what an edge exports, and what it adds. A start
    // delay holds the counters elsewhere, in take_delayed().
    void update_rules() {
        const bool counts = is_enabled() || m_delay != 0;
        m_exported = arm11_pmnc::X.is_set(m_pmnc) ? all_of_evntbus : 0;
        m_counters.cycle_step = counts ? cycle_counter::per_edge(arm11_pmnc::D.is_set(m_pmnc)) : 0;
        m_counters.events[0].event = arm11_pmnc::EvtCount0.of(m_pmnc);
        m_counters.events[1].event = arm11_pmnc::EvtCount1.of(m_pmnc);
        for (auto& counter : m_counters.events) {
            counter.rule =
                counts ? Part::events().rule(counter.event, m_config.two_bit) : increment_rule{};
        }
    }
    // Whether a counter with an enabled request has overflowed.
    bool is_pending() const { return (m_pmnc >> arm11_pmnc::CR0.lsb & enables(m_pmnc)) != 0; }
    // PMUIRQ is flag AND enable, held in a storage element that is released only while E is 1 (D2).
    void update_pmuirq() {
        if (is_pending()) {
            m_outputs.pmuirq = m_outputs.pmuirq || is_enabled() || !m_config.irq_set_needs_e;
        } else if (is_enabled() || !m_config.irq_clear_needs_e) {
            m_outputs.pmuirq = false;
        }
    }
    // Whether the next edge counts: E is 1 and no start delay is left, or E is 0 and a stop delay
    // is.
    bool is_counting(const inputs& in) const {
        return !in.debug_state && is_enabled() == (m_delay == 0);
    }
    // What an occurrence of an event adds to the event counters now.
    bank::increments occurrence(std::uint32_t event, const inputs& in) const {
        const event_table& events = Part::events();
        return is_counting(in) ? m_counters.occurrence(events, event, events.line_of(event))
                               : typename bank::increments{};
    }
    std::uint32_t exported(const inputs& in) const {
        return in.debug_state ? 0U : static_cast<std::uint32_t>(in.lines) & m_exported;
    }
    // The edges that it takes until as many are counted.
    std::uint64_t with_delay(std::uint64_t counted) const {
        if (is_enabled()) {
            return saturating_add(counted, m_delay);
        }
        return counted <= m_delay ? counted : never;
    }

    // --- edges ---

    // Takes one edge or many, as counter_bank::advance().
    template <class Edges>
    void take(const inputs& in, Edges n) {
        const std::uint64_t lines = in.lines; // a copy, which the counters cannot change
        m_outputs.evntbus = exported(in);
        if (in.debug_state) {
            return;
        }
        if (m_delay != 0) {
            take_delayed(lines, n);
        } else if (m_counters.advance(lines, n)) {
            overflow(lines);
        }
    }
    // Takes n edges, the first of them within a delay. Of these, a start delay counts those after
    // it, a stop delay those within it.
    [[gnu::noinline]] void take_delayed(std::uint64_t lines, std::uint64_t n) {
        const std::uint64_t within = std::min<std::uint64_t>(n, m_delay);
        m_delay -= static_cast<std::uint32_t>(within);
        if (m_counters.advance(lines, is_enabled() ? n - within : within)) {
            overflow(lines);
        }
        if (m_delay == 0) {
            update_rules();
        }
    }
    // Takes the wraps of edges with these lines: flags, then PMUIRQ.
    [[gnu::cold]] [[gnu::noinline]] void overflow(std::uint64_t lines) {
        const std::uint32_t missed = part().unflagged(lines);
        const std::uint32_t wrapped = m_counters.take_wraps();
        m_overflows = static_cast<std::uint8_t>(m_overflows | wrapped);
        raise(wrapped & ~missed);
    }
    void raise(std::uint32_t flags) {
        if (flags != 0) {
            m_pmnc |= flags << arm11_pmnc::CR0.lsb;
            update_pmuirq();
        }
    }
};

} // namespace pmu
