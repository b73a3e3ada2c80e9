// SPDX-License-Identifier: Apache-2.0
// Macros, messages and warnings.
#pragma once

#include <linux/errno.h>
#include <linux/types.h>

#include <string.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define static_assert _Static_assert

#define container_of(pointer, type, member) ((type*)((char*)(pointer)-offsetof(type, member)))

#define BIT(n) (1UL << (n))
#define BITS_PER_LONG 32
#define BITS_TO_LONGS(bits) (((bits) + BITS_PER_LONG - 1) / BITS_PER_LONG)
/// Bits `high` to `low`, of 64.
#define GENMASK_ULL(high, low) (~0ULL << (low) & ~0ULL >> (63 - (high)))

#define SZ_4K 0x1000
#define SZ_64K 0x10000

// Pointers to the last page are error numbers.
#define ERR_PTR(error) ((void*)(long)(error))
#define PTR_ERR(pointer) ((long)(pointer))
#define IS_ERR(pointer) ((unsigned long)(pointer) >= (unsigned long)-4095L)

#define THIS_MODULE ((void*)0)

#ifndef pr_fmt
#define pr_fmt(format) format
#endif

/// Writes to the console, and to what kernel_said() searches.
void printk(const char* format, ...) __attribute__((format(printf, 1, 2)));
#define pr_info(format, ...) printk(pr_fmt(format), ##__VA_ARGS__)
#define pr_warn(format, ...) printk(pr_fmt(format), ##__VA_ARGS__)
#define pr_err(format, ...) printk(pr_fmt(format), ##__VA_ARGS__)
#define pr_debug(format, ...)                                                                      \
    do {                                                                                           \
        if (0) {                                                                                   \
            printk(pr_fmt(format), ##__VA_ARGS__);                                                 \
        }                                                                                          \
    } while (0)

/// Counts and prints a warning. \return condition
bool kernel_warn(bool condition, const char* what, const char* file, int line);
#define WARN_ON(condition) kernel_warn(!!(condition), #condition, __FILE__, __LINE__)
#define WARN_ON_ONCE(condition) WARN_ON(condition)
#define WARN_ONCE(condition, ...) kernel_warn(!!(condition), #__VA_ARGS__, __FILE__, __LINE__)
#define BUG() kernel_bug(__FILE__, __LINE__)
#define BUG_ON(condition)                                                                          \
    do {                                                                                           \
        if (condition) {                                                                           \
            BUG();                                                                                 \
        }                                                                                          \
    } while (0)
/// Ends the program with exit code 1.
void kernel_bug(const char* file, int line) __attribute__((noreturn));

#define preemptible() false

// One CPU, so a mask of interrupts is all that these need.
static inline s64 local64_read(const local64_t* l) {
    return l->value;
}
static inline void local64_set(local64_t* l, s64 value) {
    l->value = value;
}
void local64_add(s64 value, local64_t* l);
void local64_sub(s64 value, local64_t* l);
/// \return what was there; `value` is there if that was `expected`
s64 local64_cmpxchg(local64_t* l, s64 expected, s64 value);
