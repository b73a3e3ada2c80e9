// SPDX-License-Identifier: Apache-2.0
// The folder of the host that firmware may use, and nothing outside of it.
#pragma once

#include <filesystem>
#include <string>

namespace platform {

/// Files below one folder. Names are relative to it, also those that begin with '/'. Names that
/// lead out of it, by `..` or a symbolic link, are refused with EACCES. Errors are the host's
/// errno.
class guest_folder {
public:
    /// `folder` is relative to the working folder; empty: there is none, and each call gives
    /// EACCES. \throw std::runtime_error where it is not a folder that can be used
    explicit guest_folder(const std::string& folder);

    bool exists() const { return !m_root.empty(); }

    /// A file descriptor of its own, or -1 and an error.
    struct opened {
        int descriptor = -1;
        int error = 0;
    };

    /// Opens a regular file.
    /// \param flags of open(2): O_RDONLY, O_WRONLY or O_RDWR, and O_CREAT, O_TRUNC, O_APPEND
    opened open(const std::string& name, int flags) const;

    /// Removes a file, not a folder; of a symbolic link, the link.
    /// \return an error or 0
    int remove(const std::string& name) const;

    /// Renames a file or folder; a file of the new name is replaced.
    /// \return an error or 0
    int rename(const std::string& from, const std::string& to) const;

private:
    /// Whether a symbolic link at the end of a name stands for itself or for what it points to.
    enum class last_link { itself, target };

    int resolve(const std::string& name, last_link last, std::filesystem::path& path) const;

    std::filesystem::path m_root; ///< absolute, without symbolic links; empty: none
};

} // namespace platform
