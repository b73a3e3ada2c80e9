// SPDX-License-Identifier: Apache-2.0
// The performance monitor of the CCI-400 as the manual describes it, without time.
#pragma once

#include <pmu/cci400/cci400_events.h>
#include <pmu/cci400/cci400_parameters.h>
#include <pmu/cci400/cci400_registers.h>
#include <pmu/core/counter.h>

#include <array>
#include <cstdint>
#include <tuple>
#include <utility>

namespace PMU_API pmu {

class notice_sink;

/// The state of one PMU and what an edge or an access does to it. A plain value: a copy is a
/// snapshot, == compares everything that can ever be seen.
///
/// The overflow flags and the enables of the five counters are words of five bits, numbered as
/// nEVNTCNTOVERFLOW: 0 to 3 are the event counters, 4 is CCNT.
///
/// Not modelled: the interconnect itself. The registers of the slave interfaces (0x1000 to 0x5FFF)
/// read 0 and ignore writes. Control Override and Speculation Control only store. No control change
/// is ever pending, and no imprecise error comes.
class cci400_core {
public:
    using config = cci400_config; ///< the parameters

    static constexpr const char* part = cci400_parameters.part();       ///< as in report ids
    static constexpr unsigned event_bus_width = cci400_event_bus_width; ///< lines of each bus
    static constexpr std::uint64_t address_mask = 0xFFFF'FFFF;          ///< all bits count
    static constexpr std::uint64_t window_size = cci400_window_size;    ///< bytes
    static constexpr unsigned overflow_lines = cci400_counters + 1;     ///< of nEVNTCNTOVERFLOW
    /// The counters, in the order of a mask of them.
    static constexpr std::array<const char*, overflow_lines> counter_names{
        "ECNT0", "ECNT1", "ECNT2", "ECNT3", "CCNT"};
    /// The parameters, and what each can be.
    static constexpr const auto& all_parameters() { return cci400_parameters; }
    /// The registers in the window.
    static constexpr const auto& registers() { return cci400_registers; }
    /// The events of a revision code, every event of every interface under its ESR code.
    static const event_table& events(unsigned revision = config{}.revision) {
        return cci400_event_list::of(revision).table();
    }

    /// Whether no batch can report the event: all events have a line.
    static constexpr bool is_internal(std::uint32_t /*event*/) { return false; }

    /// An event of Secure transactions, for count() and headroom(): its ESR code and this.
    static constexpr std::uint32_t secure_event = 0x100;

    /// What an edge samples.
    struct inputs {
        cci400_lines lines{};        ///< event lines of Non-secure transactions
        cci400_lines secure_lines{}; ///< event lines of Secure transactions
        bool niden = true;           ///< non-invasive debug enable
        bool spniden = false;        ///< Secure privileged non-invasive debug enable
        std::uint8_t ecorevnum = 0;  ///< 4 bits, read as PIDR3[7:4]

        /// All levels, as references.
        template <class Self>
        static constexpr auto state_of(Self& self) {
            return std::tie(self.lines, self.secure_lines, self.niden, self.spniden,
                            self.ecorevnum);
        }
        /// Edges with equal inputs do the same, and registers read the same.
        friend bool operator==(const inputs& a, const inputs& b) {
            std::uint64_t differ = 0; // one test at the end: this runs on every edge
            for (unsigned w = 0; w < a.lines.size(); ++w) {
                differ |= (a.lines[w] ^ b.lines[w]) | (a.secure_lines[w] ^ b.secure_lines[w]);
            }
            return differ == 0 && a.niden == b.niden && a.spniden == b.spniden &&
                   a.ecorevnum == b.ecorevnum;
        }
        friend bool operator!=(const inputs& a, const inputs& b) { return !(a == b); }
    };

    /// What the unit drives.
    struct outputs {
        bool pmuirq = false;       ///< any overflow flag
        std::uint8_t overflow = 0; ///< the five flags; nEVNTCNTOVERFLOW is their inverse
        cci400_evntbus evntbus{};  ///< as of the last edge

        /// All levels, as references.
        template <class Self>
        static constexpr auto state_of(Self& self) {
            return std::tie(self.pmuirq, self.overflow, self.evntbus);
        }
        /// No pin shows a difference.
        friend bool operator==(const outputs& a, const outputs& b) {
            return state_of(a) == state_of(b);
        }
        friend bool operator!=(const outputs& a, const outputs& b) { return !(a == b); }
    };

