// SPDX-License-Identifier: Apache-2.0
#include <linux/device_tree_builder.h>

#include <linux/flat_tree.h>

#include <algorithm>

namespace platform::linux_board {

using namespace flat_tree;

device_tree_builder::value&
device_tree_builder::value::words(const std::vector<std::uint32_t>& values) {
    for (const std::uint32_t v : values) {
        append_big_endian(m_bytes, v);
    }
    return *this;
}

device_tree_builder::value&
device_tree_builder::value::texts(const std::vector<std::string>& values) {
    for (const std::string& text : values) {
        m_bytes.insert(m_bytes.end(), text.begin(), text.end());
        m_bytes.push_back(0);
    }
    return *this;
}

void device_tree_builder::begin_node(const std::string& name) {
    append_big_endian(m_structure, flat_tree::begin_node);
    m_structure.insert(m_structure.end(), name.begin(), name.end());
    m_structure.push_back(0);
    m_structure.resize(padded(m_structure.size()));
}

void device_tree_builder::end_node() {
    append_big_endian(m_structure, flat_tree::end_node);
}

void device_tree_builder::property(const std::string& name, const value& v) {
    append_big_endian(m_structure, flat_tree::property);
    append_big_endian(m_structure, static_cast<std::uint32_t>(v.bytes().size()));
    append_big_endian(m_structure, offset_of(name));
    m_structure.insert(m_structure.end(), v.bytes().begin(), v.bytes().end());
    m_structure.resize(padded(m_structure.size()));
}

/// Of a name that was used before, the place where it stands.
std::uint32_t device_tree_builder::offset_of(const std::string& name) {
    std::vector<std::uint8_t> text(name.begin(), name.end());
    text.push_back(0);
    const auto found = std::search(m_strings.begin(), m_strings.end(), text.begin(), text.end());
    const auto offset = static_cast<std::uint32_t>(found - m_strings.begin());
    if (found == m_strings.end()) {
        m_strings.insert(m_strings.end(), text.begin(), text.end());
    }
    return offset;
}

std::vector<std::uint8_t> device_tree_builder::blob() const {
    constexpr std::uint32_t version = 17;
    constexpr std::uint32_t compatible_version = 16;
    constexpr std::size_t reservation_bytes = 16; // none but the end of the list
    std::vector<std::uint8_t> structure = m_structure;
    append_big_endian(structure, end_of_tree);
    const auto structure_at = static_cast<std::uint32_t>(header_bytes + reservation_bytes);
    const auto strings_at = static_cast<std::uint32_t>(structure_at + structure.size());
    const auto total = static_cast<std::uint32_t>(strings_at + m_strings.size());
    std::vector<std::uint8_t> all;
    for (const std::uint32_t word :
         {magic, total, structure_at, strings_at, static_cast<std::uint32_t>(header_bytes), version,
          compatible_version, 0U, static_cast<std::uint32_t>(m_strings.size()),
          static_cast<std::uint32_t>(structure.size())}) {
        append_big_endian(all, word);
    }
    all.resize(structure_at);
    all.insert(all.end(), structure.begin(), structure.end());
    all.insert(all.end(), m_strings.begin(), m_strings.end());
    return all;
}

} // namespace platform::linux_board
