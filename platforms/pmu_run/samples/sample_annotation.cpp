// SPDX-License-Identifier: Apache-2.0
// Functions with the share that each of their instructions has of the samples.
#include "sample_table.h"
#include <pmu_run/command_line/numbers.h>

#include <iss/cpu/iss_text.h>
#include <iss/decode/decoder.h>
#include <iss/host/function_names.h>
#include <iss/host/source_paths.h>
#include <process/input_file.h>
#include <process/printable.h>
#include <process/text_streams.h>
#include <process/words.h>

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <system_error>

namespace platform::pmu_run {

namespace {

constexpr int column = 8; ///< of shares

constexpr std::uint32_t longest_gap = 64; ///< bytes, within code that is shown at once
constexpr std::uint32_t shown_bytes = 64; ///< of code without a function and samples

// --- the text of source lines --------------------------------------------------------------------

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = 16U << 20U;

bool is_usable(const fs::path& path) {
    std::error_code failed;
    return fs::is_regular_file(path, failed) && fs::file_size(path, failed) <= most_bytes &&
           !failed;
}

/// Whether the whole path of a file ends like that, by its parts.
bool ends_with(const fs::path& path, const std::vector<std::string_view>& end) {
    std::error_code failed;
    const std::string whole = fs::absolute(path, failed).string();
    return !failed && iss::ends_with(iss::parts_of_path(whole), end);
}

/// \param place its file is what tells it from others
std::optional<fs::path> find_in(const fs::path& folder, const iss::source_place& place) {
    const std::vector<std::string_view> parts = iss::parts_of_path(place.path);
    const std::size_t needed =
        std::min(iss::parts_of_path(place.file).size(), parts.size()); // from the last on
    const std::vector<std::string_view> end(parts.end() - static_cast<std::ptrdiff_t>(needed),
                                            parts.end());
    for (std::size_t first = 0; first != parts.size(); ++first) {
        fs::path path = folder;
        for (std::size_t n = first; n != parts.size(); ++n) {
            path /= parts[n];
        }
        if (is_usable(path) && ends_with(path, end)) {
            return path;
        }
    }
    return std::nullopt;
}

std::vector<std::string> lines_of(const fs::path& path) {
    std::vector<std::string> lines;
    process::text_reader in(process::read_whole(path.string(), most_bytes));
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        lines.push_back(line);
    }
    return lines;
}

/// Sources are looked for where the user says, where the compiler had them, next to the firmware,
/// and here. In a folder a file is found by the longest end of its path that there is, and only by
/// one that no other file of the firmware has: the text of another file would be worse than none.
class source_texts {
public:
    /// \param folder that the user has said; empty: none \param firmware path
    source_texts(const std::string& folder, const std::string& firmware)
        : m_first(folder), m_folders{fs::path(firmware).parent_path(), "."} {}

    /// \return nothing where there is no such file or line
    std::string line(const iss::source_place& place) {
        const auto [found, is_new] = m_files.try_emplace(std::string(place.path));
        std::vector<std::string>& lines = found->second;
        if (is_new) {
            lines = read(place);
        }
        return place.line != 0 && place.line <= lines.size() ? lines[place.line - 1] : "";
    }

private:
    std::vector<std::string> read(const iss::source_place& place) const {
        if (const auto path = m_first.empty() ? std::nullopt : find_in(m_first, place)) {
            return lines_of(*path);
        }
        if (is_usable(place.path)) {
            return lines_of(place.path);
        }
        for (const fs::path& folder : m_folders) {
            if (const auto path = find_in(folder, place)) {
                return lines_of(*path);
            }
        }
        return {};
    }

    fs::path m_first;
    std::vector<fs::path> m_folders;
    std::map<std::string, std::vector<std::string>> m_files; ///< by path
};

// --- code ----------------------------------------------------------------------------------------

/// Code that is shown at once.
struct code_range {
    std::string name;
    std::uint32_t address = 0;
    std::uint64_t size = 0;
    bool is_thumb = false;                     ///< where no mapping symbol says it
    const iss::elf_symbol* function = nullptr; ///< nullptr: code without one
};

using samples_by_pc = std::map<std::uint32_t, std::uint64_t>;

/// Those between the ends of a range.
samples_by_pc within(const samples_by_pc& all, const code_range& range) {
    const std::uint64_t end = range.address + range.size;
    return {all.lower_bound(range.address),
            end > UINT32_MAX ? all.end() : all.lower_bound(static_cast<std::uint32_t>(end))};
}

std::uint64_t sum_of(const samples_by_pc& samples) {
    return std::accumulate(samples.begin(), samples.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& at) { return sum + at.second; });
}

