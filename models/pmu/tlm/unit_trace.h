// SPDX-License-Identifier: Apache-2.0
// The registers, their fields, and the event lines of a core in a trace file.
#pragma once

#include <pmu/core/event_table.h>
#include <pmu/core/register_map.h>

#include <systemc>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace PMU_API pmu {

/// What a trace file shows of a core, by the names of its manual:
/// - `REGISTER`, 32 bits, the registers of every counter included where software sees one at a
/// time;
/// - `REGISTER.FIELD`, where a register is more than one value; what only acts is left out;
/// - `events.EVENT`, the lines of an event as they are driven, and `secure_events.EVENT`.
///
/// Without a trace file it costs nothing.
template <class Core>
class unit_trace {
    using inputs = typename Core::inputs;

public:
    /// Adds everything to a trace file, each name after that of the module.
    void add_to(sc_core::sc_trace_file* file, const std::string& module,
                const event_table& events) {
        make_list(events);
        for (const item& i : m_list->items) {
            sc_core::sc_trace(file, i.value, module + "." + i.name, i.width);
        }
    }

    /// Whether there is a trace file.
    bool is_on() const { return m_list != nullptr; }

    /// Shows the registers as they are now.
    void refresh(const Core& core, const inputs& in) {
        if (is_on()) {
            show(core, in);
        }
    }
    /// Shows the event lines. There is a trace file.
    void refresh_lines(const inputs& in) {
        std::size_t at = m_list->first_line;
        show_lines(in.lines, at);
        if constexpr (has_secure_lines) {
            show_lines(in.secure_lines, at);
        }
    }

private:
    /// A value in the trace file.
    struct item {
        std::string name;
        int width = 32; ///< bits
        std::uint32_t value = 0;
    };

    static constexpr const register_map& map = Core::registers();

    template <class Inputs, class = void>
    struct secure_lines_of : std::false_type {};
    template <class Inputs>
    struct secure_lines_of<Inputs, std::void_t<decltype(Inputs::secure_lines)>> : std::true_type {};
    static constexpr bool has_secure_lines = secure_lines_of<inputs>::value;

    static bool is_shown(const register_field& f) {
        return f.access != field_access::action && f.mask() != ~std::uint32_t{0};
    }

    // The trace file has the addresses of the values: the list is made once.
    void make_list(const event_table& events) {
        if (is_on()) {
            return;
        }
        m_list = std::make_unique<list>();
        for (const register_desc& r : map) {
            add_register(r.name, r);
        }
        for (const banked_register& b : map.banked()) {
            add_register(b.name, *map.find(b.address));
        }
        m_list->first_line = m_list->items.size();
        add_lines(events, "events.");
        if (has_secure_lines) {
            add_lines(events, "secure_events.");
        }
    }
    void add_register(const std::string& name, const register_desc& r) {
        m_list->items.push_back({name, 32, 0});
        for (const register_field& f : r) {
            if (is_shown(f)) {
                m_list->items.push_back({name + "." + f.name, f.msb - f.lsb + 1, 0});
            }
        }
    }
    void add_lines(const event_table& events, const std::string& group) {
        m_list->lines.clear();
        for (const event_desc& e : events) {
            if (e.rule == event_rule::each_line && e.line_count != 0) {
                m_list->items.push_back({group + e.name, e.line_count, 0});
                m_list->lines.push_back({e.first_line, e.line_count});
            }
        }
    }

    [[gnu::cold]] void show(const Core& core, const inputs& in) {
        std::size_t at = 0;
        for (const register_desc& r : map) {
            std::uint32_t word = 0;
            core.peek(r.address, in, word);
            show_register(word, r, at);
        }
        if constexpr (map.banked().size() != 0) {
            for (const banked_register& b : map.banked()) {
                show_register(core.peek(b), *map.find(b.address), at);
            }
        }
    }
    void show_register(std::uint32_t word, const register_desc& r, std::size_t& at) {
        m_list->items[at++].value = word;
        for (const register_field& f : r) {
            if (is_shown(f)) {
                m_list->items[at++].value = f.of(word);
            }
        }
    }

    template <class Lines>
    void show_lines(const Lines& lines, std::size_t& at) {
        for (const auto& [first, count] : m_list->lines) {
            const std::uint64_t levels = word_with(lines, first) >> first % 64U;
            m_list->items[at++].value = static_cast<std::uint32_t>(levels) & ((1U << count) - 1U);
        }
    }
    static std::uint64_t word_with(std::uint64_t lines, unsigned /*line*/) { return lines; }
    template <std::size_t N>
    static std::uint64_t word_with(const std::array<std::uint64_t, N>& lines, unsigned line) {
        return lines[line / 64U];
    }

    struct list {
        std::vector<item> items;
        std::size_t first_line = 0;                       ///< of the items, the first event line
        std::vector<std::pair<unsigned, unsigned>> lines; ///< first line and count, by event
    };
    std::unique_ptr<list> m_list; ///< what trace files read; null: not traced
};

} // namespace pmu
