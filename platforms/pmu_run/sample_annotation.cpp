// SPDX-License-Identifier: Apache-2.0
// Functions with the share that each of their instructions has of the samples.
#include "sample_table.h"

#include <iss/cpu/iss_text.h>
#include <iss/decode/decoder.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace platform::pmu_run {

namespace {

constexpr std::size_t column = 8; ///< of shares

/// Sources are looked for where the user says, next to the firmware, and here. The file is without
/// its folders.
class source_texts {
public:
    source_texts(const std::string& folder, const std::string& firmware) {
        if (!folder.empty()) {
            m_folders.emplace_back(folder);
        } else {
            m_folders.push_back(std::filesystem::path(firmware).parent_path());
            m_folders.emplace_back(".");
        }
    }

    /// \return nothing where there is no such file or line
    std::string line(const std::string& file, std::uint32_t number) {
        const auto found = m_files.find(file);
        const std::vector<std::string>& lines =
            found != m_files.end() ? found->second
                                   : m_files.emplace(file, read(file)).first->second;
        return number != 0 && number <= lines.size() ? lines[number - 1] : std::string();
    }

private:
    std::vector<std::string> read(const std::string& file) const {
        constexpr std::uintmax_t most_bytes = 16U << 20U;
        std::vector<std::string> lines;
        for (const std::filesystem::path& folder : m_folders) {
            const std::filesystem::path path = folder / file;
            std::error_code failed;
            if (!std::filesystem::is_regular_file(path, failed) ||
                std::filesystem::file_size(path, failed) > most_bytes) {
                continue;
            }
            std::ifstream in(path);
            for (std::string line; std::getline(in, line);) {
                for (char& c : line) {
                    c = (c >= ' ' || c == '\t') && c != '\x7F' ? c : '?';
                }
                lines.push_back(line);
            }
            break;
        }
        return lines;
    }

    std::vector<std::filesystem::path> m_folders;
    std::map<std::string, std::vector<std::string>> m_files;
};

/// The bytes of an image at an address, as many as there are in a row.
std::pair<const std::uint8_t*, std::size_t> bytes_at(const iss::elf_image& image,
                                                     std::uint32_t pc) {
    for (const iss::elf_segment& s : image.segments) {
        if (pc - s.address < s.bytes.size()) {
            return {s.bytes.data() + (pc - s.address), s.bytes.size() - (pc - s.address)};
        }
    }
    return {nullptr, 0};
}

std::string share_text(std::uint64_t n, std::uint64_t all, bool colours) {
    if (n == 0) {
        return std::string(column, ' ');
    }
    const double percent = 100.0 * static_cast<double>(n) / static_cast<double>(all);
    char text[16];
    std::snprintf(text, sizeof text, "%8.2f", percent);
    return coloured(text, percent, colours);
}

class annotator {
public:
    annotator(const sample_table& table, std::size_t event, source_texts& sources, bool colours)
        : m_table(table), m_event(event), m_sources(sources), m_colours(colours) {}

    void print(const iss::elf_symbol& function) {
        const auto& by_pc = m_table.events[m_event].by_pc;
        std::uint64_t all = 0;
        const auto first = by_pc.lower_bound(function.address);
        const auto last = by_pc.lower_bound(function.address + function.size);
        std::for_each(first, last, [&](const auto& row) { all += row.second; });
        const iss::recorded_event& event = m_table.header.events[m_event];
        std::ostringstream title;
        title << " Percent |      Source code & disassembly of "
              << file_name(m_table.header.firmware) << " for " << event.name << " (" << all
              << (all == 1 ? " sample" : " samples") << ", percent: local period)";
        std::cout << title.str() << '\n' << std::string(title.str().size(), '-') << '\n';
        std::cout << std::string(column, ' ') << " : " << std::hex << std::setfill('0')
                  << std::setw(8) << function.address << std::dec << std::setfill(' ') << " <"
                  << function.name << ">:\n";
        m_place.clear();
        std::uint8_t it_state = 0;
        for (std::uint32_t pc = function.address; pc - function.address < function.size;) {
            const auto [code, available] = bytes_at(m_table.image, pc);
            if (code == nullptr) {
                std::cout << std::string(column, ' ') << " : (nothing is loaded here)\n";
                return;
            }
            const iss::code_kind kind = kind_at(pc, function);
            if (kind == iss::code_kind::data) {
                const std::uint32_t bytes = data_bytes(pc, available, function);
                print_row(pc, 0, all, data_text(code, bytes));
                pc += bytes;
                continue;
            }
            const bool is_thumb = kind == iss::code_kind::thumb;
            const iss::instruction i = m_decoder.decode(code, available, pc, is_thumb, it_state);
            print_line_of(pc);
            const auto found = by_pc.find(pc);
            print_row(pc, found != by_pc.end() ? found->second : 0, all,
                      m_decoder.text(code, available, pc, is_thumb, it_state));
            it_state = i.it_after;
            pc += std::max<std::uint32_t>(i.bytes, 2);
        }
    }

private:
    /// Without mapping symbols all of a function is code of its state.
    iss::code_kind kind_at(std::uint32_t pc, const iss::elf_symbol& function) const {
        const iss::elf_mapping* const m = m_table.image.mapping_at(pc);
        return m != nullptr && m->address >= function.address
                   ? m->kind
                   : (function.is_thumb ? iss::code_kind::thumb : iss::code_kind::arm);
    }

