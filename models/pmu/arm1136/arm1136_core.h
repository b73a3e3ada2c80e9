// SPDX-License-Identifier: Apache-2.0
// The ARM1136JF-S performance monitor as the manual describes it, without time.
#pragma once

#include <pmu/arm1136/arm1136_events.h>
#include <pmu/arm1136/arm1136_parameters.h>
#include <pmu/arm1136/arm1136_registers.h>
#include <pmu/core/counter.h>
#include <pmu/core/event_counter.h>

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

namespace PMU_API pmu {

class notice_sink;

/// The state of one PMU and what an edge or an access does to it. A plain value: a copy is a
/// snapshot, == compares everything that can ever be seen.
///
/// Not modelled: pipeline effects that make absolute counts vary on silicon, and the System
/// Validation registers that the ARM1176 has at Opcode_2 1 to 7.
class arm1136_core {
public:
    using config = arm1136_config; ///< the parameters

    static constexpr const char* part = arm1136_parameters.part();       ///< as in report ids
    static constexpr unsigned event_bus_width = arm1136_event_bus_width; ///< lines
    /// Coprocessor space: the low 20 bits of an address count, so no address is outside.
    static constexpr std::uint64_t address_mask = coprocessor_window_size - 1;
    static constexpr std::uint64_t window_size = 0; ///< 0: address_mask applies instead
    /// The counters, in the order of a mask of them.
    static constexpr std::array<const char*, 3> counter_names{"PMN0", "PMN1", "CCNT"};
    /// The parameters, and what each can be.
    static constexpr const auto& all_parameters() { return arm1136_parameters; }
    /// The registers of the part.
    static constexpr const auto& registers() { return arm1136_registers; }
    /// The events of the part.
    static constexpr const event_table& events() { return arm1136_events; }
    /// Whether no batch can report the event, because the unit makes it by itself or never.
    static constexpr bool is_internal(std::uint32_t event) {
        return arm1136_events.is_internal(event);
    }

    /// What an edge samples.
    struct inputs {
        std::uint64_t lines = 0;  ///< EVNTBUS numbering in [19:0], ETMEXTOUT in [21:20]
        bool debug_state = false; ///< halting debug state: nothing counts, EVNTBUS is 0

        /// All levels, as references.
        template <class Self>
        static constexpr auto state_of(Self& self) {
            return std::tie(self.lines, self.debug_state);
        }
        /// Edges with equal inputs do the same.
        friend constexpr bool operator==(const inputs& a, const inputs& b) {
            return state_of(a) == state_of(b);
        }
        friend constexpr bool operator!=(const inputs& a, const inputs& b) { return !(a == b); }
    };

    /// What the unit drives.
    struct outputs {
        bool pmuirq = false;       ///< the logical request, true = asserted
        std::uint32_t evntbus = 0; ///< 20 bits, as of the last edge (D6)

        /// All levels, as references.
        template <class Self>
        static constexpr auto state_of(Self& self) {
            return std::tie(self.pmuirq, self.evntbus);
        }
        /// No pin shows a difference.
        friend constexpr bool operator==(const outputs& a, const outputs& b) {
            return state_of(a) == state_of(b);
        }
        friend constexpr bool operator!=(const outputs& a, const outputs& b) { return !(a == b); }
    };

    /// A unit after reset.
    explicit arm1136_core(const config& parameters = {});

    /// Reset: every register and output takes its reset value (D10, D16).
    void reset();

    /// Reads the register at a bus address. No side effect; `data` is left alone unless OK. No
    /// register of this part depends on the pins.
    response read(std::uint32_t address, access_attributes who, const inputs& /*in*/,
                  std::uint32_t& data) const {
        const decoded_access access =
            decode(arm1136_registers, address, who, false, {m_config.user_access, true});
        if (access.status == response::ok) {
            data = stored(static_cast<arm1136_register>(access.index));
        }
        return access.status;
    }
    /// Writes the register at a bus address. A refused write changes nothing. No register of this
    /// part depends on the pins.
    response write(std::uint32_t address, access_attributes who, std::uint32_t data,
                   const inputs& in, notice_sink& notices);
    /// Reads without rules. \return false: no register there
    bool peek(std::uint32_t address, const inputs& in, std::uint32_t& data) const;
    /// Stores counters, fields and flags as given, without actions.
    /// \return false: no register there
    bool poke(std::uint32_t address, std::uint32_t data);

