// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/types.h>

/// Nanoseconds of simulated time.
u64 sched_clock(void);
