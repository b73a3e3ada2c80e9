// SPDX-License-Identifier: Apache-2.0
// Coprocessor 7 is not there.
#include "../fault.inc"

    mrc     p7, 0, r0, c1, c1, 0
