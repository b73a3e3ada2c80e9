// SPDX-License-Identifier: Apache-2.0
// The coprocessor access register of ARMv7, and the barrier.
#pragma once

#include <linux/types.h>

#define isb() __asm__ volatile("isb" ::: "memory")
#define CPACC_SVC(coprocessor) (1u << 2 * (coprocessor))

static inline u32 get_copro_access(void) {
    u32 value;
    __asm__ volatile("mrc p15, 0, %0, c1, c0, 2" : "=r"(value));
    return value;
}

static inline void set_copro_access(u32 value) {
    __asm__ volatile("mcr p15, 0, %0, c1, c0, 2" ::"r"(value) : "memory");
    isb();
}
