// SPDX-License-Identifier: Apache-2.0
// Plays TLM payloads of any kind on a unit, and looks at all that models/README.md promises of
// each.
#pragma once

#include <trust/fuzz_input.h>
#include <trust/payload_bench.h>

#include <pmu/core/snapshot.h>
#include <pmu/tlm/pmu_observer.h>
#include <pmu/tlm/refusal.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

namespace trust {

/// Plays inputs, each from the same state on. \tparam Setup is sc_test::part_setup of the part
template <class Unit, class Pins, class Setup>
class payload_player {
    using set = unit_set<Unit, Pins>;
    using side = typename set::side;
    using core = typename Unit::core_type;

public:
    payload_player() {
        sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
        sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
        m_sets[1].first.unit.observe(m_observer);
        m_sets[1].first.unit.count_totals();
        pass(period / 2);
        for (set& s : m_sets) {
            m_begins.push_back(saved(s.first));
        }
        for (std::size_t bytes = 0; bytes < m_buffers.size(); ++bytes) {
            m_buffers[bytes] = std::make_unique<unsigned char[]>(bytes); // no byte more: watched
            m_twin_buffers[bytes] = std::make_unique<unsigned char[]>(bytes);
        }
    }

    void play(const std::uint8_t* data, std::size_t size) {
        m_in = byte_source(data, size);
        begin();
        while (m_in.has_more()) {
            take_step();
        }
        compare_with_twin();
    }

    std::uint64_t payloads() const { return m_payloads; }

private:
    static constexpr bool is_memory_mapped = core::window_size != 0;
    static constexpr unsigned word_bytes = 4;
    static constexpr std::size_t longest = 40;

    struct silent_observer final : pmu::pmu_observer {};

    // --- time -----------------------------------------------------------------------------------

    // Whole periods between two inputs: each begins in the middle of one.
    void pass(const sc_core::sc_time& time) { sc_core::sc_start(time); }
    // A delta for a pin, one for the unit that it wakes, one for what that drives.
    void settle() {
        for (unsigned delta = 0; delta < 3; ++delta) {
            pass(sc_core::SC_ZERO_TIME);
        }
    }
    bool is_ahead() const { return sc_core::sc_time_stamp() < m_ahead_until; }
    void catch_up() {
        if (is_ahead()) {
            const std::uint64_t left = (m_ahead_until - sc_core::sc_time_stamp()).value();
            pass_edges(left / period.value() + 1);
        }
    }
    void pass_edges(std::uint64_t edges) {
        pass(sc_core::sc_time::from_value(edges * period.value()));
    }

    // --- an input -------------------------------------------------------------------------------

    void begin() {
        catch_up();
        const std::uint8_t how = m_in.byte();
        m_set = &m_sets[how & 1U];
        for (std::size_t n = 0; n < m_set->first.inputs(); ++n) {
            drive(n, 0);
        }
        drive_reset(false);
        pass(period);
        restore(m_set->first, m_begins[how & 1U]);
        m_has_twin = false;
        m_is_wild_used = false;
        m_delay = sc_core::SC_ZERO_TIME;
        m_who = {};
        m_has_extension = true;
        set_policy(pmu::refusal_policy::by_kind);
        const std::uint8_t levels = m_in.byte();
        for (std::size_t n = 0, wire = 0; n < m_set->first.inputs(); ++n) {
            if (m_set->first.is_wire(n)) {
                drive(n, levels >> wire++ % 8);
            }
        }
        settle();
        if ((how & 2U) != 0) { // else random writes alone would seldom let it count
            for (const auto& w : Setup::start({})) {
                payload_fields plain = word_at(w.address);
                plain.command = tlm::TLM_WRITE_COMMAND;
                transport(plain, w.value);
            }
        }
    }

    void take_step() {
        const std::uint8_t what = m_in.byte();
        if (what < 0x60) {
            payload_fields plain = word_at(any_register());
            plain.command = tlm::TLM_WRITE_COMMAND;
            transport(plain, m_in.word());
        } else if (what < 0xA0) {
            transport(word_at(any_register()), 0);
        } else if (what < 0xC0) {
            const payload_fields any = any_fields();
            transport(any, m_in.word());
        } else if (what < 0xD0) {
            const payload_fields any = any_fields();
            transport_debug(any, m_in.word());
        } else if (what < 0xD6) {
            drive_pins();
        } else if (what < 0xE0) {
            report_events();
        } else if (what < 0xEC) {
            pass_edges(1 + what % 8U);
        } else if (what < 0xEE) {
            pass_edges(m_in.number(2));
        } else if (what < 0xF0) {
            wait_for_output();
        } else if (what < 0xF1) {
            make_twin();
        } else if (what < 0xF2) {
            make_wild();
        } else if (what < 0xF5) {
            m_who = {(what & 1U) != 0, m_in.byte() % 2 != 0};
            m_has_extension = m_in.byte() % 4 != 0;
        } else if (what < 0xF6) {
            set_policy(m_in.byte() % 2 == 0 ? pmu::refusal_policy::by_kind
                                            : pmu::refusal_policy::generic_error);
        } else if (what < 0xF7) {
            drive_reset(m_in.byte() % 4 == 0);
            settle();
        } else {
            set_delay();
        }
    }

