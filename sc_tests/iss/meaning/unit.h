// SPDX-License-Identifier: Apache-2.0
// The performance monitoring unit whose counts an example is about.
#pragma once

#include <stdint.h>

/// The number of its event counters, 1 to 4.
unsigned unit_counters(void);
/// Selects an event for each of the first `used` counters; they stand still. \return what is
/// written to the control register to start all from 0
uint32_t unit_select(const uint8_t* events, unsigned used);
/// Reads all of its event counters.
void unit_read(uint32_t* values);
