// SPDX-License-Identifier: Apache-2.0
// Five functions of different weight for the profiler. Each is the only content of its section, so
// the linker knows where it begins and ends.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct work {
    const char* name;
    uint32_t (*run)(uint32_t seed); ///< \return a checksum of what it did
    const char* start;              ///< first byte of its code
    const char* stop;               ///< byte after its code
};

#define WORK_COUNT 5u
extern const struct work works[WORK_COUNT];

/// The function that contains an address: 0 to WORK_COUNT - 1, or WORK_COUNT for none.
size_t work_at(uint32_t pc);
