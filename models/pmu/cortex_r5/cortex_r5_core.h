// SPDX-License-Identifier: Apache-2.0
// The Cortex-R5 performance monitor as the manual describes it, without time.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/cortex_r5/cortex_r5_events.h>
#include <pmu/cortex_r5/cortex_r5_parameters.h>
#include <pmu/cortex_r5/cortex_r5_registers.h>

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

namespace PMU_API pmu {

class notice_sink;

/// The state of the PMU of one CPU and what an edge or an access does to it. A plain value: a copy
/// is a snapshot, == compares everything that can ever be seen.
///
/// Not modelled: the delay between an event and its count, and any link of the Cache Size Override
/// Register to the caches. VALRESET is a request to the system: it does not reset this unit.
class cortex_r5_core {
public:
    using config = cortex_r5_config; ///< the parameters

    static constexpr const char* part = cortex_r5_parameters.part();       ///< as in report ids
    static constexpr unsigned event_bus_width = cortex_r5_event_bus_width; ///< lines
    /// Coprocessor space: the low 20 bits of an address count, so no address is outside.
    static constexpr std::uint64_t address_mask = coprocessor_window_size - 1;
    static constexpr std::uint64_t window_size = 0; ///< 0: address_mask applies instead
    /// The counters, in the order of a mask of them; event counters as PMXEVCNTR shows them.
    static constexpr std::array<const char*, cortex_r5_counters::event_counters + 1> counter_names{
        "PMXEVCNTR0", "PMXEVCNTR1", "PMXEVCNTR2", "PMCCNTR"};
    /// The parameters, and what each can be.
    static constexpr const auto& all_parameters() { return cortex_r5_parameters; }
    /// The registers of the part.
    static constexpr const auto& registers() { return cortex_r5_registers; }
    /// The events of the part.
    static constexpr const event_table& events() { return cortex_r5_events; }
    /// Whether no batch can report the event, because the unit makes it by itself or never.
    static constexpr bool is_internal(std::uint32_t event) {
        return cortex_r5_events.is_internal(event);
    }

    /// What an edge samples.
    struct inputs {
        /// EVNTBUS numbering in [50:0], the events without a bus bit in [63:51].
        std::uint64_t lines = 0;
        bool dbgen = false;    ///< invasive debug is enabled
        bool niden = true;     ///< non-invasive debug is enabled
        bool dbg_halt = false; ///< debug halt: nothing counts

        /// All levels, as references.
        template <class Self>
        static constexpr auto state_of(Self& self) {
            return std::tie(self.lines, self.dbgen, self.niden, self.dbg_halt);
        }
        /// Edges with equal inputs do the same.
        friend constexpr bool operator==(const inputs& a, const inputs& b) {
            return state_of(a) == state_of(b);
        }
        friend constexpr bool operator!=(const inputs& a, const inputs& b) { return !(a == b); }
    };

    /// What the unit drives. Requests are logical: true = asserted, whatever the pin's polarity.
    struct outputs {
        bool pmuirq = false;       ///< nPMUIRQ: interrupt request
        bool valirq = false;       ///< nVALIRQ: validation IRQ
        bool valfiq = false;       ///< nVALFIQ: validation FIQ
        bool valreset = false;     ///< nVALRESET: validation reset request
        bool valedbgrq = false;    ///< VALEDBGRQ: validation debug request
        std::uint64_t evntbus = 0; ///< 55 bits, as of the last edge

        /// All levels, as references.
        template <class Self>
        static constexpr auto state_of(Self& self) {
            return std::tie(self.pmuirq, self.valirq, self.valfiq, self.valreset, self.valedbgrq,
                            self.evntbus);
        }
        /// No pin shows a difference.
        friend constexpr bool operator==(const outputs& a, const outputs& b) {
            return state_of(a) == state_of(b);
        }
        friend constexpr bool operator!=(const outputs& a, const outputs& b) { return !(a == b); }
    };

    /// A unit after reset.
    explicit cortex_r5_core(const config& parameters = {});

    /// Reset: every register and output takes its reset value; counters and event selections take
    /// that of the configuration. Location words are kept.
    void reset();

    /// Reads the register at a bus address. No side effect; `data` is left alone unless OK. No read
    /// of this part depends on the pins.
    response read(std::uint32_t address, access_attributes who, const inputs& /*in*/,
                  std::uint32_t& data) const {
        const decoded_access access = find(address, who, false);
        if (access.status == response::ok) {
            data = stored(static_cast<cortex_r5_register>(access.index));
        }
        return access.status;
    }
    /// Writes the register at a bus address. A refused write changes nothing. The pins as they are
    /// now permit or prohibit a software increment (D14).
    response write(std::uint32_t address, access_attributes who, std::uint32_t data,
                   const inputs& in, notice_sink& notices);
    /// Reads without rules. \return false: no register there
    bool peek(std::uint32_t address, const inputs& in, std::uint32_t& data) const;
    /// Reads a register of an event counter, whatever PMSELR selects.
    /// \param r one of registers().banked()
    std::uint32_t peek(const banked_register& r) const;
    /// Stores counters, fields and flags as given, without actions.
    /// \return false: no register there
    bool poke(std::uint32_t address, std::uint32_t data);

