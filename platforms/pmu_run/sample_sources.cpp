// SPDX-License-Identifier: Apache-2.0
#include "sample_sources.h"

#include <iss/host/source_paths.h>
#include <process/input_file.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>

namespace platform::pmu_run {

namespace {

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
    const std::vector<std::string_view> parts = iss::parts_of_path(whole);
    return !failed && parts.size() >= end.size() &&
           std::equal(end.rbegin(), end.rend(), parts.rbegin());
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
    std::istringstream in(process::read_whole(path.string(), most_bytes));
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        lines.push_back(line);
    }
    return lines;
}

} // namespace

source_texts::source_texts(const std::string& folder, const std::string& firmware)
    : m_first(folder), m_folders{fs::path(firmware).parent_path(), "."} {
}

std::string source_texts::line(const iss::source_place& place) {
    const std::string path(place.path);
    auto found = m_files.find(path);
    if (found == m_files.end()) {
        found = m_files.emplace(path, read(place)).first;
    }
    const std::vector<std::string>& lines = found->second;
    return place.line != 0 && place.line <= lines.size() ? lines[place.line - 1] : std::string();
}

std::vector<std::string> source_texts::read(const iss::source_place& place) const {
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

} // namespace platform::pmu_run
