// SPDX-License-Identifier: Apache-2.0
// Where interrupts are taken: each 97 cycles one is requested while conditional_work() executes.
// In fast mode each is taken where a basic block begins, which is the start of that function.
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "vic.h"
#include <stdio.h>
extern void conditional_work(uint32_t passes, volatile uint32_t* word);
extern const char conditional_work_end[];
static volatile uint32_t taken;
static volatile uint32_t inside;
static volatile uint32_t places; // all of them, as a hash
static void handler(uint32_t pc) {
    const uint32_t offset = pc - (uint32_t)conditional_work;
    if (offset != 0 && offset < (uint32_t)conditional_work_end - (uint32_t)conditional_work) {
        ++inside;
    }
    places = places * 31 + offset;
    ++taken;
    pmu_write(31, (uint32_t)-97);
    pmu_clear_overflows(PMU_BIT(31));
}
int main(void) {
    static volatile uint32_t word;
    vic_enable(VIC_LINE_PMU, handler);
    pmu_reset();
    pmu_write(31, (uint32_t)-97);
    pmu_enable_interrupts(PMU_BIT(31));
    pmu_start();
    irq_enable();
    conditional_work(2000, &word);
    pmu_stop();
    irq_disable();
    printf("%s taken, %u inside of a block, at 0x%08x\n", taken > 100 ? "many" : "few",
           (unsigned)inside, (unsigned)places);
    return 0;
}
