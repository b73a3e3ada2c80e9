// SPDX-License-Identifier: Apache-2.0
// What only the Cortex-R5 has: divided cycle counter, software increment, PMUSERENR, validation
// requests on lines 8 to 11.
#include "check.h"
#include "coprocessor.h"
#include "cpu.h"
#include "pmu.h"
#include "pmu_registers.h"
#include "vic.h"
#include <inttypes.h>
PMU_REGISTERS(COPROCESSOR_ACCESS)
static volatile uint32_t taken[12];
#define H(n)                                                                                       \
    static void h##n(uint32_t pc) {                                                                \
        (void)pc;                                                                                  \
        write_VIRQCLR(0x80000007);                                                                 \
        write_VFIQCLR(0x80000007);                                                                 \
        write_VRSTCLR(0x80000007);                                                                 \
        write_VDBGCLR(0x80000007);                                                                 \
        ++taken[n];                                                                                \
    }
H(8) H(9) H(10) H(11) int main(void) {
    pmu_reset();
    // software increment of each counter
    write_PMCNTENSET(0x80000007);
    for (unsigned n = 0; n < 3; ++n) {
        pmu_select(n, 0);
        pmu_write(n, 0);
    }
    write_PMCR(1);
    for (int k = 0; k < 10; ++k) {
        write_PMSWINC(1);
        write_PMSWINC(6);
        write_PMSWINC(4);
    }
    check(pmu_read(0) == 10 && pmu_read(1) == 10 && pmu_read(2) == 20,
          "increments %" PRIu32 " %" PRIu32 " %" PRIu32, pmu_read(0), pmu_read(1), pmu_read(2));
    pmu_write(0, 0xFFFFFFFF);
    write_PMSWINC(1);
    check(pmu_read(0) == 0 && (read_PMOVSR() & 1), "wrap by software increment");
    // divided by 64
    write_PMCR(4 | 8 | 1);
    const uint32_t c0 = read_PMCCNTR();
    for (volatile int k = 0; k < 5000; ++k) {
    }
    const uint32_t c1 = read_PMCCNTR();
    pmu_select(1, 0x11);
    pmu_write(1, 0);
    write_PMCR(8 | 4 | 1);
    for (volatile int k = 0; k < 5000; ++k) {
    }
    const uint32_t div = read_PMCCNTR(), whole = pmu_read(1);
    check(c1 - c0 > 300 && div - whole / 64 + 1 <= 2, "divided %" PRIu32 ", whole %" PRIu32, div,
          whole);
    write_PMCR(0);
    // validation requests
    vic_enable(8, h8);
    vic_enable(9, h9);
    vic_enable(10, h10);
    vic_enable(11, h11);
    pmu_reset();
    irq_enable();
    for (unsigned n = 0; n < 4; ++n) {
        for (unsigned m = 0; m < 4; ++m) {
            pmu_reset();
            pmu_select(m % 3, 8);
            const uint32_t bit = m == 3 ? 1u << 31 : 1u << m;
            pmu_write(m == 3 ? 31 : m, -200u);
            pmu_clear_overflows(0x80000007);
            const uint32_t before = taken[8 + n];
            switch (n) {
            case 0: write_VIRQSET(bit); break;
            case 1: write_VFIQSET(bit); break;
            case 2: write_VRSTSET(bit); break;
            default: write_VDBGSET(bit); break;
            }
            write_PMCNTENSET(bit);
            pmu_start();
            for (volatile int k = 0; k < 300; ++k) {
            }
            pmu_stop();
            check(taken[8 + n] == before + 1, "request %u of counter %u: %" PRIu32 " taken", n, m,
                  taken[8 + n] - before);
            pmu_clear_overflows(0x80000007);
        }
    }
    irq_disable();
    // PMUSERENR from System mode is privileged: always. (User mode: firmware user_access.)
    write_PMUSERENR(1);
    check(read_PMUSERENR() == 1, "PMUSERENR");
    write_PMUSERENR(0);
    // many accesses in a block, with others between
    uint32_t a = 0, b = 0, c = 0, d = 0;
    pmu_reset();
    pmu_start();
    for (volatile int pass = 0; pass < 2; ++pass) { // the second with warm caches
        __asm__ volatile(".balign 8\n mrc p15, 0, %0, c9, c13, 0\n nop\n nop\n mrc p15, 0, %1, c9, "
                         "c13, 0\n mrc p15, 0, %2, "
                         "c9, c13, 0\n nop\n nop\n nop\n nop\n mrc p15, 0, %3, c9, c13, 0\n"
                         : "=r"(a), "=r"(b), "=r"(c), "=r"(d));
    }
    check(b - a == 3 && c - b == 1 && d - c == 5,
          "cycles between reads %" PRIu32 " %" PRIu32 " %" PRIu32, b - a, c - b, d - c);
    return check_result("cortex_r5_pmu");
}
