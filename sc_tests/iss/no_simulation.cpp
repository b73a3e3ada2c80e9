// SPDX-License-Identifier: Apache-2.0
// The library of SystemC, which that of the simulator brings along, wants an sc_main(). Nothing
// here simulates in this process.
extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
    return 1;
}
