// SPDX-License-Identifier: Apache-2.0
// An idle loop with interrupts masked.
#include "../fault.inc"

    nop
    b       .
