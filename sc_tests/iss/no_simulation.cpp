// SPDX-License-Identifier: Apache-2.0
// The library of SystemC, which the simulator's brings along, wants an sc_main(). Nothing in these
// tests simulates.
extern "C" int sc_main(int /*argc*/, char** /*argv*/) {
    return 1;
}
