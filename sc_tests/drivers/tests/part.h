// SPDX-License-Identifier: Apache-2.0
// What the tests know of a CPU and of Linux's driver for it: written down from the manual of the
// part and from what perf promises, not read from the driver.
#pragma once

#include <linux/perf_event.h>

#define NO_EVENT 0xFFFFu

/// An event of PERF_TYPE_HW_CACHE that can be counted; the others are refused.
struct cache_event {
    enum perf_hw_cache_id cache;
    enum perf_hw_cache_op_id operation;
    enum perf_hw_cache_op_result_id result;
    unsigned number;
};

struct driver_part {
    const char* driver;     ///< the name that its devices have
    const char* compatible; ///< of its node in the device tree, or NULL: the driver has no table
    bool knows_cpu_id;
    const char* pmu;   ///< the name under which the driver registers it
    unsigned counters; ///< of events, beside the cycle counter
    unsigned hardware[PERF_COUNT_HW_MAX];
    const struct cache_event* caches; ///< up to a number NO_EVENT
    bool stops_in_handler;            ///< the driver stops the PMU while it serves an overflow
    bool flags_in_control; ///< overflow flags are in the register that has E: writing back clears
                           ///< them
    bool cycles_twice;     ///< the driver takes a second event of cycles at a time
    unsigned (*selected)(unsigned counter); ///< the event number in the register
};

extern const struct driver_part part;