    void set_delay() {
        switch (const std::uint8_t how = m_in.byte(); how % 4) {
        case 0: m_delay = sc_core::SC_ZERO_TIME; break;
        case 1: m_delay = sc_core::sc_time::from_value(how / 4U * period.value()); break;
        case 2: m_delay = sc_core::sc_time::from_value(m_in.number(2)); break;
        default: m_delay = sc_core::sc_time::from_value(m_in.number(4) * 64); break;
        }
    }

    // --- payloads -------------------------------------------------------------------------------

    struct payload_fields {
        tlm::tlm_command command = tlm::TLM_READ_COMMAND;
        std::uint64_t address = 0;
        unsigned length = word_bytes;
        unsigned width = word_bytes;
        bool has_data = true;
        bool has_enables = false;
        unsigned enable_length = 0;
        std::uint64_t enables = 0; ///< bit n: byte n
    };

    std::uint32_t any_register() {
        const auto& all = core::registers();
        return all[m_in.byte() % all.size()].address;
    }
    static payload_fields word_at(std::uint64_t address) {
        payload_fields f;
        f.address = address;
        return f;
    }
    payload_fields any_fields() {
        payload_fields f = word_at(any_register());
        const std::uint8_t what = m_in.byte();
        f.command = static_cast<tlm::tlm_command>(what & 3U);
        switch (what >> 2 & 7U) {
        case 0: f.address += 1 + m_in.byte() % 8; break;
        case 1: f.address = m_in.number(3); break;
        case 2: f.address = m_in.number(8); break;
        case 3: f.address = UINT64_MAX - m_in.byte() % 16; break;
        case 4: f.address |= m_in.number(2) << (20 + m_in.byte() % 44); break;
        case 5:
            f.address = (is_memory_mapped ? core::window_size : core::address_mask + 1) - 8 +
                        m_in.byte() % 16;
            break;
        default: break;
        }
        const std::uint8_t odd = m_in.byte();
        if ((odd & 3U) == 0) {
            f.length = m_in.byte() % (longest + 1);
            f.width = f.length;
        }
        if ((odd >> 2 & 3U) == 0) {
            f.width = m_in.byte() % 8U == 7 ? UINT32_MAX : m_in.byte() % 9U;
        }
        f.has_data = (odd >> 4 & 7U) != 0;
        if ((odd & 0x80U) != 0) {
            f.has_enables = true;
            f.enable_length = m_in.byte() % 9;
            const bool are_all_on = m_in.byte() % 2 != 0;
            f.enables = are_all_on ? UINT64_MAX : m_in.number(1);
        }
        return f;
    }

    /// A payload, which others were before, with exact buffers, and all that it is to be.
    class prepared {
    public:
        tlm::tlm_generic_payload& payload;

        prepared(tlm::tlm_generic_payload& becomes, const payload_fields& f, std::uint32_t word,
                 unsigned char* data, pmu::access_extension* extension)
            : payload(becomes), m_fields(f), m_data(f.has_data ? data : nullptr),
              m_extension(extension) {
            for (unsigned n = 0; n < f.length; ++n) {
                data[n] = static_cast<unsigned char>(word >> n % 4 * 8);
            }
            std::copy_n(data, f.length, m_before.begin());
            payload.set_command(f.command);
            payload.set_address(f.address);
            payload.set_data_ptr(m_data);
            payload.set_data_length(f.length);
            payload.set_streaming_width(f.width);
            payload.set_byte_enable_ptr(nullptr);
            payload.set_byte_enable_length(0);
            if (f.has_enables) {
                m_enables = std::make_unique<unsigned char[]>(f.enable_length);
                for (unsigned n = 0; n < f.enable_length; ++n) {
                    m_enables[n] = is_enabled(n) ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
                }
                payload.set_byte_enable_ptr(m_enables.get());
                payload.set_byte_enable_length(f.enable_length);
            }
            payload.set_dmi_allowed(true);
            payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
            if (extension != nullptr) {
                payload.set_extension(extension);
            }
        }
        ~prepared() {
            if (m_extension != nullptr) {
                payload.clear_extension(m_extension);
            }
        }
        prepared(const prepared&) = delete;
        prepared& operator=(const prepared&) = delete;

