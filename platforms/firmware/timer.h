// SPDX-License-Identifier: Apache-2.0
// Timers 0 to 3, two to an SP804 (ARM DDI 0271), which count at 1 MHz.
#pragma once

#include <stdint.h>

#define TIMERS 4u

/// Interrupts every `counts` counts, from 1 on.
void timer_start_periodic(unsigned timer, uint32_t counts);
/// Interrupts once after `counts` counts, from 1 on.
void timer_start_once(unsigned timer, uint32_t counts);
/// Counts down from 2^32 - 1 to 0 again and again, without an interrupt.
void timer_start_free_running(unsigned timer);
void timer_stop(unsigned timer);
uint32_t timer_value(unsigned timer);
/// Whether the timer requests an interrupt.
int timer_requests(unsigned timer);
/// Ends the request.
void timer_clear(unsigned timer);
