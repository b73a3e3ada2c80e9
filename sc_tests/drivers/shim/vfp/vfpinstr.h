// SPDX-License-Identifier: Apache-2.0
// Access to the registers of the floating-point unit. Written as coprocessor access: the CPU that
// this is compiled for has none.
#pragma once

#include <asm/vfp.h>
#include <linux/stringify.h>
#include <linux/types.h>

#define fmrx(name)                                                                                 \
    ({                                                                                             \
        u32 value_;                                                                                \
        __asm__ volatile("mrc p10, 7, %0, c" __stringify(name) ", c0, 0" : "=r"(value_));          \
        value_;                                                                                    \
    })
#define fmxr(name, value_)                                                                         \
    __asm__ volatile("mcr p10, 7, %0, c" __stringify(name) ", c0, 0" ::"r"(value_))
