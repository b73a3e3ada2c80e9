// SPDX-License-Identifier: Apache-2.0
// The tables of every part in the formats that are no XML: each says what the tables say.
#include <exports/writers.h>
#include <part/all_parts.h>
#include <pmu/core/coprocessor_address.h>
#include <support/shell.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace platform::exports_test {
namespace {

using exports::selection;
using nlohmann::json;
using testing::HasSubstr;

constexpr selection registers = {true, false, false};
constexpr selection events = {false, true, false};
constexpr selection parameters = {false, false, true};

std::string hex(std::uint64_t value, int digits) {
    std::ostringstream text;
    text << "0x" << std::uppercase << std::hex << std::setfill('0') << std::setw(digits) << value;
    return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

class exports_of : public testing::TestWithParam<std::size_t> {
protected:
    const part::part_entry& part = *part::all_parts().at(GetParam());
    const exports::part_tables tables{part.unit, part.events};

    std::string text(const std::string& format, selection what) const {
        std::ostringstream out;
        EXPECT_TRUE(exports::write(out, format, tables, what, "1.2.3"));
        return out.str();
    }
};

INSTANTIATE_TEST_SUITE_P(parts, exports_of,
                         testing::Range<std::size_t>(0, part::all_parts().size()),
                         [](const auto& of) {
                             return std::string(part::all_parts()[of.param]->unit.name());
                         });

// --- JSON ----------------------------------------------------------------------------------------

TEST_P(exports_of, json_has_every_register_and_field) {
    const json all = json::parse(text("json", registers));
    EXPECT_EQ(all.at("part"), part.unit.name());
    EXPECT_EQ(all.at("title"), part.unit.title());
    EXPECT_EQ(all.at("window_bytes"), part.unit.window_size());
    EXPECT_EQ(all.count("event_lists") + all.count("parameters"), 0U);
    ASSERT_EQ(all.at("registers").size(), part.unit.registers().size());
    std::size_t i = 0;
    for (const pmu::register_desc& r : part.unit.registers()) {
        const json& one = all.at("registers").at(i++);
        SCOPED_TRACE(r.name);
        EXPECT_EQ(one.at("name"), r.name);
        EXPECT_EQ(one.at("address"), r.address);
        EXPECT_EQ(one.at("description"), r.description);
        EXPECT_EQ(one.at("reset_mask"), r.readable() & ~r.unpredictable);
        EXPECT_EQ(one.at("reset"), r.reset & r.readable() & ~r.unpredictable);
        EXPECT_EQ(one.count("coprocessor"), part.unit.is_coprocessor() ? 1U : 0U);
        if (part.unit.is_coprocessor()) {
            const json& c = one.at("coprocessor");
            EXPECT_EQ(
                pmu::encode({c.at("coproc"), c.at("opc1"), c.at("crn"), c.at("crm"), c.at("opc2")}),
                r.address);
        }
        ASSERT_EQ(one.at("fields").size(), r.field_count);
        for (std::size_t k = 0; k < r.field_count; ++k) {
            const pmu::register_field& f = r.fields[k];
            const json& field = one.at("fields").at(k);
            EXPECT_EQ(field.at("name"), f.name);
            EXPECT_EQ(field.at("msb"), f.msb);
            EXPECT_EQ(field.at("lsb"), f.lsb);
            const bool is_known =
                f.access != pmu::field_access::action && f.after_reset == pmu::field_reset::value;
            EXPECT_EQ(field.at("reset"), is_known ? json(f.of(r.reset)) : json(nullptr));
        }
    }
    EXPECT_EQ(all.at("banked").size(), part.unit.registers().banked().size());
}

TEST_P(exports_of, json_has_every_event) {
    const json all = json::parse(text("json", events));
    ASSERT_EQ(all.at("event_lists").size(), part.events.size());
    for (std::size_t n = 0; n < part.events.size(); ++n) {
        const exports::event_list& list = part.events[n];
        const json& found = all.at("event_lists").at(n).at("events");
        ASSERT_EQ(found.size(), list.events->size());
        std::size_t i = 0;
        for (const pmu::event_desc& e : *list.events) {
            const json& one = found.at(i++);
            EXPECT_EQ(one.at("number"), e.number);
            EXPECT_EQ(one.at("name"), e.name);
            EXPECT_EQ(one.at("description"), e.description);
            const std::size_t lines = one.at("bus_lines").size() + one.at("inputs").size();
            const bool has_own =
                e.rule == pmu::event_rule::each_line || e.rule == pmu::event_rule::each_part;
            EXPECT_TRUE(has_own ? lines == e.line_count
                                : (lines > 1) == (e.rule == pmu::event_rule::any_line))
                << e.name;
        }
    }
}

TEST_P(exports_of, text_and_json_have_every_alias) {
    const json lists = json::parse(text("json", events)).at("event_lists");
    const std::string table = text("text", events);
    for (std::size_t n = 0; n < part.events.size(); ++n) {
        const exports::event_list& list = part.events[n];
        const json& found = lists.at(n).at("aliases");
        ASSERT_EQ(found.size(), list.aliases.size());
        std::size_t i = 0;
        for (const exports::event_alias& a : list.aliases) {
            const pmu::event_desc& e = *list.events->find(a.number);
            EXPECT_EQ(found.at(i++),
                      json({{"name", a.name}, {"number", a.number}, {"event", e.name}}));
            EXPECT_TRUE(
                std::regex_search(table, std::regex("\n" + std::string(a.name) + " +" +
                                                    hex(a.number, 2) + " +" + e.name + " ")))
                << a.name;
        }
    }
}

TEST_P(exports_of, json_has_every_parameter_and_can_have_all) {
    const json all = json::parse(text("json", {true, true, true}));
    EXPECT_EQ(all.count("registers") + all.count("event_lists"), 2U);
    ASSERT_EQ(all.at("parameters").size(), part.unit.options().size());
    std::size_t i = 0;
    for (const pmu::parameter_desc& p : part.unit.options()) {
        const json& one = all.at("parameters").at(i++);
        EXPECT_EQ(one.at("name"), p.name);
        EXPECT_EQ(one.at("default"), p.default_text());
        EXPECT_EQ(one.at("words").size(), p.word_count);
    }
}

// --- CSV -----------------------------------------------------------------------------------------

// The cells of a line, by the rules of RFC 4180.
std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells(1);
    bool is_quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && is_quoted && line[i + 1] == '"') {
            cells.back() += line[i++];
        } else if (line[i] == '"') {
            is_quoted = !is_quoted;
        } else if (line[i] == ',' && !is_quoted) {
            cells.emplace_back();
        } else {
            cells.back() += line[i];
        }
    }
    return cells;
}

