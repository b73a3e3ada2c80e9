// SPDX-License-Identifier: Apache-2.0
// The PMU of the Cortex-R5 (ARM DDI 0460, chapter 6).
#include "coprocessor.h"
#include "pmu.h"
#include "pmu_registers.h"

PMU_REGISTERS(COPROCESSOR_ACCESS)

#define PMCR_E 0x1u
#define PMCR_P 0x2u
#define PMCR_C 0x4u
#define COUNTERS 3u
#define COUNTER_BITS (PMU_BIT(PMU_CYCLE_COUNTER) | 0x7u) ///< of all registers with a bit a counter
#define EVENT_NOTHING 0x00                               // software increment

/// Makes writes to the PMU take effect before what follows.
static inline void synchronize(void) {
    __asm__ volatile("isb" ::: "memory");
}

/// Makes PMXEVTYPER and PMXEVCNTR those of a counter. \return what PMSELR was: every user brings
/// it back, so that an interrupt handler may use the driver in between
static inline uint32_t select_counter(unsigned counter) {
    const uint32_t before = read_PMSELR();
    write_PMSELR(counter);
    synchronize();
    return before;
}

const char* pmu_name(void) {
    return "cortex_r5";
}

unsigned pmu_counters(void) {
    return COUNTERS;
}

int pmu_event_number(enum pmu_event event) {
    switch (event) {
    case PMU_NOTHING: return EVENT_NOTHING;
    case PMU_INSTRUCTIONS: return 0x08;
    case PMU_CYCLES: return 0x11;
    case PMU_BRANCHES: return 0x0D;
    case PMU_BRANCH_MISSES: return 0x10;
    case PMU_PC_CHANGES: return 0x0C;
    case PMU_DCACHE_ACCESSES: return 0x04;
    case PMU_DCACHE_MISSES: return 0x03;
    case PMU_DCACHE_WRITEBACKS: return 0x42;
    case PMU_ICACHE_MISSES: return 0x01;
    case PMU_ICACHE_STALLS: return 0x40;
    case PMU_DATA_STALLS: return 0x41;
    case PMU_BUFFER_STALLS: return 0x44;
    default: return -1; // an MPU in place of TLBs
    }
}

void pmu_reset(void) {
    write_PMCR(PMCR_C | PMCR_P);
    write_PMINTENCLR(COUNTER_BITS);
    write_PMOVSR(COUNTER_BITS);
    for (unsigned counter = 0; counter < COUNTERS; ++counter) {
        pmu_select(counter, EVENT_NOTHING);
    }
    write_PMCNTENSET(COUNTER_BITS); // PMCR.E alone starts and stops
    synchronize();
}

void pmu_start(void) {
    write_PMCR(PMCR_E);
    synchronize();
}

void pmu_stop(void) {
    write_PMCR(0);
    synchronize();
}

void pmu_select(unsigned counter, int number) {
    const uint32_t before = select_counter(counter);
    write_PMXEVTYPER((uint32_t)number);
    write_PMSELR(before);
}

uint32_t pmu_read(unsigned counter) {
    if (counter == PMU_CYCLE_COUNTER) {
        return read_PMCCNTR();
    }
    const uint32_t before = select_counter(counter);
    const uint32_t value = read_PMXEVCNTR();
    write_PMSELR(before);
    return value;
}

void pmu_write(unsigned counter, uint32_t value) {
    if (counter == PMU_CYCLE_COUNTER) {
        write_PMCCNTR(value);
        return;
    }
    const uint32_t before = select_counter(counter);
    write_PMXEVCNTR(value);
    write_PMSELR(before);
}

void pmu_enable_interrupts(uint32_t counters) {
    write_PMINTENSET(counters);
}

void pmu_disable_interrupts(uint32_t counters) {
    write_PMINTENCLR(counters);
}

uint32_t pmu_overflows(void) {
    return read_PMOVSR() & COUNTER_BITS;
}

void pmu_clear_overflows(uint32_t counters) {
    write_PMOVSR(counters);
}
