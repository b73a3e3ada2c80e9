// SPDX-License-Identifier: Apache-2.0
// Code whose number of instructions is known, as it is written in assembly.
#pragma once

#include <stdint.h>

/// Returns at once; every block ends so.
void block_empty(uint32_t n);
/// Straight lines of 16 and 256 additions.
void block_straight_16(uint32_t n);
void block_straight_256(uint32_t n);

// Loops of n passes, n >= 1.

/// 2 instructions a pass, 1 of them a branch.
void block_loop_2(uint32_t n);
/// 8 instructions a pass, 1 of them a branch.
void block_loop_8(uint32_t n);
/// 4 instructions a pass: a store, a load, 1 branch.
void block_loop_memory(uint32_t n);
/// 6 instructions a pass: STM and LDM of four registers, 1 branch.
void block_loop_multiple(uint32_t n);
/// 4 instructions a pass, 2 of them branches, and a return.
void block_loop_call(uint32_t n);
/// 2 instructions a pass, 1 of them a branch, in Thumb state.
void block_thumb_loop_2(uint32_t n);
/// 5 instructions a pass: PUSH, POP, 1 branch, in Thumb state.
void block_thumb_loop_stack(uint32_t n);
