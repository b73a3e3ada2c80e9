// SPDX-License-Identifier: Apache-2.0
// What the drivers are configured for: those of the part at hand. Included before anything else.
#pragma once

#define CONFIG_PERF_EVENTS 1
#define CONFIG_ARM_PMU 1
#define CONFIG_CPU_PM 1
#define CONFIG_CPU_CP15 1

#if defined(PMU_PART_ARM1136)
#define CONFIG_CPU_V6 1
#elif defined(PMU_PART_XSCALE) || defined(PMU_PART_IXP42X)
#define CONFIG_CPU_XSCALE 1
#elif defined(PMU_PART_CORTEX_R5)
#define CONFIG_CPU_V7 1
#define CONFIG_ARM_CCI400_PMU 1
#else
#error "define PMU_PART_ARM1136, PMU_PART_XSCALE, PMU_PART_IXP42X or PMU_PART_CORTEX_R5"
#endif

/// 1 if the option is defined as 1, else 0: its text begins with another character.
#define IS_ENABLED(option) IS_ENABLED_TEXT(option)
#define IS_ENABLED_TEXT(value) (#value[0] == '1')
