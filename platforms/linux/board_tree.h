// SPDX-License-Identifier: Apache-2.0
// The board as Linux is told of it.
#pragma once

#include <linux/board_cci400.h>
#include <linux/board_cpu.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace platform::linux_board {

/// A device tree with everything that a `board` with this CPU has, without kernel arguments but
/// those for its console. \param cci400 nothing: it has none
std::vector<std::uint8_t> board_tree(const board_cpu& which,
                                     const std::optional<board_cci400_config>& cci400 = {});

} // namespace platform::linux_board