    /// A unit after reset. \param parameters possible ones: see all_parameters()
    explicit cci400_core(const config& parameters = {});

    /// Reset: every register and output takes its reset value.
    void reset();

    /// Reads the register at an offset in the window. No side effect; `data` is left alone unless
    /// OK. A reserved word reads 0. PIDR3 shows a pin.
    [[gnu::always_inline]] response read(std::uint32_t address, access_attributes who,
                                         const inputs& in, std::uint32_t& data) const {
        const decoded_access access = find(address, who, false);
        if (access.status == response::ok) {
            data = stored(access.index, in);
        }
        return access.status;
    }
    /// Writes the register at an offset in the window. A refused write changes nothing.
    response write(std::uint32_t address, access_attributes who, std::uint32_t data,
                   const inputs& in, notice_sink& notices);
    /// Reads without rules. \return false: not an aligned word of the window
    bool peek(std::uint32_t address, const inputs& in, std::uint32_t& data) const;
    /// Stores counters, fields and flags as given, without actions; the prescaler stays.
    /// \return false: not an aligned word of the window
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

    /// Adds n occurrences of an event to every counter that counts it now. No two events share a
    /// line, so it moves no others. A code that names no event has no effect.
    /// \param event ESR code, plus `secure_event` for Secure transactions
    /// \param n occurrences
    /// \param in what an edge would sample now
    /// \return true: an output, or the result of edges_to_output_change(), may differ from before
    bool count(std::uint32_t event, std::uint64_t n, const inputs& in);
    /// How many occurrences of an event fit until a counter overflows. The unit has no interrupt
    /// enables, so the overflow of every counter is a request (D10).
    std::uint64_t headroom(std::uint32_t event, const inputs& in) const;
    void end_start_delay() {} ///< there is none

    /// PMCR.CEN.
    bool is_enabled() const { return cci400_pmcr::CEN.is_set(pmcr()); }
    /// The counters that have wrapped since the last call, as a mask.
    std::uint32_t take_overflows() { return std::exchange(m_overflows, std::uint8_t{0}); }
    /// The number of edges with these inputs after which a counter next wraps, or `never`.
    std::uint64_t edges_to_overflow(const inputs& in) const { return edges_to_wrap(m_live, in); }

    /// The event with this code in the list of the unit, or nullptr where the code names none.
    const event_desc* find_event(std::uint32_t number) const {
        return m_events->table().find(number);
    }
    /// The event numbers that the event counters have selected, enabled or not: 8 bits each, the
    /// first counter in [7:0].
    std::uint32_t selections() const { return m_counters.selections(); }
    /// What an edge adds to a counter that has this event selected and is enabled.
    std::uint32_t increment(const event_desc& e, const inputs& in) const;
    /// What an occurrence of `event` in a batch, a Secure one too, adds to such a counter.
    std::uint32_t increment(const event_desc& e, const inputs& in, std::uint32_t event) const {
        return e.number == (event & ~secure_event) && is_visible(event, in) ? 1 : 0;
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
        return std::tie(self.m_words, self.m_counters, self.m_enabled, self.m_outputs);
    }
    /// Makes a possible state of any values in state_of(), and updates what follows from them. A
    /// state that is possible stays as it is.
    void normalise();
    /// Drops the bits that no pin has.
    void normalise(inputs& in) const;
    /// The same for what the unit drives.
    void normalise(outputs& out) const;

    /// Whether two units have the same state and, from now on, do the same.
    friend bool operator==(const cci400_core& a, const cci400_core& b);
    friend bool operator!=(const cci400_core& a, const cci400_core& b) { return !(a == b); }

private:
    static constexpr unsigned ccnt_bit = cci400_counters;
    static constexpr std::size_t block_size = 4; ///< registers of an event counter
    static constexpr std::size_t first_block = cci400_registers.index_of(cci400_register::ESR0);
    /// How many registers, from the start of the map, are nothing but a stored word.
    static constexpr std::size_t plain_words = static_cast<std::size_t>(cci400_register::PMCR) + 1;

    /// Where a counter looks for its event, compiled so that an edge costs no look-up.
    struct line_rule {
        std::uint64_t line = 0; ///< mask in its word; 0: nothing counts (CEN, EN, no event)
        std::uint8_t word = 0;  ///< index of the word in cci400_lines
        bool sees_secure[2] = {false, false}; ///< by SPNIDEN: whether the Secure bus counts too

