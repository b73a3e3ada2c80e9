// SPDX-License-Identifier: Apache-2.0
// The PMU registers of the CPU that is built for, and who may access them.
//
// PMU_REGISTERS(X): X(name, coprocessor, opc1, CRn, CRm, opc2, User read, User write)
// UNLISTED_REGISTERS(X): some encodings beside them that are no register; they are Undefined.
#pragma once

/// When User mode may access a register; otherwise the access is Undefined.
enum user_rule {
    USER_NEVER,
    USER_ENABLED, ///< while PMUSERENR.EN is 1
    USER_ALWAYS,
};

#if defined(PMU_PART_ARM1136) // ARM DDI 0211, 3.3.39 to 3.3.41

#define PMU_REGISTERS(X)                                                                           \
    X(PMNC, 15, 0, 15, 12, 0, USER_NEVER, USER_NEVER)                                              \
    X(CCNT, 15, 0, 15, 12, 1, USER_NEVER, USER_NEVER)                                              \
    X(PMN0, 15, 0, 15, 12, 2, USER_NEVER, USER_NEVER)                                              \
    X(PMN1, 15, 0, 15, 12, 3, USER_NEVER, USER_NEVER)

#define UNLISTED_REGISTERS(X) X(c15_c12_4, 15, 0, 15, 12, 4, USER_NEVER, USER_NEVER)

#elif defined(PMU_PART_XSCALE) // XScale Core Developer's Manual, table 8-1

#define PMU_REGISTERS(X)                                                                           \
    X(PMNC, 14, 0, 0, 0, 0, USER_NEVER, USER_NEVER)                                                \
    X(CCNT, 14, 0, 1, 0, 0, USER_NEVER, USER_NEVER)                                                \
    X(PMN0, 14, 0, 2, 0, 0, USER_NEVER, USER_NEVER)                                                \
    X(PMN1, 14, 0, 3, 0, 0, USER_NEVER, USER_NEVER)

#define UNLISTED_REGISTERS(X)                                                                      \
    X(c0_c1_0, 14, 0, 0, 1, 0, USER_NEVER, USER_NEVER)                                             \
    X(c2_c0_1, 14, 0, 2, 0, 1, USER_NEVER, USER_NEVER)

#elif defined(PMU_PART_IXP42X) // IXP42X Developer's Manual, table 53

#define PMU_REGISTERS(X)                                                                           \
    X(PMNC, 14, 0, 0, 1, 0, USER_NEVER, USER_NEVER)                                                \
    X(CCNT, 14, 0, 1, 1, 0, USER_NEVER, USER_NEVER)                                                \
    X(INTEN, 14, 0, 4, 1, 0, USER_NEVER, USER_NEVER)                                               \
    X(FLAG, 14, 0, 5, 1, 0, USER_NEVER, USER_NEVER)                                                \
    X(EVTSEL, 14, 0, 8, 1, 0, USER_NEVER, USER_NEVER)                                              \
    X(PMN0, 14, 0, 0, 2, 0, USER_NEVER, USER_NEVER)                                                \
    X(PMN1, 14, 0, 1, 2, 0, USER_NEVER, USER_NEVER)                                                \
    X(PMN2, 14, 0, 2, 2, 0, USER_NEVER, USER_NEVER)                                                \
    X(PMN3, 14, 0, 3, 2, 0, USER_NEVER, USER_NEVER)

#define UNLISTED_REGISTERS(X)                                                                      \
    X(c0_c0_0, 14, 0, 0, 0, 0, USER_NEVER, USER_NEVER)                                             \
    X(c2_c3_0, 14, 0, 2, 3, 0, USER_NEVER, USER_NEVER)

#elif defined(PMU_PART_CORTEX_R5) // ARM DDI 0460, chapter 6

#define PMU_REGISTERS(X)                                                                           \
    X(PMCR, 15, 0, 9, 12, 0, USER_ENABLED, USER_ENABLED)                                           \
    X(PMCNTENSET, 15, 0, 9, 12, 1, USER_ENABLED, USER_ENABLED)                                     \
    X(PMCNTENCLR, 15, 0, 9, 12, 2, USER_ENABLED, USER_ENABLED)                                     \
    X(PMOVSR, 15, 0, 9, 12, 3, USER_ENABLED, USER_ENABLED)                                         \
    X(PMSWINC, 15, 0, 9, 12, 4, USER_ENABLED, USER_ENABLED)                                        \
    X(PMSELR, 15, 0, 9, 12, 5, USER_ENABLED, USER_ENABLED)                                         \
    X(PMCCNTR, 15, 0, 9, 13, 0, USER_ENABLED, USER_ENABLED)                                        \
    X(PMXEVTYPER, 15, 0, 9, 13, 1, USER_ENABLED, USER_ENABLED)                                     \
    X(PMXEVCNTR, 15, 0, 9, 13, 2, USER_ENABLED, USER_ENABLED)                                      \
    X(PMUSERENR, 15, 0, 9, 14, 0, USER_ALWAYS, USER_NEVER)                                         \
    X(PMINTENSET, 15, 0, 9, 14, 1, USER_NEVER, USER_NEVER)                                         \
    X(PMINTENCLR, 15, 0, 9, 14, 2, USER_NEVER, USER_NEVER)                                         \
    X(VIRQSET, 15, 0, 15, 1, 0, USER_ENABLED, USER_ENABLED)                                        \
    X(VFIQSET, 15, 0, 15, 1, 1, USER_ENABLED, USER_ENABLED)                                        \
    X(VRSTSET, 15, 0, 15, 1, 2, USER_ENABLED, USER_ENABLED)                                        \
    X(VDBGSET, 15, 0, 15, 1, 3, USER_ENABLED, USER_ENABLED)                                        \
    X(VIRQCLR, 15, 0, 15, 1, 4, USER_ENABLED, USER_ENABLED)                                        \
    X(VFIQCLR, 15, 0, 15, 1, 5, USER_ENABLED, USER_ENABLED)                                        \
    X(VRSTCLR, 15, 0, 15, 1, 6, USER_ENABLED, USER_ENABLED)                                        \
    X(VDBGCLR, 15, 0, 15, 1, 7, USER_ENABLED, USER_ENABLED)                                        \
    X(CFLR, 15, 0, 15, 3, 0, USER_NEVER, USER_NEVER)

#define UNLISTED_REGISTERS(X)                                                                      \
    X(c9_c12_6, 15, 0, 9, 12, 6, USER_NEVER, USER_NEVER)                                           \
    X(c9_c13_3, 15, 0, 9, 13, 3, USER_NEVER, USER_NEVER)

#else
#error "define PMU_PART_ARM1136, PMU_PART_XSCALE, PMU_PART_IXP42X or PMU_PART_CORTEX_R5"
#endif
