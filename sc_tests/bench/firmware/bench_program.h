// SPDX-License-Identifier: Apache-2.0
// What the programs that are timed on the instruction-set simulator have in common.
//
//   PROGRAM ITERATIONS [pmu]    with "pmu" the PMU counts instructions, branches and cycles
#pragma once

#include <stdint.h>

/// One iteration takes about a thousand instructions.
/// \return a checksum
uint32_t work(uint32_t iterations);

/// Pseudo-random numbers to work on.
static inline uint32_t next_random(uint32_t value) {
    return value * 1664525u + 1013904223u;
}
