// SPDX-License-Identifier: Apache-2.0
// What gdb debugs. Functions are compiled for ARM or Thumb state: STATE says which.
#include "check.h"
#include "pmu.h"
#include "timer.h"

#include <stdint.h>
#include <stdio.h>

#define IN_STATE __attribute__((noipa, target(STATE)))

struct span {
    uint32_t first;
    uint32_t last;
};

volatile uint32_t results[4];
struct span largest = {1, 1};

IN_STATE uint32_t sum_of(uint32_t n) {
    uint32_t sum = 0;
    for (uint32_t k = 1; k <= n; ++k) {
        sum += k;
    }
    return sum;
}

// In Thumb-2 this is an IT block.
IN_STATE uint32_t choose(uint32_t a, uint32_t b, uint32_t larger, uint32_t other) {
    uint32_t chosen;
#if defined(__thumb2__) || __ARM_ARCH == 7
    __asm__ volatile("cmp %1, %2\n"
                     ".global choose_it\n"
                     "choose_it: ite hi\n"
                     ".global choose_then\n"
                     "choose_then: movhi %0, %3\n"
                     ".global choose_else\n"
                     "choose_else: movls %0, %4\n"
                     : "=&r"(chosen)
                     : "r"(a), "r"(b), "r"(larger), "r"(other)
                     : "cc");
#else
    chosen = a > b ? larger : other;
#endif
    return chosen;
}

IN_STATE void note(unsigned k, uint32_t value) {
    results[k] = value;
    if (value > largest.last) {
        largest.last = value;
    }
}

int main(void) {
    timer_start_free_running(0);
    pmu_reset();
    pmu_select(0, pmu_event_number(PMU_INSTRUCTIONS));
    pmu_start();
    note(0, sum_of(10));
    note(1, sum_of(100));
    note(2, choose(7, 3, 1000, 2000));
    note(3, choose(3, 7, 1000, 2000));
    pmu_stop();
    printf("%u %u %u %u, %u instructions, %u cycles\n", (unsigned)results[0], (unsigned)results[1],
           (unsigned)results[2], (unsigned)results[3], (unsigned)pmu_read(0),
           (unsigned)pmu_read(PMU_CYCLE_COUNTER));
    check(results[0] == 55 && results[1] == 5050, "sums");
    check(results[2] == 1000 && results[3] == 2000, "choices");
    return check_result("debugged");
}
