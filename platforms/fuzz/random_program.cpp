// SPDX-License-Identifier: Apache-2.0
#include "random_program.h"

#include "random_source.h"

#include <process/text_streams.h>
#include <process/words.h>

#include <algorithm>

namespace platform::fuzz {

namespace {

using namespace std::string_literals;
using process::hex;

class program_generator {
public:
    program_generator(const program_choice& choice, const program::unit_info& unit,
                      const std::vector<const pmu::event_desc*>& events)
        : m_choice(choice), m_unit(unit), m_events(events), m_random(choice.seed) {
        for (const pmu::event_desc* e : events) {
            note_event(*e);
        }
    }

    program_case make() {
        m_case.part = m_unit.name();
        set_options();
        const std::uint32_t any = 8U << m_random.below(8);
        const std::uint32_t length = m_choice.statements == 0 ? any : m_choice.statements;
        for (std::uint32_t n = 0; n < length; ++n) {
            add(statement());
        }
        show_all();
        return m_case;
    }

private:
    void add(std::string text) { m_case.statements.push_back(std::move(text)); }

    void note_event(const pmu::event_desc& e) {
        const program::event_reference r = m_unit.reference_to(e);
        const std::string name =
            (r.source.empty() ? "" : r.source + ":") + hex(r.number) + (r.secure ? ":secure" : "");
        program::event_lines ignored;
        std::string error;
        if (m_unit.resolve(r, false, ignored, error)) {
            m_raised.push_back(name);
        }
        if (m_unit.resolve(r, true, ignored, error)) {
            m_counted.push_back(name);
        }
    }

    template <class T>
    const T& any_of(const std::vector<T>& from) {
        return from[m_random.below(static_cast<std::uint32_t>(from.size()))];
    }

    void set_options() {
        for (const pmu::parameter_desc& p : m_unit.options()) {
            if (!m_random.one_in(4)) {
                continue;
            }
            const std::uint64_t span = p.max - p.min;
            const std::uint64_t few = std::min<std::uint64_t>(span, 10);
            const std::uint64_t value = p.kind == pmu::parameter_kind::bits
                                            ? p.min + (m_random.bits() & span)
                                            : p.min + m_random.below(std::uint32_t(few) + 1);
            if (value <= p.max) {
                add("option " + std::string(p.name) + ", " + std::to_string(value));
            }
        }
    }

    // --- values ----------------------------------------------------------------------------------

    /// Fields with what they are likely to be for, counters near their wrap.
    std::uint32_t word_for(const pmu::register_desc& r) {
        if (m_random.one_in(6)) {
            return m_random.word();
        }
        std::uint32_t word = 0;
        for (const pmu::register_field& f : r) {
            const unsigned bits = f.msb - f.lsb + 1U;
            std::uint32_t value = m_random.word();
            if (bits == 32) {
                value = m_random.one_in(4) ? value : 0U - value % 300U;
            } else if (bits >= 5 && bits <= 8) {
                value = any_of(m_events)->number;
            } else if (bits == 1) {
                value = m_random.one_in(3) ? 0 : 1;
            }
            word |= f.in_place(value);
        }
        return word;
    }

    const pmu::register_desc& any_register() {
        const pmu::register_map& map = m_unit.registers();
        return map[m_random.below(static_cast<std::uint32_t>(map.size()))];
    }

    std::string some_events(const std::vector<std::string>& from) {
        std::vector<std::string> chosen;
        const std::uint32_t count = 1 + m_random.below(3);
        for (std::uint32_t n = 0; n < count; ++n) {
            const std::string& e = any_of(from);
            if (std::find(chosen.begin(), chosen.end(), e) == chosen.end()) {
                chosen.push_back(e);
            }
        }
        return process::joined(chosen);
    }

    std::string edges() {
        return std::to_string(m_random.one_in(16)  ? m_random.below(5000)
                              : m_random.one_in(6) ? m_random.below(200)
                                                   : m_random.below(8));
    }

    // --- statements ------------------------------------------------------------------------------

    std::string load(const pmu::register_desc& r) {
        const std::string to = "r" + std::to_string(m_random.below(13));
        return "ldr " + to + ", [" + hex(r.address) + "]\nprint " + to;
    }

