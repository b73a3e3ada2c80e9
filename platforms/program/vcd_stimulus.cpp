// SPDX-License-Identifier: Apache-2.0
#include <program/vcd_stimulus.h>

#include <process/input_file.h>
#include <process/printable.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace platform::program {

namespace {

constexpr std::size_t longest_word = 65'536;
constexpr std::size_t most_scopes = 256;
constexpr std::size_t most_signals = 1'000'000;
constexpr std::size_t shown_characters = 40;

/// Words of a file, with the lines that they are on.
class word_reader {
public:
    word_reader(const std::string& path, const std::function<bool()>& stop_asked)
        : m_path(path), m_in(path, stop_asked), m_at(&m_in) {}

    /// \return false: there is no other
    bool next() {
        const std::istreambuf_iterator<char> end;
        m_word.clear();
        for (; m_at != end && is_blank(*m_at); ++m_at) {
            m_next_line += *m_at == '\n' ? 1 : 0;
        }
        m_line = m_next_line;
        for (; m_at != end && !is_blank(*m_at); ++m_at) {
            m_word += *m_at;
            if (m_word.size() > longest_word) {
                fail("words of at most " + std::to_string(longest_word) + " characters");
            }
        }
        return !m_word.empty();
    }
    /// The next word, which must be there.
    const std::string& need(const std::string& what) {
        if (!next()) {
            fail(what, "the end of the file");
        }
        return m_word;
    }
    const std::string& word() const { return m_word; }
    std::uint64_t line() const { return m_line; }

    [[noreturn]] void fail(const std::string& expected) const { fail(expected, m_word); }
    [[noreturn]] void fail(const std::string& expected, const std::string& got) const {
        const std::string shown = process::printable(got.substr(0, shown_characters)) +
                                  (got.size() > shown_characters ? "..." : "");
        throw vcd_error(m_path + ":" + std::to_string(m_line) + ": expected " + expected +
                        ", got '" + shown + "'");
    }

private:
    static bool is_blank(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
    }

    const std::string m_path;
    process::input_buffer m_in;
    std::istreambuf_iterator<char> m_at;
    std::string m_word;
    std::uint64_t m_line = 1;
    std::uint64_t m_next_line = 1;
};

std::optional<std::uint64_t> number_of(const std::string& text) {
    std::uint64_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9' || value > (UINT64_MAX - 9) / 10) {
            return std::nullopt;
        }
        value = value * 10 + static_cast<std::uint64_t>(c - '0');
    }
    return text.empty() ? std::nullopt : std::optional(value);
}

/// Lines that a bit of a signal raises.
struct tied_bit {
    std::size_t bit = 0; ///< from the least significant
    std::uint16_t line = 0;
};

/// A variable that somebody looks at.
struct watched {
    std::size_t bits = 1;
    std::vector<tied_bit> ties;
};

struct declared {
    std::string path;
    std::string code;
    std::size_t bits = 1;
    std::int64_t lsb = 0; ///< of its range
};

class vcd_reader {
public:
    vcd_reader(const std::string& path, const unit_info& unit,
               const std::vector<signal_mapping>& mappings, bool automatic,
               const event_finder& find, std::uint64_t period_ps,
               const std::function<bool()>& stop_asked)
        : m_words(path, stop_asked), m_path(path), m_unit(unit), m_mappings(mappings),
          m_automatic(automatic), m_find(find), m_period_ps(period_ps) {}

    vcd_stimulus read() {
        read_declarations();
        tie_signals();
        read_changes();
        return std::move(m_stimulus);
    }

private:
    // --- declarations ---------------------------------------------------------------------------

    void skip_to_end(const std::string& command) {
        while (m_words.need("$end of " + command) != "$end") {
        }
    }