    /// Sets the word that an event brings to CFLR from the next edge on (D19). Reset keeps it.
    /// \param event 0x4A to 0x4D, 0x6A, 0x6B or 0x6D
    /// \param word 32 bits
    /// \return false: no such event, nothing is changed
    bool set_fault_location(std::uint32_t event, std::uint32_t word);

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
    /// Whether no edge can change state or an output, whatever the inputs: never, because an error
    /// updates CFLR in every state of the unit.
    bool is_idle() const { return false; }
    /// Whether no edge with these inputs changes state or an output.
    bool is_quiet(const inputs& in) const;

    /// Adds n occurrences of an event to every counter that its line moves now, and brings CFLR its
    /// word. EVNTBUS does not change. A part of 0x6E or 0x6F also moves the counters of these. 0x5E
    /// also adds two to the counters of 0x08. 0x6E and 0x6F themselves name no part and move their
    /// own counters only. No effect: reserved numbers, 0x63, cycles (0x11, 0xFF) and the software
    /// increment.
    /// \return true: an output, or the result of edges_to_output_change(), may differ from before
    bool count(std::uint32_t event, std::uint64_t n, const inputs& in);
    /// How many occurrences of an event fit until a counter with an enabled request overflows.
    std::uint64_t headroom(std::uint32_t event, const inputs& in) const;
    void end_start_delay() {} ///< there is none

    /// PMCR.E.
    bool is_enabled() const { return cortex_r5_pmcr::E.is_set(m_pmcr); }
    /// The counters that have wrapped since the last call, as a mask.
    std::uint32_t take_overflows() { return std::exchange(m_overflows, std::uint8_t{0}); }
    /// The number of edges with these inputs after which a counter next wraps, or `never`.
    std::uint64_t edges_to_overflow(const inputs& in) const;

    /// The event with this number, or nullptr where the number is reserved.
    static constexpr const event_desc* find_event(std::uint32_t number) {
        return cortex_r5_events.find(number);
    }
    /// The event numbers that the event counters have selected, enabled or not: 8 bits each, the
    /// first counter in [7:0].
    std::uint32_t selections() const { return m_counters.selections(); }
    /// What an edge adds to a counter that has this event selected and is enabled.
    std::uint32_t increment(const event_desc& e, const inputs& in) const;
    /// What an occurrence of `event` in a batch adds to such a counter.
    std::uint32_t increment(const event_desc& e, const inputs& in, std::uint32_t event) const;
    /// What a write of a word to a bus address adds to such a counter.
    /// PMSWINC increments it, whichever of its bits is set, under
    /// the conditions of D14.
    std::uint32_t increment_by_write(const event_desc& e, const inputs& in, std::uint32_t address,
                                     std::uint32_t data) const;

    /// The outputs now.
    const outputs& driven() const { return m_outputs; }
    /// The parameters that the unit was made with.
    const config& parameters() const { return m_config; }
    /// Sets the parameter `irq_active_low`: that of the pin, which is the module's.
    void set_irq_active_low(bool is_active_low) { m_config.irq_active_low = is_active_low; }

    /// All that == compares but the parameters, as references: the state that a snapshot has.
    template <class Self>
    static auto state_of(Self& self) {
        return std::tie(self.m_pmcr, self.m_cnten, self.m_ovs, self.m_pmselr, self.m_pmuserenr,
                        self.m_inten, self.m_virqen, self.m_vfiqen, self.m_vrsten, self.m_vdbgen,
                        self.m_cflr, self.m_counters, self.m_locations, self.m_outputs);
    }
    /// Makes a possible state of any values in state_of(), and updates what follows from them. A
    /// state that is possible stays as it is.
    void normalise();
    /// Drops the bits that no pin has.
    void normalise(inputs& in) const;
    /// The same for what the unit drives.
    void normalise(outputs& out) const;

    /// Whether two units have the same state and, from now on, do the same.
    friend bool operator==(const cortex_r5_core& a, const cortex_r5_core& b);
    friend bool operator!=(const cortex_r5_core& a, const cortex_r5_core& b) { return !(a == b); }

private:
    using counter = event_counter<increment_rule>;
    static constexpr std::uint64_t fault_lines = cortex_r5_all_fault_lines();
    static constexpr std::size_t counter_count = cortex_r5_counters::event_counters;
    using bank = counter_bank<increment_rule, counter_count>;

