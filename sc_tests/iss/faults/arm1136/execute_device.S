// SPDX-License-Identifier: Apache-2.0
// A branch into the interrupt controller.
#include "../fault.inc"

    ldr     r1, =0x10140000
    bx      r1
