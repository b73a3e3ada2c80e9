// SPDX-License-Identifier: Apache-2.0
#include <sweep/store/store.h>

#include <process/folders.h>
#include <process/words.h>

#include <algorithm>
#include <charconv>

namespace platform::sweep {

namespace {

bool read_digits(const char* digits, std::uint64_t& number) {
    const auto read = std::from_chars(digits, digits + 16, number, 16);
    return read.ec == std::errc() && read.ptr == digits + 16;
}

} // namespace

std::optional<short_key> short_key_of(const std::string& key) {
    short_key n;
    const bool is_key = key.size() >= 32 && read_digits(key.data(), n.first) &&
                        read_digits(key.data() + 16, n.second);
    return is_key ? std::optional(n) : std::nullopt;
}

void key_scan::look() {
    using std::filesystem::file_time_type;
    const file_time_type now = file_time_type::clock::now();
    for (const std::string& prefix : names_in(m_folder)) {
        const std::string path = process::path_in(m_folder, prefix);
        std::error_code error; // it has gone
        const file_time_type changed = std::filesystem::last_write_time(path, error);
        if (prefix.size() != store::folder_digits || error ||
            !std::filesystem::is_directory(path, error)) {
            continue;
        }
        seen& s = m_seen[prefix];
        if (s.changed != changed) {
            read(path, s);
            // A change right after this may leave the same time.
            const bool is_at_rest = now - changed > std::chrono::seconds(3);
            s.changed = is_at_rest ? changed : file_time_type::min();
        }
    }
}

void key_scan::read(const std::string& folder, seen& into) {
    ++m_folders_read;
    into.keys.clear();
    for (const std::string& name : names_in(folder)) {
        const auto key = short_key_of(name);
        if (key && process::ends_with(name, ".json")) { // others were set aside
            into.keys.push_back(*key);
        }
    }
    std::sort(into.keys.begin(), into.keys.end());
    into.keys.erase(std::unique(into.keys.begin(), into.keys.end()), into.keys.end());
}

bool key_scan::contains(const std::string& key) const {
    const auto found = m_seen.find(key.substr(0, store::folder_digits));
    const auto numbers = short_key_of(key);
    return found != m_seen.end() && numbers &&
           std::binary_search(found->second.keys.begin(), found->second.keys.end(), *numbers);
}

std::uint64_t key_scan::count() const {
    std::uint64_t count = 0;
    for (const auto& [prefix, s] : m_seen) {
        count += s.keys.size();
    }
    return count;
}

} // namespace platform::sweep
