// SPDX-License-Identifier: Apache-2.0
#include <report/run_data.h>

#include <exports/formats.h>
#include <exports/wording.h>
#include <process/text_streams.h>

#include <algorithm>
#include <map>

namespace platform::report {

namespace {

using json = nlohmann::ordered_json;

/// Beyond this the page's numbers are no longer exact, so what is greater is a text.
constexpr std::uint64_t most_exact = std::uint64_t{1} << 53;

json exact(std::uint64_t number) {
    return number <= most_exact ? json(number) : json(std::to_string(number));
}

/// \param zero what stands for 0
json levels_json(const std::vector<level_range>& ranges, std::uint32_t zero = 0) {
    const auto number = [zero](std::uint64_t level) {
        return static_cast<std::int64_t>(level) - zero;
    };
    json min = json::array();
    json max = json::array();
    json last = json::array();
    bool is_plain = true;
    for (const level_range& r : ranges) {
        min.push_back(number(r.min));
        max.push_back(number(r.max));
        last.push_back(number(r.last));
        is_plain = is_plain && r.min == r.last && r.max == r.last;
    }
    json all = {{"last", last}};
    if (!is_plain) {
        all["min"] = min;
        all["max"] = max;
    }
    return all;
}

json sums_json(const std::vector<sum_range>& ranges, bool with_range) {
    json all = {{"sum", json::array()}};
    for (const sum_range& r : ranges) {
        all["sum"].push_back(exact(r.sum));
        if (with_range) {
            all["min"].push_back(exact(r.min));
            all["max"].push_back(exact(r.max));
        }
    }
    return all;
}

/// So many neighbours become one that all series have at most so many numbers.
std::size_t group_of(const run_recorder& recorder, std::size_t series, std::size_t most) {
    constexpr std::size_t most_buckets = 1024; // more than a screen has columns for
    std::size_t group = 1;
    for (;; group *= 2) {
        const std::size_t buckets = (recorder.buckets().size() + group - 1) / group;
        const std::size_t numbers = buckets * series * (group == 1 ? 1 : 3);
        if (buckets <= most_buckets && numbers <= most) {
            return group;
        }
    }
}

/// \param most numbers
json series_json(const run_recorder& recorder, std::size_t most) {
    const time_buckets& buckets = recorder.buckets();
    const run_recorder::channels& where = recorder.where();
    const auto occurred = [&](std::size_t i) { return recorder.events()[i].total != 0; };
    std::size_t series = 2 * where.counters.size() + 6;
    for (std::size_t i = 0; i != where.events.size(); ++i) {
        series += occurred(i) ? 1U : 0U;
    }
    const std::size_t group = group_of(recorder, series, most);
    json all = {{"cycles", buckets.width() * group}, {"fine_cycles", buckets.width()}};
    all["counters"] = json::array();
    for (std::size_t i = 0; i != where.counters.size(); ++i) {
        json one = levels_json(buckets.levels(where.counters[i], group));
        one["signed"] =
            levels_json(buckets.levels(where.signed_counters[i], group), run_recorder::signed_zero);
        one["name"] = recorder.unit().counters[i];
        all["counters"].push_back(std::move(one));
    }
    all["events"] = json::array();
    for (std::size_t i = 0; i != where.events.size(); ++i) {
        if (occurred(i)) {
            json one = sums_json(buckets.sums(where.events[i], group), group != 1);
            one["event"] = recorder.events()[i].number;
            all["events"].push_back(std::move(one));
        }
    }
    all["irq"] = levels_json(buckets.levels(where.irq, group));
    all["enabled"] = levels_json(buckets.levels(where.enabled, group));
    all["reads"] = sums_json(buckets.sums(where.reads, group), false)["sum"];
    all["writes"] = sums_json(buckets.sums(where.writes, group), false)["sum"];
    all["overflows"] = sums_json(buckets.sums(where.overflows, group), false)["sum"];
    all["interrupts"] = sums_json(buckets.sums(where.interrupts, group), false)["sum"];
    return all;
}

/// \param row what stands for an item
template <class Item, class Row>
json ends_json(const kept_ends<Item>& items, const Row& row) {
    json all = {{"total", items.total()}, {"omitted", items.omitted()}};
    all["first"] = json::array();
    all["last"] = json::array();
    for (const Item& item : items.first()) {
        all["first"].push_back(row(item));
    }
    for (const Item& item : items.last()) {
        all["last"].push_back(row(item));
    }
    return all;
}

json marks_json(const kept_ends<recorded_mark>& marks) {
    return ends_json(marks, [](const recorded_mark& m) { return json{m.cycle, m.what}; });
}

json accesses_json(const run_recorder& recorder, const pmu::register_map& registers) {
    return ends_json(recorder.accesses(), [&](const recorded_access& a) {
        const pmu::observed_access& access = a.access;
        const auto position =
            access.target == nullptr ? -1 : static_cast<int>(registers.index_of(*access.target));
        std::string who = access.who.privileged ? "" : "user";
        if (!access.who.secure) {
            who += who.empty() ? "non-secure" : ", non-secure";
        }
        json row = {a.cycle, position, access.is_write ? 1 : 0, access.value};
        const bool is_usual = access.answer == pmu::response::ok && who.empty() && position >= 0;
        if (!is_usual) {
            row.insert(row.end(), {exports::name_of(access.answer), who, access.address});
        }
        return row;
    });
}

void add_registers(json& all, const run_recorder& recorder, const exports::part_tables& part) {
    const pmu::register_map& registers = part.unit.registers();
    for (std::size_t i = 0; i != registers.size(); ++i) {
        json& one = all["registers"][i];
        const auto value = recorder.unit().debug(registers[i].address);
        const access_counts& counts = recorder.register_accesses()[i];
        one["value"] = value ? json(*value) : json(nullptr);
        one["reads"] = counts.reads;
        one["writes"] = counts.writes;
        one["refused"] = counts.refused;
        one["where"] = part.unit.is_coprocessor() ? exports::operands(registers[i].address)
                                                  : exports::hex(registers[i].address, 5);
    }
    std::size_t i = 0;
    for (const pmu::banked_register& b : registers.banked()) {
        all["banked"][i++]["value"] = recorder.unit().peek(b);
    }
    const access_counts& elsewhere = recorder.register_accesses().back();
    all["no_register"] = {{"reads", elsewhere.reads}, {"writes", elsewhere.writes}};
}

/// What the part's lists say of its events, by number: of the last list that has it.
std::map<std::uint32_t, const pmu::event_desc*> described(const exports::part_tables& part) {
    std::map<std::uint32_t, const pmu::event_desc*> all;
    for (const exports::event_list& list : part.events) {
        for (const pmu::event_desc& e : *list.events) {
            all[e.number] = &e;
        }
    }
    return all;
}

/// The names that perf has for events, by number: those that they are shown by.
std::map<std::uint32_t, const char*> aliases_of(const exports::part_tables& part) {
    std::map<std::uint32_t, const char*> all;
    for (const exports::event_list& list : part.events) {
        for (const exports::event_alias& a : list.aliases) {
            all.emplace(a.number, a.name);
        }
    }
    return all;
}

json events_json(const run_recorder& recorder, const exports::part_tables& part) {
    const auto descriptions = described(part);
    const auto aliases = aliases_of(part);
    json all = json::array();
    for (std::size_t i = 0; i != recorder.events().size(); ++i) {
        const pmu::event_total& e = recorder.events()[i];
        const auto found = descriptions.find(e.number);
        const auto alias = aliases.find(e.number);
        const bool is_edge =
            found != descriptions.end() && found->second->rule == pmu::event_rule::every_edge;
        all.push_back(
            {{"number", e.number},
             {"name", e.name},
             {"alias", alias != aliases.end() ? alias->second : ""},
             {"total", exact(e.total)},
             {"counted", static_cast<bool>(recorder.counted()[i])},
             {"every_edge", is_edge},
             {"description", found != descriptions.end() ? found->second->description : ""}});
    }
    return all;
}

} // namespace

json run_data(const run_recorder& recorder, const exports::part_tables& part,
              const run_description& run, const std::string& version) {
    process::text_writer tables;
    exports::write(tables, "json", part, {true, false, false}, version);
    json all = json::parse(tables.str());
    add_registers(all, recorder, part);
    all["version"] = version;
    all["kind"] = run.kind;
    all["run"] = run.title;
    all["unit"] = run.unit;
    all["clock"] = {{"kind", run.clock}, {"period_ps", run.period_ps}};
    all["caches"] = run.caches;
    all["mode"] = run.mode;
    all["quantum"] = run.quantum;
    all["cycles"] = run.cycles.value_or(recorder.cycles());
    all["periods"] = recorder.cycles(); // of time, whether the clock ran or not
    all["result"] = run.result;
    all["events"] = events_json(recorder, part);
    for (const pmu::event_desc* e : run.not_supported) {
        all["events"].push_back({{"number", e->number},
                                 {"name", e->name},
                                 {"total", nullptr},
                                 {"counted", false},
                                 {"every_edge", false},
                                 {"description", e->description}});
    }
    all["series"] = series_json(recorder, most_numbers / run.units);
    all["irq"] = marks_json(recorder.irq());
    all["enabled"] = marks_json(recorder.enabled_changes());
    all["overflows"] = marks_json(recorder.overflows());
    all["resets"] = marks_json(recorder.resets());
    all["accesses"] = accesses_json(recorder, part.unit.registers());
    if (!run.profile.is_null()) {
        all["profile"] = run.profile;
    }
    return all;
}

json joined(std::vector<json> units) {
    return {{"units", std::move(units)}};
}

} // namespace platform::report
