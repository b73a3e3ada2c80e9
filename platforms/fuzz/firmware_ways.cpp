// SPDX-License-Identifier: Apache-2.0
#include "firmware_ways.h"

#include "child.h"
#include "random_source.h"

#include <algorithm>
#include <process/text_streams.h>
#include <process/words.h>
#include <set>

namespace platform::fuzz {

namespace {

using command_words = std::vector<std::string>;

bool contains(const command_words& all, const char* word) {
    return std::find(all.begin(), all.end(), word) != all.end();
}

/// Events that have occurred, by their names, and how often.
std::vector<std::pair<std::string, std::uint64_t>> events_of(const observation& seen) {
    std::vector<std::pair<std::string, std::uint64_t>> events;
    const auto counts = seen.facets.find(facet::counts);
    if (counts == seen.facets.end()) {
        return events;
    }
    for (const auto& [name, count] : counts->second) {
        const bool is_number = std::isdigit(static_cast<unsigned char>(count.front())) != 0;
        if (is_number && count != "0" && name != "interrupts") {
            events.emplace_back(name, std::stoull(count));
        }
    }
    return events;
}

/// Where firmware can be told to begin and end to count: executed instructions, but no halves of a
/// Thumb BL.
std::vector<std::uint32_t> places_of(const std::string& trace) {
    std::set<std::uint32_t> places;
    process::text_reader in = written_to(trace);
    while (const auto line = read_traced(in)) {
        const bool is_half = line->encoding.size() == 4 && line->encoding >= "E800";
        if (line->is_executed() && line->instructions == 1 && !is_half) {
            places.insert(line->pc);
        }
    }
    return {places.begin(), places.end()};
}

/// Makes ways for a case.
class way_list {
public:
    way_list(const fuzz_case& c, const observed_files& files, std::uint64_t max_instructions)
        : m_case(c), m_files(files), m_limit(std::to_string(max_instructions)) {}

    /// \param with beside what all have \return its place
    int add(const char* name, const char* command, const char* mode, const command_words& with,
            int reference, distinction of = distinction::nothing) {
        way w{name, {command}, reference, of};
        w.words.insert(w.words.end(), m_case.options.begin(), m_case.options.end());
        const auto caches = std::find(w.words.begin(), w.words.end(), "--caches");
        if (caches != w.words.end() && contains(with, "--caches")) { // in their place
            w.words.erase(caches, caches + 2);
        }
        w.words.insert(w.words.end(),
                       {"--max-instructions", m_limit, "--mode", mode, "--state", m_files.state});
        w.words.insert(w.words.end(), with.begin(), with.end());
        all.push_back(std::move(w));
        return static_cast<int>(all.size()) - 1;
    }
    command_words counts(const command_words& more = {}) const {
        command_words all_words{"-j", "-o", m_files.counts};
        all_words.insert(all_words.end(), more.begin(), more.end());
        return all_words;
    }

    std::vector<way> all;

private:
    const fuzz_case& m_case;
    const observed_files& m_files;
    std::string m_limit;
};

int add_first(way_list& list, const observed_files& files) {
    const int first = list.add("exact with stat and a trace", "stat", "exact",
                               list.counts({"--trace", files.trace}), -1);
    list.all.back().has_trace = true;
    return first;
}

void add_region(way_list& list, const std::vector<std::uint32_t>& places, random_source& random,
                int first) {
    if (places.size() < 2) {
        return;
    }
    const auto any = [&] { return random.below(static_cast<std::uint32_t>(places.size())); };
    const std::uint32_t from = any();
    std::uint32_t to = any();
    to = to == from ? (to + 1) % static_cast<std::uint32_t>(places.size()) : to;
    const command_words region =
        list.counts({"--region", process::hex(places[from]) + ":" + process::hex(places[to])});
    const int exact = list.add("exact with a region", "stat", "exact", region, first);
    const int fast =
        list.add("fast with a region", "stat", "fast", region, exact, distinction::mode);
    for (const int n : {exact, fast}) {
        list.all[static_cast<std::size_t>(n)].has_region = true;
    }
}

/// What each instruction counts is the same in both modes, and its sum is what all count.
/// \param caches for some of them \param first, cached ways without and with those
void add_profiles(way_list& list, const observed_files& files, const std::string& caches, int first,
                  int cached) {
    const command_words profile = list.counts({"--by", "function", "--callgrind", files.profile});
    command_words with_caches = profile;
    with_caches.insert(with_caches.end(), {"--caches", caches});
    const int exact = list.add("exact by instruction", "stat", "exact", profile, first);
    list.add("fast by instruction", "stat", "fast", profile, exact, distinction::mode);
    const int exact_with_caches =
        list.add("exact by instruction, other caches", "stat", "exact", with_caches, cached);
    list.add("fast by instruction, other caches", "stat", "fast", with_caches, exact_with_caches,
             distinction::mode);
}

std::string other_caches(const fuzz_case& c, random_source& random) {
    static constexpr const char* others[] = {"512:1:16", "4K:2:32", "8K:8:64"};
    return contains(c.options, "--caches") && random.one_in(3) ? "none" : random.pick(others);
}

} // namespace

std::optional<traced> read_traced(std::istream& trace) {
    std::string line;
    if (!std::getline(trace, line)) {
        return std::nullopt;
    }
    process::text_reader in(line);
    std::string time;
    traced t;
    in >> time >> std::hex >> t.pc >> std::dec >> t.encoding;
    for (std::string word; in >> word;) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        if (name == "instruction" || name == "cycle") {
            (name == "cycle" ? t.cycles : t.instructions) +=
                equals == std::string::npos ? 1 : std::stoull(word.substr(equals + 1));
        }
    }
    return t;
}

