// SPDX-License-Identifier: Apache-2.0
#include <sweep/store/store.h>

#include <algorithm>
#include <charconv>

namespace platform::sweep {

namespace {

using std::filesystem::directory_iterator;
using std::filesystem::file_time_type;

/// Calls f(entry) for all that is in a folder, if it is there.
/// \throws sweep_error if it cannot be read: points would look as if they were missing
template <class F>
void for_each_entry(const std::string& path, const F& f) {
    std::error_code error;
    directory_iterator folder;
    do { // NOLINT(cppcoreguidelines-avoid-do-while)
        folder = directory_iterator(path, error);
    } while (error == std::errc::interrupted);
    while (!error && folder != directory_iterator()) {
        f(*folder);
        folder.increment(error);
    }
    if (error && error != std::errc::no_such_file_or_directory) {
        throw sweep_error("cannot read " + path + ": " + error.message());
    }
}

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
    const file_time_type now = file_time_type::clock::now();
    for_each_entry(m_folder, [&](const auto& folder) {
        const std::string prefix = folder.path().filename();
        std::error_code error; // it has gone
        const file_time_type changed = folder.last_write_time(error);
        if (prefix.size() != store::folder_digits || error || !folder.is_directory(error)) {
            return;
        }
        seen& s = m_seen[prefix];
        if (s.changed != changed) {
            read(prefix, s);
            // A change right after this may leave the same time.
            const bool is_at_rest = now - changed > std::chrono::seconds(3);
            s.changed = is_at_rest ? changed : file_time_type::min();
        }
    });
}

void key_scan::read(const std::string& prefix, seen& into) {
    ++m_folders_read;
    into.keys.clear();
    for_each_entry(m_folder + "/" + prefix, [&](const auto& entry) {
        const auto key = short_key_of(entry.path().filename());
        if (key && entry.path().extension() == ".json") { // others were set aside
            into.keys.push_back(*key);
        }
    });
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
