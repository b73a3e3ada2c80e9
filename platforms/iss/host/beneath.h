// SPDX-License-Identifier: Apache-2.0
// Opens what lies below a folder, and nothing else, whatever is renamed or linked meanwhile.
#pragma once

#include <process/descriptor.h>

#include <string>

namespace platform::iss {

/// An open file, or errno of the host.
struct opened_file {
    process::descriptor file;
    int error = 0;
};

/// Opens a file below an open folder. Symbolic links are followed as long as they stay below it;
/// absolute ones, and those of /proc that lead anywhere, do not. What leads out is EXDEV.
/// \param name relative; neither empty nor absolute
/// \param flags of open(2); files are made for everybody, less the umask
/// \return ENOSYS or EPERM where the kernel has no openat2(2) or does not let us use it
opened_file open_beneath(int folder, const std::string& name, int flags);

/// The same for every kernel: goes from folder to folder by descriptors. A name of more folders
/// than the process may have open files is EMFILE.
opened_file walk_beneath(int folder, const std::string& name, int flags);

} // namespace platform::iss