    std::string access() {
        const pmu::register_desc& r = any_register();
        const std::string name = r.name;
        switch (m_random.below(12)) {
        case 0: return "peek " + name + " == " + hex(m_random.below(3));
        case 1: return "poke " + name + ", " + hex(word_for(r));
        case 2: return "read " + name + " == " + hex(m_random.below(3));
        case 3:
        case 4:
        case 5: return load(r);
        case 6: return "str " + hex(word_for(r)) + ", [" + hex(r.address) + "]";
        default: return "write " + name + ", " + hex(word_for(r));
        }
    }

    std::string stimulus() {
        switch (m_random.below(8)) {
        case 0:
            if (m_unit.bus_bits() != 0) {
                const std::uint64_t all = m_unit.bus_bits() < 64
                                              ? (std::uint64_t{1} << m_unit.bus_bits()) - 1
                                              : UINT64_MAX;
                return "bus " + hex(m_random.bits() & m_random.bits() & all);
            }
            [[fallthrough]];
        case 1:
        case 2: return m_random.one_in(3) ? "events none" : "events " + some_events(m_raised);
        case 3:
        case 4:
            return "pulse " + some_events(m_raised) + " x" + std::to_string(1 + m_random.below(20));
        default: {
            const std::uint64_t n =
                m_random.one_in(8) ? m_random.bits() >> 31U : m_random.below(1000);
            return "count " + any_of(m_counted) + ", " + hex(n & 0xFFFF'FFFFU);
        }
        }
    }

    std::string pin() {
        const program::pin_map& pins = m_unit.pins();
        const program::pin_info& p = pins[m_random.below(static_cast<std::uint32_t>(pins.size()))];
        const std::uint64_t all = p.bits < 64 ? (std::uint64_t{1} << p.bits) - 1 : UINT64_MAX;
        const std::uint64_t value = m_random.bits() & all;
        return p.is_output ? "expect pin " + std::string(p.name) + ", 0"
                           : "pin " + std::string(p.name) + ", " +
                                 hex(m_random.one_in(2) ? value : p.at_start & all);
    }

    std::string loop() {
        return "repeat " + std::to_string(m_random.below(12)) + '\n' + access() + '\n' +
               (m_raised.empty() ? "" : stimulus() + '\n') + "run " +
               std::to_string(m_random.below(5)) + "\nend";
    }

    std::string statement() {
        struct kind {
            std::uint32_t share; ///< of 32
            std::string (*make)(program_generator& g);
        };
        static constexpr kind kinds[] = {
            {1,
             [](program_generator& g) {
                 return "mode "s + (g.m_random.one_in(3) ? "user" : "privileged");
             }},
            {1,
             [](program_generator& g) {
                 return "security "s + (g.m_random.one_in(3) ? "nonsecure" : "secure");
             }},
            {1,
             [](program_generator& g) {
                 return g.m_random.one_in(6) ? "reset x" + std::to_string(1 + g.m_random.below(3))
                                             : "expect irq 0";
             }},
            {1,
             [](program_generator& g) {
                 return "wait irq within " + std::to_string(1 + g.m_random.below(300));
             }},
            {1, [](program_generator& g) { return g.loop(); }},
            {3, [](program_generator& g) { return g.pin(); }},
            {7, [](program_generator& g) { return "run " + g.edges(); }},
            {7,
             [](program_generator& g) {
                 return g.m_raised.empty() || g.m_counted.empty() ? g.access() : g.stimulus();
             }},
            {10, [](program_generator& g) { return g.access(); }},
        };
        return one_of(kinds, m_random).make(*this);
    }

    void show_all() {
        add("mode privileged");
        add("security secure");
        add("run 8");
        for (const pmu::register_desc& r : m_unit.registers()) {
            add("peek " + std::string(r.name) + " == 0xDEADBEEF");
        }
        for (const program::pin_info& p : m_unit.pins()) {
            if (p.is_output) {
                add("expect pin " + std::string(p.name) + ", 0");
            }
        }
    }

    const program_choice& m_choice;
    const program::unit_info& m_unit;
    const std::vector<const pmu::event_desc*>& m_events;
    random_source m_random;
    std::vector<std::string> m_raised;
    std::vector<std::string> m_counted;
    program_case m_case;
};

} // namespace

program_case random_program(const program_choice& choice, const program::unit_info& unit,
                            const std::vector<const pmu::event_desc*>& events) {
    return program_generator(choice, unit, events).make();
}

std::string text_of(const program_case& c) {
    std::string text;
    for (const std::string& s : c.statements) {
        text += s;
        text += s.empty() ? "" : "\n";
    }
    return text;
}

std::string text_of(const program_case& c, const std::string& option, bool has_option) {
    const std::string name = option.substr(0, option.find('='));
    program_case rest = c;
    for (std::string& s : rest.statements) {
        if (s.rfind("option " + name + ",", 0) == 0) {
            s.insert(0, "# ");
        }
    }
    const std::string value = option.substr(std::min(option.size(), name.size() + 1));
    return (has_option ? "option " + name + ", " + value : "# option " + name) + '\n' +
           text_of(rest);
}

std::size_t places(const program_case& c) {
    return c.statements.size();
}

void drop(program_case& c, std::size_t first, std::size_t end) {
    for (std::size_t n = first; n < end; ++n) {
        c.statements[n].clear();
    }
}

namespace {

/// Smaller ones from 1 on, those that save most first.
std::vector<std::uint64_t> fewer(std::uint64_t n) {
    std::vector<std::uint64_t> all;
    for (std::uint64_t less = n > 1 ? n - 1 : 0; less != 0; less /= 2) {
        all.push_back(n - less);
    }
    return all;
}

/// The words of a line with fewer of what its last word counts: edges, repetitions.
void add_fewer(std::vector<std::string>& found, const std::string& line, const char* before) {
    const std::size_t at = line.rfind(before) + std::string(before).size();
    for (const std::uint64_t n : fewer(std::stoull(line.substr(at)))) {
        found.push_back(line.substr(0, at) + std::to_string(n));
    }
}

/// `events A, B` and `pulse A, B xN` with one event less.
void add_fewer_events(std::vector<std::string>& found, const std::string& line) {
    const std::size_t begin = line.find(' ') + 1;
    const std::size_t end = std::min(line.find(" x", begin), line.size());
    std::vector<std::string> events;
    for (std::size_t at = begin; at < end;) {
        const std::size_t comma = std::min(line.find(", ", at), end);
        events.push_back(line.substr(at, comma - at));
        at = comma + 2;
    }
    for (std::size_t without = 0; events.size() > 1 && without != events.size(); ++without) {
        std::string text;
        for (std::size_t n = 0; n != events.size(); ++n) {
            text += n == without ? "" : (text.empty() ? "" : ", ") + events[n];
        }
        found.push_back(line.substr(0, begin) + text + line.substr(end));
    }
}

std::vector<std::string> simpler_line(const std::string& line) {
    const auto begins = [&line](const char* with) { return line.rfind(with, 0) == 0; };
    std::vector<std::string> found;
    if (begins("run ") || begins("repeat ")) {
        add_fewer(found, line, " ");
    } else if (begins("wait irq within ")) {
        add_fewer(found, line, "within ");
    } else if (begins("reset x")) {
        add_fewer(found, line, " x");
    } else if (begins("pulse ")) {
        add_fewer_events(found, line);
        add_fewer(found, line, " x");
    } else if (begins("events ")) {
        add_fewer_events(found, line);
    } else if (begins("count ")) {
        const std::size_t at = line.rfind(", ") + 2;
        for (const std::uint64_t n : fewer(std::stoull(line.substr(at), nullptr, 16))) {
            found.push_back(line.substr(0, at) + hex(n));
        }
    }
    return found;
}

} // namespace

std::vector<std::string> simpler(const std::string& statement) {
    std::vector<std::string> lines;
    process::text_reader in(statement);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    std::vector<std::string> found;
    const bool is_loop = statement.rfind("repeat ", 0) == 0;
    if (is_loop) {
        found.push_back(
            process::joined(std::vector<std::string>(lines.begin() + 1, lines.end() - 1), "\n"));
    }
    const std::size_t first = is_loop ? 1 : 0;
    const std::size_t end = lines.size() - first;
    for (std::size_t n = first; lines.size() > 1 && n < end; ++n) {
        std::vector<std::string> rest = lines;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(n));
        found.push_back(process::joined(rest, "\n"));
    }
    for (std::size_t n = 0; n != lines.size(); ++n) {
        for (const std::string& simple : simpler_line(lines[n])) {
            std::vector<std::string> all = lines;
            all[n] = simple;
            found.push_back(process::joined(all, "\n"));
        }
    }
    return found;
}

} // namespace platform::fuzz
