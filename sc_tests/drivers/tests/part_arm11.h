// SPDX-License-Identifier: Apache-2.0
// An ARM11 core and perf_event_v6.c, whose tables are the same for all of them (ARM DDI 0211, table
// 3-141, and ARM DDI 0301, table 3-137). The file of a core sets COMPATIBLE and PMU_NAME and
// includes this.
#include "part.h"

#include "coprocessor.h"
#include "pmu_registers.h"

PMU_REGISTERS(COPROCESSOR_ACCESS)

static const struct cache_event caches[] = {
    {PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_ACCESS, 0x0A},
    {PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_MISS, 0x0B},
    {PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_WRITE, PERF_COUNT_HW_CACHE_RESULT_ACCESS,
     0x0A},
    {PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_WRITE, PERF_COUNT_HW_CACHE_RESULT_MISS, 0x0B},
    {PERF_COUNT_HW_CACHE_L1I, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_MISS, 0x00},
    {PERF_COUNT_HW_CACHE_DTLB, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_MISS, 0x04},
    {PERF_COUNT_HW_CACHE_DTLB, PERF_COUNT_HW_CACHE_OP_WRITE, PERF_COUNT_HW_CACHE_RESULT_MISS, 0x04},
    {PERF_COUNT_HW_CACHE_ITLB, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_MISS, 0x03},
    {PERF_COUNT_HW_CACHE_ITLB, PERF_COUNT_HW_CACHE_OP_WRITE, PERF_COUNT_HW_CACHE_RESULT_MISS, 0x03},
    {PERF_COUNT_HW_CACHE_MAX, PERF_COUNT_HW_CACHE_OP_MAX, PERF_COUNT_HW_CACHE_RESULT_MAX, NO_EVENT},
};

static unsigned selected(unsigned counter) {
    return read_PMNC() >> (counter == 0 ? 20 : 12) & 0xFF;
}

const struct driver_part part = {
    .driver = "armv6-pmu",
    .compatible = COMPATIBLE,
    .knows_cpu_id = true,
    .pmu = PMU_NAME,
    .counters = 2,
    .hardware =
        {
            [PERF_COUNT_HW_CPU_CYCLES] = 0xFF,
            [PERF_COUNT_HW_INSTRUCTIONS] = 0x07,
            [PERF_COUNT_HW_CACHE_REFERENCES] = NO_EVENT,
            [PERF_COUNT_HW_CACHE_MISSES] = NO_EVENT,
            [PERF_COUNT_HW_BRANCH_INSTRUCTIONS] = 0x05,
            [PERF_COUNT_HW_BRANCH_MISSES] = 0x06,
            [PERF_COUNT_HW_BUS_CYCLES] = NO_EVENT,
            [PERF_COUNT_HW_STALLED_CYCLES_FRONTEND] = 0x01,
            [PERF_COUNT_HW_STALLED_CYCLES_BACKEND] = 0x11,
            [PERF_COUNT_HW_REF_CPU_CYCLES] = NO_EVENT,
        },
    .caches = caches,
    .stops_in_handler = false,
    .flags_in_control = true,
    .cycles_twice = false,
    .selected = selected,
};
