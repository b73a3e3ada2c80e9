// SPDX-License-Identifier: Apache-2.0
#include <exports/wording.h>
#include <exports/writers.h>

#include <algorithm>
#include <cctype>
#include <ostream>
#include <tuple>

namespace platform::exports {

namespace {

using texts = std::vector<std::string>;

// A cell of a table: a bar would end it.
std::string cell(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        escaped += c == '|' ? "\\|" : std::string(1, c);
    }
    return escaped;
}

void print_row(std::ostream& out, const texts& cells) {
    out << '|';
    for (const std::string& text : cells) {
        out << ' ' << cell(text) << " |";
    }
    out << '\n';
}

void print_head(std::ostream& out, const texts& cells) {
    print_row(out, cells);
    out << '|';
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out << "---|";
    }
    out << '\n';
}

// `a`, `a, b`, or `a to z` of more.
std::string span(const texts& names) {
    return names.size() < 3 ? process::joined(names) : names.front() + " to " + names.back();
}

std::string without_digits(std::string name) {
    name.erase(std::remove_if(name.begin(), name.end(),
                              [](unsigned char c) { return std::isdigit(c) != 0; }),
               name.end());
    return name;
}

std::string words(std::string_view rule) {
    std::string text(rule);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

// Rows that are the same but for the number in their name: they share one.
template <class Row>
struct group {
    texts names;
    std::vector<const Row*> rows;
};

// In the order of the first of each group.
template <class Row, class Rows, class AreAlike>
std::vector<group<Row>> grouped(const Rows& all, AreAlike are_alike) {
    std::vector<group<Row>> groups;
    for (const Row& row : all) {
        auto found = std::find_if(groups.begin(), groups.end(), [&](const group<Row>& g) {
            return are_alike(*g.rows.front(), row);
        });
        group<Row>& g = found != groups.end() ? *found : groups.emplace_back();
        g.names.emplace_back(row.name);
        g.rows.push_back(&row);
    }
    return groups;
}

template <class Row, class TextOf>
std::string of_all(const group<Row>& g, TextOf text_of) {
    texts all;
    for (const Row* row : g.rows) {
        all.push_back(text_of(*row));
    }
    return process::joined(all);
}

bool have_one_name(const char* a, const char* b) {
    return without_digits(a) == without_digits(b);
}

void print_register_list(std::ostream& out, const program::unit_info& unit) {
    const auto differ = [&](auto is_special) {
        return std::any_of(unit.registers().begin(), unit.registers().end(), is_special);
    };
    const bool has_user =
        differ([](const pmu::register_desc& r) { return r.user != pmu::user_rule::always; });
    const bool has_nonsecure = differ(
        [](const pmu::register_desc& r) { return r.nonsecure != pmu::nonsecure_rule::always; });
    texts head = {"register"};
    if (unit.is_coprocessor()) {
        head.emplace_back("MCR/MRC");
    }
    head.insert(head.end(), {"offset", "access"});
    if (has_user) {
        head.emplace_back("User");
    }
    if (has_nonsecure) {
        head.emplace_back("Non-secure");
    }
    head.insert(head.end(), {"reset", "description"});
    print_head(out, head);
    const auto key = [](const pmu::register_desc& r) {
        return std::make_tuple(r.access, r.user, r.nonsecure, r.reset, r.fields,
                               std::string(r.description));
    };
    const auto groups = grouped<pmu::register_desc>(
        unit.registers(), [&](const pmu::register_desc& a, const pmu::register_desc& b) {
            return have_one_name(a.name, b.name) && key(a) == key(b);
        });
    for (const group<pmu::register_desc>& g : groups) {
        const pmu::register_desc& r = *g.rows.front();
        texts cells = {span(g.names)};
        if (unit.is_coprocessor()) {
            cells.push_back(of_all(g, [](const pmu::register_desc& one) {
                return "`" + operands(one.address) + "`";
            }));
        }
        cells.push_back(of_all(g, [&](const pmu::register_desc& one) {
            return hex(one.address, unit.is_coprocessor() ? 5 : 4);
        }));
        cells.emplace_back(short_name(r.access));
        if (has_user) {
            cells.push_back(words(name_of(r.user)));
        }
        if (has_nonsecure) {
            cells.push_back(words(name_of(r.nonsecure)));
        }
        cells.push_back(reset_text(r));
        cells.emplace_back(r.description);
        print_row(out, cells);
    }
}

// Registers with one set of fields share its rows.
void print_field_list(std::ostream& out, const program::unit_info& unit) {
    print_head(out, {"register", "bits", "field", "access", "reset", "description"});
    const auto groups = grouped<pmu::register_desc>(
        unit.registers(), [](const pmu::register_desc& a, const pmu::register_desc& b) {
            return a.fields == b.fields && a.reset == b.reset;
        });
    for (const group<pmu::register_desc>& g : groups) {
        const pmu::register_desc& r = *g.rows.front();
        for (const pmu::register_field& f : r) {
            print_row(out, {process::joined(g.names), bits(f), f.name, short_name(f.access),
                            reset_text(f, r), f.description});
        }
    }
}

void print_markdown_events(std::ostream& out, const event_list& list) {
    print_head(out, {"event", "lines", "name", "description"});
    const auto groups = grouped<pmu::event_desc>(
        *list.events, [](const pmu::event_desc& a, const pmu::event_desc& b) {
            return have_one_name(a.name, b.name) && std::string(a.description) == b.description;
        });
    for (const group<pmu::event_desc>& g : groups) {
        print_row(out, {of_all(g, [](const pmu::event_desc& e) { return hex(e.number, 2); }),
                        of_all(g, [&](const pmu::event_desc& e) { return lines_text(e, list); }),
                        span(g.names), g.rows.front()->description});
    }
}

void print_markdown_parameters(std::ostream& out, const pmu::parameter_map& parameters) {
    print_head(out, {"parameter", "default", "what it can be", "meaning"});
    for (const pmu::parameter_desc& p : parameters) {
        print_row(out,
                  {"`" + std::string(p.name) + "`", p.default_text(), p.range(), p.description});
    }
}

} // namespace

void write_markdown(std::ostream& out, const part_tables& part, selection tables) {
    const char* between = "";
    if (tables.registers) {
        print_register_list(out, part.unit);
        out << '\n';
        print_field_list(out, part.unit);
        between = "\n";
    }
    if (tables.events) {
        for (const event_list& list : part.events) {
            out << between << list.title << (list.title.empty() ? "" : ":\n\n");
            print_markdown_events(out, list);
            between = "\n";
        }
    }
    if (tables.parameters) {
        out << between;
        print_markdown_parameters(out, part.unit.options());
    }
}

} // namespace platform::exports
