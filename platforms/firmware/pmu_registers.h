// SPDX-License-Identifier: Apache-2.0
// The PMU registers of the CPU that is built for, and who may access them.
//
// PMU_REGISTERS(X): X(name, coprocessor, opc1, CRn, CRm, opc2, access, User access), as the header
// has them that pmu_run makes of the tables of the part.
// UNLISTED_REGISTERS(X): some encodings beside them that are no register; they are Undefined.
#pragma once

#if defined(PMU_PART_ARM1136)

#include "arm1136_unit.h"
#define PMU_REGISTERS(X) ARM1136_REGISTERS(X)
#define UNLISTED_REGISTERS(X) X(c15_c12_4, 15, 0, 15, 12, 4, RW, refused)

#elif defined(PMU_PART_ARM1176)

#include "arm1176_unit.h"
#define PMU_REGISTERS(X) ARM1176_REGISTERS(X)
#define UNLISTED_REGISTERS(X) X(c15_c12_4, 15, 0, 15, 12, 4, RW, refused)

#elif defined(PMU_PART_XSCALE)

#include "xscale_unit.h"
#define PMU_REGISTERS(X) XSCALE_REGISTERS(X)
#define UNLISTED_REGISTERS(X)                                                                      \
    X(c0_c1_0, 14, 0, 0, 1, 0, RW, refused)                                                        \
    X(c2_c0_1, 14, 0, 2, 0, 1, RW, refused)

#elif defined(PMU_PART_IXP42X)

#include "ixp42x_unit.h"
#define PMU_REGISTERS(X) IXP42X_REGISTERS(X)
#define UNLISTED_REGISTERS(X)                                                                      \
    X(c0_c0_0, 14, 0, 0, 0, 0, RW, refused)                                                        \
    X(c2_c3_0, 14, 0, 2, 3, 0, RW, refused)

#elif defined(PMU_PART_CORTEX_R5)

#include "cortex_r5_unit.h"
#define PMU_REGISTERS(X) CORTEX_R5_REGISTERS(X)
#define UNLISTED_REGISTERS(X)                                                                      \
    X(c9_c12_6, 15, 0, 9, 12, 6, RW, refused)                                                      \
    X(c9_c13_3, 15, 0, 9, 13, 3, RW, refused)

#else
#error "PMU_PART_ of the CPU is not defined, or its registers are not listed here"
#endif
