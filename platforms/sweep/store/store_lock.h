// SPDX-License-Identifier: Apache-2.0
// Who is at work on a sweep, and in the folders of its points. Results do not need it.
#pragma once

#include <process/descriptor.h>
#include <sweep/store/store.h>

#include <cstdint>
#include <string>

namespace platform::sweep {

std::string host_name();

/// One controller a sweep: two would do everything twice. Held while it lives; gone with its
/// process, however that ends.
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

/// A folder below tmp/ of a store that goes with its owner. Containers may have the same name and
/// numbers of processes as each other: its own name is random, and its owner holds a lock in it.
class scratch_folder {
public:
    /// \throws sweep_error if none can be made
    explicit scratch_folder(const store& of);
    ~scratch_folder();
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    const std::string& path() const { return m_path; }
    /// Of a folder below tmp/: whether its owner holds it. Where the file system locks nothing, and
    /// in the moment before an owner locks a folder that it has made, nobody knows.
    enum class state : std::uint8_t { in_use, may_be_in_use, left };
    static state state_of(const std::string& path);
    /// Whether its owner has been a process of this machine, since it was started.
    static bool is_of_this_machine(const std::string& path);
    /// Removes those made under the name of this machine that nobody owns any more.
    static void remove_stale(const store& of);

private:
    /// Of no folder yet. The public constructor begins with it, so that the destructor removes a
    /// folder that cannot be locked.
    scratch_folder() = default;

    std::string m_path;
    process::descriptor m_lock;
};

} // namespace platform::sweep
