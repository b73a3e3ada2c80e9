// SPDX-License-Identifier: Apache-2.0
// One controller a sweep. Results do not need it: two would do everything twice.
#pragma once

#include <process/descriptor.h>
#include <sweep/store/store.h>

#include <string>

namespace platform::sweep {

/// Opens a file that is to be locked. \param flags of open(2) \return none: see errno
/// \throws sweep_error where it is no regular file
process::descriptor open_lock(const std::string& path, int flags);
/// Whether the lock that this process holds on a file keeps others out. There are file systems, of
/// networks above all, where everybody gets it.
bool is_lock_kept(const std::string& path);

/// Held while it lives; gone with its process, however that ends.
class store_lock {
public:
    /// \throws sweep_error that says who holds it
    explicit store_lock(const store& of);
    /// HOST PID of who holds it; empty: nobody.
    static std::string owner(const store& of);
    /// Else nobody knows whether another one is at work.
    bool keeps_others_out() const { return m_keeps_others_out; }

private:
    process::descriptor m_file;
    bool m_keeps_others_out = false;
};

} // namespace platform::sweep