    /// A word where it is aligned and belongs to the same data, or else less.
    std::uint32_t data_bytes(std::uint32_t pc, std::size_t available,
                             const iss::elf_symbol& function) const {
        const std::size_t left =
            std::min<std::size_t>(available, function.size - (pc - function.address));
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
        char text[24];
        const char* const directive = bytes == 4 ? "word" : bytes == 2 ? "short" : "byte";
        std::snprintf(text, sizeof text, ".%s 0x%0*x", directive, static_cast<int>(2 * bytes),
                      value);
        return text;
    }

    void print_row(std::uint32_t pc, std::uint64_t samples, std::uint64_t all,
                   const std::string& text) const {
        std::cout << share_text(samples, all, m_colours) << " : " << std::setw(8) << std::hex << pc
                  << std::dec << ":  " << text << '\n';
    }

    /// Where another line begins.
    void print_line_of(std::uint32_t pc) {
        const auto at = m_table.image.lines.at(pc);
        std::string place =
            at ? std::string(at->file) + ":" + std::to_string(at->line) : std::string();
        if (at && place != m_place) {
            std::cout << std::string(column, ' ') << " : " << place << "  "
                      << m_sources.line(std::string(at->file), at->line) << '\n';
        }
        m_place = std::move(place);
    }

    const sample_table& m_table;
    const std::size_t m_event;
    source_texts& m_sources;
    const bool m_colours;
    const iss::decoder m_decoder;
    std::string m_place;
};

/// Those asked for, or those with samples, the most first.
std::vector<const iss::elf_symbol*> functions_of(const sample_table& table, std::size_t event,
                                                 const sample_request& request) {
    std::vector<const iss::elf_symbol*> chosen;
    if (!request.symbol.empty()) {
        for (const iss::elf_symbol& s : table.image.symbols) {
            if (s.name == request.symbol) {
                chosen.push_back(&s);
            }
        }
        if (chosen.empty()) {
            throw std::runtime_error("annotate: expected a function of " + table.header.firmware +
                                     ", got '" + request.symbol + "'");
        }
        return chosen;
    }
    std::map<const iss::elf_symbol*, std::uint64_t> costs;
    for (const auto& [pc, n] : table.events[event].by_pc) {
        if (const iss::elf_symbol* symbol = table.image.function_at(pc)) {
            costs[symbol] += n;
        }
    }
    for (const auto& row : costs) {
        chosen.push_back(row.first);
    }
    std::sort(chosen.begin(), chosen.end(), [&](const auto* a, const auto* b) {
        return costs[a] != costs[b] ? costs[a] > costs[b] : a->address < b->address;
    });
    return chosen;
}

} // namespace

void print_annotation(const sample_table& table, const sample_request& request) {
    source_texts sources(request.source, table.header.firmware);
    const bool colours = wants_colours();
    bool is_first = true;
    for (const std::size_t event : chosen_events(table.header, request.event)) {
        annotator of_event(table, event, sources, colours);
        for (const iss::elf_symbol* function : functions_of(table, event, request)) {
            std::cout << (is_first ? "" : "\n");
            is_first = false;
            of_event.print(*function);
        }
    }
}

} // namespace platform::pmu_run
