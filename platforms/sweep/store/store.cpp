// SPDX-License-Identifier: Apache-2.0
#include <sweep/store/store.h>

#include <process/descriptor.h>
#include <sweep/store/content_hash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <random>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace platform::sweep {

namespace {

constexpr std::uint64_t most_record_bytes = std::uint64_t{64} << 20U;
constexpr std::uint64_t most_input_bytes = std::uint64_t{1} << 30U;
constexpr unsigned most_attempts = 100'000;
/// A result is an object of two members: the hash of the second one's text, and that.
constexpr std::string_view before_hash = "{\"sha256\":\"";
constexpr std::string_view before_record = "\",\"record\":";
constexpr std::string_view after_record = "}\n";
constexpr std::size_t hash_digits = 64;
constexpr const char* temporary_prefix = ".new.";

[[noreturn]] void fail(const std::string& what, const std::string& path) {
    throw sweep_error("cannot " + what + " " + path + ": " + std::strerror(errno));
}

/// A name that no other process has, on no machine that shares the folder. Neither the host's name
/// nor the number of the process is its own where containers run, hence the random part.
std::string temporary_name(const std::string& path) {
    static std::atomic<unsigned> number{0};
    std::random_device random;
    std::string digits;
    for (unsigned i = 0; i != 4; ++i) {
        digits += std::to_string(random()) + ".";
    }
    const std::size_t slash = path.rfind('/');
    return path.substr(0, slash + 1) + temporary_prefix + std::to_string(::getpid()) + "." +
           digits + std::to_string(++number);
}

/// Writes the text to a new file and waits, if asked to, until the disk has it.
process::descriptor write_new(const std::string& path, const std::string& text, bool waits = true) {
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
    if (waits && ::fsync(file.get()) != 0 && errno != EINVAL && errno != EROFS) {
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

std::string tail_of(const std::string& path, std::size_t most) {
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    if (!in) {
        return "";
    }
    const auto size = static_cast<std::size_t>(in.tellg());
    const std::size_t from = size > most ? size - most : 0;
    std::string text(size - from, '\0');
    in.seekg(static_cast<std::streamoff>(from));
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    return (from != 0 ? "... " : "") + text;
}

namespace {

void replace(const std::string& path, const std::string& text, bool waits) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        throw sweep_error("cannot write " + path + ": expected a regular file");
    }
    const std::string temporary = temporary_name(path);
    write_new(temporary, text, waits);
    if (::rename(temporary.c_str(), path.c_str()) != 0) {
        const int error = errno;
        ::unlink(temporary.c_str());
        errno = error;
        fail("write", path);
    }
}

} // namespace

void replace_file(const std::string& path, const std::string& text) {
    replace(path, text, true);
}

void replace_file_soon(const std::string& path, const std::string& text) {
    replace(path, text, false);
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

namespace {
constexpr std::array<const char*, 6> folders = {store::results, store::failures_folder, "inputs",
                                                "plans",        store::scratch,         "tasks"};
} // namespace

void store::create() const {
    for (const char* name : folders) {
        make_folder(path(name));
    }
}

std::string sweep_around(const std::string& file) {
    std::error_code ignored;
    std::filesystem::path below = std::filesystem::weakly_canonical(file, ignored);
    for (auto folder = below.parent_path(); folder != below;
         below = std::exchange(folder, folder.parent_path())) {
        const bool is_sweep = std::all_of(folders.begin(), folders.end(), [&](const char* name) {
            return std::filesystem::is_directory(folder / name, ignored);
        });
        if (is_sweep && below.filename() != store::scratch) {
            return folder.string();
        }
    }
    return "";
}

namespace {

staged_input input_of(const std::string& from, const std::string& bytes) {
    const std::string base = from.substr(from.rfind('/') + 1); // npos + 1 is 0
    return {"inputs/" + hash_of(bytes).substr(0, 32) + "/" + base, bytes.rfind("\x7F"
                                                                               "ELF",
                                                                               0) == 0};
}

} // namespace

staged_input store::describe(const std::string& from) {
    return input_of(from, read_file(from, most_input_bytes));
}

staged_input store::stage(const std::string& from) const {
    const std::string bytes = read_file(from, most_input_bytes);
    staged_input input = input_of(from, bytes);
    const std::string to = path(input.name);
    if (::access(to.c_str(), F_OK) != 0 || read_file(to, UINT64_MAX) != bytes) {
        make_folder(folder_of(to));
        replace_file(to, bytes);
    }
    return input;
}

void store::remove_leftovers() const {
    constexpr std::chrono::hours age{1};
    const auto before = std::filesystem::file_time_type::clock::now() - age;
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator at(m_folder, error), end;
         !error && at != end; at.increment(error)) {
        const bool is_leftover = at->path().filename().string().rfind(temporary_prefix, 0) == 0;
        std::error_code ignored; // others may remove it first
        if (is_leftover && std::filesystem::is_regular_file(at->symlink_status(ignored)) &&
            at->last_write_time(ignored) < before && !ignored) {
            std::filesystem::remove(at->path(), ignored);
        }
    }
}

std::string store::result_name(const std::string& key) const {
    return std::string(results) + "/" + key.substr(0, folder_digits) + "/" + key + ".json";
}

bool store::has_result(const std::string& key) const {
    return ::access(path(result_name(key)).c_str(), F_OK) == 0;
}

bool store::add_result(const std::string& key, json record) const {
    const std::string to = path(result_name(key));
    make_folder(folder_of(to));
    record["key"] = key;
    const std::string text = record.dump(-1, ' ', false, json::error_handler_t::replace);
    return publish_file(to, std::string(before_hash)
                                .append(hash_of(text))
                                .append(before_record)
                                .append(text)
                                .append(after_record));
}

std::optional<json> store::result(const std::string& key, std::string* fault) const {
    const std::string name = path(result_name(key));
    if (::access(name.c_str(), F_OK) != 0) {
        return std::nullopt;
    }
    std::string why;
    try {
        const std::string text = read_file(name, most_record_bytes);
        const std::size_t begin = before_hash.size() + hash_digits + before_record.size();
        const std::size_t rest = begin + after_record.size();
        const std::string record = text.size() > rest ? text.substr(begin, text.size() - rest) : "";
        if (record.empty() || text.substr(before_hash.size(), hash_digits) != hash_of(record)) {
            why = name + ": this is no whole result";
        } else if (json read = parse_json(name, record); read.at("key") != key) {
            why = name + ": this is the result of another point, " + shown(read.at("key"));
        } else {
            return read;
        }
    } catch (const std::exception& e) {
        why = e.what();
    }
    if (fault != nullptr) {
        *fault = why;
    }
    return std::nullopt;
}

std::string store::set_aside(const std::string& key) const {
    const std::string name = path(result_name(key));
    std::string broken = name + ".broken";
    if (::rename(name.c_str(), broken.c_str()) != 0 && errno != ENOENT) {
        fail("rename", name);
    }
    return broken;
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
        json record;
        try {
            record = parse_json(path(name), read_file(path(name), most_record_bytes));
        } catch (const sweep_error& e) {
            record = {{"reason", std::string("its record cannot be read: ") + e.what()}};
        }
        all.push_back({number, std::move(record), name});
    }
    return all;
}

void store::forget(const std::string& key) const {
    const std::string name = path(result_name(key));
    if (::unlink(name.c_str()) != 0 && errno != ENOENT) {
        fail("remove", name);
    }
    std::vector<failed_attempt> all = failures(key);
    for (auto attempt = all.rbegin(); attempt != all.rend(); ++attempt) {
        if (::unlink(path(attempt->path).c_str()) != 0 && errno != ENOENT) {
            fail("remove", path(attempt->path));
        }
    }
}

} // namespace platform::sweep
