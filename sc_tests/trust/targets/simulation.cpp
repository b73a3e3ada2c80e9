// SPDX-License-Identifier: Apache-2.0
// What a target that simulates has beside.
#include <cstdlib>

// SystemC's library wants one; the targets simulate without it, since the fuzzer has main().
extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
    return 1;
}

// SystemC's coroutines are not annotated for AddressSanitizer; see tlm_pmu_simulates in
// sc_tests/CMakeLists.txt.
extern "C" const char* __asan_default_options() { // NOLINT: the name is the sanitizer's
    return "detect_stack_use_after_return=0:detect_leaks=0";
}

namespace {

[[maybe_unused]] const int is_silent = ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

} // namespace
