// SPDX-License-Identifier: Apache-2.0
// Access to coprocessor registers by MRC and MCR.
#pragma once

#include <stdint.h>

/// Defines read_NAME() and write_NAME(). Fits the register lists of pmu_registers.h.
#define COPROCESSOR_ACCESS(name, cp, opc1, crn, crm, opc2, access, user)                           \
    static inline uint32_t read_##name(void) {                                                     \
        uint32_t value;                                                                            \
        __asm__ volatile("mrc p" #cp ", " #opc1 ", %0, c" #crn ", c" #crm ", " #opc2               \
                         : "=r"(value)::"memory");                                                 \
        return value;                                                                              \
    }                                                                                              \
    static inline void write_##name(uint32_t value) {                                              \
        __asm__ volatile("mcr p" #cp ", " #opc1 ", %0, c" #crn ", c" #crm ", " #opc2 ::"r"(value)  \
                         : "memory");                                                              \
    }
