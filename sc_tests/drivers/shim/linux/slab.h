// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/types.h>

#define GFP_KERNEL 0u
#define GFP_ATOMIC 1u

void* kzalloc(size_t bytes, gfp_t flags);
void kfree(const void* memory);

struct device;
// Freed with the device, which is never.
void* devm_kzalloc(struct device* device, size_t bytes, gfp_t flags);
void* devm_kcalloc(struct device* device, size_t count, size_t bytes, gfp_t flags);
unsigned long* devm_bitmap_zalloc(struct device* device, unsigned bits, gfp_t flags);
