// SPDX-License-Identifier: Apache-2.0
// Sampling with two event counters that count instructions: one overflows again and again, and is
// set back by what its handler needs; the other one is left alone.
#pragma once

#include <stdint.h>

enum { SAMPLER, WITNESS };

/// Resets the PMU and selects the events. It does not count yet.
void sampler_prepare(void);
/// Lets the sampler overflow `distance` instructions after its latest overflow.
/// \return instructions since that overflow
uint32_t sampler_reload(uint32_t distance);
/// Instructions that the sampler does not see at each reload. Leaves the PMU stopped.
uint32_t sampler_measure_loss(void);