TEST_P(exports_of, csv_has_every_event) {
    const std::vector<std::string> lines = lines_of(text("csv", events));
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines[0], "list,number,name,rule,lines,description");
    std::size_t i = 1;
    for (const exports::event_list& list : part.events) {
        for (const pmu::event_desc& e : *list.events) {
            ASSERT_LT(i, lines.size());
            const std::vector<std::string> cells = cells_of(lines[i++]);
            ASSERT_EQ(cells.size(), 6U) << lines[i - 1];
            EXPECT_EQ(cells[0], list.name);
            EXPECT_EQ(cells[1], hex(e.number, 2));
            EXPECT_EQ(cells[2], e.name);
            EXPECT_EQ(cells[5], e.description);
        }
    }
    EXPECT_EQ(i, lines.size());
}

// --- Markdown ------------------------------------------------------------------------------------

// Every table has as many cells in each row as in its head.
void expect_tables(const std::string& text, std::size_t wanted) {
    std::size_t tables = 0;
    std::ptrdiff_t bars = 0;
    for (const std::string& line : lines_of(text)) {
        if (line.empty() || line[0] != '|') {
            bars = 0;
            continue;
        }
        const std::ptrdiff_t here = std::count(line.begin(), line.end(), '|');
        tables += bars == 0 ? 1U : 0U;
        EXPECT_TRUE(bars == 0 || bars == here) << line;
        bars = here;
        EXPECT_EQ(line.back(), '|') << line;
    }
    EXPECT_EQ(tables, wanted);
}

