// SPDX-License-Identifier: Apache-2.0
// A loop of several instructions: only a limit ends it.
#include "../fault.inc"

    nop
    nop
    b       _start
