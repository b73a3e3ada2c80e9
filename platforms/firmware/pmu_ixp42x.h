// SPDX-License-Identifier: Apache-2.0
// What programs need to know of the IXP42X: see pmu_registers.h.
#pragma once

#include "ixp42x_unit.h"

#define PMU_REGISTERS(X) IXP42X_REGISTERS(X)
#define UNLISTED_REGISTERS(X)                                                                      \
    X(c0_c0_0, 14, 0, 0, 0, 0, RW, refused)                                                        \
    X(c2_c3_0, 14, 0, 2, 3, 0, RW, refused)

/// The CPU cannot wait for an interrupt: the caller looks again.
#define WAIT_FOR_INTERRUPT() ((void)0)

/// The events are selected elsewhere than in the register with E.
#define SELECTED_EVENTS() 0u
