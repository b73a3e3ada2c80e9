// SPDX-License-Identifier: Apache-2.0
#include <iss/host/guest_folder.h>

#include <process/uninterrupted.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace platform::iss {

namespace fs = std::filesystem;

namespace {

/// Without `.` and `..`: where nothing exists they mean something else to the host.
fs::path relative_to_folder(const std::string& name) {
    return fs::path(name).relative_path().lexically_normal();
}

/// \return an error or 0
int error_unless_regular(const process::descriptor& file) {
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) {
        return errno;
    }
    return S_ISREG(status.st_mode) ? 0 : S_ISDIR(status.st_mode) ? EISDIR : EACCES;
}

} // namespace

guest_folder::guest_folder(const std::string& folder, name_lookup lookup,
                           std::function<bool(const std::string& path)> may_change)
    : m_may_change(std::move(may_change)) {
    if (folder.empty()) {
        return;
    }
    m_root = process::open_file(folder, O_PATH | O_DIRECTORY);
    if (!m_root) {
        throw std::runtime_error(
            "--semihosting-dir " + folder + ": expected a folder, found " +
            (errno == ENOTDIR ? "something else" : std::generic_category().message(errno)));
    }
    // Where it is missing or forbidden, each call is.
    m_uses_kernel = lookup == name_lookup::best &&
                    open_beneath(m_root.get(), ".", O_PATH | O_DIRECTORY).error == 0;
}

int guest_folder::error_of_change(const process::descriptor& folder,
                                  const std::string& name) const {
    std::error_code failed;
    const fs::path path = fs::read_symlink("/proc/self/fd/" + std::to_string(folder.get()), failed);
    if (failed) {
        return failed.value();
    }
    return !m_may_change || m_may_change(name.empty() ? path : path / name) ? 0 : EPERM;
}

/// \param name neither empty nor absolute
opened_file guest_folder::find(const std::string& name, int flags) const {
    opened_file found = m_uses_kernel ? open_beneath(m_root.get(), name, flags)
                                      : walk_beneath(m_root.get(), name, flags);
    if (found.error == EXDEV) {
        found.error = EACCES;
    }
    return found;
}

opened_file guest_folder::open(const std::string& name, int flags) const {
    const fs::path relative = relative_to_folder(name);
    if (!exists()) {
        return {{}, EACCES};
    }
    if (relative.empty()) {
        return {{}, ENOENT};
    }
    // To open a device can do something, so it is looked at first.
    const opened_file there = find(relative, O_PATH);
    int error = there.file ? error_unless_regular(there.file) : there.error;
    const bool can_make = (flags & O_CREAT) != 0 && relative.has_filename();
    if (error != 0 && !(error == ENOENT && can_make)) {
        return {{}, error};
    }
    if ((flags & O_ACCMODE) != O_RDONLY) {
        const place at = there.file ? place{} : find_place(name);
        error = at.error != 0 ? at.error
                : there.file  ? error_of_change(there.file, "")
                              : error_of_change(at.folder, at.name);
        if (error != 0) {
            return {{}, error};
        }
    }
    // It may have become something else. O_NONBLOCK: a pipe must not wait for its other end.
    opened_file opened = find(relative, flags | O_NOCTTY | O_NONBLOCK);
    if (opened.file) {
        error = error_unless_regular(opened.file);
        return error == 0 ? std::move(opened) : opened_file{{}, error};
    }
    return {{}, opened.error == ENXIO ? EACCES : opened.error}; // a pipe without a reader
}

guest_folder::place guest_folder::find_place(const std::string& name) const {
    const fs::path relative = relative_to_folder(name);
    if (!exists()) {
        return {{}, "", EACCES};
    }
    if (relative.empty()) {
        return {{}, "", ENOENT};
    }
    if (*relative.begin() == "..") {
        return {{}, "", EACCES};
    }
    if (!relative.has_filename() || relative == ".") {
        return {{}, "", EISDIR};
    }
    const fs::path parent = relative.parent_path();
    opened_file folder = find(parent.empty() ? "." : parent.string(), O_PATH | O_DIRECTORY);
    return {std::move(folder.file), relative.filename(), folder.error};
}

int guest_folder::remove(const std::string& name) const {
    const place at = find_place(name);
    if (at.error != 0) {
        return at.error;
    }
    if (const int error = error_of_change(at.folder, at.name); error != 0) {
        return error;
    }
    return ::unlinkat(at.folder.get(), at.name.c_str(), 0) != 0 ? errno : 0;
}

int guest_folder::rename(const std::string& from, const std::string& to) const {
    const place old_place = find_place(from);
    if (old_place.error != 0) {
        return old_place.error;
    }
    const place new_place = find_place(to);
    if (new_place.error != 0) {
        return new_place.error;
    }
    for (const place* changed : {&old_place, &new_place}) {
        if (const int error = error_of_change(changed->folder, changed->name); error != 0) {
            return error;
        }
    }
    return ::renameat(old_place.folder.get(), old_place.name.c_str(), new_place.folder.get(),
                      new_place.name.c_str()) != 0
               ? errno
               : 0;
}

} // namespace platform::iss
