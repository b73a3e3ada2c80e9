// SPDX-License-Identifier: Apache-2.0
#include <sweep/json/stat_counts.h>

#include <process/text_streams.h>

namespace platform::sweep {

namespace {

std::string text_or_none(const json_at& line, const char* member) {
    const std::optional<json_at> found = line.find(member);
    return found ? found->text() : "";
}

stat_count count_of(const json_at& line) {
    stat_count c;
    c.event = line.at("event").text();
    const json_at value = line.at("counter-value");
    const json count = json::parse(value.text(), nullptr, false);
    if (count.is_number_unsigned()) {
        c.count = count.get<std::uint64_t>();
    } else if (value.text().front() != '<') {
        value.refuse("a count");
    }
    c.runtime_ns = line.at("event-runtime").whole(0, UINT64_MAX);
    c.metric_unit = text_or_none(line, "metric-unit");
    c.part = text_or_none(line, "part");
    c.is_of_interval = line.find("interval").has_value();
    return c;
}

} // namespace

std::vector<stat_count> read_stat_counts(const std::string& file, const std::string& text) {
    std::vector<stat_count> counts;
    process::text_reader lines(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        const std::string place = file + ":" + std::to_string(++number);
        const json value = parse_json(place, line);
        const json_at at(place, value);
        if (at.find("event") || !at.find("metric-value")) {
            counts.push_back(count_of(at));
        }
    }
    return counts;
}

} // namespace platform::sweep
