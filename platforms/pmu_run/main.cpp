// SPDX-License-Identifier: Apache-2.0
// pmu_run: plays access programs, or runs firmware, on the platform of a part.
#include <pmu_run/run/runner.h>

#include <cstdlib>
#include <systemc>

int sc_main(int argc, char* argv[]) {
    platform::pmu_run::runner runner;
    return runner.run(std::vector<std::string>(argv + 1, argv + argc));
}

int main(int argc, char* argv[]) {
    // SystemC's own main prints a banner.
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
