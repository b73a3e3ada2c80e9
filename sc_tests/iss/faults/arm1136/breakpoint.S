// SPDX-License-Identifier: Apache-2.0
// BKPT without a handler.
#include "../fault.inc"

    nop
    bkpt    #7
