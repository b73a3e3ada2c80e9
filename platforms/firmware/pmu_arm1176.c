// SPDX-License-Identifier: Apache-2.0
// The PMU of the ARM1176JZF-S.
#include "arm1176_unit.h"

#define UNIT(name) ARM1176_##name
#include "pmu_arm11.h"

const char* pmu_name(void) {
    return "arm1176";
}
