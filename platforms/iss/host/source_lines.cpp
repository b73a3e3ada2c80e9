// SPDX-License-Identifier: Apache-2.0
#include <iss/host/source_lines.h>

#include <iss/host/packed_tables.h>
#include <iss/host/source_paths.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace platform::iss {

namespace {

bool is_before(const source_lines::row& a, const source_lines::row& b) {
    return a.address < b.address;
}

} // namespace

source_lines::source_lines(std::vector<row> rows, std::vector<std::string> files)
    : m_rows(std::move(rows)), m_files(std::move(files)), m_names(short_names(m_files)) {
}

std::optional<source_place> source_lines::at(std::uint32_t pc) const {
    const auto after = std::upper_bound(m_rows.begin(), m_rows.end(), row{pc, 0, 0}, is_before);
    if (after == m_rows.begin() || std::prev(after)->line == 0) {
        return std::nullopt;
    }
    const row& found = *std::prev(after);
    return source_place{m_names[found.file], found.line, m_files[found.file]};
}

std::vector<std::pair<std::uint32_t, source_place>> source_lines::find(std::string_view file,
                                                                       std::uint32_t line) const {
    const std::vector<std::string_view> end = parts_of_path(file);
    std::vector<bool> is_meant;
    for (const std::string& path : m_files) {
        is_meant.push_back(!end.empty() && ends_with(parts_of_path(path), end));
    }
    std::vector<std::pair<std::uint32_t, source_place>> found;
    for (const row& r : m_rows) {
        if (r.line == line && line != 0 && is_meant[r.file]) {
            is_meant[r.file] = false; // the others are at higher addresses
            found.emplace_back(r.address, source_place{m_names[r.file], r.line, m_files[r.file]});
        }
    }
    return found;
}

std::string source_lines::to_bytes() const {
    table_packer bytes;
    bytes.add(m_rows);
    bytes.add(m_files);
    return bytes.take();
}

source_lines source_lines::from_bytes(const std::string& bytes) {
    table_unpacker tables(bytes);
    std::vector<row> rows = tables.table<row>();
    std::vector<std::string> files = tables.texts();
    const bool is_sound =
        tables.is_whole() && std::is_sorted(rows.begin(), rows.end(), is_before) &&
        std::all_of(rows.begin(), rows.end(),
                    [&](const row& r) { return r.line == 0 || r.file < files.size(); });
    return is_sound ? source_lines(std::move(rows), std::move(files)) : source_lines();
}

} // namespace platform::iss
