// SPDX-License-Identifier: Apache-2.0
// A device tree as the compiler makes it (Devicetree Specification, chapter 5), to be completed by
// what the loader knows. Libfdt reads and writes it.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform::linux_board {

/// A file that is no device tree, or one that is damaged.
class device_tree_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Properties of the node /chosen.
class device_tree {
public:
    /// \throws device_tree_error
    explicit device_tree(std::vector<std::uint8_t> blob);

    /// The text of a property; empty if there is none.
    std::string text(const std::string& name) const;
    void set_text(const std::string& name, const std::string& value);
    void set_word(const std::string& name, std::uint32_t value);

    const std::vector<std::uint8_t>& blob() const { return m_blob; }

private:
    int chosen() const;
    void set(const std::string& name, const void* value, std::size_t bytes);

    std::vector<std::uint8_t> m_blob;
};

} // namespace platform::linux_board
