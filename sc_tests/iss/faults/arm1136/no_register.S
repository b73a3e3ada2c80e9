// SPDX-License-Identifier: Apache-2.0
// In the space of the PMU's registers, but none of them.
#include "../fault.inc"

    mrc     p15, 0, r0, c15, c12, 7
