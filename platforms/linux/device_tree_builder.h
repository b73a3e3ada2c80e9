// SPDX-License-Identifier: Apache-2.0
// Writes a device tree as the compiler would (Devicetree Specification, chapter 5).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace platform::linux_board {

/// Nodes and properties in the order in which they are written: a node's properties come before
/// its nodes.
class device_tree_builder {
public:
    /// A value of a property, put together of words and texts.
    class value {
    public:
        value() = default;
        value& words(const std::vector<std::uint32_t>& values);
        /// Each with a zero after it.
        value& texts(const std::vector<std::string>& values);
        const std::vector<std::uint8_t>& bytes() const { return m_bytes; }

    private:
        std::vector<std::uint8_t> m_bytes;
    };

    /// \param name empty: the root
    void begin_node(const std::string& name);
    void end_node();
    void property(const std::string& name, const value& v = {});
    void words(const std::string& name, const std::vector<std::uint32_t>& values) {
        property(name, value().words(values));
    }
    void texts(const std::string& name, const std::vector<std::string>& values) {
        property(name, value().texts(values));
    }

    /// All nodes have ended.
    std::vector<std::uint8_t> blob() const;

private:
    std::uint32_t offset_of(const std::string& name);

    std::vector<std::uint8_t> m_structure;
    std::vector<std::uint8_t> m_strings;
};

} // namespace platform::linux_board
