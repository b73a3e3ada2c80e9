// SPDX-License-Identifier: Apache-2.0
// An event counter of the PMU at hand, on executed instructions.
#pragma once

#include <stdint.h>

void start_counting(void);
uint32_t read_counter(void);

/// What the counter advances by around that many instructions in a line: 4 more.
/// \param read read_counter()
/// @{
uint32_t count_0(uint32_t (*read)(void));
uint32_t count_1(uint32_t (*read)(void));
uint32_t count_10(uint32_t (*read)(void));
uint32_t count_1000(uint32_t (*read)(void));
/// @}
