// SPDX-License-Identifier: Apache-2.0
// The cycle counter alone requests an interrupt, with other traffic meanwhile; it must be taken
// within a few hundred cycles of the wrap, whatever the quantum. A request while the PMU starts,
// too.
#include "cci.h"
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "vic.h"
#include <inttypes.h>
static volatile uint32_t taken, late, nothing;
static void handler(uint32_t pc) {
    (void)pc;
    const uint32_t c = pmu_read(31);
    if (!pmu_overflows() && ++nothing > 20) {
        pmu_disable_interrupts(PMU_BIT(31));
        irq_disable();
        vic_disable(0);
    }
    pmu_clear_overflows(PMU_BIT(31));
    if (c > late)
        late = c;
    ++taken;
}
static __attribute__((noipa)) void work(uint32_t n, int with_device) {
    for (volatile uint32_t k = 0; k < n; ++k) {
        if (with_device && (k & 15) == 0)
            (void)CCI_CCNT;
    }
}
int main(void) {
    vic_enable(VIC_LINE_PMU, handler);
    irq_enable();
    for (int kind = 0; kind < 3; ++kind) {
        for (uint32_t distance = 1; distance < 60000; distance = 4 * distance + 1) {
            pmu_reset();
            if (kind == 2)
                pmu_select(0, pmu_event_number(PMU_BRANCHES));
            taken = late = nothing = 0;
            pmu_write(31, -distance);
            pmu_enable_interrupts(PMU_BIT(31));
            pmu_start();
            work(7000, kind == 1);
            pmu_stop();
            check(taken == 1 && late < 600 && nothing == 0,
                  "kind %d, distance %" PRIu32 ": %" PRIu32 " taken, %" PRIu32
                  " without a flag, %" PRIu32 " cycles late",
                  kind, distance, taken, nothing, late);
            if (nothing)
                return check_result("cycle_irq");
        }
    }
    return check_result("cycle_irq");
}