TEST_P(exports_of, markdown_names_everything) {
    const std::string of_registers = text("markdown", registers);
    expect_tables(of_registers, 2);
    for (const pmu::register_desc& r : part.unit.registers()) {
        EXPECT_THAT(of_registers, HasSubstr(hex(r.address, part.unit.is_coprocessor() ? 5 : 4)));
        EXPECT_THAT(of_registers, HasSubstr(r.name));
        for (const pmu::register_field& f : r) {
            EXPECT_THAT(of_registers, HasSubstr(std::string("] | ") + f.name + " | "));
        }
    }
    const std::string of_events = text("markdown", events);
    expect_tables(of_events, part.events.size());
    for (const exports::event_list& list : part.events) {
        for (const pmu::event_desc& e : *list.events) {
            EXPECT_THAT(of_events, HasSubstr(hex(e.number, 2)));
            EXPECT_THAT(of_events, HasSubstr(std::string(" | ") + e.description + " |"));
        }
    }
    const std::string of_parameters = text("markdown", parameters);
    expect_tables(of_parameters, 1);
    for (const pmu::parameter_desc& p : part.unit.options()) {
        EXPECT_THAT(of_parameters, HasSubstr(std::string("\n| `") + p.name + "` | " +
                                             p.default_text() + " | " + p.range() + " | "));
    }
}

// --- SystemRDL -----------------------------------------------------------------------------------

// SystemRDL 2.0 (Accellera, 2018): `addrmap`, `reg` and `field` hold properties, each `name = value
// ;` or `name ;`, and instances: `} name @ address ;` (13.4, 10.1), `} name [msb:lsb] ;` (9.1).
// Properties of fields: sw (9.4), onwrite (9.6), singlepulse (9.8), reset (9.5), hw (9.4).
struct rdl_field {
    std::string name;
    unsigned msb = 0;
    unsigned lsb = 0;
    std::map<std::string, std::string> properties;
};
struct rdl_register {
    std::string name;
    std::uint32_t address = 0;
    std::map<std::string, std::string> properties;
    std::vector<rdl_field> fields;
};

