// SPDX-License-Identifier: Apache-2.0
// Children that do not outlive the process that made them.
#pragma once

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace platform::process {

/// To be called in a child right after fork(): it is killed when its parent ends, in whatever way.
/// This holds after exec() as well. If the parent has ended already, the child does so now.
/// \param parent getpid() before fork()
inline void die_with_parent(pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(1);
    }
}

} // namespace platform::process
