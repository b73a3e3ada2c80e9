// SPDX-License-Identifier: Apache-2.0
// What the XScale performance monitors XSC1 and XSC2 have in common, without time: everything but
// the layout of their registers.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/notice.h>
#include <pmu/xscale_common/xsc_tables.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>

namespace PMU_API pmu {

/// What an edge of an XScale PMU samples.
struct xsc_inputs {
    std::uint64_t lines = 0; ///< event bus, [23:0]

    /// All levels, as references.
    template <class Self>
    static constexpr auto state_of(Self& self) {
        return std::tie(self.lines);
    }
    /// Edges with equal inputs do the same.
    friend constexpr bool operator==(const xsc_inputs& a, const xsc_inputs& b) {
        return state_of(a) == state_of(b);
    }
    friend constexpr bool operator!=(const xsc_inputs& a, const xsc_inputs& b) { return !(a == b); }
};

/// What an XScale PMU drives.
struct xsc_outputs {
    bool pmuirq = false; ///< true = asserted

    /// All levels, as references.
    template <class Self>
    static constexpr auto state_of(Self& self) {
        return std::tie(self.pmuirq);
    }
    /// No pin shows a difference.
    friend constexpr bool operator==(const xsc_outputs& a, const xsc_outputs& b) {
        return state_of(a) == state_of(b);
    }
    friend constexpr bool operator!=(const xsc_outputs& a, const xsc_outputs& b) {
        return !(a == b);
    }
};

/// CCNT and the event counters, one enable E for all, a divider D for CCNT, and for each counter a
/// sticky overflow flag and an interrupt enable. PMUIRQ is the OR of flag AND enable, whatever E is
/// (XD-6).
///
/// A part derives from it and says where things stand in its registers:
/// - `registers()`, `control_register` (the position of PMNC), `event_register` (of the register
///   with the event numbers), `cycle_register` (of CCNT) and `first_counter` (of PMN0);
/// - `control_word(i)` and `set_control_word(i, word)`: register i, which is no counter, as a word,
///   from and to the members below;
/// - `counter_names`, in the order of a mask of the counters;
/// - `have_same_parameters(a, b)`: whether the parameters that only this part has are the same.
///
/// It may also refine flags_after() and edges_to_irq_change().
/// \tparam Part the class that derives
/// \tparam Config its parameters, an xsc_config and more
/// \tparam Counters number of event counters
template <class Part, class Config, std::size_t Counters>
class xsc_core {
public:
    using config = Config;       ///< the parameters
    using inputs = xsc_inputs;   ///< what an edge samples
    using outputs = xsc_outputs; ///< what the unit drives

    static constexpr unsigned event_bus_width = xsc_event_bus_width; ///< lines
    /// Coprocessor space: the low 20 bits of an address count, so no address is outside.
    static constexpr std::uint64_t address_mask = coprocessor_window_size - 1;
    static constexpr std::uint64_t window_size = 0; ///< 0: address_mask applies instead
    /// Whether no batch can report the event, because it never happens.
    static constexpr bool is_internal(std::uint32_t event) { return xsc_events.is_internal(event); }

    /// Reset: every register takes its reset value. Bits that the manual leaves open take that of
    /// the configuration (XD-1, IXD-1).
    void reset() {
        const register_map& map = Part::registers();
        for (std::size_t i = 0; i < map.size(); ++i) {
            store(i, map[i].reset_with(m_config.unpredictable.word(map[i].address)));
        }
        m_counters.cycles.clear_prescaler();
    }

    /// Reads the register at a bus address. No side effect; `data` is left alone unless OK. No
    /// register depends on the pins.
    response read(std::uint32_t address, access_attributes who, const inputs& /*in*/,
                  std::uint32_t& data) const {
        const decoded_access access = decode(Part::registers(), address, who, false, no_rules);
        if (access.status == response::ok) {
            data = stored(access.index);
            if (m_config.unp_read_mask != 0) {
                data |= m_config.unp_read_mask & ~Part::registers()[access.index].readable();
            }
        }
        return access.status;
    }

