// SPDX-License-Identifier: Apache-2.0
// What the XScale performance monitors XSC1 and XSC2 have in common, without time: everything but
// the layout of their registers.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/event_counter.h>
#include <pmu/core/notice.h>
#include <pmu/core/reset_fill.h>
#include <pmu/xscale_common/overflow_schedule.h>
#include <pmu/xscale_common/xsc_events.h>
#include <pmu/xscale_common/xsc_registers.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace pmu {

/// What an edge of an XScale PMU samples.
struct xsc_inputs {
    std::uint64_t lines = 0; ///< event bus, [23:0]

    friend constexpr bool operator==(const xsc_inputs& a, const xsc_inputs& b) {
        return a.lines == b.lines;
    }
    friend constexpr bool operator!=(const xsc_inputs& a, const xsc_inputs& b) { return !(a == b); }
};

/// What an XScale PMU drives.
struct xsc_outputs {
    bool pmuirq = false; ///< true = asserted

    friend constexpr bool operator==(const xsc_outputs& a, const xsc_outputs& b) {
        return a.pmuirq == b.pmuirq;
    }
    friend constexpr bool operator!=(const xsc_outputs& a, const xsc_outputs& b) {
        return !(a == b);
    }
};

/// Configuration that both variants have.
struct xsc_config {
    reset_fill unpredictable;         ///< what is in bits whose reset value the manual leaves open
    std::uint32_t unp_read_mask = 0;  ///< what bits that read as unpredictable read as
    std::uint8_t assp_event_mask = 0; ///< bit k: the product defines event 0x10 + k
};

/// CCNT and `Counters` event counters, one enable E and one divider D for all, a sticky overflow
/// flag and an interrupt enable for each; PMUIRQ is the OR of flag AND enable, whatever E is.
///
/// A part derives from it and says where things stand in its registers:
/// - `registers()`, `control_register` (the position of PMNC) and `event_register` (the position of
///   the register with the event numbers);
/// - `ccnt_flag` and `pmn0_flag`: which bit of a flag mask is CCNT's and which is PMN0's (PMN1's
/// and
///   so on follow);
/// - `stored(i)` and `store(i, word)`: register i as a word, from and to the members below.
/// It may also refine the last three functions of this class.
template <class Part, class Config, std::size_t Counters>
class xsc_core {
public:
    using config = Config;
    using inputs = xsc_inputs;
    using outputs = xsc_outputs;

    static constexpr unsigned event_bus_width = xsc_event_bus_width;
    /// Coprocessor space: the low 20 bits of an address count, so no address is outside.
    static constexpr std::uint64_t address_mask = coprocessor_window_size - 1;
    static constexpr std::uint64_t window_size = 0; ///< 0: address_mask applies instead

    /// Everything takes its reset value; what the manual leaves open, that of the configuration.
    void reset() {
        const register_map& map = Part::registers();
        for (std::size_t i = 0; i < map.size(); ++i) {
            part().store(i, map[i].reset_with(m_config.unpredictable.word(map[i].address)));
        }
        m_ccnt.clear_prescaler();
        update_pmuirq();
    }

    /// Reads the register at a bus address. No side effect; `data` is left alone unless OK.
    /// \param in the pins as they are now; no register depends on them
    response read(std::uint32_t address, access_attributes who, const inputs& /*in*/,
                  std::uint32_t& data) const {
        const decoded_access access = decode(Part::registers(), address, who, false, {});
        if (access.status == response::ok) {
            data = part().stored(access.index) |
                   (m_config.unp_read_mask & ~Part::registers()[access.index].readable());
        }
        return access.status;
    }

    /// Writes the register at a bus address. A refused write changes nothing.
    response write(std::uint32_t address, access_attributes who, std::uint32_t data,
                   const inputs& /*in*/, notice_sink& notices) {
        const decoded_access access = decode(Part::registers(), address, who, true, {});
        if (access.status == response::ok) {
            const std::size_t i = access.index;
            const bool was_enabled = m_enabled;
            const auto events_before = selected_events();
            part().store(i, Part::registers()[i].written(part().stored(i), data));
            if (i == Part::control_register) {
                act_on_control(data, was_enabled, notices);
            }
            if (i == Part::event_register) {
                report_events(events_before, was_enabled, notices);
            }
            update_pmuirq();
        }
        return access.status;
    }

    /// Reads without rules. \return false: no register there
    bool peek(std::uint32_t address, const inputs& /*in*/, std::uint32_t& data) const {
        const register_desc* r = Part::registers().find(address);
        if (r == nullptr) {
            return false;
        }
        data = part().stored(Part::registers().index_of(*r));
        return true;
    }

