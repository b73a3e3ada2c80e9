// SPDX-License-Identifier: Apache-2.0
// How much memory this process uses, for tests of what must not grow.
#pragma once

#include <cstddef>
#include <fstream>
#include <unistd.h>

namespace sc_test {

/// Bytes of this process in memory now.
inline std::size_t resident_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t size = 0;
    std::size_t resident = 0;
    statm >> size >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

} // namespace sc_test
