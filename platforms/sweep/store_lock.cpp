// SPDX-License-Identifier: Apache-2.0
#include <sweep/store_lock.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace platform::sweep {

namespace {

std::string contents(int file) {
    std::array<char, 512> text{};
    const ssize_t n = ::pread(file, text.data(), text.size() - 1, 0);
    return {text.data(), n > 0 ? static_cast<std::size_t>(n) : 0};
}

} // namespace

store_lock::store_lock(const store& of)
    : m_file(::open(of.path("lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)) {
    if (!m_file) {
        throw sweep_error("cannot write " + of.path("lock") + ": " + std::strerror(errno));
    }
    if (::flock(m_file.get(), LOCK_EX | LOCK_NB) != 0) {
        throw sweep_error(errno == EWOULDBLOCK
                              ? of.folder() + ": " + contents(m_file.get()) +
                                    " is at work on this sweep"
                              : "cannot lock " + of.path("lock") + ": " + std::strerror(errno));
    }
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    const std::string text = std::string(host.data()) + " process " + std::to_string(::getpid());
    if (::ftruncate(m_file.get(), 0) != 0 ||
        ::pwrite(m_file.get(), text.data(), text.size(), 0) < 0) {
        throw sweep_error("cannot write " + of.path("lock") + ": " + std::strerror(errno));
    }
}

std::string store_lock::owner(const store& of) {
    const process::descriptor file(::open(of.path("lock").c_str(), O_RDONLY | O_CLOEXEC));
    if (!file || ::flock(file.get(), LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
        return "";
    }
    return contents(file.get());
}

} // namespace platform::sweep
