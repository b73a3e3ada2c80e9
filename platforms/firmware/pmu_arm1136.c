// SPDX-License-Identifier: Apache-2.0
// The PMU of the ARM1136JF-S.
#include "arm1136_unit.h"

#define UNIT(name) ARM1136_##name
#include "pmu_arm11.h"

const char* pmu_name(void) {
    return "arm1136";
}