region_counts counts_in(const address_range& region, std::istream& trace) {
    region_counts counts;
    bool is_inside = false;
    while (const auto line = read_traced(trace)) {
        is_inside = line->pc == region.from || (is_inside && line->pc != region.to);
        if (is_inside) {
            counts.is_entered = true;
            counts.instructions += line->instructions;
            counts.cycles += line->cycles;
        }
    }
    return counts;
}

address_range region_of(const way& w) {
    const auto option = std::find(w.words.begin(), w.words.end(), "--region");
    const std::string text = *(option + 1);
    return {static_cast<std::uint32_t>(std::stoul(text, nullptr, 16)),
            static_cast<std::uint32_t>(std::stoul(text.substr(text.find(':') + 1), nullptr, 16))};
}

way first_way(const fuzz_case& c, const observed_files& files, std::uint64_t max_instructions) {
    way_list list(c, files, max_instructions);
    add_first(list, files);
    return list.all.front();
}

std::vector<way> all_ways(const fuzz_case& c, const observed_files& files,
                          std::uint64_t max_instructions, const observation& first_seen) {
    using d = distinction;
    random_source random(c.seed);
    way_list list(c, files, max_instructions);
    const int first = add_first(list, files);
    list.add("exact", "run", "exact", {}, first);
    const int fast = list.add("fast with stat", "stat", "fast", list.counts(), first, d::mode);
    list.add("fast", "run", "fast", {}, fast);
    const auto events = events_of(first_seen);
    if (!events.empty()) {
        const auto any = [&]() -> const auto& {
            return events[random.below(static_cast<std::uint32_t>(events.size()))];
        };
        std::string some = "cycles";
        for (unsigned n = 0; n < 5; ++n) {
            some += "," + any().first;
        }
        const std::string turn = std::to_string(10 + random.below(2000));
        list.add("fast with stat -e", "stat", "fast", list.counts({"-e", some, "--rotate", turn}),
                 fast);
        const auto& [event, count] = any();
        // Events that units make themselves have no samples.
        const std::string sampled = event == "SW_INCR" ? "cycles" : event;
        list.add("fast with record", "record", "fast",
                 {"-g", "-e", sampled, "-c", std::to_string(1 + random.below(64) + count / 8), "-o",
                  files.samples},
                 fast);
    }
    list.add("fast with a page", "run", "fast",
             {"--report", files.page, "--timeline", files.timeline}, fast);
    list.add("fast, quantum 1", "run", "fast", {"--quantum", "1"}, fast, d::quantum);
    list.add("fast, another quantum", "stat", "fast",
             list.counts({"--quantum", std::to_string(2 + random.below(500))}), fast, d::quantum);
    add_region(list, places_of(files.trace), random, first);
    const std::string other = other_caches(c, random);
    const command_words caches = list.counts({"--caches", other});
    const int cached = list.add("exact, other caches", "stat", "exact", caches, first, d::caches);
    list.add("fast, other caches", "stat", "fast", caches, cached, d::mode);
    add_profiles(list, files, other, first, cached);
    return list.all;
}

std::vector<way> ways_against(const fuzz_case& c, const observed_files& files,
                              std::uint64_t max_instructions, const std::string& option) {
    way_list list(c, files, max_instructions);
    const int without = list.add("without", "stat", "fast", list.counts(), -1, distinction::option);
    list.add("with", "stat", "fast", list.counts({"--option", option}), without,
             distinction::option);
    list.all.back().name += " " + option;
    return list.all;
}

} // namespace platform::fuzz
