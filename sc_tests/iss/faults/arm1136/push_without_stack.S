// SPDX-License-Identifier: Apache-2.0
// SP is 0.
#include "../fault.inc"

    push    {r0}
