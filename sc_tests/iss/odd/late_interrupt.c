// SPDX-License-Identifier: Apache-2.0
// An overflow while interrupts are masked for 3,000 cycles, which are counted by hand: the
// interrupt is taken as they are unmasked.
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "vic.h"
static volatile uint32_t taken;
static void handler(uint32_t pc) {
    (void)pc;
    pmu_clear_overflows(PMU_BIT(31));
    ++taken;
}
int main(void) {
    vic_enable(VIC_LINE_PMU, handler);
    pmu_reset();
    pmu_write(31, (uint32_t)-100);
    pmu_enable_interrupts(PMU_BIT(31));
    irq_disable();
    pmu_start();
    uint32_t turns = 1000;
    __asm__ volatile("1: subs %0, %0, #1\n bne 1b" : "+r"(turns) : : "cc"); // 1 and 2 cycles each
    irq_enable();
    pmu_stop();
    check(taken == 1, "%u taken", (unsigned)taken);
    return check_result("late_interrupt");
}
