// SPDX-License-Identifier: Apache-2.0
#include <sweep/store/store_lock.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace platform::sweep {

namespace {

constexpr const char* lock_name = "lock";

std::string contents(int file) {
    std::array<char, 512> text{};
    const ssize_t n = ::pread(file, text.data(), text.size() - 1, 0);
    return {text.data(), n > 0 ? static_cast<std::size_t>(n) : 0};
}

} // namespace

process::descriptor open_lock(const std::string& path, int flags) {
    // O_NONBLOCK: a FIFO is not waited for.
    process::descriptor file(
        ::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
    struct stat status {};
    if (file && ::fstat(file.get(), &status) == 0 && !S_ISREG(status.st_mode)) {
        throw sweep_error("cannot lock " + path + ": expected a regular file");
    }
    return file;
}

bool is_lock_kept(const std::string& path) {
    const process::descriptor other = open_lock(path, O_RDWR);
    return !other || ::flock(other.get(), LOCK_EX | LOCK_NB) != 0;
}

store_lock::store_lock(const store& of) : m_file(open_lock(of.path(lock_name), O_RDWR | O_CREAT)) {
    const std::string path = of.path(lock_name);
    if (!m_file) {
        throw sweep_error("cannot write " + path + ": " + std::strerror(errno));
    }
    if (::flock(m_file.get(), LOCK_EX | LOCK_NB) != 0) {
        throw sweep_error(errno == EWOULDBLOCK
                              ? of.folder() + ": " + contents(m_file.get()) +
                                    " is at work on this sweep"
                              : "cannot lock " + path + ": " + std::strerror(errno));
    }
    m_keeps_others_out = is_lock_kept(path);
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    const std::string text = std::string(host.data()) + " process " + std::to_string(::getpid());
    if (::ftruncate(m_file.get(), 0) != 0 ||
        ::pwrite(m_file.get(), text.data(), text.size(), 0) < 0) {
        throw sweep_error("cannot write " + path + ": " + std::strerror(errno));
    }
}

std::string store_lock::owner(const store& of) {
    const process::descriptor file = open_lock(of.path(lock_name), O_RDONLY);
    if (!file || ::flock(file.get(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
        return "";
    }
    return contents(file.get());
}

} // namespace platform::sweep