        /// What an edge adds, 0 or 1.
        std::uint32_t operator()(const inputs& in) const {
            const std::uint64_t secure =
                in.secure_lines[word] & (std::uint64_t{0} - sees_secure[in.spniden ? 1 : 0]);
            return static_cast<std::uint32_t>(((in.lines[word] | secure) & line) != 0);
        }
        /// The same while no counter sees Secure transactions.
        std::uint32_t operator()(const cci400_lines& lines) const {
            return static_cast<std::uint32_t>((lines[word] & line) != 0);
        }
    };

    using bank = counter_bank<line_rule, cci400_counters>;

    std::uint32_t pmcr() const { return m_words[plain_words - 1]; }
    bool is_opened() const;
    // Table 3.8: NIDEN, DP and EX. Events count while NIDEN is HIGH.
    bool is_exporting(const inputs& in) const { return cci400_pmcr::EX.is_set(pmcr()) && in.niden; }
    bool counts_cycles(const inputs& in) const {
        return m_counters.cycle_step != 0 && (in.niden || !cci400_pmcr::DP.is_set(pmcr()));
    }
    cci400_evntbus exported(const inputs& in) const;
    bool is_visible(std::uint32_t event, const inputs& in) const;
    std::uint32_t counting(std::uint32_t event, const inputs& in) const;
    std::uint64_t edges_to_wrap(std::uint32_t watched, const inputs& in) const;
    line_rule rule_of(std::uint32_t event) const;

    // Every word of the window answers. A reserved one has the index after the last register.
    [[gnu::always_inline]] decoded_access find(std::uint32_t address, access_attributes who,
                                               bool is_write) const {
        if (cci400_registers.place_of(address).address != address) {
            return find_reserved(address, who);
        }
        const auto rules = [this] { return access_state{true, is_opened()}; };
        return decode(cci400_registers, address, who, is_write, rules, response::address_error);
    }
    decoded_access find_reserved(std::uint32_t address, access_attributes who) const;
    std::uint32_t stored_elsewhere(std::size_t index, const inputs& in) const;
    // Counters are what software reads most.
    std::uint32_t stored(std::size_t index, const inputs& in) const {
        constexpr std::size_t ccnt = cci400_registers.index_of(cci400_register::CCNT);
        constexpr std::size_t ecnt = cci400_registers.index_of(cci400_register::ECNT0);
        const std::size_t from_ecnt = index - ecnt;
        if (index == ccnt) {
            return m_counters.cycles.value();
        }
        if (from_ecnt < block_size * cci400_counters && from_ecnt % block_size == 0) {
            return m_counters.events[from_ecnt / block_size].count.value();
        }
        return stored_elsewhere(index, in);
    }
    void store(std::size_t index, std::uint32_t word);
    void act_on_pmcr(std::uint32_t value);
    [[gnu::cold]] void overflow();
    void raise(std::uint32_t flags);
    void update_rules();
    // Takes one edge or many, as counter_bank::advance().
    template <class Edges>
    void take(const inputs& in, Edges n) {
        m_outputs.evntbus = is_exporting(in) ? exported(in) : cci400_evntbus{};
        bool has_wrapped = false;
        if (!in.niden) {
            has_wrapped = counts_cycles(in) && m_counters.advance_cycles(n);
        } else if (in.spniden || m_sees_secure) {
            has_wrapped = m_counters.advance(in, n);
        } else {
            has_wrapped = m_counters.advance(in.lines, n);
        }
        if (has_wrapped) {
            overflow();
        }
    }

    config m_config;
    const cci400_event_list* m_events; ///< the list of the revision
    std::array<std::uint32_t, plain_words> m_words{};
    bank m_counters;              ///< ECNT0 to ECNT3, and CCNT
    std::uint8_t m_enabled = 0;   ///< EN of the five counters
    std::uint8_t m_overflows = 0; ///< counters that have wrapped; not part of what is seen
    std::uint8_t m_live = 0;      ///< the counters that CEN, EN and their event let count
    bool m_sees_secure = false;   ///< a counter sees Secure transactions even while SPNIDEN is 0
    outputs m_outputs;
};

} // namespace pmu
