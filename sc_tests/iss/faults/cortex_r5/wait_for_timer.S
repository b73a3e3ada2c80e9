// SPDX-License-Identifier: Apache-2.0
    .macro  wait_for_interrupt
    wfi
    .endm
#include "../wait_for_timer.inc"
