// SPDX-License-Identifier: Apache-2.0
// Writes a device tree as the compiler would (Devicetree Specification, chapter 5), by libfdt.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace platform::linux_board {

/// Nodes and properties in the order in which they are written: a node's properties come before
/// its nodes. All of it throws device_tree_error where that is not so, or there is too much.
class device_tree_builder {
public:
    /// Bytes that a tree may have.
    static constexpr std::size_t most_bytes = 65536;

    device_tree_builder();

    /// \param name empty: the root
    void begin_node(const std::string& name);
    void end_node();
    void flag(const std::string& name) { property(name, {}); }
    void words(const std::string& name, const std::vector<std::uint32_t>& values);
    /// Each with a zero after it.
    void texts(const std::string& name, const std::vector<std::string>& values);

    /// Once, after all nodes have ended.
    std::vector<std::uint8_t> blob();

private:
    void property(const std::string& name, const std::vector<std::uint8_t>& value);

    std::vector<std::uint8_t> m_blob;
};

} // namespace platform::linux_board