    bool is_divided() const { return cortex_r5_pmcr::D.is_set(m_pmcr); }
    static bool is_permitted(const inputs& in) { return in.dbgen || in.niden; }
    // Whether the pins let enabled event counters count.
    static bool lets_events_count(const inputs& in) { return !in.dbg_halt && is_permitted(in); }
    // The same for PMCCNTR, which goes on while counting is prohibited, unless DP is 1.
    bool lets_cycles_count(const inputs& in) const {
        return !in.dbg_halt && (is_permitted(in) || !cortex_r5_pmcr::DP.is_set(m_pmcr));
    }
    std::uint64_t exported(std::uint64_t lines, const inputs& in) const {
        const bool is_open = !in.dbg_halt && (is_permitted(in) || !m_config.evntbus_auth_gate);
        return is_open ? lines & m_exported : 0;
    }
    std::uint32_t fault_location(std::uint64_t lines) const;

    static std::uint32_t cortex_r5_core::*word_of(cortex_r5_register r);
    access_state access_rules() const;
    [[gnu::always_inline]] decoded_access find(std::uint32_t address, access_attributes who,
                                               bool is_write) const {
        return decode(cortex_r5_registers, address, who, is_write,
                      [this] { return access_rules(); });
    }
    // The event counter that PMXEVTYPER and PMXEVCNTR show; nullptr if PMSELR names none (D4).
    const counter* selected() const {
        return m_pmselr < counter_count ? &m_counters.events[m_pmselr] : nullptr;
    }
    counter* selected() {
        return m_pmselr < counter_count ? &m_counters.events[m_pmselr] : nullptr;
    }
    std::uint32_t stored_word(cortex_r5_register r) const;
    // Counters are what software reads most.
    std::uint32_t stored(cortex_r5_register r) const {
        const counter* const c = selected();
        switch (r) {
        case cortex_r5_register::PMCCNTR: return m_counters.cycles.value();
        case cortex_r5_register::PMXEVCNTR: return c != nullptr ? c->count.value() : 0;
        case cortex_r5_register::PMXEVTYPER: return c != nullptr ? c->event : 0;
        default: return stored_word(r);
        }
    }
    void write_pmcr(std::uint32_t value);
    void increment_by_software(std::uint32_t chosen, const inputs& in, notice_sink& notices);
    void report_unusual(cortex_r5_register r, notice_sink& notices) const;

    void update_rules();
    // Takes one edge or many, as counter_bank::advance().
    template <class Edges>
    void take(const inputs& in, Edges n) {
        const std::uint64_t lines = cortex_r5_normalised(in.lines);
        if ((lines & fault_lines) != 0) {
            m_cflr = fault_location(lines);
        }
        bool has_wrapped = false;
        if (lets_events_count(in)) {
            m_outputs.evntbus = lines & m_exported;
            has_wrapped = m_counters.advance(lines, n);
        } else {
            m_outputs.evntbus = exported(lines, in);
            has_wrapped = lets_cycles_count(in) && m_counters.advance_cycles(n);
        }
        if (has_wrapped) {
            overflow();
        }
    }
    [[gnu::cold]] void overflow();
    void raise(std::uint32_t wrapped);
    void update_requests();
    std::uint32_t enabled_requests() const;
    bank::increments occurrence(std::uint32_t event, const inputs& in) const;
    std::uint64_t edges_to_wrap(std::uint32_t watched, const inputs& in) const;

    config m_config;
    std::uint32_t m_pmcr = 0;
    std::uint32_t m_cnten = 0; ///< PMCNTENSET and PMCNTENCLR
    std::uint32_t m_ovs = 0;   ///< PMOVSR
    std::uint32_t m_pmselr = 0;
    std::uint32_t m_pmuserenr = 0;
    std::uint32_t m_inten = 0;  ///< PMINTENSET and PMINTENCLR
    std::uint32_t m_virqen = 0; ///< VIRQSET and VIRQCLR
    std::uint32_t m_vfiqen = 0; ///< VFIQSET and VFIQCLR
    std::uint32_t m_vrsten = 0; ///< VRSTSET and VRSTCLR
    std::uint32_t m_vdbgen = 0; ///< VDBGSET and VDBGCLR
    std::uint32_t m_cflr = 0;
    std::uint8_t m_overflows = 0; ///< counters that have wrapped; not part of what is seen
    std::uint64_t m_exported = 0; ///< mask of the lines that X exports; follows PMCR
    bank m_counters;              ///< event counters and PMCCNTR
    /// The words for CFLR, in the order of cortex_r5_fault_sources.
    std::array<std::uint32_t, cortex_r5_fault_source_count> m_locations{};
    outputs m_outputs;
};

} // namespace pmu
