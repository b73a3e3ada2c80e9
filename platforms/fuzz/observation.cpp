// SPDX-License-Identifier: Apache-2.0
#include "observation.h"

#include "child.h"
#include "messages.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace platform::fuzz {

namespace {

using nlohmann::json;

json read_json(const std::string& text, const std::string& what) {
    json value = json::parse(text, nullptr, false);
    if (value.is_discarded()) {
        throw std::runtime_error(what + ": expected JSON, found '" + text + "'");
    }
    return value;
}

std::string text_of(const json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void note_all(const json& object, std::map<std::string, std::string>& values) {
    for (const auto& [name, value] : object.items()) {
        values[name] = text_of(value);
    }
}

bool is_among(const std::vector<std::uint32_t>& pages, std::uint32_t page) {
    return std::find(pages.begin(), pages.end(), page) != pages.end();
}

void observe_state(const fuzz_case& c, const std::string& file, observation& seen) {
    process::text_reader in = written_to(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (text.empty()) { // it did not begin
        return;
    }
    const json state = read_json(text, "--state");
    note_all(state.at("registers"), seen.facets[facet::registers]);
    note_all(state.at("pmu"), seen.facets[facet::pmu]);
    for (const json& range : state.at("memory")) {
        for (const auto& [page, hash] : range.at("pages").items()) {
            const auto address = static_cast<std::uint32_t>(std::stoul(page, nullptr, 16));
            const facet where = is_among(c.timed_pages, address)     ? facet::timed_memory
                                : is_among(c.precise_pages, address) ? facet::precise_memory
                                                                     : facet::memory;
            seen.facets[where][page] = text_of(hash);
        }
    }
    for (const char* name : {"instructions", "interrupts"}) {
        seen.facets[facet::path][name] = text_of(state.at(name));
    }
    for (const char* name : {"cycles", "time_ps"}) {
        seen.facets[facet::time][name] = text_of(state.at(name));
    }
    seen.facets[facet::end]["message"] = text_of(state.at("message"));
    seen.interrupts = state.at("interrupts").get<std::uint64_t>();
}

/// The costs of instructions in what --callgrind writes, not those of calls.
void observe_profile(const std::string& file, observation& seen) {
    process::text_reader in = written_to(file);
    bool is_call = false;
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("0x", 0) == 0 && !is_call) {
            const std::size_t end = line.find(' ');
            seen.facets[facet::profile][line.substr(0, end)] = line.substr(end);
        }
        is_call = line.rfind("calls=", 0) == 0;
    }
}

/// Lines of `stat -j`.
void observe_counts(const std::string& file, bool is_region, observation& seen) {
    process::text_reader in = written_to(file);
    std::map<std::string, std::uint64_t> sums; // of functions: what `stat` counts
    for (std::string line; std::getline(in, line);) {
        const json row = read_json(line, "stat");
        if (row.contains("function")) {
            for (const auto& [event, n] : row.at("counts").items()) {
                sums[event] += n.get<std::uint64_t>();
            }
            continue;
        }
        const std::string name = text_of(row.at("event"));
        const bool is_whole = row.value("pcnt-running", 100.0) >= 100.0;
        const facet where = name == "interrupt_delay" ? facet::interrupt_delay
                            : is_region               ? facet::region_counts
                            : is_whole                ? facet::counts
                                                      : facet::scaled_counts;
        seen.facets[where][name] = text_of(row.at("counter-value"));
        if (is_region && row.value("metric-unit", "") == "insn per cycle") {
            seen.facets[where]["instructions"] = text_of(row.at("counter-value"));
        }
    }
    for (const auto& [event, sum] : sums) {
        seen.facets[facet::counts][event] = std::to_string(sum);
    }
}

/// The first line and the last one of `record`, and how many samples are between.
void observe_samples(const std::string& file, observation& seen) {
    process::text_reader in = written_to(file);
    std::string line;
    if (!std::getline(in, line)) {
        return;
    }
    const json events = read_json(line, "record").at("events");
    std::vector<std::uint64_t> samples(events.size());
    while (std::getline(in, line) && line.front() == '[') {
        ++samples.at(read_json(line, "record").at(0).get<std::size_t>());
    }
    const json end = read_json(line, "record").at("end");
    for (std::size_t n = 0; n != events.size(); ++n) {
        const std::string name = text_of(events[n].at("name"));
        const auto count = end.at("counts").at(n).get<std::uint64_t>();
        seen.facets[facet::counts][name] = std::to_string(count);
        const std::uint64_t due = count / events[n].at("period").get<std::uint64_t>();
        if (samples[n] != due) { // iss/README.md, Samples: N/PERIOD samples, rounded down
            seen.facets[facet::end]["samples of " + name] =
                std::to_string(samples[n]) + " in place of " + std::to_string(due);
        }
    }
}

} // namespace

const char* name_of(facet f) {
    static constexpr std::array<const char*, 14> names = {"end",
                                                          "console",
                                                          "registers",
                                                          "memory",
                                                          "timed memory",
                                                          "precise memory",
                                                          "pmu",
                                                          "path",
                                                          "time",
                                                          "counts",
                                                          "scaled counts",
                                                          "interrupt delay",
                                                          "counts of a region",
                                                          "counts of each instruction"};
    return names.at(static_cast<std::size_t>(f));
}

observation observe(const fuzz_case& c, const observed_files& files, run_result process,
                    bool is_region) {
    observation seen;
    observe_state(c, files.state, seen);
    observe_counts(files.counts, is_region, seen);
    observe_samples(files.samples, seen);
    observe_profile(files.profile, seen);
    auto& end = seen.facets[facet::end];
    end["exit code"] = std::to_string(process.exit_code);
    std::string& messages = end["stderr"];
    for (const std::string& line : lines_of(process.err)) {
        const message_kind kind = kind_of(line);
        messages += kind == message_kind::about_options ? std::string() : line + '\n';
        seen.is_limited = seen.is_limited || kind == message_kind::limit;
    }
    seen.facets[facet::console]["stdout"] = process.out;
    seen.process = std::move(process);
    return seen;
}

} // namespace platform::fuzz
