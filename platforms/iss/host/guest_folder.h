// SPDX-License-Identifier: Apache-2.0
// The folder of the host that firmware may use, and nothing outside of it.
#pragma once

#include <iss/host/beneath.h>

#include <cstdint>
#include <functional>
#include <string>

namespace platform::iss {

/// How guest_folder follows names.
enum class name_lookup : std::uint8_t {
    best, ///< by openat2(2) where the kernel has it and lets us use it
    walk, ///< as without it
};

/// Files below one folder, which is opened once: it may be renamed. Names are relative to it, also
/// those that begin with '/'. Names that lead out of it, by `..` or a symbolic link, are refused
/// with EACCES, and so are absolute links. It stays so while others rename and link in the folder.
/// Errors are the host's errno.
class guest_folder {
public:
    /// `folder` is relative to the working folder; empty: there is none, and each call gives
    /// EACCES. \throw std::runtime_error where it is not a folder that can be used
    /// \param may_change asked, with the path of the host, before a file is opened for writing,
    /// removed or renamed; no is EPERM. Empty: all may be
    explicit guest_folder(const std::string& folder, name_lookup lookup = name_lookup::best,
                          std::function<bool(const std::string& path)> may_change = {});

    bool exists() const { return static_cast<bool>(m_root); }

    /// Whether names are followed by openat2(2).
    bool uses_kernel_lookup() const { return m_uses_kernel; }

    /// Opens a regular file; a folder is EISDIR, anything else EACCES. It does not wait, and does
    /// not open pipes and devices to find out what they are.
    /// \param flags of open(2): O_RDONLY, O_WRONLY or O_RDWR, and O_CREAT, O_TRUNC, O_APPEND
    opened_file open(const std::string& name, int flags) const;

    /// Removes a file, not a folder; of a symbolic link, the link.
    /// \return an error or 0
    int remove(const std::string& name) const;

    /// Renames a file or folder; a file of the new name is replaced.
    /// \return an error or 0
    int rename(const std::string& from, const std::string& to) const;

private:
    /// A name's last part, and the open folder that it is in.
    struct place {
        process::descriptor folder;
        std::string name;
        int error = 0;
    };

    opened_file find(const std::string& name, int flags) const;
    place find_place(const std::string& name) const;

    /// \return an error or 0 \param folder open \param name of a file in it; empty: it is the file
    int error_of_change(const process::descriptor& folder, const std::string& name) const;

    process::descriptor m_root; ///< none: there is no folder
    bool m_uses_kernel = false;
    std::function<bool(const std::string& path)> m_may_change;
};

} // namespace platform::iss
