// SPDX-License-Identifier: Apache-2.0
// One small driver interface for the PMUs of all CPUs. Privileged modes only.
//
// A counter is an event counter, 0 to pmu_counters() - 1, or PMU_CYCLE_COUNTER. All are 32 bits
// wide, count up and wrap. A set of counters is a mask with bit n for counter n.
#pragma once

#include <stdint.h>

#define PMU_CYCLE_COUNTER 31u
#define PMU_BIT(counter) (UINT32_C(1) << (counter))

/// What can be counted, by meaning.
enum pmu_event {
    PMU_NOTHING,         ///< for a counter that is not used
    PMU_INSTRUCTIONS,    ///< executed
    PMU_CYCLES,          ///< on an event counter
    PMU_BRANCHES,        ///< executed, taken or not; ARM1136, XScale: B, BL and the like
    PMU_BRANCH_MISSES,   ///< mispredicted
    PMU_PC_CHANGES,      ///< by software
    PMU_DCACHE_ACCESSES, ///< loads and stores
    PMU_DCACHE_MISSES,
    PMU_DCACHE_WRITEBACKS, ///< ARM1136, XScale: half lines; Cortex-R5: lines
    PMU_ICACHE_MISSES,     ///< that need an external fetch
    PMU_ICACHE_STALLS,     ///< cycles in which no instruction can be delivered
    PMU_DATA_STALLS,       ///< cycles that wait for data
    PMU_BUFFER_STALLS,     ///< cycles in which data buffers are full
    PMU_BUFFER_STALL_RUNS, ///< contiguous sequences of these
    PMU_ITLB_MISSES,
    PMU_DTLB_MISSES,
};

/// The CPU, as the command line spells it: "arm1136", for example.
const char* pmu_name(void);
/// Event counters: 2 to 4.
unsigned pmu_counters(void);
/// The part's number of an event, 0 to 0xFF, or -1 if the part cannot count it.
int pmu_event_number(enum pmu_event event);

/// Stops; every counter 0 and counting nothing (the cycle counter: undivided cycles), no interrupt
/// enabled, no flag set, no request.
void pmu_reset(void);
/// All counters count from the instruction after this call on.
void pmu_start(void);
/// All counters hold their values. Flags and interrupt enables stay.
void pmu_stop(void);

/// Selects what an event counter counts, while the PMU is stopped: Intel asks for that.
/// \param counter 0 to pmu_counters() - 1 \param number of an event, 0 to 0xFF
void pmu_select(unsigned counter, int number);
/// The value of a counter, counting or not.
uint32_t pmu_read(unsigned counter);
/// Sets a counter, counting or not. It never changes a flag.
void pmu_write(unsigned counter, uint32_t value);

/// Overflows of these counters request the interrupt.
void pmu_enable_interrupts(uint32_t counters);
/// They do so no more.
void pmu_disable_interrupts(uint32_t counters);
/// The counters whose overflow flag is set.
uint32_t pmu_overflows(void);
/// Clears overflow flags, and with them the request. ARM1136: a request that stands while the PMU
/// is stopped ends with the next pmu_start().
void pmu_clear_overflows(uint32_t counters);
