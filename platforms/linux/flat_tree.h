// SPDX-License-Identifier: Apache-2.0
// What a device tree is written in (Devicetree Specification, 5.2 to 5.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platform::linux_board {

inline void append_big_endian(std::vector<std::uint8_t>& bytes, std::uint32_t value) {
    for (const unsigned shift : {24U, 16U, 8U, 0U}) {
        bytes.push_back(static_cast<std::uint8_t>(value >> shift));
    }
}

/// The tokens and the first word of a device tree.
namespace flat_tree {
constexpr std::uint32_t magic = 0xD00D'FEED;
enum token : std::uint32_t { begin_node = 1, end_node = 2, property = 3, nop = 4, end_of_tree = 9 };
constexpr std::size_t header_bytes = 40;

/// Everything in the structure is a number of words.
constexpr std::size_t padded(std::size_t bytes) {
    return (bytes + 3) & ~std::size_t{3};
}
} // namespace flat_tree

} // namespace platform::linux_board