        void require_kept_attributes() const {
            const payload_fields& f = m_fields;
            require(payload.get_command() == f.command && payload.get_address() == f.address &&
                        payload.get_data_ptr() == m_data && payload.get_data_length() == f.length &&
                        payload.get_streaming_width() == f.width &&
                        payload.get_byte_enable_ptr() == m_enables.get() &&
                        (!f.has_enables || payload.get_byte_enable_length() == f.enable_length) &&
                        payload.get_extension<pmu::access_extension>() == m_extension,
                    "a target has changed an attribute that is the initiator's");
            for (unsigned n = 0; f.has_enables && n < f.enable_length; ++n) {
                require(m_enables[n] == (is_enabled(n) ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED),
                        "a target has changed byte enables");
            }
        }
        /// \param first of the bytes that must be as they were
        bool has_kept_data(const unsigned char* data, unsigned first) const {
            return std::equal(data + first, data + m_fields.length, m_before.begin() + first);
        }
        bool are_all_enabled() const {
            for (unsigned n = 0; n < std::min(m_fields.enable_length, word_bytes); ++n) {
                if (!is_enabled(n)) {
                    return false;
                }
            }
            return !m_fields.has_enables || m_fields.enable_length != 0;
        }

    private:
        bool is_enabled(unsigned n) const { return (m_fields.enables >> n % 64 & 1U) != 0; }

        const payload_fields m_fields;
        unsigned char* const m_data;
        pmu::access_extension* const m_extension;
        std::array<unsigned char, longest + 1> m_before{};
        std::unique_ptr<unsigned char[]> m_enables;
    };

    static bool is_register(std::uint64_t address) {
        return core::registers().find(static_cast<std::uint32_t>(address & core::address_mask)) !=
               nullptr;
    }

    // The table "Responses" of models/README.md. \return nothing: the register's rules decide
    std::optional<tlm::tlm_response_status> expected(const payload_fields& f,
                                                     const prepared& p) const {
        const std::uint64_t last = core::window_size - 1;
        if (f.command == tlm::TLM_IGNORE_COMMAND) {
            return tlm::TLM_OK_RESPONSE;
        }
        if (f.address > last || (f.length != 0 && f.length - 1 > last - f.address)) {
            return tlm::TLM_ADDRESS_ERROR_RESPONSE;
        }
        if (f.length != word_bytes || (f.width != 0 && f.width < word_bytes) || !f.has_data) {
            return tlm::TLM_BURST_ERROR_RESPONSE;
        }
        if (f.address % word_bytes != 0) {
            return tlm::TLM_ADDRESS_ERROR_RESPONSE;
        }
        if (!p.are_all_enabled()) {
            return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
        }
        const bool is_access =
            f.command == tlm::TLM_READ_COMMAND || f.command == tlm::TLM_WRITE_COMMAND;
        if (!is_memory_mapped && !is_register(f.address)) {
            return tlm::TLM_ADDRESS_ERROR_RESPONSE;
        }
        if (!is_access) {
            return tlm::TLM_COMMAND_ERROR_RESPONSE;
        }
        return std::nullopt;
    }
    void require_expected(const payload_fields& f, const prepared& p) const {
        const tlm::tlm_response_status status = p.payload.get_response_status();
        require(status != tlm::TLM_INCOMPLETE_RESPONSE, "an access was not answered");
        auto wanted = expected(f, p);
        if (!wanted) {
            if (status == tlm::TLM_OK_RESPONSE) {
                return;
            }
            wanted = is_memory_mapped ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                      : tlm::TLM_COMMAND_ERROR_RESPONSE;
            require(!m_who.privileged || !m_who.secure ||
                        core::registers().find(
                            static_cast<std::uint32_t>(f.address & core::address_mask)) != nullptr,
                    "an access was refused where there is no register to be protected");
        }
        if (*wanted != tlm::TLM_OK_RESPONSE && m_policy == pmu::refusal_policy::generic_error) {
            wanted = tlm::TLM_GENERIC_ERROR_RESPONSE;
        }
        require(status == *wanted, "the response is not that of the table");
    }

