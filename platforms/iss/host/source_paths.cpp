// SPDX-License-Identifier: Apache-2.0
#include <iss/host/source_paths.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace platform::iss {

namespace {

constexpr std::size_t longest_path_part = 255;
constexpr std::size_t most_parts = 64; ///< that are looked at: a damaged file can have many

using parts = std::vector<std::string_view>;

/// How many parts are the same, from the last on.
std::size_t same_at_end(const parts& a, const parts& b) {
    const auto ends = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    return static_cast<std::size_t>(ends.first - a.rbegin());
}

std::string text_of(const parts& path, std::size_t count) {
    std::string text;
    for (std::size_t n = path.size() - count; n != path.size(); ++n) {
        text += text.empty() ? "" : "/";
        text += path[n].substr(0, longest_path_part);
    }
    std::replace_if(
        text.begin(), text.end(),
        [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, '?');
    return text;
}

} // namespace

std::vector<std::string_view> parts_of_path(std::string_view path) {
    parts found;
    for (std::size_t at = 0; at < path.size();) {
        const std::size_t end = std::min(path.find_first_of("/\\", at), path.size());
        const std::string_view part = path.substr(at, end - at);
        at = end + 1;
        if (part == ".." && !found.empty() && found.back() != "..") {
            found.pop_back();
        } else if (!part.empty() && part != ".") {
            found.push_back(part);
        }
    }
    return found;
}

bool ends_with(const std::vector<std::string_view>& path,
               const std::vector<std::string_view>& end) {
    return path.size() >= end.size() && std::equal(end.rbegin(), end.rend(), path.rbegin());
}

std::vector<std::string> short_names(const std::vector<std::string>& paths) {
    std::vector<parts> split;
    split.reserve(paths.size());
    for (const std::string& path : paths) {
        parts all = parts_of_path(path);
        all.erase(all.begin(), all.end() - static_cast<parts::difference_type>(
                                               std::min(all.size(), most_parts)));
        all.shrink_to_fit();
        split.push_back(std::move(all));
    }
    // Sorted from their ends on, those that are most alike are neighbours.
    std::vector<std::size_t> order(paths.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::lexicographical_compare(split[a].rbegin(), split[a].rend(), split[b].rbegin(),
                                            split[b].rend());
    });
    std::vector<std::string> names(paths.size());
    for (std::size_t first = 0, last = 0; first != order.size(); first = last) {
        const parts& path = split[order[first]];
        while (last != order.size() && split[order[last]] == path) {
            ++last;
        }
        std::size_t needed = 1;
        if (first != 0) {
            needed = std::max(needed, same_at_end(path, split[order[first - 1]]) + 1);
        }
        if (last != order.size()) {
            needed = std::max(needed, same_at_end(path, split[order[last]]) + 1);
        }
        const std::string name = text_of(path, std::min(needed, path.size()));
        for (std::size_t n = first; n != last; ++n) {
            names[order[n]] = name;
        }
    }
    return names;
}

} // namespace platform::iss
