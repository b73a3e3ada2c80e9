// SPDX-License-Identifier: Apache-2.0
#include <allocation/heap_watch.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define HEAP_OF_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEAP_OF_ASAN
#endif
#endif

namespace sc_test {

namespace {

std::atomic<bool> is_watching{false};
heap_use seen;

void note(std::size_t bytes) {
    if (is_watching.load(std::memory_order_relaxed)) {
        if (seen.allocations == 0) {
            seen.first_bytes = bytes;
        }
        ++seen.allocations;
    }
}

} // namespace

#ifdef HEAP_OF_ASAN
} // namespace sc_test

extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*,
                                                                  std::size_t),
                                                         void (*)(const volatile void*));

namespace sc_test {

namespace {

void on_malloc(const volatile void* /*memory*/, std::size_t bytes) {
    note(bytes);
}
void on_free(const volatile void* /*memory*/) {
}
const int installed = __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);

} // namespace
#endif

void start_heap_watch() {
    seen = {};
    is_watching = true;
}

heap_use stop_heap_watch() {
    is_watching = false;
    return seen;
}

} // namespace sc_test

// Without a sanitizer, which has a heap of its own, these stand before those of the GNU C library.
#ifndef HEAP_OF_ASAN

// NOLINTBEGIN(bugprone-reserved-identifier, readability-inconsistent-declaration-parameter-name)
extern "C" {

void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t items, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) noexcept {
    sc_test::note(bytes);
    return __libc_malloc(bytes);
}

void* calloc(std::size_t items, std::size_t bytes) noexcept {
    sc_test::note(items * bytes);
    return __libc_calloc(items, bytes);
}

void* realloc(void* memory, std::size_t bytes) noexcept {
    sc_test::note(bytes);
    return __libc_realloc(memory, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
    sc_test::note(bytes);
    return __libc_memalign(alignment, bytes);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
    sc_test::note(bytes);
    *memory = __libc_memalign(alignment, bytes);
    return *memory != nullptr ? 0 : ENOMEM;
}

} // extern "C"
// NOLINTEND(bugprone-reserved-identifier, readability-inconsistent-declaration-parameter-name)

#endif
