// SPDX-License-Identifier: Apache-2.0
// WFI in all its forms: woken by the CCI-400's cycle counter, with IRQ open and masked, in ARM and
// Thumb state. The counters of the CPU stand still meanwhile; a software interrupt that waits
// already makes WFI go on at once.
#include "cci.h"
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "vic.h"
#include <inttypes.h>
#include <stdio.h>
#define VIC_SOFTINT (*(volatile uint32_t*)0x10140018u)
#define VIC_SOFTINTCLEAR (*(volatile uint32_t*)0x1014001Cu)
static volatile uint32_t cci_taken, soft_taken;
static void on_cci(uint32_t pc) {
    (void)pc;
    CCI_CCNT_OVF = 1;
    ++cci_taken;
}
static void on_soft(uint32_t pc) {
    (void)pc;
    VIC_SOFTINTCLEAR = 1u << 5;
    ++soft_taken;
}
static inline void wfi(void) {
#if __ARM_ARCH == 7
    __asm__ volatile("wfi" ::: "memory");
#elif __ARM_ARCH == 6
    __asm__ volatile("mcr p15, 0, %0, c7, c0, 4" ::"r"(0) : "memory");
#elif __ARM_ARCH == 5
    __asm__ volatile("mcr p14, 0, %0, c7, c0, 0" ::"r"(1) : "memory");
#endif
}
static void arm_cci(uint32_t cycles) {
    CCI_PMCR = 0;
    CCI_CCNT_OVF = 1;
    CCI_CCNT_CTRL = 1;
    CCI_CCNT = -cycles;
    CCI_PMCR = CCI_PMCR_CEN;
}
int main(void) {
    pmu_reset();
    pmu_select(0, pmu_event_number(PMU_INSTRUCTIONS));
    pmu_start();
    vic_enable(VIC_LINE_CCI, on_cci);
    vic_enable(5, on_soft);
    irq_disable();
    *(volatile uint32_t*)(CCI_BASE + 0x9008) = 1;
    for (unsigned k = 0; k < 20; ++k) {
        const uint32_t sleep = 1000 + 7919 * k;
        // masked: goes on, nothing taken
        arm_cci(sleep);
        uint32_t c0 = pmu_read(31), i0 = pmu_read(0);
        wfi();
        uint32_t i1 = pmu_read(0), c1 = pmu_read(31), w1 = CCI_CCNT;
        check(c1 - c0 < 200, "masked: %" PRIu32 " CPU cycles while asleep", c1 - c0);
        check(i1 - i0 < 60, "masked: %" PRIu32 " instructions", i1 - i0);
        check(w1 < 100, "masked: woken %" PRIu32 " cycles late", w1);
        check(vic_status() == 1u << VIC_LINE_CCI, "status %" PRIx32, vic_status());
        const uint32_t before = cci_taken;
        check(before == k * 2, "masked: interrupt taken");
        irq_enable();
        __asm__ volatile("nop");
        irq_disable();
        check(cci_taken == before + 1, "taken after unmasking: %" PRIu32, cci_taken - before);
        // open: the handler runs before the instruction after WFI
        arm_cci(sleep);
        irq_enable();
        c0 = pmu_read(31);
        wfi();
        check(cci_taken == before + 2, "open: %" PRIu32 " taken", cci_taken - before - 1);
        irq_disable();
        c1 = pmu_read(31);
        check(c1 - c0 < 400, "open: %" PRIu32 " CPU cycles while asleep", c1 - c0);
        // a request that stands
        const uint32_t s = soft_taken;
        VIC_SOFTINT = 1u << 5;
        c0 = pmu_read(31);
        wfi();
        wfi();
        c1 = pmu_read(31);
        check(c1 - c0 < 60, "standing: %" PRIu32 " cycles", c1 - c0);
        check(soft_taken == s, "masked, but taken");
        irq_enable();
        __asm__ volatile("nop");
        irq_disable();
        check(soft_taken == s + 1, "soft interrupt taken %" PRIu32 " times", soft_taken - s);
    }
#if __ARM_ARCH == 7
    // in an IT block, taken and not taken
    arm_cci(5000);
    uint32_t r = 0;
    __asm__ volatile("cmp %0, #0\nittet eq\naddeq %0, %0, #1\nwfieq\nwfine\naddeq %0, %0, #2"
                     : "+l"(r)::"cc", "memory");
    check(r == 3, "r %" PRIu32, r);
    check(CCI_CCNT < 100, "IT: not asleep, %" PRIx32, CCI_CCNT);
    CCI_CCNT_OVF = 1;
#endif
    printf("total %" PRIu32 " instructions, %" PRIu32 " cycles\n", pmu_read(0), pmu_read(31));
    return check_result("wfi");
}
