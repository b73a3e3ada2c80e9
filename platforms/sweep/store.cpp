// SPDX-License-Identifier: Apache-2.0
#include <sweep/store.h>

#include <process/descriptor.h>
#include <sweep/content_hash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace platform::sweep {

namespace {

constexpr std::uint64_t most_record_bytes = std::uint64_t{64} << 20U;
constexpr std::uint64_t most_input_bytes = std::uint64_t{1} << 30U;
constexpr unsigned most_attempts = 100'000;

[[noreturn]] void fail(const std::string& what, const std::string& path) {
    throw sweep_error("cannot " + what + " " + path + ": " + std::strerror(errno));
}

/// A name that no other process has, on no machine that shares the folder.
std::string temporary_name(const std::string& path) {
    static std::atomic<unsigned> number{0};
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const std::size_t slash = path.rfind('/');
    return path.substr(0, slash + 1) + ".new." + host.data() + "." + std::to_string(::getpid()) +
           "." + std::to_string(now.tv_sec) + std::to_string(now.tv_nsec) + "." +
           std::to_string(++number);
}

/// Writes the text to a new file and waits until the disk has it.
process::descriptor write_new(const std::string& path, const std::string& text) {
    process::descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file) {
        fail("write", path);
    }
    for (std::size_t done = 0; done != text.size();) {
        const ssize_t n = ::write(file.get(), text.data() + done, text.size() - done);
        if (n < 0 && errno != EINTR) {
            const int error = errno;
            ::unlink(path.c_str());
            errno = error;
            fail("write", path);
        }
        done += n > 0 ? static_cast<std::size_t>(n) : 0;
    }
    if (::fsync(file.get()) != 0 && errno != EINVAL && errno != EROFS) {
        const int error = errno;
        ::unlink(path.c_str());
        errno = error;
        fail("write", path);
    }
    return file;
}

/// \return false: there is one
bool link_new(const std::string& from, int descriptor, const std::string& to) {
    if (::link(from.c_str(), to.c_str()) == 0) {
        return true;
    }
    const int error = errno;
    struct stat status {};
    if (::fstat(descriptor, &status) == 0 && status.st_nlink == 2) {
        return true; // it has worked, and the answer was lost
    }
    if (error == EEXIST) {
        return false;
    }
    if (error == EPERM || error == EOPNOTSUPP || error == ENOSYS || error == EMLINK) {
        // A file system without links.
        if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
            return true;
        }
        if (errno == EEXIST) {
            return false;
        }
    }
    errno = error;
    fail("write", to);
}

std::string folder_of(const std::string& path) {
    return path.substr(0, path.rfind('/'));
}

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

void make_folder(const std::string& path) {
    if (::mkdir(path.c_str(), 0777) == 0) {
        return;
    }
    if (errno == ENOENT && path.rfind('/') != std::string::npos && path.rfind('/') != 0) {
        make_folder(folder_of(path));
        if (::mkdir(path.c_str(), 0777) == 0) {
            return;
        }
    }
    struct stat status {};
    if (errno != EEXIST || ::stat(path.c_str(), &status) != 0) {
        fail("make the folder", path);
    }
    if (!S_ISDIR(status.st_mode)) {
        throw sweep_error("cannot make the folder " + path + ": there is something else");
    }
}

void replace_file(const std::string& path, const std::string& text) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        throw sweep_error("cannot write " + path + ": expected a regular file");
    }
    const std::string temporary = temporary_name(path);
    write_new(temporary, text);
    if (::rename(temporary.c_str(), path.c_str()) != 0) {
        const int error = errno;
        ::unlink(temporary.c_str());
        errno = error;
        fail("write", path);
    }
}

bool publish_file(const std::string& path, const std::string& text) {
    const std::string temporary = temporary_name(path);
    const process::descriptor file = write_new(temporary, text);
    try {
        const bool is_new = link_new(temporary, file.get(), path);
        ::unlink(temporary.c_str());
        return is_new;
    } catch (...) {
        ::unlink(temporary.c_str());
        throw;
    }
}

void store::create() const {
    for (const char* name : {results, failures_folder, "inputs", "plans", "tmp", "tasks"}) {
        make_folder(path(name));
    }
}

staged_input store::stage(const std::string& from) const {
    const std::string bytes = read_file(from, most_input_bytes);
    const std::string base = from.substr(from.rfind('/') + 1); // npos + 1 is 0
    staged_input input;
    input.is_elf = bytes.rfind("\x7F"
                               "ELF",
                               0) == 0;
    const std::string folder = "inputs/" + hash_of(bytes).substr(0, 32);
    input.name = folder + "/" + base;
    struct stat status {};
    if (::stat(path(input.name).c_str(), &status) != 0 ||
        static_cast<std::uint64_t>(status.st_size) != bytes.size()) {
        make_folder(path(folder));
        publish_file(path(input.name), bytes);
    }
    return input;
}

std::string store::result_name(const std::string& key) const {
    return std::string(results) + "/" + key.substr(0, folder_digits) + "/" + key + ".json";
}

bool store::has_result(const std::string& key) const {
    return ::access(path(result_name(key)).c_str(), F_OK) == 0;
}

bool store::add_result(const std::string& key, const json& record) const {
    const std::string to = path(result_name(key));
    make_folder(folder_of(to));
    return publish_file(to, record.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
}

std::optional<json> store::result(const std::string& key) const {
    const std::string name = path(result_name(key));
    if (::access(name.c_str(), F_OK) != 0) {
        return std::nullopt;
    }
    return parse_json(name, read_file(name, most_record_bytes));
}

std::string store::failure_name(const std::string& key, unsigned number) const {
    return std::string(failures_folder) + "/" + key.substr(0, folder_digits) + "/" + key + "." +
           std::to_string(number) + ".json";
}

unsigned store::add_failure(const std::string& key, const json& record) const {
    make_folder(folder_of(path(failure_name(key, 1))));
    const std::string text = record.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
    for (unsigned number = 1; number != most_attempts; ++number) {
        const std::string to = path(failure_name(key, number));
        if (::access(to.c_str(), F_OK) != 0 && publish_file(to, text)) {
            return number;
        }
    }
    throw sweep_error("the point " + key + " has failed too often");
}

std::vector<failed_attempt> store::failures(const std::string& key) const {
    std::vector<failed_attempt> all;
    for (unsigned number = 1; number != most_attempts; ++number) {
        const std::string name = failure_name(key, number);
        if (::access(path(name).c_str(), F_OK) != 0) {
            break;
        }
        all.push_back(
            {number, parse_json(path(name), read_file(path(name), most_record_bytes)), name});
    }
    return all;
}

void store::forget_failures(const std::string& key) const {
    std::vector<failed_attempt> all = failures(key);
    for (auto attempt = all.rbegin(); attempt != all.rend(); ++attempt) {
        if (::unlink(path(attempt->path).c_str()) != 0 && errno != ENOENT) {
            fail("remove", path(attempt->path));
        }
    }
}

void key_scan::look() {
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(m_folder.c_str()), &::closedir);
    if (folder == nullptr) {
        if (errno == ENOENT) {
            return;
        }
        fail("read", m_folder);
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
        if (const auto key = numbers_of(entry->d_name)) {
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