    pmu::access_extension* extension() { return m_has_extension ? &m_extension : nullptr; }

    void transport(const payload_fields& f, std::uint32_t word) {
        ++m_payloads;
        m_extension.attributes = m_who;
        unsigned char* const data = m_buffers[f.length].get();
        prepared p(m_payload, f, word, data, extension());
        const bool is_now = m_delay == sc_core::SC_ZERO_TIME;
        std::optional<core> before;
        if (is_now) {
            before = m_set->first.unit.snapshot();
        }
        sc_core::sc_time delay = m_delay;
        m_set->first.socket->b_transport(p.payload, delay);
        require(delay == m_delay, "on a tickless clock a delay stays as it was");
        m_ahead_until = std::max(m_ahead_until, sc_core::sc_time_stamp() + m_delay);
        p.require_kept_attributes();
        require(m_extension.attributes.privileged == m_who.privileged &&
                    m_extension.attributes.secure == m_who.secure,
                "a target has changed an extension");
        require_expected(f, p);
        const bool is_ok = p.payload.get_response_status() == tlm::TLM_OK_RESPONSE;
        const bool is_read = f.command == tlm::TLM_READ_COMMAND;
        require(!p.payload.is_dmi_allowed() || !is_ok, "a PMU has no DMI");
        require((is_ok && is_read) || p.has_kept_data(data, 0),
                "a write or a refused access has changed the data");
        if (is_now && (!is_ok || f.command != tlm::TLM_WRITE_COMMAND)) {
            require(*before == m_set->first.unit.snapshot(),
                    "a read or a refused access has changed the unit");
        }
        if (is_now && is_ok && is_read) {
            require_same_by_debug(f.address, data);
        }
        if (m_has_twin) {
            unsigned char* const other = m_twin_buffers[f.length].get();
            prepared q(m_other_payload, f, word, other, extension());
            delay = m_delay;
            m_set->twin.socket->b_transport(q.payload, delay);
            if (q.payload.get_response_status() != p.payload.get_response_status() ||
                !std::equal(data, data + f.length, other)) {
                fail("a restored unit answers otherwise: " + text_of_access(f, p, data) + "; " +
                     text_of_access(f, q, other));
            }
        }
        if (m_is_wild_used) {
            prepared q(m_other_payload, f, word, m_twin_buffers[f.length].get(), extension());
            delay = m_delay;
            m_set->wild.socket->b_transport(q.payload, delay);
            require(q.payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE,
                    "an access was not answered");
        }
    }

    std::string text_of_access(const payload_fields& f, const prepared& p,
                               const unsigned char* data) const {
        std::ostringstream text;
        text << (f.command == tlm::TLM_READ_COMMAND ? "read" : "write") << " at 0x" << std::hex
             << f.address << ", " << p.payload.get_response_string() << ", data";
        for (unsigned n = 0; n < f.length; ++n) {
            text << ' ' << unsigned{data[n]};
        }
        text << ", delay " << m_delay << " at " << sc_core::sc_time_stamp();
        return text.str();
    }

    void require_same_by_debug(std::uint64_t address, const unsigned char* data) {
        payload_fields f = word_at(address);
        unsigned char word[word_bytes];
        prepared p(m_other_payload, f, 0, word, nullptr);
        const unsigned done = m_set->first.socket->transport_dbg(p.payload);
        const auto* const r =
            core::registers().find(static_cast<std::uint32_t>(address & core::address_mask));
        // What reads of bits that mean nothing give may be a parameter.
        const std::uint32_t mask = r != nullptr ? r->readable() : UINT32_MAX;
        std::uint32_t peeked = 0;
        std::uint32_t read = 0;
        std::memcpy(&peeked, word, word_bytes);
        std::memcpy(&read, data, word_bytes);
        require(done == word_bytes && (peeked & mask) == (read & mask),
                "a read and debug transport differ");
    }

    // Bytes up to the first address that has no register.
    static unsigned expected_bytes(const payload_fields& f) {
        const std::uint64_t last = core::window_size - 1;
        if (!f.has_data ||
            (f.command != tlm::TLM_READ_COMMAND && f.command != tlm::TLM_WRITE_COMMAND)) {
            return 0;
        }
        unsigned done = 0;
        while (done < f.length && f.address <= last && done <= last - f.address) {
            const std::uint64_t at = f.address + done;
            if (!is_memory_mapped && !is_register(at - at % word_bytes)) {
                break;
            }
            ++done;
        }
        return done;
    }

