// SPDX-License-Identifier: Apache-2.0
// What the drivers are configured for: those of the part at hand. Included before anything else.
#pragma once

#define CONFIG_PERF_EVENTS 1
#define CONFIG_ARM_PMU 1
#define CONFIG_CPU_PM 1
#define CONFIG_CPU_CP15 1

#if defined(__XSCALE__)
#define CONFIG_CPU_XSCALE 1
#elif __ARM_ARCH == 6
#define CONFIG_CPU_V6 1
#elif __ARM_ARCH == 7
#define CONFIG_CPU_V7 1
#define CONFIG_ARM_CCI400_PMU 1
#else
#error "no driver of Linux is known for a CPU of this architecture"
#endif

/// 1 if the option is defined as 1, else 0: its text begins with another character.
#define IS_ENABLED(option) IS_ENABLED_TEXT(option)
#define IS_ENABLED_TEXT(value) (#value[0] == '1')
