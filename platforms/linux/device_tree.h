// SPDX-License-Identifier: Apache-2.0
// A device tree as the compiler makes it (Devicetree Specification, chapter 5), to be completed by
// what the loader knows.
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
    /// A property of /chosen in the blob: from its token on.
    struct place {
        std::size_t at = 0;
        std::size_t bytes = 0; ///< with token, length, name and padding; 0: there is none
        std::size_t value = 0;
        std::size_t length = 0;
    };
    std::uint32_t word(std::size_t at) const;
    void set_header(std::size_t at, std::uint32_t value);
    std::string string_at(std::size_t at, std::size_t end) const;
    place find(const std::string& name) const;
    void set(const std::string& name, const std::vector<std::uint8_t>& value);

    std::vector<std::uint8_t> m_blob;
    std::size_t m_chosen = 0; ///< where the properties of /chosen begin
};

} // namespace platform::linux_board