    void transport_debug(const payload_fields& f, std::uint32_t word) {
        ++m_payloads;
        m_extension.attributes = m_who;
        unsigned char* const data = m_buffers[f.length].get();
        prepared p(m_payload, f, word, data, extension());
        const core before = m_set->first.unit.snapshot();
        const unsigned done = m_set->first.socket->transport_dbg(p.payload);
        require(done <= f.length, "debug transport returns more than the length");
        require(done == expected_bytes(f), "debug transport ends at another byte");
        p.require_kept_attributes();
        if (f.command == tlm::TLM_READ_COMMAND) {
            require(p.has_kept_data(data, f.has_data ? done : 0), "bytes beyond the end are read");
            require(before == m_set->first.unit.snapshot(), "debug transport has changed the unit");
            unsigned char* const again = m_twin_buffers[f.length].get();
            prepared q(m_other_payload, f, word, again, extension());
            require(m_set->first.socket->transport_dbg(q.payload) == done &&
                        std::equal(data, data + f.length, again),
                    "debug transport reads something else when it reads again");
        } else {
            require(p.has_kept_data(data, 0), "a write has changed the data");
            if (done == 0) {
                require(before == m_set->first.unit.snapshot(), "nothing is written, and changes");
            }
        }
        for (side* other : others()) {
            prepared q(m_other_payload, f, word, m_twin_buffers[f.length].get(), extension());
            const unsigned there = other->socket->transport_dbg(q.payload);
            require(there == done, "a restored unit answers otherwise");
        }
    }

    // --- pins and batches -----------------------------------------------------------------------

    void drive(std::size_t input, std::uint64_t bits) {
        m_set->first.drive(input, bits);
        m_set->twin.drive(input, bits);
        m_set->wild.drive(input, bits);
    }
    void drive_reset(bool level) {
        for (side* s : {&m_set->first, &m_set->twin, &m_set->wild}) {
            s->reset.write(level);
        }
    }
    void drive_pins() {
        const std::size_t input = m_in.byte();
        const std::uint64_t bits = m_in.byte() % 4 == 0 ? m_in.number(8) : m_in.word();
        if (m_set->first.inputs() != 0) {
            drive(input % m_set->first.inputs(), bits);
        }
        settle();
    }

    void report_events() {
        Unit& unit = m_set->first.unit;
        const std::uint8_t how = m_in.byte();
        const auto& all = core::events();
        const std::uint8_t which = m_in.byte();
        const std::uint32_t event =
            (how & 1U) != 0 ? (all.begin() + which % all.size())->number : which | (how & 2U) << 7;
        const std::uint64_t n = (how & 4U) != 0 ? m_in.number(5) : m_in.word();
        const sc_core::sc_time delay = (how & 8U) != 0 ? m_delay : sc_core::SC_ZERO_TIME;
        unit.advance_to(delay);
        m_ahead_until = std::max(m_ahead_until, sc_core::sc_time_stamp() + delay);
        const core before = unit.snapshot();
        const bool is_counted = unit.is_counted(event);
        const std::uint64_t room = unit.headroom(event);
        unit.edges_to_output_change();
        require(room != 0, "there is always room for an occurrence");
        require(before == unit.snapshot(), "to look at a unit has changed it");
        unit.count(event, n, delay);
        if (n == 0 || !is_counted) {
            require(before == unit.snapshot(), "what is not counted has changed the unit");
        }
        for (side* other : others()) {
            other->unit.advance_to(delay);
            if (other == &m_set->twin) {
                require(other->unit.headroom(event) == room, "a restored unit has other room");
            }
            other->unit.count(event, n, delay);
        }
    }

    // Exactly after that many edges an output changes.
    void wait_for_output() {
        constexpr std::uint64_t most = 5'000'000;
        Unit& unit = m_set->first.unit;
        catch_up();
        settle();
        const std::uint64_t edges = unit.edges_to_output_change();
        if (edges > most) {
            return;
        }
        require(edges != 0, "an output changes on an edge, or not at all");
        const auto before = unit.snapshot().driven();
        if (edges > 1) {
            pass_edges(edges - 1);
            require(unit.snapshot().driven() == before, "an output has changed too early");
        }
        pass_edges(1);
        settle();
        require(unit.snapshot().driven() != before, "no output has changed in time");
        require_pin();
    }
    void require_pin() {
        const core now = m_set->first.unit.snapshot();
        const bool is_asserted = m_set->first.pmuirq.read() != now.parameters().irq_active_low;
        require(is_asserted == now.driven().pmuirq,
                "the pin of PMUIRQ is not what the unit drives");
    }

