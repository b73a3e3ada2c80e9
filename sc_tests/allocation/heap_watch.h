// SPDX-License-Identifier: Apache-2.0
// Counts what this process takes from the heap: malloc and all that ends there, operator new and
// the libraries' calls included.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sc_test {

/// What has been allocated since start_heap_watch().
struct heap_use {
    std::uint64_t allocations = 0;
    std::size_t first_bytes = 0; ///< of the first allocation: a hint of whose it is
};

void start_heap_watch();
heap_use stop_heap_watch();

} // namespace sc_test
