// SPDX-License-Identifier: Apache-2.0
// SVC, not for the host, without a handler.
#include "../fault.inc"

    nop
    svc     #0x42
