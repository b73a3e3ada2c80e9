// SPDX-License-Identifier: Apache-2.0
// The CCI-400's cycle counter wraps while the CPU runs from registers only and changes its masks
// now and then: the interrupt comes within some hundred cycles of the wrap, whatever the quantum.
#include "cci.h"
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "vic.h"
#include <inttypes.h>
static volatile uint32_t taken, late;
static void handler(uint32_t pc) {
    (void)pc;
    late = CCI_CCNT;
    CCI_CCNT_OVF = 1;
    ++taken;
}
static __attribute__((noipa)) void registers_only(uint32_t n) {
    uint32_t cpsr = read_cpsr();
    while (n-- != 0) {
        write_cpsr_control(cpsr | 0x80);
        __asm__ volatile(".rept 20\nadd %0, %0, #0\n.endr\n" : "+r"(n));
        write_cpsr_control(cpsr);
    }
}
int main(void) {
    pmu_reset();
    vic_enable(VIC_LINE_CCI, handler);
    irq_enable();
    for (uint32_t distance = 500; distance < 60000; distance = distance * 3 / 2 + 1) {
        taken = late = 0;
        CCI_PMCR = 0;
        CCI_CCNT_OVF = 1;
        CCI_CCNT_CTRL = 1;
        CCI_CCNT = -distance;
        CCI_PMCR = CCI_PMCR_CEN;
        registers_only(2000);
        CCI_PMCR = 0;
        check(taken == 1 && late < 800, "distance %" PRIu32 ": %" PRIu32 " taken, %" PRIu32 " late",
              distance, taken, late);
    }
    return check_result("cci_irq");
}
