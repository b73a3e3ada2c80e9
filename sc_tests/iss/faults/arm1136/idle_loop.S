// SPDX-License-Identifier: Apache-2.0
// An idle loop with interrupts on, that nothing can raise.
#include "../fault.inc"

    cpsie   i
    b       .
