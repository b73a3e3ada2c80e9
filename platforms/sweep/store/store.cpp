// SPDX-License-Identifier: Apache-2.0
#include <sweep/store/store.h>

#include <process/descriptor.h>
#include <process/folders.h>
#include <process/uninterrupted.h>
#include <sweep/store/content_hash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
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
constexpr std::array<const char*, 6> folders = {store::results, store::failures_folder, "inputs",
                                                "plans",        store::scratch,         "tasks"};

/// A new file beside another one, which goes with this object unless it has got that one's name. No
/// other process has its own name, on no machine that shares the folder: neither the host's name
/// nor the number of a process is unique where containers run, hence the random part.
class temporary_file {
public:
    explicit temporary_file(const std::string& beside) {
        static std::atomic<unsigned> number{0};
        std::random_device random;
        m_name = beside.substr(0, beside.rfind('/') + 1) + temporary_prefix +
                 std::to_string(::getpid()) + ".";
        for (unsigned i = 0; i != 4; ++i) {
            m_name += std::to_string(random()) + ".";
        }
        m_name += std::to_string(++number);
    }
    ~temporary_file() { ::unlink(m_name.c_str()); }
    temporary_file(const temporary_file&) = delete;
    temporary_file& operator=(const temporary_file&) = delete;

    const char* name() const { return m_name.c_str(); }

    /// Writes the text and waits, if asked to, until the disk has it.
    process::descriptor write(std::string_view text, bool waits) const {
        process::descriptor file = process::open_file(m_name, O_WRONLY | O_CREAT | O_EXCL);
        if (!file || !process::write_all(file.get(), text)) {
            fail("write", m_name);
        }
        if (waits && process::uninterrupted([&] { return ::fsync(file.get()); }) != 0 &&
            errno != EINVAL && errno != EROFS) {
            fail("write", m_name);
        }
        return file;
    }

private:
    std::string m_name;
};

/// \return false: there is one
bool link_new(const char* from, int descriptor, const std::string& to) {
    if (::link(from, to.c_str()) == 0) {
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
        if (::renameat2(AT_FDCWD, from, AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
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

staged_input input_of(const std::string& from, const std::string& bytes) {
    const std::string base = from.substr(from.rfind('/') + 1); // npos + 1 is 0
    return {"inputs/" + hash_of(bytes).substr(0, 32) + "/" + base, bytes.rfind(ELFMAG, 0) == 0};
}

} // namespace

void fail(const std::string& what, const std::string& path) {
    throw sweep_error("cannot " + what + " " + path + ": " + std::strerror(errno));
}

void make_folder(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::create_directories(path, error) && error) {
        throw sweep_error("cannot make the folder " + path + ": " + error.message());
    }
}

std::vector<std::string> names_in(const std::string& path) {
    auto names = process::names_in(path);
    if (!names && errno != ENOENT) {
        fail("read", path);
    }
    return names ? std::move(*names) : std::vector<std::string>();
}

std::string tail_of(const std::string& path, std::size_t most) {
    const process::descriptor file = process::open_file(path, O_RDONLY);
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0) {
        return "";
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    const std::size_t from = size > most ? size - most : 0;
    std::string text(size - from, '\0');
    const ssize_t done = process::read_at(file.get(), from, text.data(), text.size());
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(done, 0)));
    return (from != 0 ? "... " : "") + text;
}

void replace(const std::string& path, const std::string& text, bool waits) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        throw sweep_error("cannot write " + path + ": expected a regular file");
    }
    const temporary_file temporary(path);
    temporary.write(text, waits);
    if (::rename(temporary.name(), path.c_str()) != 0) {
        fail("write", path);
    }
}

void replace_file(const std::string& path, const std::string& text) {
    replace(path, text, true);
}

void replace_file_soon(const std::string& path, const std::string& text) {
    replace(path, text, false);
}

bool publish_file(const std::string& path, const std::string& text) {
    const temporary_file temporary(path);
    const process::descriptor file = temporary.write(text, true);
    return link_new(temporary.name(), file.get(), path);
}

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

staged_input store::describe(const std::string& from) {
    return input_of(from, read_file(from, most_input_bytes));
}

staged_input store::stage(const std::string& from) const {
    const std::string bytes = read_file(from, most_input_bytes);
    staged_input input = input_of(from, bytes);
    const std::string to = path(input.name);
    if (!has(input.name) || read_file(to, UINT64_MAX) != bytes) {
        make_folder(folder_of(to));
        replace_file(to, bytes);
    }
    return input;
}

std::vector<std::string> store::temporary_files(std::chrono::hours age) const {
    const std::time_t before = std::time(nullptr) - std::chrono::seconds(age).count();
    std::vector<std::string> all;
    const auto take = [&](const std::string& file, const struct stat& status) {
        const bool is_temporary =
            file.compare(file.rfind('/') + 1, std::strlen(temporary_prefix), temporary_prefix) == 0;
        if (is_temporary && S_ISREG(status.st_mode) && status.st_mtime <= before) {
            all.push_back(file.substr(m_folder.size() + 1));
        }
    };
    for (const std::string& name : names_in(m_folder)) { // the folder itself may be a link
        process::visit(path(name), take);
    }
    return all;
}

void store::remove_leftovers() const {
    constexpr std::chrono::hours age{1};
    for (const std::string& name : temporary_files(age)) {
        std::error_code ignored;
        std::filesystem::remove(path(name), ignored);
    }
}

std::string store::result_name(const std::string& key) const {
    return std::string(results) + "/" + key.substr(0, folder_digits) + "/" + key + ".json";
}

bool store::has(const std::string& name) const {
    return ::access(path(name).c_str(), F_OK) == 0;
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
    if (!has_result(key)) {
        return std::nullopt;
    }
    const std::string name = path(result_name(key));
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
    } catch (const std::bad_alloc&) {
        throw; // of the host: the result may be whole
    } catch (const unreadable_file&) {
        if (has_result(key)) {
            throw; // it may be whole
        }
        return std::nullopt; // by now
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
        const std::string name = failure_name(key, number);
        if (!has(name) && publish_file(path(name), text)) {
            return number;
        }
    }
    throw sweep_error("the point " + key + " has failed too often");
}

std::vector<failed_attempt> store::failures(const std::string& key) const {
    std::vector<failed_attempt> all;
    for (unsigned number = 1; number != most_attempts; ++number) {
        const std::string name = failure_name(key, number);
        if (!has(name)) {
            break;
        }
        json record;
        try {
            record = parse_json(path(name), read_file(path(name), most_record_bytes));
        } catch (const sweep_error& e) {
            record = {{"reason", std::string("its record cannot be read: ") + e.what()}};
        }
        all.push_back({std::move(record), name});
    }
    return all;
}

void store::forget(const std::string& key) const {
    std::vector<std::string> names;
    for (const failed_attempt& attempt : failures(key)) {
        names.insert(names.begin(), attempt.path); // the last one first
    }
    names.insert(names.begin(), result_name(key));
    for (const std::string& name : names) {
        if (::unlink(path(name).c_str()) != 0 && errno != ENOENT) {
            fail("remove", path(name));
        }
    }
}

} // namespace platform::sweep
