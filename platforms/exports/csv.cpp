// SPDX-License-Identifier: Apache-2.0
#include <exports/wording.h>
#include <exports/writers.h>

#include <ostream>

namespace platform::exports {

namespace {

// Between quotes where it would not be one cell otherwise.
std::string cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

} // namespace

void write_csv(std::ostream& out, const part_tables& part) {
    out << "list,number,name,rule,lines,description\n";
    for (const event_list& list : part.events) {
        for (const pmu::event_desc& e : *list.events) {
            out << cell(list.name) << ',' << hex(e.number, 2) << ',' << cell(e.name) << ','
                << name_of(e.rule) << ',' << cell(lines_text(e, list)) << ',' << cell(e.description)
                << '\n';
        }
    }
}

} // namespace platform::exports
