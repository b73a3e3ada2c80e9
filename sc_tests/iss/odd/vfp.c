// SPDX-License-Identifier: Apache-2.0
// VFP arithmetic, double and single, with loads and stores of lists; the same sums as the
// compiler's library makes. VFP is Undefined until CPACR and FPEXC open it.
#include "check.h"
#include "pmu.h"
#include <inttypes.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static volatile uint32_t undefined;
void undefined_handler(void);
__asm__(".syntax unified\n.arm\n.text\n.global undefined_handler\n.type "
        "undefined_handler,%function\nundefined_handler:\n"
        "push {r0,r1}\nldr r0,=undefined\nldr r1,[r0]\nadd r1,r1,#1\nstr r1,[r0]\npop {r0,r1}\n"
#if __ARM_ARCH == 7
        "add lr,lr,#2\n" // VFP in Thumb code: 32 bits
#endif
        "movs pc,lr\n.ltorg\n"
#if __ARM_ARCH == 7
        ".thumb\n"
#endif
);
static __attribute__((noipa)) double horner(const double* c, int n, double x) {
    double s = 0;
    for (int k = n; k-- > 0;)
        s = s * x + c[k];
    return s;
}
static __attribute__((noipa)) float dot(const float* a, const float* b, int n) {
    float s = 0;
    for (int k = 0; k < n; ++k)
        s += a[k] * b[k];
    return s;
}
static __attribute__((noipa)) int64_t convert(double x) {
    return (int64_t)x;
}
int main(void) {
    pmu_reset();
    __asm__ volatile("vmov.f64 d0, d0");
    check(undefined == 1, "VFP before it is opened: %" PRIu32 " undefined", undefined);
    uint32_t v;
    __asm__ volatile(
        "mrc p15, 0, %0, c1, c0, 2\n orr %0, %0, #0xF00000\n mcr p15, 0, %0, c1, c0, 2\n mov %0, "
        "#0\n mcr p15, 0, %0, c7, c5, 4\n mov %0, #0x40000000\n vmsr fpexc, %0\n"
        : "=&r"(v));
    pmu_select(0, pmu_event_number(PMU_INSTRUCTIONS));
    pmu_start();
    const double c[5] = {1.5, -2.25, 0.125, 4.0, 0.5};
    check(horner(c, 5, 2.0) == 1.5 - 4.5 + 0.5 + 32.0 + 8.0, "horner");
    float a[64], b[64];
    for (int k = 0; k < 64; ++k) {
        a[k] = (float)k;
        b[k] = 0.5f;
    }
    check(dot(a, b, 64) == 1008.0f, "dot");
    double e = 0, term = 1;
    for (int k = 1; k < 30; ++k) {
        e += term;
        term /= k;
    }
    uint64_t bits;
    memcpy(&bits, &e, 8);
    check(bits == UINT64_C(0x4005BF0A8B14576A) || bits == UINT64_C(0x4005BF0A8B145769),
          "e is %08" PRIx32 "%08" PRIx32, (uint32_t)(bits >> 32), (uint32_t)bits);
    check(sqrt(2.0) * sqrt(2.0) - 2.0 < 1e-15, "sqrt");
    check(convert(-1234567.75) == -1234567, "convert");
    double d[8];
    __asm__ volatile(
        "vldmia %0!, {d0-d3}\n vadd.f64 d4, d0, d1\n vstmia %1, {d0-d4}\n vstr d2, [%1, #40]\n "
        "vldr s0, [%2]\n vldr s1, [%2, #4]\n vadd.f32 s2, s0, s1\n vstr s2, [%2]\n vpush {d0-d3}\n "
        "vpop {d0-d3}\n vcmp.f64 d0, d1\n vmrs apsr_nzcv, fpscr\n"
        :
        : "r"(c), "r"(d), "r"(a)
        : "d0", "d1", "d2", "d3", "d4", "cc", "memory");
    check(d[0] == 1.5 && d[3] == 4.0 && d[4] == -0.75 && d[5] == 0.125 && a[0] == 1.0f, "lists");
    check(fabs(sin(1.0) - 0.8414709848078965) < 1e-15 &&
              fabs(pow(2.0, 0.5) - 1.4142135623730951) < 1e-15,
          "libm");
    const uint32_t n0 = pmu_read(0);
    __asm__ volatile(".rept 10\nvadd.f64 d0, d0, d1\nvldr d1, [%0]\n.endr" ::"r"(c)
                     : "d0", "d1", "memory");
    const uint32_t n1 = pmu_read(0);
    __asm__ volatile("");
    const uint32_t n2 = pmu_read(0);
    check(n1 - n0 - (n2 - n1) >= 20 && n1 - n0 - (n2 - n1) <= 23,
          "20 VFP instructions count as %" PRIu32, n1 - n0 - (n2 - n1));
    printf("%" PRIu32 " cycles\n", pmu_read(31));
    return check_result("vfp");
}
