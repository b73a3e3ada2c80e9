// SPDX-License-Identifier: Apache-2.0
// The PMU under rough use: enabled and disabled in loops, written while it counts, overflow of
// every counter.
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "vic.h"
#include <inttypes.h>
#include <stdio.h>
static volatile uint32_t flags_seen, taken;
static void handler(uint32_t pc) {
    (void)pc;
    const uint32_t f = pmu_overflows();
    flags_seen |= f;
    pmu_clear_overflows(f);
    ++taken;
}
static __attribute__((noipa)) void work(uint32_t n) {
    for (volatile uint32_t k = 0; k < n; ++k) {
    }
}
static uint32_t counters(void) {
    return ((1u << pmu_counters()) - 1) | PMU_BIT(PMU_CYCLE_COUNTER);
}
int main(void) {
    vic_enable(VIC_LINE_PMU, handler);
    irq_enable();
    // the same stretch many times, enabled and disabled around it: equal counts each time
    uint32_t first = 0, first_cycles = 0;
    for (int k = 0; k < 50; ++k) {
        pmu_reset();
        pmu_select(0, pmu_event_number(PMU_INSTRUCTIONS));
        pmu_start();
        work(5);
        pmu_stop();
        const uint32_t n = pmu_read(0), c = pmu_read(31);
        if (k == 1) {
            first = n;
            first_cycles = c;
        }
        if (k > 1)
            check(n == first, "pass %d: %" PRIu32 " instructions, first %" PRIu32, k, n, first);
        if (k > 3)
            check(c == first_cycles, "pass %d: %" PRIu32 " cycles, first %" PRIu32, k, c,
                  first_cycles);
    }
    // written while it runs: goes on from there
    pmu_start();
    for (uint32_t v = 0; v < 100; ++v) {
        pmu_write(0, v << 20);
        pmu_write(31, v << 21);
        const uint32_t n = pmu_read(0), c = pmu_read(31);
        check(n - (v << 20) < 60 && c - (v << 21) < 100,
              "written %" PRIx32 ": read %" PRIx32 " and %" PRIx32, v << 20, n, c);
    }
    pmu_stop();
    // each counter overflows on its own, and all at once
    for (unsigned k = 0; k <= pmu_counters(); ++k) {
        const unsigned counter = k < pmu_counters() ? k : PMU_CYCLE_COUNTER;
        for (uint32_t distance = 1; distance < 3000; distance = distance * 3 + 1) {
            pmu_reset();
            flags_seen = taken = 0;
            for (unsigned n = 0; n < pmu_counters(); ++n)
                pmu_select(n, pmu_event_number(PMU_INSTRUCTIONS));
            pmu_write(counter, -distance);
            pmu_enable_interrupts(PMU_BIT(counter));
            pmu_start();
            work(1000);
            pmu_stop();
            check(taken == 1 && flags_seen == PMU_BIT(counter),
                  "counter %u, distance %" PRIu32 ": taken %" PRIu32 ", flags %" PRIx32, counter,
                  distance, taken, flags_seen);
        }
    }
    // no interrupt without its enable, though the flag is set
    pmu_reset();
    taken = 0;
    pmu_select(0, pmu_event_number(PMU_INSTRUCTIONS));
    pmu_write(0, -10u);
    pmu_write(31, -10u);
    pmu_start();
    work(10);
    check(taken == 0, "taken without an enable");
    check((pmu_overflows() & (1 | PMU_BIT(31))) == (1 | PMU_BIT(31)), "flags %" PRIx32,
          pmu_overflows());
    pmu_enable_interrupts(1); // the flag stands: now
    __asm__ volatile("nop\nnop");
    check(taken == 1, "enabled late: %" PRIu32 " taken", taken);
    pmu_clear_overflows(counters());
    pmu_stop();
    // masked for long: one interrupt, whatever the number of overflows
    pmu_reset();
    irq_disable();
    taken = 0;
    pmu_select(0, pmu_event_number(PMU_INSTRUCTIONS));
    pmu_write(0, -10u);
    pmu_enable_interrupts(1);
    pmu_start();
    work(1000);
    pmu_write(0, -10u);
    work(1000);
    check(taken == 0, "taken while masked");
    irq_enable();
    __asm__ volatile("nop");
    check(taken == 1, "%" PRIu32 " taken at the end of the mask", taken);
    pmu_stop();
    return check_result("pmu_loops");
}
