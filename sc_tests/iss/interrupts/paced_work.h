// SPDX-License-Identifier: Apache-2.0
// Work of which each address tells how many instructions came before it.
#pragma once

#include <stdint.h>

/// Instructions in a pass, of which none is left out: more than an entry to an interrupt takes.
#define PASS_INSTRUCTIONS 320u
/// The longest way from an instruction to the next that may change PC.
#define LONGEST_BLOCK 120u

/// Pass after pass, in ARM or Thumb state, until `is_working` is 0.
/// @{
void work_arm(void);
void work_thumb(void);
extern volatile uint32_t is_working;
/// @}

/// Where the passes begin and end.
/// @{
extern const char work_arm_begin[];
extern const char work_arm_end[];
extern const char work_thumb_begin[];
extern const char work_thumb_end[];
/// @}

/// The IRQ handler of the program. \param pc the instruction that was interrupted
void take_overflow(uint32_t pc);
