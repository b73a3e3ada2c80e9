// SPDX-License-Identifier: Apache-2.0
// FIQ through INTSELECT, taken inside of an IRQ handler; an IRQ nested in an IRQ; requests that
// stood while masked, opened by MSR, CPS and an exception return; priorities of FIQ before IRQ.
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "vic.h"
#include <inttypes.h>
#define VIC(o) (*(volatile uint32_t*)(0x10140000u + (o)))
#define SOFTINT VIC(0x18)
#define SOFTINTCLEAR VIC(0x1C)
volatile uint32_t order[32], orders;
static void note(uint32_t what) {
    if (orders < 32)
        order[orders++] = what;
}
__attribute__((target("arm"))) void nested_irq(void);
void fiq_handler(void);
__asm__(
    ".syntax unified\n.arm\n.text\n.global fiq_handler\n.type fiq_handler,%function\nfiq_handler:\n"
    "sub lr,lr,#4\nldr r8,=fiqs\nldr r9,[r8]\nadd r9,r9,#1\nstr r9,[r8]\n"
    "ldr r8,=0x1014001C\nmov r9,#0x40\nstr r9,[r8]\n" // clears line 6
    "ldr r8,=order\nldr r9,=orders\nldr r10,[r9]\nmov r11,#6\nstr r11,[r8,r10,lsl #2]\nadd "
    "r10,r10,#1\nstr r10,[r9]\n"
    "movs pc,lr\n.ltorg\n"
    ".global irq_handler\n.type irq_handler,%function\nirq_handler:\nsub lr,lr,#4\npush "
    "{r0-r3,r12,lr}\nmrs r0,spsr\npush {r0,r1}\n"
    "ldr r0,=0x10140000\nldr r0,[r0]\nmsr cpsr_c,#0x9F\npush {r0,lr}\nbl irq_body\npop "
    "{r0,lr}\nmsr cpsr_c,#0x92\npop {r0,r1}\nmsr spsr_cxsf,r0\nldm sp!,{r0-r3,r12,pc}^\n.ltorg\n"
#if __ARM_ARCH == 7
    ".thumb\n"
#endif
);
volatile uint32_t fiqs;
// System mode, IRQ masked, FIQ open: a FIQ that waits comes before the first note.
void irq_body(uint32_t status) {
    if (status & 1u << 4) {
        SOFTINTCLEAR = 1u << 4;
        note(4);
        SOFTINT = 1u << 6; // FIQ now
        note(40);
        SOFTINT = 1u << 5; // waits until the mask opens
        note(41);
        irq_enable();
        __asm__ volatile("nop\nnop");
        irq_disable();
        note(42);
    } else if (status & 1u << 5) {
        SOFTINTCLEAR = 1u << 5;
        note(5);
    }
}
static void expect(const char* what, const uint32_t* list, unsigned n) {
    bool same = orders == n;
    for (unsigned k = 0; same && k < n; ++k)
        same = order[k] == list[k];
    check(same, "%s: %u: %u %u %u %u %u %u", what, (unsigned)orders, (unsigned)order[0],
          (unsigned)order[1], (unsigned)order[2], (unsigned)order[3], (unsigned)order[4],
          (unsigned)order[5]);
    orders = 0;
}
int main(void) {
    pmu_reset();
    VIC(0x0C) = 1u << 6;
    VIC(0x10) = 1u << 4 | 1u << 5 | 1u << 6;
    // System mode's stack is main's: Supervisor's registers are used by main(), so run from System
    // mode.
    uint32_t stack[256];
    __asm__ volatile(
        "mrs r1, cpsr\n orr r2, r1, #0x1F\n msr cpsr_c, r2\n mov sp, %0\n msr cpsr_c, r1" ::"r"(
            stack + 250)
        : "r1", "r2", "memory");
    for (int k = 0; k < 50; ++k) {
        write_cpsr_control(0x93); // FIQ open
        SOFTINT = 1u << 4;
        note(1);
        irq_enable();
        __asm__ volatile("nop");
        note(2);
        irq_disable();
        static const uint32_t one[] = {1, 4, 6, 40, 41, 5, 42, 2};
        expect("nested", one, 8);
        write_cpsr_control(0xD3);
        SOFTINT = 1u << 5 | 1u << 6;
        note(1);
        write_cpsr_control(0x13); // both at once: FIQ first
        __asm__ volatile("nop");
        note(2);
        write_cpsr_control(0xD3);
        static const uint32_t two[] = {1, 6, 5, 2};
        expect("both", two, 4);
        // opened by an exception return
        SOFTINT = 1u << 5;
        note(1);
#if __ARM_ARCH == 7
        __asm__ volatile("mov r1, sp\nldr r0,=0x33\npush {r0}\nadr r0, 1f\norr r0,#1\npush "
                         "{r0}\nrfeia sp!\n.balign 4\n1: nop\n" ::
                             : "r0", "r1", "memory", "lr");
#elif __ARM_ARCH < 7
        __asm__ volatile("mrs r0, cpsr\nbic r0, r0, #0xC0\nmsr spsr_cxsf, r0\nadr lr, 1f\nmovs pc, "
                         "lr\n1: nop\n" ::
                             : "r0", "lr", "memory");
#endif
        note(2);
        write_cpsr_control(0xD3);
        static const uint32_t three[] = {1, 5, 2};
        expect("return", three, 3);
#if __ARM_ARCH == 7 || __ARM_ARCH == 6
        SOFTINT = 1u << 5 | 1u << 6;
        note(1);
        __asm__ volatile("cpsie i\nnop" ::: "memory");
        note(2);
        __asm__ volatile("cpsie f\nnop" ::: "memory");
        note(3);
        __asm__ volatile("cpsid if" ::: "memory");
        static const uint32_t four[] = {1, 6, 5, 2, 3};
        expect("CPS", four, 5);
        SOFTINT = 1u << 5;
        __asm__ volatile("cpsid i\nnop\ncpsie i\ncpsid i\n" ::: "memory");
        note(2);
        static const uint32_t five[] = {5, 2};
        expect("one instruction open", five, 2);
#endif
        VIC(0x14) = 1u << 5; // a line that is disabled
        SOFTINT = 1u << 5;
        irq_enable();
        note(9);
        irq_disable();
        SOFTINTCLEAR = 1u << 5;
        VIC(0x10) = 1u << 5;
        static const uint32_t six[] = {9};
        expect("disabled", six, 1);
    }
    check(fiqs >= 100, "%u FIQs", (unsigned)fiqs);
    return check_result("nested");
}
