// SPDX-License-Identifier: Apache-2.0
#include <exports/csv_cell.h>
#include <exports/wording.h>
#include <exports/writers.h>

#include <ostream>

namespace platform::exports {

void write_csv(std::ostream& out, const part_tables& part) {
    out << "list,number,name,rule,lines,description\n";
    for (const event_list& list : part.events) {
        for (const pmu::event_desc& e : *list.events) {
            out << csv_cell(list.name) << ',' << hex(e.number, 2) << ',' << csv_cell(e.name) << ','
                << name_of(e.rule) << ',' << csv_cell(lines_text(e, list)) << ','
                << csv_cell(e.description) << '\n';
        }
    }
}

} // namespace platform::exports