    // --- snapshots ------------------------------------------------------------------------------

    static std::string saved(side& s) {
        std::ostringstream out;
        s.unit.save(out);
        return out.str();
    }
    static void restore(side& s, const std::string& bytes) {
        std::istringstream in(bytes);
        s.unit.restore(in);
    }

    std::vector<side*> others() {
        std::vector<side*> all;
        if (m_has_twin) {
            all.push_back(&m_set->twin);
        }
        if (m_is_wild_used) {
            all.push_back(&m_set->wild);
        }
        return all;
    }

    void make_twin() {
        catch_up();
        settle();
        require_pin();
        compare_with_twin();
        const std::string bytes = saved(m_set->first);
        restore(m_set->twin, bytes);
        require(saved(m_set->twin) == bytes, "a restored unit saves something else");
        std::ostringstream core_bytes;
        const core state = m_set->first.unit.snapshot();
        pmu::save_core(core_bytes, state);
        core copy(state.parameters());
        std::istringstream in(core_bytes.str());
        pmu::restore_core(in, copy);
        require(copy == state, "a restored core is another one");
        m_set->twin.unit.set_refusal_policy(m_policy);
        m_has_twin = true;
    }
    void compare_with_twin() {
        if (m_has_twin) {
            catch_up();
            settle();
            require(saved(m_set->twin) == saved(m_set->first),
                    "a restored unit has gone elsewhere");
        }
    }

    // A snapshot that nobody has saved, with the right checksum.
    void make_wild() {
        constexpr std::size_t head = 16;
        constexpr std::size_t checksum = 4;
        catch_up();
        settle();
        const std::string bytes = saved(m_set->first);
        std::string body = bytes.substr(head, bytes.size() - head - checksum);
        for (unsigned n = 1 + m_in.byte() % 4; n != 0; --n) {
            body[m_in.number(2) % body.size()] = static_cast<char>(m_in.byte());
        }
        if (m_in.byte() % 8 == 0) {
            body.resize(m_in.number(2) % body.size());
        }
        pmu::snapshot_writer outputs;
        outputs.state(typename core::outputs{});
        const std::size_t after_ahead = outputs.bytes().size() + 4;
        if (body.size() >= after_ahead + 8) { // it cannot be restored before its time has come
            body.replace(body.size() - after_ahead - 6, 6, 6, '\0');
        }
        std::ostringstream wild;
        pmu::write_snapshot(wild, pmu::unit_snapshot, body);
        try {
            restore(m_set->wild, wild.str());
            m_is_wild_used = true;
            m_ahead_until = std::max(m_ahead_until, sc_core::sc_time_stamp() + 7 * period);
        } catch (const pmu::snapshot_error&) {
        }
    }

    void set_policy(pmu::refusal_policy policy) {
        m_policy = policy;
        for (side* s : {&m_set->first, &m_set->twin, &m_set->wild}) {
            s->unit.set_refusal_policy(policy);
        }
    }

    /// Each parameter at an end of its range that is not its default.
    static typename core::config other_parameters() {
        typename core::config c;
        const auto& all = core::all_parameters();
        for (const pmu::parameter_desc& p : all) {
            all.set(c, p, p.default_value == p.max ? p.min : p.max);
        }
        return c;
    }

    const sc_core::sc_time period{10, sc_core::SC_NS};
    pmu::tickless_clock m_clock{"clk", period};
    std::array<set, 2> m_sets{
        set{"first", "twin", "wild", {}, m_clock},
        set{"other", "other_twin", "other_wild", other_parameters(), m_clock}};
    set* m_set = &m_sets[0];
    std::vector<std::string> m_begins; ///< snapshots
    silent_observer m_observer;
    std::array<std::unique_ptr<unsigned char[]>, longest + 1> m_buffers;
    std::array<std::unique_ptr<unsigned char[]>, longest + 1> m_twin_buffers;
    byte_source m_in{nullptr, 0};
    tlm::tlm_generic_payload m_payload;
    tlm::tlm_generic_payload m_other_payload;
    pmu::access_extension m_extension;
    bool m_has_extension = true;
    pmu::access_attributes m_who;
    pmu::refusal_policy m_policy = pmu::refusal_policy::by_kind;
    sc_core::sc_time m_delay;
    sc_core::sc_time m_ahead_until;
    bool m_has_twin = false;
    bool m_is_wild_used = false;
    std::uint64_t m_payloads = 0;
};

} // namespace trust