class annotator {
public:
    annotator(const sample_table& table, std::size_t event, source_texts& sources)
        : m_table(table), m_event(event), m_sources(sources) {}

    void print(const code_range& range) {
        m_own = own_samples(range);
        m_all = sum_of(m_own);
        const std::string title = text_of(
            " Percent |      Source code & disassembly of ", file_name(m_table.header.firmware),
            " for ", m_table.header.events[m_event].name, " (", process::counted(m_all, "sample"),
            ", percent: local period)");
        std::cout << title << '\n' << std::string(title.size(), '-') << '\n';
        std::cout << std::setw(column) << ""
                  << " : " << std::hex << std::setfill('0') << std::setw(8) << range.address
                  << std::dec << std::setfill(' ') << " <" << range.name << ">:\n";
        m_place.clear();
        m_it_state = 0;
        const std::uint64_t end = range.address + range.size;
        // Each sample has a row, whatever lies there.
        for (std::uint64_t pc = range.address; pc < end;) {
            const auto after = m_own.upper_bound(static_cast<std::uint32_t>(pc));
            const std::uint64_t next = after != m_own.end() ? after->first : end;
            pc = std::min(next, print_at(static_cast<std::uint32_t>(pc), next, range));
        }
    }

private:
    /// Those of a function within which another one lies are not all between its ends.
    samples_by_pc own_samples(const code_range& range) const {
        samples_by_pc own;
        for (const auto& at : within(m_table.events[m_event].by_pc, range)) {
            const iss::elf_symbol* const function = m_table.image.function_at(at.first);
            const bool is_own = range.function == nullptr
                                    ? function == nullptr
                                    : function != nullptr && function->address == range.address;
            if (is_own) {
                own.insert(at);
            }
        }
        return own;
    }

    /// \param next where a row has to begin \return the address after what was shown
    std::uint64_t print_at(std::uint32_t pc, std::uint64_t next, const code_range& range) {
        const auto [code, available] = m_table.image.bytes_at(pc);
        if (code == nullptr) {
            print_row(pc, "(nothing is loaded here)");
            return next;
        }
        const iss::code_kind kind = kind_at(pc, range);
        if (kind == iss::code_kind::data || pc % 2 != 0) {
            const std::uint64_t left = std::min<std::uint64_t>(available, next - pc);
            const std::uint32_t bytes = data_bytes(pc, left);
            print_row(pc, data_text(code, bytes));
            m_it_state = 0;
            return pc + std::uint64_t{bytes};
        }
        const bool is_thumb = kind == iss::code_kind::thumb;
        const iss::instruction i = m_decoder.decode(code, available, pc, is_thumb, m_it_state);
        print_line_of(pc);
        print_row(pc, available < i.bytes
                          ? m_decoder.text(code, available, pc, is_thumb, m_it_state)
                          : iss::code_text(i, m_decoder, m_table.image));
        m_it_state = i.it_after;
        return pc + std::max<std::uint64_t>(i.bytes, 2);
    }

    iss::code_kind kind_at(std::uint32_t pc, const code_range& range) const {
        if (range.function != nullptr) {
            return m_table.image.kind_in(*range.function, pc);
        }
        const iss::elf_mapping* const m = m_table.image.mapping_at(pc);
        const bool is_of_range =
            m != nullptr && (m->address >= range.address || are_loaded_together(m->address, pc));
        return is_of_range ? m->kind
                           : (range.is_thumb ? iss::code_kind::thumb : iss::code_kind::arm);
    }

    bool are_loaded_together(std::uint32_t first, std::uint32_t last) const {
        const auto [code, available] = m_table.image.bytes_at(first);
        return code != nullptr && last - first < available;
    }

