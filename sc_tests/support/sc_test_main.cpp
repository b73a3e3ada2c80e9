// SPDX-License-Identifier: Apache-2.0
// main() of every test executable that simulates.
#include "support/isolated_run.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <systemc>

int sc_main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    if (GTEST_FLAG_GET(list_tests)) {
        return RUN_ALL_TESTS();
    }
    return sc_test::run_isolated();
}

int main(int argc, char** argv) {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