    /// Stores counters, fields and flags as given, without actions. \return false: no register
    /// there
    bool poke(std::uint32_t address, std::uint32_t data) {
        const register_desc* r = Part::registers().find(address);
        if (r == nullptr) {
            return false;
        }
        const std::size_t i = Part::registers().index_of(*r);
        part().store(i, r->poked(part().stored(i), data));
        update_pmuirq();
        return true;
    }

    /// Takes one rising edge.
    void step(const inputs& in) {
        if (!m_enabled) {
            return;
        }
        std::uint32_t rolled = m_ccnt.step(m_divided) ? flag_bit(Part::ccnt_flag) : 0U;
        for (std::size_t x = 0; x < Counters; ++x) {
            if (m_pmn[x].count.add(m_pmn[x].rule(in.lines))) {
                rolled |= flag_bit(Part::pmn0_flag + x);
            }
        }
        take_overflows(rolled);
    }

    /// Takes n rising edges with the same inputs: the same as n times step(in).
    void run(const inputs& in, std::uint64_t n) {
        if (!m_enabled) {
            return;
        }
        const std::uint32_t rolled = part().rolled_within(edge_schedule(in), n);
        m_ccnt.run(m_divided, n);
        for (event_counter& counter : m_pmn) {
            counter.count.add(counter.rule(in.lines), n);
        }
        take_overflows(rolled);
    }

    /// The number of edges with these inputs after which an output next changes, or `never`.
    std::uint64_t edges_to_output_change(const inputs& in) const {
        return m_enabled ? part().until_irq_change(edge_schedule(in)) : never;
    }

    /// Whether no edge can change state or an output, whatever the inputs.
    bool is_idle() const { return !m_enabled; }
    /// Whether no edge with these inputs changes state or an output: CCNT counts all while E is 1.
    bool is_quiet(const inputs& /*in*/) const { return !m_enabled; }

    /// Adds n occurrences of an event to every counter that counts it now. Reserved: no effect.
    /// \return true: an output, or what edges_to_output_change() says, may differ from before;
    /// false: both are as they were
    bool count(std::uint32_t event, std::uint64_t n, const inputs& in) {
        if (n == 0 || !m_enabled) {
            return false;
        }
        const std::uint32_t rolled = part().rolled_within(occurrence_schedule(event), n);
        bool is_near_a_change = rolled != 0; // of an output: edges bring the counter there sooner
        for (event_counter& counter : m_pmn) {
            if (counts(counter, event)) {
                is_near_a_change |= counter.rule(in.lines) != 0;
                counter.count.add(1, n);
            }
        }
        take_overflows(rolled);
        return is_near_a_change;
    }

    /// How many occurrences of an event fit until a counter with an enabled request overflows.
    std::uint64_t headroom(std::uint32_t event, const inputs& /*in*/) const {
        return m_enabled ? occurrence_schedule(event).first_of(m_interrupt_enables) : never;
    }

    const outputs& driven() const { return m_outputs; }
    const config& parameters() const { return m_config; }

    friend bool operator==(const Part& a, const Part& b) {
        return a.m_enabled == b.m_enabled && a.m_divided == b.m_divided && a.m_flags == b.m_flags &&
               a.m_interrupt_enables == b.m_interrupt_enables && a.m_ccnt == b.m_ccnt &&
               a.m_pmn == b.m_pmn && a.m_outputs == b.m_outputs;
    }
    friend bool operator!=(const Part& a, const Part& b) { return !(a == b); }

protected:
    using schedule = overflow_schedule<Counters + 1>;

    explicit xsc_core(const Config& parameters) : m_config(parameters) {}

    /// Selects what PMNx counts; a reserved number counts nothing.
    void select(std::size_t x, std::uint32_t number) {
        const event_desc* e = find_xsc_event(number, m_config.assp_event_mask);
        m_pmn[x].select(number, e == nullptr ? increment_rule{} : increment_rule{*e});
    }

    /// D and E as bits of PMNC.
    std::uint32_t control() const {
        return xsc_pmnc::D.in_place(m_divided) | xsc_pmnc::E.in_place(m_enabled);
    }
    void set_control(std::uint32_t word) {
        m_divided = xsc_pmnc::D.is_set(word);
        m_enabled = xsc_pmnc::E.is_set(word);
    }