    /// A word where it is aligned and belongs to the same data, or else less.
    std::uint32_t data_bytes(std::uint32_t pc, std::uint64_t left) const {
        const auto is_one = [&](std::uint32_t bytes) {
            return pc % bytes == 0 && bytes <= left &&
                   m_table.image.mapping_at(pc + bytes - 1) == m_table.image.mapping_at(pc);
        };
        return is_one(4) ? 4 : is_one(2) ? 2 : 1;
    }

    static std::string data_text(const std::uint8_t* data, std::uint32_t bytes) {
        std::uint32_t value = 0;
        for (std::uint32_t n = 0; n < bytes; ++n) {
            value |= std::uint32_t{data[n]} << 8U * n;
        }
        return text_of(bytes == 4   ? ".word 0x"
                       : bytes == 2 ? ".short 0x"
                                    : ".byte 0x",
                       std::hex, std::setfill('0'), std::setw(static_cast<int>(2 * bytes)), value);
    }

    void print_row(std::uint32_t pc, const std::string& text) const {
        if (const auto found = m_own.find(pc); found != m_own.end()) {
            print_share(found->second, m_all, column);
        } else {
            std::cout << std::setw(column) << "";
        }
        std::cout << " : " << std::setw(8) << std::hex << pc << std::dec << ":  " << text << '\n';
    }

    /// Where another line begins.
    void print_line_of(std::uint32_t pc) {
        const auto at = m_table.image.lines.at(pc);
        std::string place =
            at ? process::printable(at->file) + ":" + std::to_string(at->line) : std::string();
        if (at && place != m_place) {
            std::cout << std::setw(column) << ""
                      << " : " << place << "  " << m_sources.line(*at) << '\n';
        }
        m_place = std::move(place);
    }

    const sample_table& m_table;
    const std::size_t m_event;
    source_texts& m_sources;
    const iss::decoder m_decoder;
    std::string m_place;
    samples_by_pc m_own;     ///< of the range
    std::uint64_t m_all = 0; ///< how many those are
    std::uint8_t m_it_state = 0;
};

code_range range_of(const iss::elf_symbol& function) {
    return {function.name, function.address, function.size, function.is_thumb, &function};
}

/// Code that is in no function. \param end past the last byte
code_range nameless_range(const iss::elf_image& image, std::uint32_t address, std::uint64_t end,
                          bool is_thumb) {
    const auto next =
        std::upper_bound(image.symbols.begin(), image.symbols.end(), address,
                         [](std::uint32_t a, const iss::elf_symbol& s) { return a < s.address; });
    if (next != image.symbols.end()) {
        end = std::min<std::uint64_t>(end, next->address);
    }
    end = std::min(end, std::uint64_t{1} << 32U);
    const std::string name = "[" + process::hex(address, 8) + ".." +
                             process::hex(static_cast<std::uint32_t>(end - 1), 8) + "]";
    return {name, address, end - address, is_thumb, nullptr};
}

/// Which state an instruction is in that nothing is known of but that it has been executed. One in
/// ARM state is at a multiple of four, and most of them are unconditional; others are taken for
/// what those before them are.
bool is_likely_thumb(const iss::elf_image& image, std::uint32_t pc, bool is_after_thumb) {
    constexpr std::uint8_t always = 0xE;
    const auto [code, available] = image.bytes_at(pc);
    return pc % 4 != 0 || (is_after_thumb && (available < 4 || code[3] >> 4U != always));
}

