// SPDX-License-Identifier: Apache-2.0
// Interrupts every few instructions through ARM, Thumb and LDM-heavy code. Every register must
// survive, and each interrupt must be taken once: the counter's wraps equal the interrupts.
#include "cpu.h"
#include "pmu.h"
#include "vic.h"
#include <inttypes.h>
#include <stdio.h>
static volatile uint32_t taken, period;
static void handler(uint32_t pc) {
    (void)pc;
    if (!(pmu_overflows() & 1)) {
        printf("spurious\n");
    }
    pmu_write(0, -period);
    pmu_clear_overflows(1);
    ++taken;
}
uint32_t arm_work(uint32_t n);
uint32_t thumb_work(uint32_t n);
__asm__(
    ".syntax unified\n.arm\n.global arm_work\n.type arm_work,%function\narm_work:\n"
    "push {r4-r11,lr}\nmov r12,#0\n"
    "1: mov r4,#1\nmov r5,#2\nmov r6,#3\nmov r7,#4\nmov r8,#5\nmov r9,#6\nmov r10,#7\nmov "
    "r11,#8\nmov lr,#9\n"
    "push {r4-r11,lr}\nmov r4,#0\nmov lr,#0\nmov r9,#0\npop {r4-r11,lr}\nstmdb "
    "sp,{r4-r11,lr}\nldmdb sp,{r4-r11,lr}\n"
    "add r12,r12,r4\nadd r12,r12,r5\nadd r12,r12,r6\nadd r12,r12,r7\nadd r12,r12,r8\nadd "
    "r12,r12,r9\nadd r12,r12,r10\nadd r12,r12,r11\nadd r12,r12,lr\n"
    "subs r0,r0,#1\nbne 1b\nmov r0,r12\npop {r4-r11,lr}\nbx lr\n"
    ".thumb\n.global thumb_work\n.thumb_func\n.type thumb_work,%function\nthumb_work:\npush "
    "{r4-r7,lr}\nmovs r7,#0\n"
    "1: movs r1,#1\nmovs r2,#2\nmovs r3,#3\npush {r0-r7}\npop {r0-r7}\ncmp r1,#1\nbne 2f\nlsls "
    "r4,r1,#1\nbcs 2f\nbmi 2f\nadds r7,r7,r1\nadds r7,r7,r2\nadds r7,r7,r3\nsubs r0,#1\nbne 1b\n"
    "2: movs r0,r7\npop {r4-r7}\npop {r1}\nbx r1\n.arm\n");
#if __ARM_ARCH == 7
uint32_t it_work(uint32_t n);
__asm__(".thumb\n.global it_work\n.thumb_func\n.type it_work,%function\nit_work:\nmovs r2,#0\n"
        "1: tst r0,#1\nitete eq\nmoveq r1,#1\nmovne r1,#2\naddeq r2,r2,r1\naddne r2,r2,r1\ntst "
        "r0,#2\nitttt ne\nmovne r3,#1\naddne r3,r3,#1\naddne r3,r3,#1\naddne r2,r2,r3\n"
        "subs r0,#1\nbne 1b\nmov r0,r2\nbx lr\n.thumb\n");
#elif __ARM_ARCH < 7
__asm__(".arm\n");
#endif
int main(void) {
    static const uint32_t periods[] = {60, 61, 97, 250, 1000, 12345};
    int bad = 0;
    pmu_reset();
    pmu_select(0, pmu_event_number(PMU_INSTRUCTIONS));
    pmu_select(1, pmu_event_number(PMU_INSTRUCTIONS));
    vic_enable(VIC_LINE_PMU, handler);
    for (unsigned k = 0; k < sizeof periods / sizeof periods[0]; ++k) {
        period = periods[k] + 200;
        taken = 0;
        pmu_write(0, -period);
        pmu_enable_interrupts(1);
        pmu_start();
        irq_enable();
        const uint32_t a = arm_work(500);
        const uint32_t t = thumb_work(500);
#if __ARM_ARCH == 7
        if (it_work(600) != 300 + 600 + 900) {
            printf("it_work %" PRIu32 "\n", it_work(600));
            bad = 4;
        }
#endif
        irq_disable();
        pmu_stop();
        pmu_disable_interrupts(1);
        if (a != 500 * 45) {
            printf("arm_work %" PRIu32 "\n", a);
            bad = 1;
        }
        if (t != 500 * 6) {
            printf("thumb_work %" PRIu32 "\n", t);
            bad = 2;
        }
        printf("period %" PRIu32 ": %" PRIu32 " interrupts, cycles %" PRIu32
               ", instructions %" PRIu32 "\n",
               period, taken, pmu_read(31), pmu_read(1));
        if (taken < 10000 / period) {
            bad = 3;
        }
    }
    if (vic_spurious()) {
        printf("spurious %u\n", vic_spurious());
        bad = 5;
    }
    return bad;
}
