// SPDX-License-Identifier: Apache-2.0
// The board as Linux is told of it.
#pragma once

#include <linux/board_cpu.h>

#include <cstdint>
#include <vector>

namespace platform::linux_board {

/// A device tree with everything that a `board` with this CPU has, without kernel arguments but
/// those for its console.
std::vector<std::uint8_t> board_tree(const board_cpu& which);

} // namespace platform::linux_board
