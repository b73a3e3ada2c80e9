// SPDX-License-Identifier: Apache-2.0
// A permanently undefined instruction, without a handler.
#include "../fault.inc"

    nop
    udf     #1
