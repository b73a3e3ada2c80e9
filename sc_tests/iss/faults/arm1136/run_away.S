// SPDX-License-Identifier: Apache-2.0
// There is nothing after the first instruction but zeros, which are instructions.
#include "../fault.inc"

    nop