/// Samples that are in no function, together where they are near to each other.
std::vector<code_range> nameless_ranges(const sample_table& table, std::size_t event) {
    constexpr std::uint64_t never = ~std::uint64_t{0};
    std::vector<code_range> ranges;
    std::uint64_t end = never; // of the last one
    bool is_thumb = (table.image.entry & 1U) != 0;
    for (const auto& row : table.events[event].by_pc) {
        const std::uint32_t pc = row.first;
        if (table.image.function_at(pc) != nullptr) {
            end = never;
            continue;
        }
        const bool was_thumb = is_thumb;
        is_thumb = is_likely_thumb(table.image, pc, was_thumb);
        const std::uint64_t next = std::uint64_t{pc} + (is_thumb ? 2 : 4);
        bool is_joined = false;
        if (end != never && pc <= end + longest_gap && is_thumb == was_thumb) {
            const code_range joined =
                nameless_range(table.image, ranges.back().address, next, is_thumb);
            is_joined = joined.address + joined.size > pc; // no function is between
            if (is_joined) {
                ranges.back() = joined;
            }
        }
        if (!is_joined) {
            ranges.push_back(nameless_range(table.image, pc, next, is_thumb));
        }
        end = next;
    }
    // Where the state changes two of them can meet.
    for (std::size_t n = 1; n < ranges.size(); ++n) {
        code_range& before = ranges[n - 1];
        if (before.address + before.size > ranges[n].address) {
            before =
                nameless_range(table.image, before.address, ranges[n].address, before.is_thumb);
        }
    }
    return ranges;
}

/// What a word means: functions of a name, or what is at an address.
std::vector<code_range> asked_ranges(const sample_table& table, std::size_t event,
                                     const std::string& word) {
    std::vector<code_range> chosen;
    for (const iss::elf_symbol* function : iss::functions_named(table.image, word)) {
        chosen.push_back(range_of(*function));
    }
    const std::optional<std::uint64_t> number = read_whole_number(word);
    if (!chosen.empty() || !number || *number > UINT32_MAX) {
        return chosen;
    }
    const auto address = static_cast<std::uint32_t>(*number);
    if (const iss::elf_symbol* const function = table.image.function_at(address)) {
        return {range_of(*function)};
    }
    for (const code_range& range : nameless_ranges(table, event)) {
        if (address - range.address < range.size) {
            return {range};
        }
    }
    const auto [code, available] = table.image.bytes_at(address);
    if (code != nullptr) {
        const std::uint64_t bytes = std::min<std::uint64_t>(available, shown_bytes);
        const bool is_thumb = (table.image.entry & 1U) != 0 || address % 4 == 2;
        return {nameless_range(table.image, address, address + bytes, is_thumb)};
    }
    return {};
}

/// Those asked for, or those with samples, the most first.
std::vector<code_range> ranges_of(const sample_table& table, std::size_t event,
                                  const sample_request& request) {
    if (!request.symbol.empty()) {
        std::vector<code_range> chosen = asked_ranges(table, event, request.symbol);
        if (chosen.empty()) {
            throw usage_error("annotate: expected a function of ", table.image.path,
                              " or an address of its code, got '", request.symbol, "'");
        }
        return chosen;
    }
    const samples_by_pc& by_pc = table.events[event].by_pc;
    std::vector<code_range> ranges = nameless_ranges(table, event);
    std::map<std::uint32_t, std::uint64_t> cost_at;
    for (const code_range& range : ranges) {
        cost_at[range.address] += sum_of(within(by_pc, range));
    }
    std::map<const iss::elf_symbol*, std::uint64_t> by_function;
    for (const auto& [pc, n] : by_pc) {
        if (const iss::elf_symbol* function = table.image.function_at(pc)) {
            by_function[function] += n;
        }
    }
    for (const auto& [function, n] : by_function) {
        ranges.push_back(range_of(*function));
        cost_at[function->address] = n;
    }
    std::sort(ranges.begin(), ranges.end(), [&](const code_range& a, const code_range& b) {
        const std::uint64_t cost_a = cost_at[a.address];
        const std::uint64_t cost_b = cost_at[b.address];
        return cost_a != cost_b ? cost_a > cost_b : a.address < b.address;
    });
    return ranges;
}

} // namespace

void print_annotation(const sample_table& table, const sample_request& request) {
    source_texts sources(request.source, table.image.path);
    const char* between = "";
    for (const std::size_t event : chosen_events(table.header, request.event)) {
        annotator of_event(table, event, sources);
        const std::vector<code_range> ranges = ranges_of(table, event, request);
        if (ranges.empty()) {
            std::cout << between << "(no samples of " << table.header.events[event].name << ")\n";
            between = "\n";
        }
        for (const code_range& range : ranges) {
            std::cout << between;
            of_event.print(range);
            between = "\n";
        }
    }
}

} // namespace platform::pmu_run
