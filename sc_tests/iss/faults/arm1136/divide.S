// SPDX-License-Identifier: Apache-2.0
// The ARM1136 has no SDIV.
#include "../fault.inc"

    nop
    .inst   0xE711F210                  // sdiv r1, r0, r2
