// SPDX-License-Identifier: Apache-2.0
#include <exports/wording.h>
#include <exports/writers.h>

#include <pmu/core/coprocessor_address.h>

#include <nlohmann/json.hpp>
#include <ostream>

namespace platform::exports {

namespace {

using json = nlohmann::ordered_json;

json field_json(const pmu::register_desc& r, const pmu::register_field& f) {
    return {{"name", f.name},
            {"msb", f.msb},
            {"lsb", f.lsb},
            {"access", long_name(f.access)},
            {"reset", has_reset(f) ? json(f.of(r.reset)) : json(nullptr)},
            {"description", f.description}};
}

json register_json(const program::unit_info& unit, const pmu::register_desc& r) {
    json one = {{"name", r.name}, {"address", r.address}};
    if (unit.is_coprocessor()) {
        const pmu::coprocessor_register c = pmu::decode_coprocessor_address(r.address);
        one["coprocessor"] = {{"coproc", c.coproc},
                              {"opc1", c.opc1},
                              {"crn", c.crn},
                              {"crm", c.crm},
                              {"opc2", c.opc2}};
    }
    one["access"] = long_name(r.access);
    one["user"] = name_of(r.user);
    one["nonsecure"] = name_of(r.nonsecure);
    one["reset"] = r.reset & reset_mask(r);
    one["reset_mask"] = reset_mask(r);
    one["description"] = r.description;
    one["fields"] = json::array();
    for (const pmu::register_field& f : r) {
        one["fields"].push_back(field_json(r, f));
    }
    return one;
}

json registers_json(const program::unit_info& unit) {
    json all = json::array();
    for (const pmu::register_desc& r : unit.registers()) {
        all.push_back(register_json(unit, r));
    }
    return all;
}

json banked_json(const program::unit_info& unit) {
    json all = json::array();
    for (const pmu::banked_register& b : unit.registers().banked()) {
        all.push_back({{"name", b.name}, {"address", b.address}, {"bank", b.bank}});
    }
    return all;
}

json events_json(const event_list& list) {
    json all = json::array();
    for (const pmu::event_desc& e : *list.events) {
        const line_numbers lines = lines_of(e, list);
        all.push_back({{"number", e.number},
                       {"name", e.name},
                       {"rule", name_of(e.rule)},
                       {"bus_lines", lines.bus},
                       {"inputs", lines.inputs},
                       {"description", e.description}});
    }
    return all;
}

json aliases_json(const event_list& list) {
    json all = json::array();
    for (const event_alias& a : list.aliases) {
        all.push_back(
            {{"name", a.name}, {"number", a.number}, {"event", list.events->find(a.number)->name}});
    }
    return all;
}

json event_lists_json(const part_tables& part) {
    json all = json::array();
    for (const event_list& list : part.events) {
        all.push_back({{"name", list.name},
                       {"title", list.title},
                       {"events", events_json(list)},
                       {"aliases", aliases_json(list)}});
    }
    return all;
}

json parameters_json(const pmu::parameter_map& parameters) {
    json all = json::array();
    for (const pmu::parameter_desc& p : parameters) {
        json words = json::array();
        for (std::size_t i = 0; i < p.word_count; ++i) {
            words.push_back(std::string(p.words[i]));
        }
        all.push_back({{"name", p.name},
                       {"default", p.default_text()},
                       {"min", p.min},
                       {"max", p.max},
                       {"words", words},
                       {"range", p.range()},
                       {"description", p.description},
                       {"source", p.source}});
    }
    return all;
}

} // namespace

void write_json(std::ostream& out, const part_tables& part, selection tables) {
    json all = {{"part", part.unit.name()},
                {"title", part.unit.title()},
                {"access", part.unit.is_coprocessor() ? "coprocessor" : "memory"},
                {"window_bytes", part.unit.window_size()}};
    if (tables.registers) {
        all["registers"] = registers_json(part.unit);
        all["banked"] = banked_json(part.unit);
    }
    if (tables.events) {
        all["event_lists"] = event_lists_json(part);
    }
    if (tables.parameters) {
        all["parameters"] = parameters_json(part.unit.options());
    }
    out << all.dump(2) << '\n';
}

} // namespace platform::exports
