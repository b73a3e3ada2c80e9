// SPDX-License-Identifier: Apache-2.0
#include "shell_words.h"

#include <components/access_result.h>
#include <pmu/core/same_word.h>

#include <algorithm>
#include <cstdio>
#include <set>

namespace platform::pmu_run {

namespace {

constexpr std::string_view between_words = " \t,[]&=>|";

bool begins_with(std::string_view text, std::string_view start) {
    return text.size() >= start.size() && pmu::is_same_word(text.substr(0, start.size()), start);
}

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t first = line.find_first_not_of(between_words);
        if (first == std::string_view::npos) {
            return words;
        }
        line.remove_prefix(first);
        const std::size_t size = std::min(line.find_first_of(between_words), line.size());
        words.push_back(line.substr(0, size));
        line.remove_prefix(size);
    }
}

/// As a program names it.
std::string text_of(const program::event_reference& e) {
    char number[24];
    std::snprintf(number, sizeof number, "0x%02llX", static_cast<unsigned long long>(e.number));
    return e.source.empty() ? number : e.source + ":" + number;
}

/// Collects the candidates that begin as the word does.
class collector {
public:
    collector(std::string_view word, const part::part_entry& part) : m_word(word), m_part(part) {}

    void add(const std::string& text) {
        if (begins_with(text, m_word)) {
            m_found.push_back({text, text});
        }
    }
    void add_numbered(const char* prefix, unsigned first, unsigned last) {
        for (unsigned n = first; n <= last; ++n) {
            add(prefix + std::to_string(n));
        }
    }
    void add_statements() {
        for (const program::statement_form& f : program::statement_forms()) {
            add(std::string(f.name));
        }
        for (const program::statement_form& f : shell_forms()) {
            add(std::string(f.name));
        }
    }
    void add_registers() {
        for (const pmu::register_desc& r : m_part.unit.registers()) {
            add(r.name);
        }
    }
    /// After REGISTER and a dot.
    void add_fields() {
        const std::size_t dot = m_word.find('.');
        for (const pmu::register_desc& r : m_part.unit.registers()) {
            if (dot != std::string_view::npos && pmu::is_same_word(r.name, m_word.substr(0, dot))) {
                for (const pmu::register_field& f : r) {
                    add(std::string(r.name) + "." + f.name);
                }
            }
        }
    }
    void add_pins(bool outputs) {
        for (const program::pin_info& p : m_part.unit.pins()) {
            if (p.is_output == outputs) {
                add(p.name);
            }
        }
    }
    void add_parameters() {
        for (const pmu::parameter_desc& p : m_part.unit.options()) {
            add(p.name);
        }
    }
    void add_events(bool for_batch) {
        std::set<std::string> known; // an event may be in the list of several revisions
        for (const exports::event_list& list : m_part.events) {
            for (const pmu::event_desc& e : *list.events) {
                const program::event_reference reference = m_part.unit.reference_to(e);
                const std::string text = text_of(reference);
                program::event_lines lines;
                std::string error;
                const bool fits = begins_with(text, m_word) || begins_with(e.name, m_word);
                if (fits && m_part.unit.resolve(reference, for_batch, lines, error) &&
                    known.insert(text + e.name).second) {
                    m_found.push_back({text, text + " " + e.name});
                }
            }
        }
    }
    std::vector<completion> take() { return std::move(m_found); }

private:
    std::string_view m_word;
    const part::part_entry& m_part;
    std::vector<completion> m_found;
};

bool is_one_of(std::string_view word, std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](const char* w) { return pmu::is_same_word(word, w); });
}

/// What can stand after these words.
/// \param before the words of the line, the statement first
void collect(const std::vector<std::string_view>& before, collector& found) {
    const std::string_view statement = before[0];
    const bool is_first = before.size() == 1;
    if (is_one_of(statement, {"read", "write", "peek", "poke", "fields"}) && is_first) {
        found.add_registers();
    } else if (is_one_of(statement, {"show"})) {
        found.add_registers();
        found.add_fields();
    } else if (is_one_of(statement, {"events", "pulse"})) {
        found.add_events(false);
        if (is_first && is_one_of(statement, {"events"})) {
            found.add("none");
        }
    } else if (is_one_of(statement, {"count"}) && is_first) {
        found.add_events(true);
    } else if (is_one_of(statement, {"pin"}) && is_first) {
        found.add_pins(false);
    } else if (is_one_of(statement, {"expect"})) {
        if (is_first) {
            found.add("irq");
            found.add("pin");
            found.add_numbered("r", 0, program::stub_registers - 1);
        } else if (before.size() == 2 && is_one_of(before[1], {"pin"})) {
            found.add_pins(true);
        }
    } else if (is_one_of(statement, {"option"}) && is_first) {
        found.add_parameters();
    } else if (is_one_of(statement, {"wait"})) {
        found.add(is_first ? "irq" : "within");
    } else if (is_one_of(statement, {"mode"}) && is_first) {
        found.add("privileged");
        found.add("user");
    } else if (is_one_of(statement, {"security"}) && is_first) {
        found.add("secure");
        found.add("nonsecure");
    } else if (is_one_of(statement, {"set", "print"}) && is_first) {
        found.add_numbered("r", 0, program::stub_registers - 1);
    } else if (is_one_of(statement, {"help"}) && is_first) {
        found.add_statements();
    }
}

} // namespace

const std::vector<program::statement_form>& shell_forms() {
    static const std::vector<program::statement_form> forms{
        {"show", "[NAME[.FIELD] ...]", "registers with their fields, and outputs"},
        {"fields", "NAME", "the fields of a register, and what they are for"},
        {"undo", "[N]", "take back the last N lines that did something, 1 unless told"},
        {"help", "[WORD]", "this list, or a line of it"},
        {"quit", "", "end the session, as the end of the input does"},
    };
    return forms;
}

std::string completions::common() const {
    if (all.empty()) {
        return {};
    }
    std::string shared = all.front().text;
    for (const completion& c : all) {
        std::size_t size = 0;
        while (size < std::min(shared.size(), c.text.size()) &&
               pmu::is_same_word(shared.substr(size, 1), c.text.substr(size, 1))) {
            ++size;
        }
        shared.resize(size);
    }
    return shared;
}

completions complete(std::string_view line, const part::part_entry& part) {
    const std::size_t last_gap = line.find_last_of(between_words);
    completions result;
    result.start = last_gap == std::string_view::npos ? 0 : last_gap + 1;
    const std::vector<std::string_view> before = words_of(line.substr(0, result.start));
    collector found(line.substr(result.start), part);
    const std::size_t arrow = line.rfind("->");
    if (before.empty()) {
        found.add_statements();
    } else if (arrow != std::string_view::npos) {
        for (const char* name : components::access_result_names) {
            found.add(name);
        }
    } else {
        collect(before, found);
    }
    result.all = found.take();
    return result;
}

} // namespace platform::pmu_run
