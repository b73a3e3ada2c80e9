// SPDX-License-Identifier: Apache-2.0
#define COMPATIBLE "arm,arm1176-pmu"
#define PMU_NAME "armv6_1176"
#include "part_arm11.h"