    /// Takes one rising edge.
    void step(const inputs& in) { take(in, one_edge{}); }
    /// Takes n rising edges with the same inputs: the same as n times step(in).
    void run(const inputs& in, std::uint64_t n) {
        if (n != 0) {
            take(in, folded(n));
        }
    }
    /// The number of edges with these inputs after which an output next changes, or `never`.
    std::uint64_t edges_to_output_change(const inputs& in) const;
    /// Whether no edge can change state or an output, whatever the inputs.
    bool is_idle() const;
    /// Whether no edge with these inputs changes state or an output.
    bool is_quiet(const inputs& in) const;

    /// Adds n occurrences of an event to every counter that its line moves now. 0x20 and 0x21 also
    /// move the counters of 0x22. 0x22 itself names no line and moves its own counters only. No
    /// effect: reserved numbers, and 0xFF, which counts the clock.
    /// \return true: an output, or the result of edges_to_output_change(), may differ from before
    bool count(std::uint32_t event, std::uint64_t n, const inputs& in);
    /// How many occurrences of an event fit until a counter with an enabled request overflows.
    std::uint64_t headroom(std::uint32_t event, const inputs& in) const;
    /// If E is 1, the next edge counts.
    void end_start_delay() { m_delay = is_enabled() ? 0 : m_delay; }

    /// PMNC.E.
    bool is_enabled() const { return arm1136_pmnc::E.is_set(m_pmnc); }
    /// The counters that have wrapped since the last call, as a mask, flag or not (D7).
    std::uint32_t take_overflows() { return std::exchange(m_overflows, std::uint8_t{0}); }
    /// The number of edges with these inputs after which a counter next wraps, or `never`.
    std::uint64_t edges_to_overflow(const inputs& in) const;

    /// The event with this number, or nullptr where the number is reserved.
    static constexpr const event_desc* find_event(std::uint32_t number) {
        return arm1136_events.find(number);
    }
    /// What an edge adds to a counter that has this event selected and is enabled.
    std::uint32_t increment(const event_desc& e, const inputs& in) const;
    /// What an occurrence of `event` in a batch adds to such a counter.
    std::uint32_t increment(const event_desc& e, const inputs& in, std::uint32_t event) const;

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
    void normalise();
    /// Drops the bits that no pin has.
    void normalise(inputs& in) const;
    /// The same for what the unit drives.
    void normalise(outputs& out) const;

    /// Whether two units have the same state and, from now on, do the same.
    friend bool operator==(const arm1136_core& a, const arm1136_core& b);
    friend bool operator!=(const arm1136_core& a, const arm1136_core& b) { return !(a == b); }

private:
    using bank = counter_bank<increment_rule, 2>;

    bool is_pending() const;
    bool is_counting(const inputs& in) const;
    bank::increments occurrence(std::uint32_t event, const inputs& in) const;
    std::uint32_t exported(const inputs& in) const {
        return in.debug_state ? 0U : static_cast<std::uint32_t>(in.lines) & m_exported;
    }
    std::uint32_t stored(arm1136_register r) const {
        switch (r) {
        case arm1136_register::PMNC: return m_pmnc;
        case arm1136_register::CCNT: return m_counters.cycles.value();
        case arm1136_register::PMN0: return m_counters.events[0].count.value();
        case arm1136_register::PMN1: return m_counters.events[1].count.value();
        }
        return 0;
    }

    void write_pmnc(std::uint32_t value, notice_sink& notices);
    void set_enable(bool was_enabled, std::uint32_t start_delay);
    void update_rules();
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
    void take_delayed(std::uint64_t lines, std::uint64_t n);
    std::uint64_t with_delay(std::uint64_t counted) const;
    std::uint32_t unflagged(std::uint64_t lines) const;
    [[gnu::cold]] void overflow(std::uint64_t lines);
    void raise(std::uint32_t flags);
    void update_pmuirq();

    config m_config;
    std::uint32_t m_pmnc = 0;
    std::uint32_t m_delay = 0;    ///< edges that E = 1 still skips, or that E = 0 still counts
    std::uint32_t m_exported = 0; ///< mask of the lines that X exports; follows PMNC
    outputs m_outputs;
    std::uint8_t m_overflows = 0; ///< counters that have wrapped; not part of what is seen
    bank m_counters;              ///< PMN0, PMN1 and CCNT
};

} // namespace pmu
