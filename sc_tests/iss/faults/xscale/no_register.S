// SPDX-License-Identifier: Apache-2.0
// In the space of the PMU's registers, but none of them.
#include "../fault.inc"

    mrc     p14, 0, r0, c0, c1, 0