    void read_declarations() {
        while (m_words.next()) {
            const std::string command = m_words.word();
            if (command == "$timescale") {
                read_timescale();
            } else if (command == "$scope") {
                m_words.need("the kind of a scope");
                m_scopes.push_back(m_words.need("the name of a scope"));
                if (m_scopes.size() > most_scopes) {
                    m_words.fail("at most " + std::to_string(most_scopes) +
                                 " scopes inside of one another");
                }
                end_of(command);
            } else if (command == "$upscope") {
                if (m_scopes.empty()) {
                    m_words.fail("$upscope inside of a scope");
                }
                m_scopes.pop_back();
                end_of(command);
            } else if (command == "$var") {
                read_variable();
            } else if (command == "$enddefinitions") {
                end_of(command);
                return;
            } else if (command.size() > 1 && command.front() == '$' && command != "$end" &&
                       command.compare(0, 5, "$dump") != 0) {
                skip_to_end(command);
            } else {
                m_words.fail("a declaration or $enddefinitions");
            }
        }
        m_words.fail("$enddefinitions", "the end of the file");
    }

    void end_of(const std::string& command) {
        if (m_words.need("$end of " + command) != "$end") {
            m_words.fail("$end of " + command);
        }
    }

    /// "1 ns" or "1ns".
    void read_timescale() {
        std::string text;
        while (m_words.need("$end of $timescale") != "$end") {
            text += m_words.word();
        }
        const std::size_t unit = text.find_first_not_of("0123456789");
        const auto n = number_of(text.substr(0, unit));
        static constexpr struct {
            const char* name;
            std::uint64_t femtoseconds;
        } units[] = {{"s", 1'000'000'000'000'000},
                     {"ms", 1'000'000'000'000},
                     {"us", 1'000'000'000},
                     {"ns", 1'000'000},
                     {"ps", 1000},
                     {"fs", 1}};
        const std::string name = unit == std::string::npos ? "" : text.substr(unit);
        for (const auto& u : units) {
            if (name == u.name && (n == 1U || n == 10U || n == 100U)) {
                m_unit_fs = *n * u.femtoseconds;
                return;
            }
        }
        m_words.fail("a timescale of 1, 10 or 100 s, ms, us, ns, ps or fs", text);
    }

    void read_variable() {
        declared d;
        const bool is_text = m_words.need("the kind of a variable") == "string";
        const auto bits = number_of(m_words.need("the bits of a variable"));
        if (!bits || *bits == 0 || *bits > longest_word) {
            m_words.fail("a number of bits from 1 to " + std::to_string(longest_word));
        }
        d.bits = static_cast<std::size_t>(*bits);
        d.code = m_words.need("the code of a variable");
        std::string name = m_words.need("the name of a variable");
        std::string range;
        while (m_words.need("$end of $var") != "$end") {
            range += m_words.word();
        }
        if (const std::size_t bracket = name.find('['); bracket != std::string::npos) {
            range = name.substr(bracket);
            name.erase(bracket);
        }
        if (const std::size_t colon = range.find(':'); colon != std::string::npos) {
            const auto lsb = number_of(range.substr(colon + 1, range.size() - colon - 2));
            d.lsb = static_cast<std::int64_t>(lsb.value_or(0));
        }
        for (const std::string& scope : m_scopes) {
            d.path += scope + '.';
        }
        d.path += name;
        if (m_declared.size() == most_signals) {
            m_words.fail("at most " + std::to_string(most_signals) + " variables");
        }
        for (const auto& [signal, text] : {std::pair{batches_signal, &m_stimulus.batches},
                                           std::pair{period_signal, &m_stimulus.period_ps}}) {
            if (is_text && d.path == std::string("SystemC.") + signal) {
                m_texts[d.code] = text;
            }
        }
        m_codes.insert(d.code);
        m_declared.push_back(std::move(d));
    }

    // --- which signal is which event ------------------------------------------------------------

    /// The end of a path, at a dot.
    static bool is_end_of(const std::string& end, const std::string& path) {
        return path.size() >= end.size() &&
               path.compare(path.size() - end.size(), end.size(), end) == 0 &&
               (path.size() == end.size() || path[path.size() - end.size() - 1] == '.');
    }

    const declared& find_signal(const std::string& name) const {
        const declared* found = nullptr;
        for (const declared& d : m_declared) {
            if (d.path == name) {
                return d;
            }
            if (is_end_of(name, d.path)) {
                if (found != nullptr && found->code != d.code) {
                    m_words.fail("one signal '" + name + "' among the declarations that end here",
                                 found->path + "' and '" + d.path);
                }
                found = &d;
            }
        }
        if (found == nullptr) {
            m_words.fail("a signal of the declarations that end here", name);
        }
        return *found;
    }

    void tie(const declared& signal, std::size_t first_bit, std::size_t bits,
             event_reference event) {
        event_lines lines;
        std::string error;
        event.wires = static_cast<unsigned>(std::min<std::size_t>(bits, UINT32_MAX));
        if (!m_unit.resolve(event, false, lines, error)) {
            throw vcd_error(m_path + ":" + std::to_string(m_words.line()) + ": '" + signal.path +
                            "', " + std::to_string(bits) + (bits == 1 ? " bit" : " bits") + ": " +
                            error);
        }
        watched& w = m_watched[signal.code];
        w.bits = signal.bits;
        for (std::size_t n = 0; n != std::min(bits, lines.lines.size()); ++n) {
            w.ties.push_back({first_bit + n, lines.lines[n]});
        }
    }

    void tie_signals() {
        for (const signal_mapping& m : m_mappings) {
            const std::size_t bracket = m.signal.find('[');
            const declared& signal = find_signal(m.signal.substr(0, bracket));
            if (bracket == std::string::npos) {
                tie(signal, 0, signal.bits, m.event);
                continue;
            }
            const auto index =
                number_of(m.signal.substr(bracket + 1, m.signal.size() - bracket - 2));
            const auto lsb = static_cast<std::uint64_t>(signal.lsb);
            if (!index || m.signal.back() != ']' || *index < lsb || *index - lsb >= signal.bits) {
                m_words.fail("a bit of '" + signal.path + "', " + std::to_string(lsb) + " to " +
                                 std::to_string(lsb + signal.bits - 1),
                             m.signal);
            }
            tie(signal, static_cast<std::size_t>(*index - lsb), 1, m.event);
        }
        for (const declared& d : m_declared) {
            const std::size_t dot = d.path.rfind('.');
            if (!m_automatic || dot == std::string::npos) {
                continue;
            }
            const std::string scope = d.path.substr(0, dot);
            event_reference event;
            const bool is_secure = is_end_of("secure_events", scope);
            if ((is_secure || is_end_of("events", scope)) &&
                m_find(d.path.substr(dot + 1), event)) {
                event.secure = is_secure;
                event.wires = static_cast<unsigned>(d.bits);
                event_lines lines;
                std::string error;
                if (m_unit.resolve(event, false, lines, error)) { // else it is a pin, or no line
                    tie(d, 0, d.bits, event);
                }
            }
        }
        if (m_watched.empty()) {
            m_words.fail("a signal 'events.NAME' with the name of an event of the " +
                             std::string(m_unit.title()),
                         "none");
        }
        m_declared.clear();
    }

    // --- changes --------------------------------------------------------------------------------

    void read_changes() {
        while (m_words.next()) {
            const std::string& word = m_words.word();
            switch (word.front()) {
            case '#': go_to(); break;
            case '0':
            case '1':
            case 'x':
            case 'X':
            case 'z':
            case 'Z': set(word.substr(1), word.substr(0, 1)); break;
            case 'b':
            case 'B': {
                const std::string value = word.substr(1);
                set(m_words.need("the code of a variable"), value);
                break;
            }
            case 'r':
            case 'R':
            case 's':
            case 'S': {
                std::string value = word.substr(1);
                const std::string& code = m_words.need("the code of a variable");
                const auto text = m_texts.find(code);
                if (text != m_texts.end()) {
                    *text->second = std::move(value);
                } else {
                    note_undeclared(code);
                }
                break;
            }
            case '$':
                if (word == "$comment") {
                    skip_to_end("$comment");
                } else if (word != "$end" && word.compare(0, 5, "$dump") != 0) {
                    m_words.fail("a time, a change, $dump... or $comment");
                }
                break;
            default: m_words.fail("a time, #N, or a change of a value");
            }
        }
    }

    void go_to() {
        const auto time = number_of(m_words.word().substr(1));
        if (!time || *time < m_time) {
            m_words.fail("a time, #N, not before #" + std::to_string(m_time));
        }
        m_time = *time;
        // time * unit / period, where the product may be more than 64 bits have.
        const std::uint64_t period_fs = m_period_ps * 1000;
        const std::uint64_t common = std::gcd(m_unit_fs, period_fs);
        const std::uint64_t unit = m_unit_fs / common;
        const std::uint64_t period = period_fs / common;
        const std::uint64_t whole = m_time / period;
        const std::uint64_t rest = m_time % period;
        if (whole > UINT64_MAX / 2 / unit || rest > UINT64_MAX / unit) {
            m_words.fail("a time that 64 bits can hold");
        }
        m_edge = whole * unit + rest * unit / period;
    }

    void note_undeclared(const std::string& code) {
        if (m_codes.count(code) == 0 && m_stimulus.undeclared++ == 0) {
            m_stimulus.first_undeclared = m_words.line();
            m_stimulus.undeclared_code = code;
        }
    }

    void set(const std::string& code, const std::string& value) {
        const auto found = m_watched.find(code);
        if (code.empty()) {
            m_words.fail("the code of a variable after its value");
        }
        if (found == m_watched.end()) {
            note_undeclared(code);
            return;
        }
        const watched& w = found->second;
        if (value.empty() || value.size() > w.bits ||
            value.find_first_not_of("01xXzZ") != std::string::npos) {
            m_words.fail("1 to " + std::to_string(w.bits) + " digits 0, 1, x or z for '" + code +
                             "'",
                         value);
        }
        if (value.find_first_of("xXzZ") != std::string::npos && m_stimulus.unknown_values++ == 0) {
            m_stimulus.first_unknown = m_words.line();
        }
        for (const tied_bit& t : w.ties) {
            const bool level = t.bit < value.size() && value[value.size() - 1 - t.bit] == '1';
            if (m_levels[t.line] != level) {
                m_levels[t.line] = level;
                if (m_stimulus.changes.size() == most_line_changes) {
                    m_words.fail("at most " + std::to_string(most_line_changes) + " changes");
                }
                m_stimulus.changes.push_back({m_edge, t.line, level});
            }
        }
    }

    word_reader m_words;
    const std::string m_path;
    const unit_info& m_unit;
    const std::vector<signal_mapping>& m_mappings;
    const bool m_automatic;
    const event_finder& m_find;
    const std::uint64_t m_period_ps;
    std::uint64_t m_unit_fs = 1'000'000; ///< of times: 1 ns, unless it is told
    std::vector<std::string> m_scopes;
    std::vector<declared> m_declared;
    std::unordered_map<std::string, watched> m_watched; ///< by code
    std::unordered_set<std::string> m_codes;            ///< of all that is declared
    std::unordered_map<std::string, std::string*> m_texts;
    std::uint64_t m_time = 0;
    std::uint64_t m_edge = 0;
    line_set m_levels;
    vcd_stimulus m_stimulus;
};

} // namespace

vcd_stimulus read_vcd(const std::string& path, const unit_info& unit,
                      const std::vector<signal_mapping>& mappings, bool automatic,
                      const event_finder& find, std::uint64_t period_ps,
                      const std::function<bool()>& stop_asked) {
    return vcd_reader(path, unit, mappings, automatic, find, period_ps, stop_asked).read();
}

} // namespace platform::program
