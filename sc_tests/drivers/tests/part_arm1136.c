// SPDX-License-Identifier: Apache-2.0
#define COMPATIBLE "arm,arm1136-pmu"
#define PMU_NAME "armv6_1136"
#include "part_arm11.h"
