// SPDX-License-Identifier: Apache-2.0
// How much memory this process uses, for tests of what must not grow.
#pragma once

#include <cstddef>
#include <fstream>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes(); // g++ ships no header with it
#endif

namespace sc_test {

/// Bytes of this process in memory now. With the address sanitizer, which keeps freed memory for a
/// while, the bytes that are allocated.
inline std::size_t resident_bytes() {
#if defined(__SANITIZE_ADDRESS__)
    return __sanitizer_get_current_allocated_bytes();
#else
    std::ifstream statm("/proc/self/statm");
    std::size_t size = 0;
    std::size_t resident = 0;
    statm >> size >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
#endif
}

} // namespace sc_test