class rdl_reader {
public:
    explicit rdl_reader(const std::string& text) {
        static const std::regex token(R"("(?:[^"\\]|\\.)*"|\\?\w+|[^\s\w])");
        for (std::sregex_iterator i(text.begin(), text.end(), token), end; i != end; ++i) {
            m_tokens.push_back(i->str());
        }
    }
    std::string map_name;
    std::vector<rdl_register> registers;

    void read() {
        skip("addrmap");
        map_name = identifier();
        skip("{");
        std::map<std::string, std::string> ignored;
        while (m_tokens.at(m_at) != "}") {
            if (m_tokens.at(m_at) == "reg") {
                registers.push_back(read_register());
            } else {
                property(ignored);
            }
        }
        skip("}");
        skip(";");
        EXPECT_EQ(m_at, m_tokens.size());
        EXPECT_EQ(ignored.at("regwidth"), "32");
    }

private:
    void skip(const std::string& what) {
        if (m_tokens.at(m_at) != what) {
            throw std::runtime_error("expected " + what + ", got " + m_tokens.at(m_at));
        }
        ++m_at;
    }
    // An escaped one is without its backslash; one that is not is no keyword.
    std::string identifier() {
        static const std::regex word("[A-Za-z_]\\w*");
        std::string name = m_tokens.at(m_at++);
        const bool is_escaped = name[0] == '\\';
        name.erase(0, is_escaped ? 1 : 0);
        const bool is_lower = name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == std::string::npos;
        if (!std::regex_match(name, word) || (is_lower && !is_escaped)) {
            throw std::runtime_error("expected an identifier, got " + name);
        }
        return name;
    }
    void property(std::map<std::string, std::string>& all) {
        if (m_tokens.at(m_at) == "default") {
            ++m_at;
        }
        const std::string name = m_tokens.at(m_at++);
        std::string value = "true";
        if (m_tokens.at(m_at) == "=") {
            value = m_tokens.at(m_at + 1);
            m_at += 2;
        }
        skip(";");
        if (!all.emplace(name, value).second) {
            throw std::runtime_error(name + " twice");
        }
    }
    rdl_register read_register() {
        rdl_register r;
        skip("reg");
        skip("{");
        while (m_tokens.at(m_at) != "}") {
            if (m_tokens.at(m_at) == "field") {
                r.fields.push_back(read_field());
            } else {
                property(r.properties);
            }
        }
        skip("}");
        r.name = identifier();
        skip("@");
        r.address = static_cast<std::uint32_t>(std::stoul(m_tokens.at(m_at++), nullptr, 0));
        skip(";");
        return r;
    }
    rdl_field read_field() {
        rdl_field f;
        skip("field");
        skip("{");
        while (m_tokens.at(m_at) != "}") {
            property(f.properties);
        }
        skip("}");
        f.name = identifier();
        skip("[");
        f.msb = static_cast<unsigned>(std::stoul(m_tokens.at(m_at++)));
        skip(":");
        f.lsb = static_cast<unsigned>(std::stoul(m_tokens.at(m_at++)));
        skip("]");
        skip(";");
        return f;
    }

    std::vector<std::string> m_tokens;
    std::size_t m_at = 0;
};

std::map<std::string, std::string> expected_properties(const pmu::register_desc& r,
                                                       const pmu::register_field& f) {
    std::map<std::string, std::string> all{{"desc", '"' + std::string(f.description) + '"'}};
    const bool is_read_only =
        r.access == pmu::register_access::read_only || f.access == pmu::field_access::read_only;
    const bool is_write_only =
        r.access == pmu::register_access::write_only || f.access == pmu::field_access::action;
    all["sw"] = is_read_only ? "r" : is_write_only ? "w" : "rw";
    if (f.access == pmu::field_access::write_one_to_clear) {
        all["onwrite"] = "woclr";
    }
    if (f.access == pmu::field_access::write_one_to_set) {
        all["onwrite"] = "woset";
    }
    if (f.access == pmu::field_access::action) {
        all["hw"] = "r";
        if (f.msb == f.lsb) {
            all["singlepulse"] = "true";
            all["reset"] = "0x0";
        }
    } else if (f.after_reset == pmu::field_reset::value) {
        all["reset"] = hex(f.of(r.reset), 1);
    }
    return all;
}

TEST_P(exports_of, rdl_has_every_register_and_field) {
    rdl_reader rdl(text("rdl", registers));
    rdl.read();
    EXPECT_EQ(rdl.map_name, part.unit.name());
    ASSERT_EQ(rdl.registers.size(), part.unit.registers().size());
    std::size_t i = 0;
    for (const pmu::register_desc& r : part.unit.registers()) {
        const rdl_register& found = rdl.registers[i++];
        SCOPED_TRACE(r.name);
        EXPECT_EQ(found.name, r.name);
        EXPECT_EQ(found.address, r.address);
        EXPECT_THAT(found.properties.at("desc"), HasSubstr(r.description));
        ASSERT_EQ(found.fields.size(), r.field_count);
        for (std::size_t k = 0; k < r.field_count; ++k) {
            const pmu::register_field& f = r.fields[k];
            EXPECT_EQ(found.fields[k].name, f.name);
            EXPECT_EQ(found.fields[k].msb, f.msb);
            EXPECT_EQ(found.fields[k].lsb, f.lsb);
            EXPECT_EQ(found.fields[k].properties, expected_properties(r, f)) << f.name;
        }
    }
}

// --- C header ------------------------------------------------------------------------------------

std::string capitals(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

// The macros that there must be, and their values, from the tables.
std::vector<std::pair<std::string, std::uint64_t>> macros_of(const part::part_entry& part) {
    const std::string prefix = capitals(part.unit.name()) + "_";
    std::vector<std::pair<std::string, std::uint64_t>> all;
    for (const pmu::register_desc& r : part.unit.registers()) {
        const std::string name = prefix + r.name;
        all.emplace_back(name + "_OFFSET", r.address);
        all.emplace_back(name + "_RESET_MASK", r.readable() & ~r.unpredictable);
        all.emplace_back(name + "_RESET", r.reset & r.readable() & ~r.unpredictable);
        if (part.unit.is_coprocessor()) {
            const pmu::coprocessor_register c = pmu::decode_coprocessor_address(r.address);
            all.emplace_back(name + "_COPROC", c.coproc);
            all.emplace_back(name + "_OPC1", c.opc1);
            all.emplace_back(name + "_CRN", c.crn);
            all.emplace_back(name + "_CRM", c.crm);
            all.emplace_back(name + "_OPC2", c.opc2);
        }
        for (const pmu::register_field& f : r) {
            all.emplace_back(name + "_" + f.name + "_SHIFT", f.lsb);
            all.emplace_back(name + "_" + f.name + "_MASK", f.mask());
        }
    }
    for (const exports::event_list& list : part.events) {
        const std::string of_list = list.name.empty() ? "" : capitals(list.name) + "_";
        for (const pmu::event_desc& e : *list.events) {
            all.emplace_back(prefix + "EVENT_" + of_list + e.name, e.number);
        }
    }
    return all;
}

class c_header_of : public exports_of {
protected:
    const sc_test::temporary_folder folder;

    // Whether a file of the folder compiles without a warning.
    bool compiles(const std::string& file, const std::string& language) const {
        const std::string command = "cd '" + folder.path() + "' && " TLM_PMU_CXX " -x " + language +
                                    " -Wall -Wextra -pedantic -Werror -c -o out.o " + file +
                                    " >messages 2>&1";
        return sc_test::run_in_shell(command).exit_code == 0;
    }
};

INSTANTIATE_TEST_SUITE_P(parts, c_header_of,
                         testing::Range<std::size_t>(0, part::all_parts().size()),
                         [](const auto& of) {
                             return std::string(part::all_parts()[of.param]->unit.name());
                         });

TEST_P(c_header_of, has_the_values_of_the_tables_in_every_language) {
    folder.write("pmu.h", text("c-header", {true, true, false}));
    std::string checks = "#include \"pmu.h\"\n#include \"pmu.h\"\n"
                         "#define LISTED(name, a, b, c, d, e, access, user) + 1\n";
    if (!part.unit.is_coprocessor()) {
        checks = "#include \"pmu.h\"\n#include \"pmu.h\"\n"
                 "#define LISTED(name, offset, access, user) + 1\n";
    }
    std::string words = "#include \"pmu.h\"\n";
    std::size_t n = 0;
    for (const auto& [name, value] : macros_of(part)) {
        checks += "typedef char check_" + std::to_string(n++) + "[(" + name +
                  " == " + std::to_string(value) + "u) ? 1 : -1];\n";
        words +=
            ".if " + name + " != " + std::to_string(value) + "\n.error \"" + name + "\"\n.endif\n";
    }
    checks += "typedef char check_list[(0 " + capitals(part.unit.name()) +
              "_REGISTERS(LISTED)) == " + std::to_string(part.unit.registers().size()) +
              " ? 1 : -1];\n";
    folder.write("checks.c", checks);
    folder.write("words.S", words);
    for (const char* language : {"c -std=c89", "c -std=c99", "c -std=c11", "c -std=c17",
                                 "c++ -std=c++98", "c++ -std=c++17"}) {
        EXPECT_TRUE(compiles("checks.c", language)) << language << '\n' << folder.read("messages");
    }
    EXPECT_TRUE(compiles("words.S", "assembler-with-cpp")) << folder.read("messages");
    // A check that does not hold is seen.
    const std::string first = macros_of(part).front().first;
    folder.write("wrong.c", checks + "typedef char wrong[(" + first + " == 1u) ? 1 : -1];\n");
    EXPECT_FALSE(compiles("wrong.c", "c -std=c17"));
}

TEST_P(c_header_of, defines_each_name_once_and_nothing_else) {
    static const std::regex define(R"(#define (\w+))");
    const std::string header = text("c-header", {true, true, false});
    std::multiset<std::string> found;
    for (std::sregex_iterator i(header.begin(), header.end(), define), end; i != end; ++i) {
        found.insert((*i)[1]);
    }
    const std::string unit = capitals(part.unit.name());
    std::multiset<std::string> expected = {"TLM_PMU_" + unit + "_REGISTERS_H",
                                           "TLM_PMU_" + unit + "_EVENTS_H", unit + "_REGISTERS"};
    for (int i = 0; i < 4; ++i) {
        expected.insert("TLM_PMU_U"); // for C and for the assembler, in both parts of the file
    }
    for (const auto& [name, value] : macros_of(part)) {
        expected.insert(name);
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(text("c-header", registers) + "\n" + text("c-header", events), header);
}

// --- formats -------------------------------------------------------------------------------------

TEST(export_formats, are_those_that_have_all_that_is_asked_for) {
    EXPECT_EQ(exports::formats_of(registers), "text, json, svd, ipxact, rdl, markdown, c-header");
    EXPECT_EQ(exports::formats_of(events), "text, json, csv, markdown, c-header");
    EXPECT_EQ(exports::formats_of({true, true, false}), "text, json, markdown, c-header");
    EXPECT_EQ(exports::formats_of(parameters), "text, json, markdown");
    std::ostringstream out;
    const part::part_entry& part = *part::all_parts().front();
    EXPECT_FALSE(exports::write(out, "csv", {part.unit, part.events}, registers, ""));
    EXPECT_FALSE(exports::write(out, "yaml", {part.unit, part.events}, registers, ""));
    EXPECT_EQ(out.str(), "");
}

} // namespace
} // namespace platform::exports_test
