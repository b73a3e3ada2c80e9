// SPDX-License-Identifier: Apache-2.0
#include <iss/host/guest_folder.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace platform {

namespace fs = std::filesystem;

namespace {

bool is_below(const fs::path& root, const fs::path& path) {
    return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

} // namespace

guest_folder::guest_folder(const std::string& folder) {
    if (folder.empty()) {
        return;
    }
    std::error_code error;
    m_root = fs::canonical(folder, error);
    if (error || !fs::is_directory(m_root, error)) {
        throw std::runtime_error("--semihosting-dir " + folder + ": expected a folder, found " +
                                 (error ? error.message() : "something else"));
    }
}

int guest_folder::resolve(const std::string& name, last_link last, fs::path& path) const {
    if (!exists()) {
        return EACCES;
    }
    // Without `.` and `..` first: behind a link, or where nothing exists, they mean something else.
    const fs::path relative = fs::path(name).relative_path().lexically_normal();
    if (relative.empty()) {
        return ENOENT;
    }
    if (*relative.begin() == "..") {
        return EACCES;
    }
    std::error_code error;
    if (last == last_link::target) {
        path = fs::weakly_canonical(m_root / relative, error);
    } else if (!relative.has_filename() || relative == ".") {
        return EISDIR;
    } else {
        path = fs::weakly_canonical(m_root / relative.parent_path(), error) / relative.filename();
    }
    if (error) {
        return error.value();
    }
    return is_below(m_root, path) ? 0 : EACCES;
}

guest_folder::opened guest_folder::open(const std::string& name, int flags) const {
    fs::path path;
    if (const int error = resolve(name, last_link::target, path); error != 0) {
        return {-1, error};
    }
    // O_NOFOLLOW: a link that is left points to something that does not exist, perhaps outside.
    // O_NONBLOCK: a pipe must not wait for somebody at its other end.
    const int descriptor =
        ::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (descriptor < 0) {
        return {-1, errno};
    }
    struct stat status {};
    int error = ::fstat(descriptor, &status) != 0 ? errno : 0;
    if (error == 0 && !S_ISREG(status.st_mode)) {
        error = S_ISDIR(status.st_mode) ? EISDIR : EACCES;
    }
    if (error != 0) {
        ::close(descriptor);
        return {-1, error};
    }
    return {descriptor, 0};
}

int guest_folder::remove(const std::string& name) const {
    fs::path path;
    if (const int error = resolve(name, last_link::itself, path); error != 0) {
        return error;
    }
    return ::unlink(path.c_str()) != 0 ? errno : 0;
}

int guest_folder::rename(const std::string& from, const std::string& to) const {
    fs::path old_path;
    fs::path new_path;
    if (const int error = resolve(from, last_link::itself, old_path); error != 0) {
        return error;
    }
    if (const int error = resolve(to, last_link::itself, new_path); error != 0) {
        return error;
    }
    return std::rename(old_path.c_str(), new_path.c_str()) != 0 ? errno : 0;
}

} // namespace platform