    /// Writes the register at a bus address. A refused write changes nothing. No register depends
    /// on the pins.
    response write(std::uint32_t address, access_attributes who, std::uint32_t data,
                   const inputs& /*in*/, notice_sink& notices) {
        const decoded_access access = decode(Part::registers(), address, who, true, no_rules);
        if (access.status == response::ok) {
            const std::size_t i = access.index;
            const bool was_enabled = m_enabled;
            const auto events_before = selected_events();
            store(i, Part::registers()[i].written(stored(i), data));
            if (i == Part::control_register) {
                act_on_control(data, was_enabled, notices);
            }
            if (i == Part::event_register) {
                report_events(events_before, was_enabled, notices);
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
        data = stored(i);
        return true;
    }

    /// Stores counters, fields and flags as given, without actions.
    /// \return false: no register there
    bool poke(std::uint32_t address, std::uint32_t data) {
        const std::size_t i = Part::registers().position(address);
        if (i == Part::registers().size()) {
            return false;
        }
        store(i, Part::registers()[i].poked(stored(i), data));
        return true;
    }

    /// Takes one rising edge.
    void step(const inputs& in) { take(in, one_edge{}); }
    /// Takes n rising edges with the same inputs: the same as n times step(in).
    void run(const inputs& in, std::uint64_t n) { take(in, folded(n)); }

    /// The number of edges with these inputs after which an output next changes, or `never`.
    std::uint64_t edges_to_output_change(const inputs& in) const {
        return m_enabled ? part().edges_to_irq_change(in) : never;
    }

    /// Whether no edge can change state or an output, whatever the inputs.
    bool is_idle() const { return !m_enabled; }
    /// Whether no edge with these inputs changes state or an output: none does while E is 0, since
    /// CCNT counts every edge while E is 1.
    bool is_quiet(const inputs& /*in*/) const { return !m_enabled; }

    /// Adds n occurrences of an event to every counter that counts it now. No two events share a
    /// line, so it moves no others. Reserved numbers and 0xFF have no effect.
    /// \return true: an output, or the result of edges_to_output_change(), may differ from before
    bool count(std::uint32_t event, std::uint64_t n, const inputs& in) {
        const auto added = m_counters.add(bank::one_each(counting(event)), n, in.lines);
        raise(added.wrapped);
        return added.is_visible();
    }

    /// How many occurrences of an event fit until a counter with an enabled request overflows.
    std::uint64_t headroom(std::uint32_t event, const inputs& /*in*/) const {
        return m_counters.headroom(bank::one_each(counting(event)), m_interrupt_enables);
    }
    void end_start_delay() {} ///< there is none

    /// PMNC.E.
    bool is_enabled() const { return m_enabled; }
    /// The counters that have wrapped since the last call, as a mask.
    std::uint32_t take_overflows() { return std::exchange(m_overflows, std::uint8_t{0}); }
    /// The number of edges with these inputs after which a counter next wraps, or `never`.
    std::uint64_t edges_to_overflow(const inputs& in) const {
        return m_counters.edges_to_wrap((bank::cycle_bit << 1) - 1, in.lines);
    }

    /// The event with this number, those of the product included, or nullptr where the number is
    /// reserved.
    const event_desc* find_event(std::uint32_t number) const {
        return find_xsc_event(number, m_config.assp_event_mask);
    }
    /// The event numbers that the event counters have selected, enabled or not: 8 bits each, the
    /// first counter in [7:0].
    std::uint32_t selections() const { return m_counters.selections(); }
    /// What an edge adds to a counter that has this event selected and is enabled.
    std::uint32_t increment(const event_desc& e, const inputs& in) const {
        return one_line_rule{e}(in.lines);
    }
    /// What an occurrence of `event` in a batch adds to such a counter.
    std::uint32_t increment(const event_desc& e, const inputs& /*in*/, std::uint32_t event) const {
        return e.number == event && e.rule != event_rule::nothing ? 1 : 0;
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
        return std::tie(self.m_enabled, self.m_divided, self.m_flags, self.m_interrupt_enables,
                        self.m_counters, self.m_outputs);
    }
    /// Makes a possible state of any values in state_of(), and updates what follows from them. A
    /// state that is possible stays as it is.
    void normalise() {
        for (std::size_t i = 0; i < Part::registers().size(); ++i) {
            store(i, stored(i)); // drops what no register has
        }
    }
    /// Drops the bits that no pin has.
    void normalise(inputs& in) const { in.lines &= (std::uint64_t{1} << event_bus_width) - 1U; }
    /// The same for what the unit drives: there are none.
    void normalise(outputs& /*out*/) const {}

    /// Whether two units have the same state and, from now on, do the same.
    friend bool operator==(const Part& a, const Part& b) {
        return are_alike(a.m_config, b.m_config) && state_of(a) == state_of(b);
    }
    friend bool operator!=(const Part& a, const Part& b) { return !(a == b); }

protected:
    using bank = counter_bank<one_line_rule, Counters>; ///< all counters of the unit

    /// The part resets itself: its registers are not there yet.
    explicit xsc_core(const Config& parameters) : m_config(parameters) {}

    /// D and E as bits of PMNC.
    std::uint32_t control() const {
        return xsc_pmnc::D.in_place(m_divided) | xsc_pmnc::E.in_place(m_enabled);
    }
    /// Takes D and E from bits of PMNC.
    void set_control(std::uint32_t word) {
        m_divided = xsc_pmnc::D.is_set(word);
        m_enabled = xsc_pmnc::E.is_set(word);
    }

    /// The flags after an overflow. \param overflowed mask of the counters, not 0
    std::uint32_t flags_after(std::uint32_t overflowed) const { return m_flags | overflowed; }
    /// While E is 1: the number of edges with these inputs after which PMUIRQ next changes, or
    /// `never`.
    std::uint64_t edges_to_irq_change(const inputs& in) const {
        return m_outputs.pmuirq ? never : m_counters.edges_to_wrap(m_interrupt_enables, in.lines);
    }

    Config m_config;                       ///< the parameters
    bool m_enabled = false;                ///< E
    bool m_divided = false;                ///< D
    std::uint8_t m_overflows = 0;          ///< counters that have wrapped; not part of what is seen
    std::uint32_t m_flags = 0;             ///< overflow flags, as a mask of m_counters
    std::uint32_t m_interrupt_enables = 0; ///< as a mask of m_counters
    bank m_counters;                       ///< PMN0 and the others, and CCNT
    outputs m_outputs;                     ///< the outputs now

private:
    static constexpr access_state no_rules() { return {}; }

    static constexpr notice event_change_while_enabled{
        "event_change_while_enabled",
        "software changes a counter's event while E is 1, which the manual calls unpredictable; "
        "the new event counts from the next edge; event"};
    static constexpr notice reset_with_disable{
        "reset_with_disable",
        "software resets counters in the write that clears E, which the manual calls "
        "unpredictable; they are reset and stopped; value written"};

    // Whether units with these parameters do the same. Parameter bits that no register shows make
    // no difference.
    static bool are_alike(const Config& a, const Config& b) {
        const bool fill_alike =
            (a.unpredictable == b.unpredictable && a.unp_read_mask == b.unp_read_mask) ||
            show_the_same(a, b);
        return fill_alike && a.assp_event_mask == b.assp_event_mask &&
               Part::have_same_parameters(a, b);
    }
    static bool show_the_same(const Config& a, const Config& b) {
        std::uint32_t differ = 0;
        for (const register_desc& r : Part::registers()) {
            differ |= (a.unpredictable.word(r.address) ^ b.unpredictable.word(r.address)) &
                      r.unpredictable;
            differ |= (a.unp_read_mask ^ b.unp_read_mask) & ~r.readable();
        }
        return differ == 0;
    }

    const Part& part() const { return static_cast<const Part&>(*this); }
    Part& part() { return static_cast<Part&>(*this); }

    // A register as a word. Counters are what software reads most.
    std::uint32_t stored(std::size_t i) const {
        if (i == Part::cycle_register) {
            return m_counters.cycles.value();
        }
        const std::size_t n = i - Part::first_counter;
        return n < Counters ? m_counters.events[n].count.value() : part().control_word(i);
    }

    // Stores a register, and updates what depends on it: steps, rules and the request.
    void store(std::size_t i, std::uint32_t word) {
        const std::size_t n = i - Part::first_counter;
        if (i == Part::cycle_register) {
            m_counters.cycles.set(word);
        } else if (n < Counters) {
            m_counters.events[n].count.set(word);
        } else {
            part().set_control_word(i, word);
        }
        // NOLINTNEXTLINE(misc-redundant-expression): the XScale has one register for both
        if (i == Part::control_register || i == Part::event_register) {
            m_counters.cycle_step = m_enabled ? cycle_counter::per_edge(m_divided) : 0;
            for (auto& counter : m_counters.events) {
                const event_desc* e = find_xsc_event(counter.event, m_config.assp_event_mask);
                counter.rule = m_enabled && e != nullptr ? one_line_rule{*e} : one_line_rule{};
            }
        }
        update_pmuirq();
    }

    std::array<std::uint32_t, Counters> selected_events() const {
        std::array<std::uint32_t, Counters> events{};
        for (std::size_t x = 0; x < Counters; ++x) {
            events[x] = m_counters.events[x].event;
        }
        return events;
    }

    // What a write of PMNC does besides storing D and E. The resets come after the new D and E, so
    // that D = 0 clears the prescaler (XD-4) and C or P with E = 0 resets, then stops (XD-8).
    void act_on_control(std::uint32_t value, bool was_enabled, notice_sink& notices) {
        const bool resets_ccnt = xsc_pmnc::C.is_set(value);
        const bool resets_events = xsc_pmnc::P.is_set(value);
        if (!m_divided || resets_ccnt) {
            m_counters.cycles.clear_prescaler();
        }
        if (resets_ccnt) {
            m_counters.cycles.set(0);
        }
        if (resets_events) {
            m_counters.clear_events();
        }
        if (was_enabled && !m_enabled && (resets_ccnt || resets_events)) {
            notices.report(reset_with_disable, value);
        }
    }

    void report_events(const std::array<std::uint32_t, Counters>& before, bool was_enabled,
                       notice_sink& notices) const {
        for (std::size_t x = 0; x < Counters; ++x) {
            const std::uint32_t event = m_counters.events[x].event;
            notices.select({Part::counter_names[x], event, find_event(event)});
            if (was_enabled && m_enabled && event != before[x]) {
                notices.report(event_change_while_enabled, event);
            }
        }
    }

    // The event counters that an occurrence of an event moves now.
    std::uint32_t counting(std::uint32_t event) const {
        const std::uint32_t counters = m_enabled ? m_counters.selecting(event) : 0;
        if (counters == 0) {
            return 0;
        }
        const event_desc* e = find_xsc_event(event, m_config.assp_event_mask);
        return e != nullptr && e->rule != event_rule::nothing ? counters : 0;
    }

    // Takes one edge or many, as counter_bank::advance().
    template <class Edges>
    void take(const inputs& in, Edges n) {
        if (m_counters.advance(in.lines, n)) {
            overflow();
        }
    }

    [[gnu::cold]] void overflow() { raise(m_counters.take_wraps()); }

    void raise(std::uint32_t overflowed) {
        if (overflowed != 0) {
            m_overflows = static_cast<std::uint8_t>(m_overflows | overflowed);
            m_flags = part().flags_after(overflowed);
            update_pmuirq();
        }
    }

    void update_pmuirq() { m_outputs.pmuirq = (m_flags & m_interrupt_enables) != 0; }
};

} // namespace pmu
