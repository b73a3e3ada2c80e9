// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/types.h>

static inline u32 readl_relaxed(const volatile void* address) {
    return *(const volatile u32*)address;
}
static inline void writel_relaxed(u32 value, volatile void* address) {
    *(volatile u32*)address = value;
}
// The bus of this machine keeps the order.
#define writel(value, address) writel_relaxed(value, address)
