// SPDX-License-Identifier: Apache-2.0
// pmu_run: plays access programs, or runs firmware, on the platform of a part.
#include <pmu_run/run/runner.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <systemc>

#if defined(__SANITIZE_ADDRESS__)
// SystemC's coroutines are not annotated for AddressSanitizer, and the guard pages in the stacks of
// those still alive at exit stop the leak checker.
extern "C" const char* __asan_default_options() { // NOLINT(bugprone-reserved-identifier)
    return "detect_stack_use_after_return=0:detect_leaks=0";
}
#endif

namespace {

using platform::pmu_run::end_without_memory;

std::terminate_handler terminate_before = nullptr;

/// Of what is thrown where nothing may be: a destructor, SystemC before sc_main().
[[noreturn]] void on_terminate() {
    try {
        if (const std::exception_ptr thrown = std::current_exception()) {
            std::rethrow_exception(thrown);
        }
    } catch (const std::bad_alloc&) {
        end_without_memory();
    } catch (...) { // a mistake of ours, which is to be seen as one
    }
    terminate_before();
    std::abort();
}

} // namespace

int sc_main(int argc, char* argv[]) {
    try {
        platform::pmu_run::runner runner;
        return runner.run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::bad_alloc&) {
        end_without_memory();
    }
}

int main(int argc, char* argv[]) {
    terminate_before = std::set_terminate(on_terminate);
    // SystemC's own main prints a banner.
    if (::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1) != 0) {
        end_without_memory();
    }
    try {
        return sc_core::sc_elab_and_sim(argc, argv);
    } catch (const std::bad_alloc&) {
        end_without_memory();
    }
}
