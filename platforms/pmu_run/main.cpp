// SPDX-License-Identifier: Apache-2.0
// pmu_run: plays access programs, or runs firmware, on the platform of a part.
#include <pmu_run/run/runner.h>

#include <cstdlib>
#include <systemc>

#if defined(__SANITIZE_ADDRESS__)
// SystemC's coroutines are not annotated for AddressSanitizer, and the guard pages in the stacks of
// those still alive at exit stop the leak checker.
extern "C" const char* __asan_default_options() { // NOLINT(bugprone-reserved-identifier)
    return "detect_stack_use_after_return=0:detect_leaks=0";
}
#endif

int sc_main(int argc, char* argv[]) {
    platform::pmu_run::runner runner;
    return runner.run(std::vector<std::string>(argv + 1, argv + argc));
}

int main(int argc, char* argv[]) {
    // SystemC's own main prints a banner.
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
