// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Of the widths of the kernel's, and of the types that its formats name.
typedef uint8_t u8;
typedef uint16_t u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed int s32;
typedef signed long long s64;
typedef unsigned int gfp_t;

#define __iomem
#define __percpu
#undef __maybe_unused
#define __maybe_unused __attribute__((unused))
#undef __deprecated
#define __deprecated
#undef __attribute_const__
#define __attribute_const__ __attribute__((const))

typedef struct {
    int value;
} atomic_t;

typedef struct {
    s64 value;
} local64_t;

struct hlist_node {
    struct hlist_node* next;
};
