// SPDX-License-Identifier: Apache-2.0
// A small perf: events on counters, groups, overflows, rotation, throttling. What is above a driver
// of a PMU behaves as in Linux as far as a driver sees it.
#pragma once

#include <linux/perf_event.h>

/// Of hw.interrupts: the event is throttled.
#define MAX_INTERRUPTS (~0ULL)

/// An event, counting from now on unless `disabled`. \param leader of its group, NULL: itself
/// \param handler called for each overflow of an event with a period \return or an ERR_PTR()
struct perf_event* perf_create(const struct perf_event_attr* attr, struct perf_event* leader,
                               perf_overflow_handler_t handler, void* context);
/// Takes it off its counter and frees it. Siblings go before their leader.
void perf_release(struct perf_event* event);
void perf_enable(struct perf_event* event);
void perf_disable(struct perf_event* event);
/// Enables it for so many overflows more.
void perf_refresh(struct perf_event* event, unsigned overflows);
/// The count. \param enabled, running ns, or NULL
u64 perf_read(struct perf_event* event, u64* enabled, u64* running);
/// The count, and nothing else done: it takes the same instructions each time.
u64 perf_read_quickly(struct perf_event* event);

/// What the timer's interrupt does: unthrottles, and puts waiting groups on counters by turns.
void perf_tick(void);
/// Overflows that an event may have between two ticks. Default: any number.
void perf_set_most_samples(unsigned a_tick);

/// The PMU of that name, or NULL.
struct pmu* perf_pmu_of(const char* name);
/// The longest time a handler has taken, in ns.
u64 perf_longest_handler(void);
