// SPDX-License-Identifier: Apache-2.0
#include "firmware_trial.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace platform::fuzz {

namespace {

/// The counts of a table of --stat by their event, and what else is in it.
std::map<std::string, std::string> counts_of(const std::string& out) {
    std::map<std::string, std::string> counts;
    for (const std::string& line : lines_of(out)) {
        std::istringstream words(line);
        std::string count;
        std::string name;
        if (line.find(", exact:") != std::string::npos ||
            line.find(", fast:") != std::string::npos) {
            continue;
        }
        words >> count;
        std::getline(words >> std::ws, name);
        name.resize(name.find_last_not_of(' ', name.find('#') - 1) + 1); // without the ratio
        counts[name] = count;
    }
    return counts;
}

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
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
        const auto text = [](const char* format, std::uint32_t value) {
            std::array<char, 9> digits{};
            std::snprintf(digits.data(), digits.size(), format, value);
            return std::string(digits.data());
        };
        const auto half = [&](std::size_t n) {
            return n / 2 < block.words.size() ? block.words[n / 2] >> n % 2 * 16 & 0xFFFFU : 0U;
        };
        const std::uint32_t first = half(offset / 2);
        return {text("%08X", block.words[word]), text("%04X", first),
                text("%08X", first << 16U | half(offset / 2 + 1))};
    }
    return {};
}

} // namespace

bool shows_stored_code(const fuzz_case& c, std::istream& trace) {
    std::map<std::uint32_t, std::vector<std::string>> known;
    for (std::string line; std::getline(trace, line);) {
        std::istringstream words(line);
        std::string time;
        std::string address;
        std::string encoding;
        words >> time >> address >> encoding;
        if (address.empty() || address == "-") {
            continue;
        }
        const auto at = static_cast<std::uint32_t>(std::stoul(address, nullptr, 16));
        const auto [place, is_new] = known.try_emplace(at);
        std::vector<std::string>& encodings = place->second;
        if (is_new) {
            encodings = encodings_at(c, at);
        }
        if (encodings.empty()) {
            encodings = {encoding};
        }
        if (std::find(encodings.begin(), encodings.end(), encoding) == encodings.end()) {
            return true;
        }
    }
    return false;
}

std::string firmware_trial::name_of(unsigned side) const {
    return m_place.against.empty() ? (side == 0 ? "exact" : "fast")
                                   : (side == 0 ? "without" : "with " + m_place.against);
}

std::vector<std::string> firmware_trial::command(const fuzz_case& c, unsigned side,
                                                 const std::string& file) const {
    const bool is_exact = m_place.against.empty() && side == 0;
    std::vector<std::string> words{m_place.pmu_run,
                                   c.part,
                                   "--firmware",
                                   file,
                                   "--stat",
                                   "--max-instructions",
                                   std::to_string(m_place.limits.instructions),
                                   "--mode",
                                   is_exact ? "exact" : "fast"};
    for (std::size_t i = 0; i + 1 < c.options.size(); i += 2) { // options and their values
        if (!is_exact || c.options[i] != "--quantum") {
            words.insert(words.end(), {c.options[i], c.options[i + 1]});
        }
    }
    if (!m_place.against.empty() && side == 1) {
        words.insert(words.end(), {"--option", m_place.against});
    }
    return words;
}

finding firmware_trial::judge_end(const run_result& result) const {
    const std::string both = result.out + result.err;
    if (finding f = judge_process(result, m_place.limits)) {
        return f;
    }
    std::string message;
    for (const std::string& line : lines_of(result.err)) {
        if (line.find(" is not supported here: ") != std::string::npos) {
            continue; // about an event that a counter selects
        }
        if (line.rfind("pmu_run: ", 0) == 0) {
            if (!message.empty()) {
                return {"two messages", both};
            }
            message = line;
        } else if (line.rfind("warning: ", 0) != 0) {
            return {"odd line on stderr", both};
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

finding firmware_trial::judge(const fuzz_case& c) const {
    const std::string file = m_place.folder + "/case.elf";
    write_case(file, elf_of(c));
    run_result results[2];
    finding f;
    for (unsigned side = 0; side < 2 && !f; ++side) {
        results[side] =
            run_child(command(c, side, file), m_place.folder, m_place.limits, m_place.stop_asked);
        if (results[side].is_stopped) {
            return {};
        }
        f = judge_end(results[side]);
        f.detail.insert(0, f ? name_of(side) + "\n" : "");
    }
    if (!f) {
        f = judge_both(results);
        if (f && m_place.against.empty() && runs_what_it_stored(c, file)) {
            f = {};
        }
    }
    f.end = "exit code " + std::to_string(results[0].exit_code) + ' ' + results[0].err;
    return f;
}

bool firmware_trial::runs_what_it_stored(const fuzz_case& c, const std::string& file) const {
    const std::string trace = m_place.folder + "/trace";
    std::vector<std::string> words = command(c, 0, file);
    words.insert(words.end(), {"--trace", trace});
    const run_result result = run_child(words, m_place.folder, m_place.limits, m_place.stop_asked);
    std::ifstream in(trace);
    if (!result.is_stopped && !in) {
        throw std::runtime_error(trace + ": expected a trace, found none: " + result.err);
    }
    return shows_stored_code(c, in);
}

/// Fast mode sees a limit and an endless loop at the end of a block; interrupts come later, too.
finding firmware_trial::judge_both(const run_result (&results)[2]) const {
    const auto& [a, b] = results;
    for (const run_result* result : {&a, &b}) {
        if (m_place.against.empty() &&
            (contains(result->err, "(--max-instructions)") ||
             contains(result->err, "endless loop") || contains(result->out, "IRQ and FIQ"))) {
            return {};
        }
    }
    finding f;
    f.is_compared = true;
    if (a.err != b.err || a.exit_code != b.exit_code) {
        f.what = "difference: end";
        for (unsigned side = 0; side < 2; ++side) {
            f.detail += name_of(side) + ' ' + std::to_string(results[side].exit_code) + ' ' +
                        results[side].err;
        }
        return f;
    }
    const auto expected = counts_of(a.out);
    auto found = counts_of(b.out);
    const auto tell = [&](const std::string& name, const std::string& x, const std::string& y) {
        for (const std::string& text :
             {name, std::string(": "), name_of(0), std::string(" "), x, std::string(", "),
              name_of(1), std::string(" "), y, std::string("\n")}) {
            f.detail += text;
        }
    };
    for (const auto& [name, count] : expected) {
        const auto other = found.find(name);
        const std::string text = other == found.end() ? "none" : other->second;
        if (text != count) {
            tell(name, count, text);
        }
        found.erase(name);
    }
    for (const auto& [name, count] : found) {
        tell(name, "none", count);
    }
    if (!f.detail.empty()) {
        const bool ends_well = !contains(a.err, "pmu_run: ");
        f.what = ends_well ? "difference: counts" : "difference: counts at a fault";
        f.detail.insert(0, a.err);
    }
    return f;
}

} // namespace platform::fuzz
