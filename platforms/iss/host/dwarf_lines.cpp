// SPDX-License-Identifier: Apache-2.0
#include <iss/host/dwarf_lines.h>

#include <iss/host/confined.h>
#include <iss/host/dwarf_units.h>
#include <iss/host/guest_memory.h>

#include <dwarf.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace platform::iss {

namespace {

constexpr std::size_t longest_path = 4096;

/// What was compiled at once, and where its code is.
struct compile_unit {
    Dwarf_Die die{};
    std::vector<address_range> code;
};

/// Code of one line.
struct line_span {
    address_range code;
    std::uint32_t line = 0;
    std::uint32_t file = 0;
};

std::vector<compile_unit> compile_units_of(Dwarf* dwarf) {
    std::vector<compile_unit> units;
    for (Dwarf_Die& unit : units_of(dwarf)) {
        units.push_back({unit, ranges_of(unit)});
    }
    return units;
}

/// The folder in which it was compiled, which libdw does not put before all relative paths.
std::string folder_of(Dwarf_Die& unit) {
    Dwarf_Attribute attribute;
    const char* const folder = ::dwarf_formstring(::dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
    return folder != nullptr ? folder : "";
}

bool is_absolute(const std::string& path) {
    return !path.empty() && (path[0] == '/' || path[0] == '\\' || path.find(':') == 1);
}

/// The linker leaves what it drops at address 0. If several ranges begin there, it is not known
/// which of them is code.
void drop_removed_code(std::vector<compile_unit>& units) {
    const auto is_at_zero = [](const address_range& r) { return r.begin == 0 && r.end != 0; };
    std::ptrdiff_t at_zero = 0;
    for (const compile_unit& unit : units) {
        at_zero += std::count_if(unit.code.begin(), unit.code.end(), is_at_zero);
    }
    for (compile_unit& unit : units) {
        if (unit.code.empty()) { // it does not say
            unit.code.push_back({1, address_space_bytes});
        }
        const auto is_none = [&](const address_range& r) {
            return r.begin >= r.end || r.end > address_space_bytes ||
                   (at_zero > 1 && is_at_zero(r));
        };
        unit.code.erase(std::remove_if(unit.code.begin(), unit.code.end(), is_none),
                        unit.code.end());
        std::sort(unit.code.begin(), unit.code.end(),
                  [](const address_range& a, const address_range& b) { return a.begin < b.begin; });
    }
}

class line_collector {
public:
    void add(compile_unit& unit) {
        Dwarf_Lines* lines = nullptr;
        std::size_t count = 0;
        if (::dwarf_getsrclines(&unit.die, &lines, &count) != 0) {
            return;
        }
        m_folder = folder_of(unit.die);
        m_index.clear();
        for (std::size_t i = 0; i + 1 < count; ++i) {
            Dwarf_Line* const line = ::dwarf_onesrcline(lines, i);
            line_span span;
            bool ends = true;
            int number = 0;
            ::dwarf_lineendsequence(line, &ends);
            ::dwarf_lineno(line, &number);
            ::dwarf_lineaddr(line, &span.code.begin);
            ::dwarf_lineaddr(::dwarf_onesrcline(lines, i + 1), &span.code.end);
            if (!ends && number > 0 && span.code.begin < span.code.end) {
                span.line = static_cast<std::uint32_t>(number);
                add(unit, span, ::dwarf_linesrc(line, nullptr, nullptr));
            }
        }
    }

    source_lines take() {
        // Where two tell about the same code, the one that begins first is believed.
        std::stable_sort(
            m_spans.begin(), m_spans.end(),
            [](const line_span& a, const line_span& b) { return a.code.begin < b.code.begin; });
        std::uint64_t end = 0;
        for (const line_span& span : m_spans) {
            if (span.code.end > end) {
                append(end, 0, 0); // unless there is no gap
                append(std::max(end, span.code.begin), span.line, span.file);
                end = span.code.end;
            }
        }
        append(end, 0, 0);
        return {std::move(m_rows), std::move(m_files)};
    }

private:
    /// The part of a span that is code of the unit.
    void add(const compile_unit& unit, line_span span, const char* path) {
        const auto after = std::upper_bound(
            unit.code.begin(), unit.code.end(), span.code.begin,
            [](std::uint64_t address, const address_range& r) { return address < r.begin; });
        if (path == nullptr || after == unit.code.begin()) {
            return;
        }
        span.code.end = std::min(span.code.end, std::prev(after)->end);
        if (span.code.begin < span.code.end) {
            span.file = index_of(path);
            m_spans.push_back(span);
        }
    }

    /// \param path libdw has each once a unit
    std::uint32_t index_of(const char* path) {
        const auto [found, is_new] = m_index.emplace(path, 0);
        if (is_new) {
            const auto next = static_cast<std::uint32_t>(m_files.size());
            std::string text = path;
            if (!m_folder.empty() && !is_absolute(text)) {
                text.insert(0, m_folder + '/');
            }
            text.resize(std::min(text.size(), longest_path));
            const auto [same, is_first] = m_paths.emplace(text, next);
            found->second = same->second;
            if (is_first) {
                m_files.push_back(text);
            }
        }
        return found->second;
    }

    void append(std::uint64_t address, std::uint32_t line, std::uint32_t file) {
        if (!m_rows.empty() && m_rows.back().address == address) {
            m_rows.pop_back();
        }
        const bool is_known = !m_rows.empty() && m_rows.back().line == line &&
                              (line == 0 || m_rows.back().file == file);
        const bool is_needed = line != 0 || !m_rows.empty();
        if (!is_known && is_needed && address < address_space_bytes) {
            m_rows.push_back({static_cast<std::uint32_t>(address), line, file});
        }
    }

    std::vector<line_span> m_spans;
    std::vector<source_lines::row> m_rows;
    std::string m_folder;                                   ///< of the unit
    std::unordered_map<const char*, std::uint32_t> m_index; ///< those of the unit
    std::unordered_map<std::string, std::uint32_t> m_paths;
    std::vector<std::string> m_files;
};

} // namespace

source_lines read_trusted_source_lines(Elf* elf) {
    const dwarf_handle dwarf = open_dwarf(elf);
    line_collector lines;
    if (dwarf) {
        std::vector<compile_unit> units = compile_units_of(dwarf.get());
        drop_removed_code(units);
        for (compile_unit& unit : units) {
            lines.add(unit);
        }
    }
    return lines.take();
}

std::optional<source_lines> read_source_lines(Elf* elf) {
    const auto bytes = run_confined([elf] { return read_trusted_source_lines(elf).to_bytes(); });
    return bytes ? std::optional(source_lines::from_bytes(*bytes)) : std::nullopt;
}

} // namespace platform::iss