    /// The flags after the overflow of the counters of a mask, which is not 0.
    std::uint32_t flags_after(std::uint32_t rolled) const { return m_flags | rolled; }
    /// The counters whose overflows within the next n can be seen in the flags after them.
    std::uint32_t rolled_within(const schedule& overflows, std::uint64_t n) const {
        return overflows.within(n);
    }
    /// When PMUIRQ next changes, or `never`.
    std::uint64_t until_irq_change(const schedule& overflows) const {
        return m_outputs.pmuirq ? never : overflows.first_of(m_interrupt_enables);
    }

    Config m_config;
    bool m_enabled = false;                ///< E
    bool m_divided = false;                ///< D
    std::uint32_t m_flags = 0;             ///< overflow flags
    std::uint32_t m_interrupt_enables = 0; ///< in the order of the flags
    cycle_counter m_ccnt;
    std::array<event_counter, Counters> m_pmn;
    outputs m_outputs;

private:
    static constexpr notice event_change_while_enabled{
        "event_change_while_enabled",
        "software changes a counter's event while E is 1, which the manual calls unpredictable; "
        "the new event counts from the next edge"};
    static constexpr notice reset_with_disable{
        "reset_with_disable",
        "software resets counters in the write that clears E, which the manual calls "
        "unpredictable; they are reset and stopped"};
    /// Edges or occurrences in a full turn of a 32-bit counter.
    static constexpr std::uint64_t full_turn = std::uint64_t{1} << 32;

    const Part& part() const { return static_cast<const Part&>(*this); }
    Part& part() { return static_cast<Part&>(*this); }

    static constexpr std::uint32_t flag_bit(std::size_t flag) { return 1U << flag; }

    std::array<std::uint32_t, Counters> selected_events() const {
        std::array<std::uint32_t, Counters> events{};
        for (std::size_t x = 0; x < Counters; ++x) {
            events[x] = m_pmn[x].event;
        }
        return events;
    }

    // What a write of PMNC does besides storing D and E: the order of the specification, 3.1.
    void act_on_control(std::uint32_t value, bool was_enabled, notice_sink& notices) {
        const bool resets_ccnt = xsc_pmnc::C.is_set(value);
        const bool resets_events = xsc_pmnc::P.is_set(value);
        if (!m_divided || resets_ccnt) {
            m_ccnt.clear_prescaler();
        }
        if (resets_ccnt) {
            m_ccnt.set(0);
        }
        if (resets_events) {
            for (event_counter& counter : m_pmn) {
                counter.count.set(0);
            }
        }
        if (was_enabled && !m_enabled && (resets_ccnt || resets_events)) {
            notices.report(reset_with_disable, value);
        }
    }

    void report_events(const std::array<std::uint32_t, Counters>& before, bool was_enabled,
                       notice_sink& notices) const {
        for (std::size_t x = 0; x < Counters; ++x) {
            const std::uint32_t event = m_pmn[x].event;
            if (find_xsc_event(event, m_config.assp_event_mask) == nullptr) {
                notices.report(reserved_event, event);
            }
            if (was_enabled && m_enabled && event != before[x]) {
                notices.report(event_change_while_enabled, event);
            }
        }
    }

    // When the counters overflow if edges come with these inputs.
    schedule edge_schedule(const inputs& in) const {
        schedule s;
        s.counters[Part::ccnt_flag] = {m_ccnt.edges_to_wrap(m_divided),
                                       m_divided ? full_turn * cycle_counter::divisor : full_turn};
        for (std::size_t x = 0; x < Counters; ++x) {
            if (m_pmn[x].rule(in.lines) != 0) {
                s.counters[Part::pmn0_flag + x] = {m_pmn[x].count.times_to_wrap(1), full_turn};
            }
        }
        return s;
    }

    bool counts(const event_counter& counter, std::uint32_t event) const {
        return counter.event == event && counter.rule != increment_rule{};
    }

    // When the counters overflow if an event occurs again and again between two edges.
    schedule occurrence_schedule(std::uint32_t event) const {
        schedule s;
        for (std::size_t x = 0; x < Counters; ++x) {
            if (counts(m_pmn[x], event)) {
                s.counters[Part::pmn0_flag + x] = {m_pmn[x].count.times_to_wrap(1), full_turn};
            }
        }
        return s;
    }

    void take_overflows(std::uint32_t rolled) {
        if (rolled != 0) {
            m_flags = part().flags_after(rolled);
            update_pmuirq();
        }
    }

    void update_pmuirq() { m_outputs.pmuirq = (m_flags & m_interrupt_enables) != 0; }
};

} // namespace pmu
