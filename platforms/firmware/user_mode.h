// SPDX-License-Identifier: Apache-2.0
// A function in User mode, and Undefined instructions that are counted and skipped.
#pragma once

#include <stdint.h>

/// Calls a function in User mode, in the state of its address, with the IRQ and FIQ masks as they
/// are. It may use the User stack and must not execute SVC.
/// \return what it returned
uint32_t run_in_user_mode(uint32_t (*function)(uint32_t), uint32_t argument);

/// Undefined instructions in ARM state since the start. The handler skips each.
extern volatile uint32_t undefined_count;
/// Address of the latest.
extern volatile uint32_t undefined_address;
