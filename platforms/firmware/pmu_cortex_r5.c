// SPDX-License-Identifier: Apache-2.0
// The PMU of the Cortex-R5 (ARM DDI 0460, chapter 6).
#include "coprocessor.h"
#include "pmu.h"
#include "pmu_registers.h"

PMU_REGISTERS(COPROCESSOR_ACCESS)

#define PMCR_E CORTEX_R5_PMCR_E_MASK
#define PMCR_P CORTEX_R5_PMCR_P_MASK
#define PMCR_C CORTEX_R5_PMCR_C_MASK
#define COUNTERS 3u
/// Of all registers with a bit a counter, the bits of pmu.h.
#define COUNTER_BITS                                                                               \
    (CORTEX_R5_PMCNTENSET_C_MASK | CORTEX_R5_PMCNTENSET_P2_MASK | CORTEX_R5_PMCNTENSET_P1_MASK |   \
     CORTEX_R5_PMCNTENSET_P0_MASK)
#define EVENT_NOTHING CORTEX_R5_EVENT_SW_INCR

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
    case PMU_INSTRUCTIONS: return CORTEX_R5_EVENT_INST_EXEC;
    case PMU_CYCLES: return CORTEX_R5_EVENT_CYCLES;
    case PMU_BRANCHES: return CORTEX_R5_EVENT_BR_IMMED;
    case PMU_BRANCH_MISSES: return CORTEX_R5_EVENT_BR_MISPRED;
    case PMU_PC_CHANGES: return CORTEX_R5_EVENT_PC_CHANGE;
    case PMU_DCACHE_ACCESSES: return CORTEX_R5_EVENT_DCACHE_ACCESS;
    case PMU_DCACHE_MISSES: return CORTEX_R5_EVENT_DCACHE_MISS;
    case PMU_DCACHE_WRITEBACKS: return CORTEX_R5_EVENT_DCACHE_WB;
    case PMU_ICACHE_MISSES: return CORTEX_R5_EVENT_ICACHE_MISS;
    case PMU_ICACHE_STALLS: return CORTEX_R5_EVENT_STALL_IBUF;
    case PMU_DATA_STALLS: return CORTEX_R5_EVENT_STALL_DATADEP;
    case PMU_BUFFER_STALLS: return CORTEX_R5_EVENT_STALL_LSU;
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
