// SPDX-License-Identifier: Apache-2.0
#include <linux/device_tree.h>

#include <linux/flat_tree.h>

#include <algorithm>

namespace platform::linux_board {

using namespace flat_tree;

namespace {

// Words of the header.
constexpr std::size_t total_size = 4;
constexpr std::size_t structure_offset = 8;
constexpr std::size_t strings_offset = 12;
constexpr std::size_t reservations_offset = 16;
constexpr std::size_t strings_size = 32;
constexpr std::size_t structure_size = 36;

} // namespace

device_tree::device_tree(std::vector<std::uint8_t> blob) : m_blob(std::move(blob)) {
    if (m_blob.size() < header_bytes || word(0) != magic) {
        throw device_tree_error("expected a device tree, which begins with D00DFEED");
    }
    if (word(total_size) < header_bytes || word(total_size) > m_blob.size()) {
        throw device_tree_error("expected a device tree of " + std::to_string(word(total_size)) +
                                " bytes, got " + std::to_string(m_blob.size()));
    }
    m_blob.resize(word(total_size));
    // The blocks in the order of the specification, so that they can grow in place.
    const std::uint64_t structure_end =
        std::uint64_t{word(structure_offset)} + word(structure_size);
    if (word(reservations_offset) > word(structure_offset) ||
        structure_end > word(strings_offset) ||
        std::uint64_t{word(strings_offset)} + word(strings_size) > m_blob.size()) {
        throw device_tree_error("the blocks of the device tree overlap or are not in order");
    }
    unsigned depth = 0;
    for (std::size_t at = word(structure_offset); m_chosen == 0;) {
        switch (word(at)) {
        case begin_node: {
            const std::string name = string_at(at + 4, structure_end);
            at += 4 + padded(name.size() + 1);
            m_chosen = ++depth == 2 && name == "chosen" ? at : 0;
            break;
        }
        case end_node:
            --depth;
            at += 4;
            break;
        case property: at += 12 + padded(word(at + 4)); break;
        case nop: at += 4; break;
        default: throw device_tree_error("the device tree has no node /chosen");
        }
    }
}

std::uint32_t device_tree::word(std::size_t at) const {
    if (at + 4 > m_blob.size()) {
        throw device_tree_error("the device tree ends in the middle");
    }
    return std::uint32_t{m_blob[at]} << 24U | std::uint32_t{m_blob[at + 1]} << 16U |
           std::uint32_t{m_blob[at + 2]} << 8U | m_blob[at + 3];
}

void device_tree::set_header(std::size_t at, std::uint32_t value) {
    std::vector<std::uint8_t> bytes;
    append_big_endian(bytes, value);
    std::copy(bytes.begin(), bytes.end(), m_blob.begin() + static_cast<std::ptrdiff_t>(at));
}

std::string device_tree::string_at(std::size_t at, std::size_t end) const {
    const std::size_t last = std::min(end, m_blob.size());
    const auto first = m_blob.begin() + static_cast<std::ptrdiff_t>(std::min(at, last));
    const auto limit = m_blob.begin() + static_cast<std::ptrdiff_t>(last);
    const auto zero = std::find(first, limit, std::uint8_t{0});
    if (zero == limit) {
        throw device_tree_error("the device tree has a name without an end");
    }
    return {first, zero};
}

device_tree::place device_tree::find(const std::string& name) const {
    std::size_t at = m_chosen;
    for (; word(at) == property || word(at) == nop;) {
        if (word(at) == nop) {
            at += 4;
            continue;
        }
        const std::size_t length = word(at + 4);
        if (at + 12 + padded(length) > word(strings_offset)) {
            throw device_tree_error("the device tree has a property without an end");
        }
        const std::size_t strings_end = std::size_t{word(strings_offset)} + word(strings_size);
        if (string_at(std::size_t{word(strings_offset)} + word(at + 8), strings_end) == name) {
            return {at, 12 + padded(length), at + 12, length};
        }
        at += 12 + padded(length);
    }
    return {m_chosen, 0, 0, 0};
}

std::string device_tree::text(const std::string& name) const {
    const place p = find(name);
    return p.bytes != 0 && p.length != 0 ? string_at(p.value, p.value + p.length) : std::string();
}

/// The old one is taken out and the new one put in its place; its name is a string of its own.
void device_tree::set(const std::string& name, const std::vector<std::uint8_t>& value) {
    const place p = find(name);
    std::vector<std::uint8_t> bytes;
    append_big_endian(bytes, property);
    append_big_endian(bytes, static_cast<std::uint32_t>(value.size()));
    append_big_endian(bytes, word(strings_size));
    bytes.insert(bytes.end(), value.begin(), value.end());
    bytes.resize(padded(bytes.size()));
    const auto first = m_blob.begin() + static_cast<std::ptrdiff_t>(p.at);
    const auto after = m_blob.erase(first, first + static_cast<std::ptrdiff_t>(p.bytes));
    m_blob.insert(after, bytes.begin(), bytes.end());
    const auto grown = static_cast<std::uint32_t>(bytes.size() - p.bytes);
    set_header(structure_size, word(structure_size) + grown);
    set_header(strings_offset, word(strings_offset) + grown);

    std::vector<std::uint8_t> string(name.begin(), name.end());
    string.push_back(0);
    const std::size_t strings_end = std::size_t{word(strings_offset)} + word(strings_size);
    m_blob.insert(m_blob.begin() + static_cast<std::ptrdiff_t>(strings_end), string.begin(),
                  string.end());
    set_header(strings_size, word(strings_size) + static_cast<std::uint32_t>(string.size()));
    set_header(total_size, static_cast<std::uint32_t>(m_blob.size()));
}

void device_tree::set_text(const std::string& name, const std::string& value) {
    std::vector<std::uint8_t> bytes(value.begin(), value.end());
    bytes.push_back(0);
    set(name, bytes);
}

void device_tree::set_word(const std::string& name, std::uint32_t value) {
    std::vector<std::uint8_t> bytes;
    append_big_endian(bytes, value);
    set(name, bytes);
}

} // namespace platform::linux_board
