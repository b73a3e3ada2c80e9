// SPDX-License-Identifier: Apache-2.0
#include <sweep/store/store.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <memory>
#include <string_view>
#include <sys/stat.h>

namespace platform::sweep {

namespace {

constexpr std::string_view suffix = ".json";

/// Numbers of a key. \return nothing: this is no key
std::optional<std::pair<std::uint64_t, std::uint64_t>> numbers_of(const std::string& key) {
    if (key.size() < 32) {
        return std::nullopt;
    }
    std::array<std::uint64_t, 2> n{};
    for (std::size_t i = 0; i != 32; ++i) {
        const char c = key[i];
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_digit && (c < 'a' || c > 'f')) {
            return std::nullopt;
        }
        const int digit = is_digit ? c - '0' : c - 'a' + 10;
        n[i / 16] = n[i / 16] << 4U | static_cast<std::uint64_t>(digit);
    }
    return std::pair(n[0], n[1]);
}

} // namespace

void key_scan::look() {
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(m_folder.c_str()), &::closedir);
    if (folder == nullptr) {
        if (errno == ENOENT) {
            return;
        }
        throw sweep_error("cannot read " + m_folder + ": " + std::strerror(errno));
    }
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    constexpr std::int64_t second = 1'000'000'000;
    while (const dirent* entry = ::readdir(folder.get())) {
        const std::string prefix = entry->d_name;
        if (prefix.size() != store::folder_digits) {
            continue;
        }
        struct stat status {};
        if (::stat((m_folder + "/" + prefix).c_str(), &status) != 0) {
            continue; // it has gone
        }
        const std::int64_t changed = status.st_mtim.tv_sec * second + status.st_mtim.tv_nsec;
        seen& s = m_seen[prefix];
        if (s.changed_ns == changed) {
            continue;
        }
        read(prefix, s);
        // A change right after this may leave the same time.
        const bool is_at_rest = now.tv_sec * second + now.tv_nsec - changed > 3 * second;
        s.changed_ns = is_at_rest ? changed : 0;
    }
}

void key_scan::read(const std::string& prefix, seen& into) {
    ++m_folders_read;
    into.keys.clear();
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir((m_folder + "/" + prefix).c_str()),
                                                     &::closedir);
    if (folder == nullptr) {
        return;
    }
    while (const dirent* entry = ::readdir(folder.get())) {
        const std::string_view name = entry->d_name;
        if (name.size() < suffix.size() || name.substr(name.size() - suffix.size()) != suffix) {
            continue; // set aside
        }
        if (const auto key = numbers_of(std::string(name))) {
            into.keys.push_back(*key);
        }
    }
    std::sort(into.keys.begin(), into.keys.end());
    into.keys.erase(std::unique(into.keys.begin(), into.keys.end()), into.keys.end());
}

bool key_scan::contains(const std::string& key) const {
    const auto found = m_seen.find(key.substr(0, store::folder_digits));
    const auto numbers = numbers_of(key);
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
