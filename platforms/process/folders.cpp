// SPDX-License-Identifier: Apache-2.0
#include <process/folders.h>

#include <process/uninterrupted.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <new>

namespace platform::process {

namespace {

struct folder_closer {
    void operator()(DIR* folder) const { ::closedir(folder); }
};
using open_folder = std::unique_ptr<DIR, folder_closer>;

/// \return none: errno says why
open_folder open(const std::string& path) {
    descriptor number = open_file(path, O_RDONLY | O_DIRECTORY);
    open_folder folder(number ? ::fdopendir(number.get()) : nullptr);
    if (folder) {
        number.release(); // closed with the folder
    }
    return folder;
}

/// The first of all errors. That something has gone is none.
void keep(int& first, int error) {
    if (first == 0 && error != ENOENT) {
        first = error;
    }
}

} // namespace

std::string path_in(const std::string& folder, const std::string& name) {
    std::string path;
    path.reserve(folder.size() + 1 + name.size());
    return path.append(folder).append(1, '/').append(name);
}

std::optional<std::vector<std::string>> names_in(const std::string& path) {
    const open_folder folder = open(path);
    if (!folder) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (;;) {
        errno = 0;
        const dirent* const entry = ::readdir(folder.get());
        if (entry == nullptr && errno == EINTR) {
            continue;
        }
        if (entry == nullptr) {
            return errno == 0 ? std::optional(std::move(names)) : std::nullopt;
        }
        const char* const name = entry->d_name;
        if (std::strcmp(name, ".") != 0 && std::strcmp(name, "..") != 0) {
            names.emplace_back(name);
        }
    }
}

int visit(const std::string& path, const folder_visitor& f) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
        return errno == ENOENT ? 0 : errno;
    }
    int error = 0;
    if (S_ISDIR(status.st_mode)) {
        const auto names = names_in(path);
        if (!names) {
            keep(error, errno);
        } else {
            for (const std::string& name : *names) {
                keep(error, visit(path_in(path, name), f));
            }
        }
    }
    f(path, status);
    return error;
}

int remove_all(const std::string& path) noexcept {
    try {
        int error = 0;
        const int unread = visit(path, [&](const std::string& each, const struct stat&) {
            if (uninterrupted([&] { return std::remove(each.c_str()); }) != 0) {
                keep(error, errno);
            }
        });
        return error != 0 ? error : unread;
    } catch (const std::bad_alloc&) {
        return ENOMEM;
    }
}

} // namespace platform::process
