// SPDX-License-Identifier: Apache-2.0
// A piece of everything that a C library does: qsort, printf, malloc, setjmp, recursion, 64-bit and
// soft-float arithmetic, strings.
#include "check.h"
#include "pmu.h"
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static uint32_t seed = 1;
static uint32_t rnd(void) {
    return seed = seed * 1664525u + 1013904223u;
}
static int order(const void* a, const void* b) {
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return x < y ? -1 : x > y;
}
static jmp_buf env;
static __attribute__((noipa)) int dive(int n) {
    volatile char pad[32];
    pad[n & 31] = 1;
    if (n == 0)
        longjmp(env, 42);
    return n < 0 ? 0 : dive(n - 1) + pad[n & 31];
}
static __attribute__((noipa)) uint32_t ack(uint32_t m, uint32_t n) {
    return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
int main(void) {
    static uint32_t v[500];
    for (unsigned k = 0; k < 500; ++k)
        v[k] = rnd();
    qsort(v, 500, 4, order);
    for (unsigned k = 1; k < 500; ++k)
        if (v[k - 1] > v[k]) {
            check(false, "order at %u", k);
            break;
        }
    volatile int depth = 20;
    const int j = setjmp(env);
    if (j == 0)
        dive(depth);
    check(j == 42, "longjmp %d", j);
    check(ack(2, 5) == 13, "ack");
    char* p[50];
    memset(p, 0, sizeof p);
    for (int k = 0; k < 500; ++k) {
        const unsigned i = rnd() >> 8;
        free(p[i % 50]);
        const size_t n = (rnd() >> 20) + 1;
        p[i % 50] = malloc(n);
        if (p[i % 50])
            memset(p[i % 50], k, n);
        else
            check(false, "malloc");
    }
    for (int k = 0; k < 50; ++k)
        free(p[k]);
    char text[100];
    snprintf(text, sizeof text, "%5d|%-6s|%08lX|%c|%.3f|%e|%s", -42, "ab", 0xBEEFul, 'x', 3.14159,
             12345.678, "end");
    check(strcmp(text, "  -42|ab    |0000BEEF|x|3.142|1.234568e+04|end") == 0, "%s", text);
    volatile int64_t a = INT64_C(-1234567890123456789);
    volatile int32_t b = 987654321;
    volatile uint64_t u = UINT64_C(0xFEDCBA9876543210);
    check(a / b == INT64_C(-1249999988) &&
              a % b == INT64_C(-1234567890123456789) - INT64_C(-1249999988) * 987654321,
          "64-bit division");
    check(u / 7 * 7 + u % 7 == u && u >> 33 << 33 == (u & ~((UINT64_C(1) << 33) - 1)), "64-bit");
    volatile double x = 2.0;
    volatile float f = 0.1f;
    check(sqrt(x) > 1.414213562 && sqrt(x) < 1.414213563 && f * 10.0f == 1.0f && x / 3 * 3 == 2.0,
          "soft float");
    volatile int32_t n = -100, d = 7, zero = 0;
    check(n / d == -14 && n % d == -2 && (uint32_t)n / 10u == 429496719u, "division");
#if __ARM_ARCH == 7
    int32_t q;
    uint32_t uq;
    int32_t overflow;
    __asm__ volatile("sdiv %0, %3, %4\n udiv %1, %3, %4\n sdiv %2, %5, %6"
                     : "=&r"(q), "=&r"(uq), "=&r"(overflow)
                     : "r"(n), "r"(zero), "r"(INT32_MIN), "r"(-1));
    check(q == 0 && uq == 0 && overflow == INT32_MIN, "division by zero");
#endif
    (void)zero;
    return check_result("library");
}
