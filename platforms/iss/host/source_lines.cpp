// SPDX-License-Identifier: Apache-2.0
#include <iss/host/source_lines.h>

#include <iss/host/byte_view.h>
#include <iss/host/source_paths.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace platform::iss {

namespace {

/// What the bytes begin with. The rows follow, and the paths, each with a NUL.
struct bytes_header {
    std::uint64_t rows = 0;
    std::uint64_t files = 0;
};

void append(std::string& bytes, const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
}

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
    const bytes_header header{m_rows.size(), m_files.size()};
    std::string bytes;
    append(bytes, &header, sizeof header);
    append(bytes, m_rows.data(), m_rows.size() * sizeof(row));
    for (const std::string& name : m_files) {
        append(bytes, name.c_str(), name.size() + 1);
    }
    return bytes;
}

source_lines source_lines::from_bytes(const std::string& bytes) {
    const byte_view all(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    const auto header = all.at<bytes_header>(0);
    if (!header || header->rows > bytes.size() / sizeof(row)) {
        return {};
    }
    const auto rows = all.part(sizeof *header, header->rows * sizeof(row));
    if (!rows) {
        return {};
    }
    source_lines lines;
    lines.m_rows.resize(rows->size() / sizeof(row));
    if (rows->size() != 0) {
        std::memcpy(lines.m_rows.data(), rows->data(), rows->size());
    }
    std::size_t at = sizeof *header + rows->size();
    while (at < bytes.size()) {
        const auto name = all.text(at, bytes.size());
        if (!name) {
            return {};
        }
        at += name->size() + 1;
        lines.m_files.push_back(*name);
    }
    const bool is_sound = lines.m_files.size() == header->files &&
                          std::is_sorted(lines.m_rows.begin(), lines.m_rows.end(), is_before) &&
                          std::all_of(lines.m_rows.begin(), lines.m_rows.end(), [&](const row& r) {
                              return r.line == 0 || r.file < lines.m_files.size();
                          });
    return is_sound ? source_lines(std::move(lines.m_rows), std::move(lines.m_files))
                    : source_lines();
}

} // namespace platform::iss
