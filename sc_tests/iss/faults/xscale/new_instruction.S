// SPDX-License-Identifier: Apache-2.0
// REV came with ARMv6.
#include "../fault.inc"

    nop
    .inst   0xE6BF0F31                  // rev r0, r1
