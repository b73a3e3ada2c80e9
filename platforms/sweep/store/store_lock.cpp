// SPDX-License-Identifier: Apache-2.0
#include <sweep/store/store_lock.h>

#include <process/folders.h>
#include <process/input_file.h>
#include <process/uninterrupted.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace platform::sweep {

namespace {

constexpr const char* lock_name = "lock";
constexpr const char* owner_name = "/owner"; ///< of the file that the owner of a folder locks
constexpr time_t time_to_lock = 60;          ///< seconds between making a folder and locking it

/// Who holds a lock, as its file says; which says nothing until the holder has written that.
std::string holder_of(int file) {
    std::array<char, 512> text{};
    const ssize_t n = process::read_at(file, 0, text.data(), text.size());
    return n > 0 ? std::string(text.data(), static_cast<std::size_t>(n)) : "another process";
}

/// Opens a file that is to be locked. \param flags of open(2) \return none: see errno
/// \throws sweep_error where it is no regular file
process::descriptor open_lock(const std::string& path, int flags) {
    // O_NONBLOCK: a FIFO is not waited for.
    process::descriptor file = process::open_file(path, flags | O_NOFOLLOW | O_NONBLOCK);
    struct stat status {};
    if (file && ::fstat(file.get(), &status) == 0 && !S_ISREG(status.st_mode)) {
        throw sweep_error("cannot lock " + path + ": expected a regular file");
    }
    return file;
}

/// Whether the lock that this process holds on a file keeps others out. There are file systems, of
/// networks above all, where everybody gets it.
bool is_lock_kept(const std::string& path) {
    const process::descriptor other = open_lock(path, O_RDWR);
    return !other || ::flock(other.get(), LOCK_EX | LOCK_NB) != 0;
}

/// Of the machine since it was started: several may share the name of a host, and a lock is seen
/// where it was taken.
std::string machine_name() {
    constexpr std::uint64_t most_bytes = 64;
    std::string name = process::read_whole("/proc/sys/kernel/random/boot_id", most_bytes);
    name.erase(std::remove(name.begin(), name.end(), '\n'), name.end());
    return name;
}

} // namespace

std::string host_name() {
    std::array<char, 256> name{};
    ::gethostname(name.data(), name.size() - 1);
    return name.data();
}

store_lock::store_lock(const store& of) : m_file(open_lock(of.path(lock_name), O_RDWR | O_CREAT)) {
    const std::string path = of.path(lock_name);
    if (!m_file) {
        fail("write", path);
    }
    if (::flock(m_file.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK) {
            fail("lock", path);
        }
        throw sweep_error(of.folder() + ": " + holder_of(m_file.get()) +
                          " is at work on this sweep");
    }
    m_keeps_others_out = is_lock_kept(path);
    const std::string text = host_name() + " process " + std::to_string(::getpid());
    if (process::uninterrupted([&] { return ::ftruncate(m_file.get(), 0); }) != 0 ||
        !process::write_all(m_file.get(), text)) {
        fail("write", path);
    }
}

std::string store_lock::owner(const store& of) {
    const process::descriptor file = open_lock(of.path(lock_name), O_RDONLY);
    if (!file || ::flock(file.get(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
        return "";
    }
    return holder_of(file.get());
}

scratch_folder::scratch_folder(const store& of) : scratch_folder() {
    // remove_stale() of another process may come between making a folder and locking it.
    for (struct stat status{}; status.st_nlink == 0;) {
        m_path = of.path(store::scratch) + "/" + machine_name() + "-XXXXXX";
        if (::mkdtemp(m_path.data()) == nullptr) {
            fail("make the folder", m_path);
        }
        const std::string owner = m_path + owner_name;
        m_lock = open_lock(owner, O_RDWR | O_CREAT | O_EXCL);
        if (!m_lock && errno != ENOENT) {
            fail("write", owner);
        }
        if (m_lock) {
            ::flock(m_lock.get(), LOCK_EX); // where there are no locks, nobody removes it
            ::fstat(m_lock.get(), &status);
        }
    }
}

scratch_folder::~scratch_folder() {
    process::remove_all(m_path);
}

scratch_folder::state scratch_folder::state_of(const std::string& path) {
    const std::string owner_path = path + owner_name;
    const process::descriptor owner = open_lock(owner_path, O_RDWR);
    if (owner) {
        return ::flock(owner.get(), LOCK_EX | LOCK_NB) != 0 ? state::in_use
               : is_lock_kept(owner_path)                   ? state::left
                                                            : state::may_be_in_use;
    }
    struct stat status {};
    const bool is_old = errno == ENOENT && ::stat(path.c_str(), &status) == 0 &&
                        status.st_mtime + time_to_lock < std::time(nullptr);
    return is_old ? state::left : state::may_be_in_use;
}

bool scratch_folder::is_of_this_machine(const std::string& path) {
    const std::string prefix = machine_name() + "-";
    return path.compare(path.rfind('/') + 1, prefix.size(), prefix) == 0; // npos + 1 is 0
}

void scratch_folder::remove_stale(const store& of) {
    const std::string folder = of.path(store::scratch);
    for (const std::string& name : names_in(folder)) {
        const std::string path = process::path_in(folder, name);
        if (is_of_this_machine(path) && state_of(path) == state::left) {
            process::remove_all(path);
        }
    }
}

} // namespace platform::sweep
