// SPDX-License-Identifier: Apache-2.0
#include "firmware_trial.h"

#include "firmware_ways.h"
#include "messages.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <optional>
#include <process/words.h>

namespace platform::fuzz {

namespace {

constexpr const char* no_value = "nothing";

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

/// Each name whose values differ, a line. Of counts a way has only some.
std::string explained(facet what, const way& x, const std::map<std::string, std::string>& a,
                      const way& y, const std::map<std::string, std::string>& b) {
    std::map<std::string, std::pair<std::string, std::string>> both;
    for (const auto& [name, value] : a) {
        both[name] = {value, no_value};
    }
    for (const auto& [name, value] : b) {
        both.try_emplace(name, no_value, no_value).first->second.second = value;
    }
    constexpr unsigned counts =
        bit_of(facet::counts) | bit_of(facet::scaled_counts) | bit_of(facet::region_counts);
    std::string text;
    for (const auto& [name, values] : both) {
        const bool is_missing = values.first == no_value || values.second == no_value;
        if (values.first != values.second && !(is_missing && (counts & bit_of(what)) != 0)) {
            text += std::string(name_of(what)) + ", " + name + ": " + x.name + ' ' + values.first +
                    ", " + y.name + ' ' + values.second + '\n';
        }
    }
    return text;
}

/// What the file has at an address, as a trace shows it: an ARM word, a Thumb instruction of
/// one or two halfwords. Empty: the address is not in the file.
std::vector<std::string> encodings_at(const fuzz_case& c, std::uint32_t address) {
    for (const memory_block& block : c.memory) {
        const std::uint32_t offset = address - block.address;
        const std::size_t word = offset / 4;
        if (address < block.address || word >= block.words.size() || offset % 2 != 0) {
            continue;
        }
        const auto half = [&](std::size_t n) {
            return n / 2 < block.words.size() ? block.words[n / 2] >> n % 2 * 16 & 0xFFFFU : 0U;
        };
        const std::uint32_t first = half(offset / 2);
        return {process::hex_digits(block.words[word], 8), process::hex_digits(first, 4),
                process::hex_digits(first << 16U | half(offset / 2 + 1), 8)};
    }
    return {};
}

} // namespace

bool shows_stored_code(const fuzz_case& c, std::istream& trace,
                       const std::function<bool(std::uint32_t)>& has_changed) {
    std::map<std::uint32_t, std::vector<std::string>> known;
    while (const auto line = read_traced(trace)) {
        if (!line->is_executed()) {
            continue;
        }
        const auto [place, is_new] = known.try_emplace(line->pc);
        if (is_new && has_changed(line->pc & ~0xFFFU)) {
            return true;
        }
        std::vector<std::string>& encodings = place->second;
        if (is_new) {
            encodings = encodings_at(c, line->pc);
        }
        if (encodings.empty()) {
            encodings = {line->encoding};
        }
        if (std::find(encodings.begin(), encodings.end(), line->encoding) == encodings.end()) {
            return true;
        }
    }
    return false;
}

/// What has been run of a case so far.
struct firmware_trial::trial {
    const fuzz_case& c;
    std::vector<way> ways;
    std::vector<observation> seen = {};
    std::optional<bool> runs_own_stores = {}; ///< nothing: nobody has looked
    bool is_stopped = false;
    bool is_excused = false; ///< the modes differ in what may differ, which is everything
    finding found = {};
};

std::uint64_t firmware_trial::limit_of(const fuzz_case& c) const {
    constexpr std::uint64_t orderly = 50; // it comes to its end, so this is for what is broken
    return m_place.limits.instructions * (c.is_orderly ? orderly : 1);
}

std::vector<std::string> firmware_trial::command(const fuzz_case& c, const way& w,
                                                 const std::string& file) const {
    return command_of(w, m_place.pmu_run, c.part, file);
}

/// Files that they write go to the folder where they are repeated.
std::vector<std::vector<std::string>>
firmware_trial::commands(const fuzz_case& c, const finding& known, const std::string& file) const {
    std::vector<std::vector<std::string>> all;
    for (const way& w : known.ways) {
        all.push_back(command(c, w, file));
        for (std::string& word : all.back()) {
            if (word.rfind(m_place.folder + '/', 0) == 0) {
                word.erase(0, m_place.folder.size() + 1);
            }
        }
    }
    return all;
}

finding firmware_trial::judge_end(const run_result& result) const {
    const std::string both = result.out + result.err;
    if (finding f = judge_process(result, m_place.limits)) {
        return f;
    }
    std::string message;
    for (const std::string& line : lines_of(result.err)) {
        const message_kind kind = kind_of(line);
        if (kind == message_kind::odd) {
            return {"odd line on stderr", both};
        }
        if (kind == message_kind::end || kind == message_kind::limit) {
            if (!message.empty()) {
                return {"two messages", both};
            }
            message = line;
        }
    }
    if (result.exit_code == 2) {
        return {"refused", both};
    }
    if (!message.empty() && !contains(message, " PC 0x")) {
        return {"message without PC", both};
    }
    for (const char* never : {"Unicorn", "bad_alloc", "std::", "vector::", "terminate"}) {
        if (contains(message, never)) {
            return {"engine's own message", both};
        }
    }
    return {};
}

/// \return whether to go on
bool firmware_trial::run(trial& t, const way& w) const {
    for (const std::string& file :
         {m_files.state, m_files.counts, m_files.samples, m_files.profile}) {
        std::filesystem::remove(file);
    }
    run_result result =
        run_child(command(t.c, w, case_file()), m_place.folder, m_place.limits, m_place.stop_asked);
    t.is_stopped = result.is_stopped;
    if (t.is_stopped) {
        return false;
    }
    t.found = judge_end(result);
    if (t.found) {
        t.found.detail.insert(0, w.name + "\n");
        t.found.ways = {w};
        t.found.ways.front().reference = -1;
        return false;
    }
    t.seen.push_back(observe(t.c, m_files, std::move(result), w.has_region));
    return true;
}

bool firmware_trial::is_so(trial& t, circumstance what, const observation& a,
                           const observation& b) const {
    switch (what) {
    case circumstance::always: return true;
    case circumstance::interrupted: return a.interrupts != 0 || b.interrupts != 0;
    case circumstance::limited: return a.is_limited || b.is_limited;
    default: break;
    }
    if (!t.runs_own_stores) {
        t.runs_own_stores = runs_own_stores(t.c, b);
    }
    return *t.runs_own_stores;
}

bool firmware_trial::runs_own_stores(const fuzz_case& c, const observation& seen) const {
    const auto traced = [&](std::uint64_t limit) {
        trial t{c, {first_way(c, m_files, limit)}};
        run(t, t.ways.front());
        return t.seen.empty() ? observation{} : t.seen.front();
    };
    const observation begin = traced(1);
    const observation end = traced(limit_of(c));
    const auto page_of = [](const observation& o, std::uint32_t page) {
        const std::string name = process::hex(page, 8);
        std::string hash;
        for (const facet f : {facet::memory, facet::timed_memory, facet::precise_memory}) {
            const auto pages = o.facets.find(f);
            if (pages != o.facets.end() && pages->second.count(name) != 0) {
                hash = pages->second.at(name);
            }
        }
        return hash;
    };
    process::text_reader in = written_to(m_files.trace);
    return shows_stored_code(c, in, [&](std::uint32_t page) {
        const std::string before = page_of(begin, page);
        return before != page_of(end, page) || before != page_of(seen, page);
    });
}

/// What a trace says of a region. \return what differs
std::string firmware_trial::compare_region(const way& w, const observation& seen) const {
    const auto counts = seen.facets.find(facet::region_counts);
    if (counts == seen.facets.end()) {
        return "";
    }
    process::text_reader in = written_to(m_files.trace);
    const region_counts traced = counts_in(region_of(w), in);
    std::string text;
    for (const auto& [name, value] :
         {std::pair("instructions", traced.instructions), {"cycles", traced.cycles}}) {
        const auto found = counts->second.find(name);
        const std::string expected =
            traced.is_entered ? std::to_string(value) : std::string("<not counted>");
        if (found != counts->second.end() && found->second != expected) {
            text += std::string("region, ") + name + ": the trace " + expected + ", " + w.name +
                    ' ' + found->second + '\n';
        }
    }
    return text;
}

/// With its reference.
void firmware_trial::compare(trial& t, std::size_t index) const {
    const way& w = t.ways[index];
    if (w.reference < 0) {
        return;
    }
    const way& reference = t.ways[static_cast<std::size_t>(w.reference)];
    const observation& a = t.seen[static_cast<std::size_t>(w.reference)];
    const observation& b = t.seen[index];
    std::map<facet, std::string> texts;
    for (const auto& [what, values] : a.facets) {
        const auto others = b.facets.find(what);
        if (others != b.facets.end()) {
            texts[what] = explained(what, reference, values, w, others->second);
        }
    }
    if (w.has_region && w.of == distinction::nothing) {
        texts[facet::region_counts] += compare_region(w, b);
    }
    const auto differs = [&texts](unsigned allowed_facets) {
        return std::find_if(texts.begin(), texts.end(), [&](const auto& text) {
            return !text.second.empty() && (allowed_facets & bit_of(text.first)) == 0;
        });
    };
    if (differs(0) == texts.end()) {
        return;
    }
    const unsigned may_differ =
        allowed(w.of, t.c.is_orderly, [&](circumstance what) { return is_so(t, what, a, b); });
    t.is_excused =
        t.is_excused || (w.of == distinction::mode && (may_differ | all_facets) == may_differ);
    const auto gravest = differs(may_differ);
    if (gravest == texts.end()) {
        return;
    }
    t.found.what = std::string("difference: ") + name_of(gravest->first) + ", " + w.name;
    for (const auto& [what, text] : texts) {
        t.found.detail += (may_differ & bit_of(what)) == 0 ? text : std::string();
    }
    t.found.ways = {reference, w};
    t.found.ways[0].reference = -1;
    t.found.ways[1].reference = 0;
}

finding firmware_trial::judge(const fuzz_case& c) const {
    write_case(case_file(), elf_of(c));
    const std::uint64_t limit = limit_of(c);
    trial t{c, m_place.against.empty() ? std::vector{first_way(c, m_files, limit)}
                                       : ways_against(c, m_files, limit, m_place.against)};
    for (std::size_t n = 0; n < t.ways.size() && run(t, t.ways[n]); ++n) {
        compare(t, n);
        if (t.found) {
            break;
        }
        if (n == 0 && m_place.against.empty()) {
            t.ways = all_ways(c, m_files, limit, t.seen.front());
        }
    }
    if (t.is_stopped) {
        return {};
    }
    const bool has_difference = t.found.ways.size() == 2;
    t.found.is_compared = has_difference || (t.seen.size() == t.ways.size() && !t.is_excused);
    t.found.end = t.seen.empty() ? std::string()
                                 : "exit code " + std::to_string(t.seen[0].process.exit_code) +
                                       ' ' + t.seen[0].process.err;
    return t.found;
}

finding firmware_trial::judge_again(const fuzz_case& c, const finding& known) const {
    write_case(case_file(), elf_of(c));
    trial t{c, known.ways};
    for (std::size_t n = 0; n < t.ways.size() && run(t, t.ways[n]) && !t.found; ++n) {
        compare(t, n);
    }
    return t.is_stopped ? finding{} : t.found;
}

} // namespace platform::fuzz
