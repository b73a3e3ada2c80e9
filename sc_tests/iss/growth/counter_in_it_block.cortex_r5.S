// SPDX-License-Identifier: Apache-2.0
// 60,000 IT blocks with an access to the PMU, which the simulator executes an instruction at a time.
#include "../faults/fault.inc"

    ldr     r2, =60000
1:  movs    r0, #1
    itttt   ne
    mrcne   p15, 0, r3, c9, c12, 5
    addne   r4, r4, #1
    addne   r5, r5, #1
    addne   r6, r6, #1
    subs    r2, r2, #1
    bne     1b
    movs    r0, #0x18
    ldr     r1, =0x20026
    svc     0xAB
