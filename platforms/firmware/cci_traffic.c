// SPDX-License-Identifier: Apache-2.0
// The PMU of the CCI-400: what a walk through memory sends through the interconnect, and the
// interrupt of its cycle counter.
#include "cci.h"
#include "check.h"
#include "cpu.h"
#include "pmu.h"
#include "vic.h"

#include <inttypes.h>
#include <stdio.h>

#define PERIOD 50000u ///< cycles of the interconnect from one interrupt to the next, at least
#define WORDS 16384u
#define FEWEST_INTERRUPTS 2u
#define MOST_WALKS 200u

enum { READS, WRITES };

static volatile uint32_t interrupts;
static volatile uint32_t without_flag;
static volatile uint32_t not_cleared;
static uint32_t memory[WORDS];

/// Lets the stopped cycle counter wrap again in PERIOD cycles, as the Linux driver does it.
static void count_overflow(uint32_t pc) {
    (void)pc;
    ++interrupts;
    CCI_PMCR = CCI_PMCR & ~CCI_PMCR_CEN;
    if ((CCI_CCNT_OVF & 1u) == 0) {
        ++without_flag;
    }
    CCI_CCNT_OVF = 1;
    if ((CCI_CCNT_OVF & 1u) != 0) {
        ++not_cleared;
    }
    CCI_CCNT = CCI_CCNT - PERIOD;
    CCI_PMCR = CCI_PMCR | CCI_PMCR_CEN;
}

static __attribute__((noipa)) uint32_t read_memory(void) {
    uint32_t sum = 0;
    for (uint32_t k = 0; k < WORDS; ++k) {
        sum += *(volatile uint32_t*)&memory[k];
    }
    return sum;
}

static __attribute__((noipa)) void write_memory(uint32_t value) {
    for (uint32_t k = 0; k < WORDS; ++k) {
        *(volatile uint32_t*)&memory[k] = value + k;
    }
}

struct traffic {
    uint32_t reads;
    uint32_t writes;
    uint32_t cycles;
};

static struct traffic now(void) {
    return (struct traffic){CCI_ECNT(READS), CCI_ECNT(WRITES), CCI_CCNT};
}

static struct traffic print_since(const char* what, struct traffic before) {
    const struct traffic after = now();
    printf("%-12s %8" PRIu32 " read requests, %8" PRIu32 " write requests, %8" PRIu32 " cycles\n",
           what, after.reads - before.reads, after.writes - before.writes,
           after.cycles - before.cycles);
    check(after.cycles != before.cycles, "%s: the cycle counter stood still at %" PRIu32, what,
          after.cycles);
    return after;
}

static void prepare(void) {
    CCI_PMCR = CCI_PMCR & ~CCI_PMCR_CEN;
    CCI_ESR(READS) = CCI_SLAVE_EVENT(CCI_CPU_INTERFACE, CCI_READ_REQUEST);
    CCI_ESR(WRITES) = CCI_SLAVE_EVENT(CCI_CPU_INTERFACE, CCI_WRITE_REQUEST);
    for (unsigned n = 0; n < CCI_PMCR_N(CCI_PMCR); ++n) {
        CCI_EOVF(n) = 1;
        CCI_ECTRL(n) = n == READS || n == WRITES;
    }
    CCI_CCNT_OVF = 1;
    CCI_CCNT_CTRL = 1;
    CCI_PMCR = CCI_PMCR | CCI_PMCR_RST | CCI_PMCR_CCR;
}

static void count_traffic(void) {
    prepare();
    CCI_PMCR = CCI_PMCR | CCI_PMCR_CEN;
    struct traffic traffic = now();
    write_memory(1);
    traffic = print_since("64 KiB write", traffic);
    const uint32_t sum = read_memory();
    traffic = print_since("64 KiB read", traffic);
    check(sum == (uint32_t)(WORDS + (uint64_t)WORDS * (WORDS - 1) / 2),
          "the memory holds a sum of %" PRIu32, sum);
    CCI_PMCR = CCI_PMCR & ~CCI_PMCR_CEN;
    const uint32_t stopped = CCI_CCNT;
    read_memory();
    check(CCI_CCNT == stopped, "the cycle counter ran on after the stop, %" PRIu32 " to %" PRIu32,
          stopped, CCI_CCNT);
}

static void count_overflows(void) {
    prepare();
    CCI_CCNT = 0u - PERIOD;
    vic_enable(VIC_LINE_CCI, count_overflow);
    irq_enable();
    CCI_PMCR = CCI_PMCR | CCI_PMCR_CEN;
    unsigned walks = 0;
    while (interrupts < FEWEST_INTERRUPTS && walks < MOST_WALKS) {
        read_memory();
        ++walks;
    }
    irq_disable(); // first: the handler starts the counters again
    CCI_PMCR = CCI_PMCR & ~CCI_PMCR_CEN;
    CCI_CCNT_OVF = 1;
    const uint32_t seen = interrupts;
    irq_enable();
    read_memory();
    irq_disable();
    vic_disable(VIC_LINE_CCI);
    printf("%" PRIu32 " interrupts of the cycle counter in %u walks through 64 KiB\n", seen, walks);
    check(seen >= FEWEST_INTERRUPTS, "%" PRIu32 " interrupts in %u walks, expected %u", seen, walks,
          FEWEST_INTERRUPTS);
    check(interrupts == seen, "%" PRIu32 " interrupts after the stop", interrupts - seen);
    check(without_flag == 0, "%" PRIu32 " interrupts without an overflow flag", without_flag);
    check(not_cleared == 0, "%" PRIu32 " flags stood after they were cleared", not_cleared);
    check(vic_spurious() == 0, "%u IRQ exceptions without a request", vic_spurious());
    check(vic_status() == 0, "requests 0x%08" PRIX32 " are left", vic_status());
}

int main(void) {
    printf("cci_traffic on %s: %" PRIu32 " event counters, requests on slave interface %u\n",
           pmu_name(), CCI_PMCR_N(CCI_PMCR), CCI_CPU_INTERFACE);
    count_traffic();
    count_overflows();
    return check_result("cci_traffic");
}
