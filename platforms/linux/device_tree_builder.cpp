// SPDX-License-Identifier: Apache-2.0
#include <linux/device_tree_builder.h>

#include <linux/device_tree.h>

#include <libfdt.h>

namespace platform::linux_board {

namespace {

void check(int result) {
    if (result < 0) {
        throw device_tree_error(std::string("cannot write a device tree: ") + fdt_strerror(result));
    }
}

} // namespace

device_tree_builder::device_tree_builder() : m_blob(most_bytes) {
    check(fdt_create(m_blob.data(), static_cast<int>(m_blob.size())));
    check(fdt_finish_reservemap(m_blob.data()));
}

void device_tree_builder::begin_node(const std::string& name) {
    check(fdt_begin_node(m_blob.data(), name.c_str()));
}

void device_tree_builder::end_node() {
    check(fdt_end_node(m_blob.data()));
}

void device_tree_builder::words(const std::string& name, const std::vector<std::uint32_t>& values) {
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t v : values) {
        for (const unsigned shift : {24U, 16U, 8U, 0U}) {
            bytes.push_back(static_cast<std::uint8_t>(v >> shift));
        }
    }
    property(name, bytes);
}

void device_tree_builder::texts(const std::string& name, const std::vector<std::string>& values) {
    std::vector<std::uint8_t> bytes;
    for (const std::string& text : values) {
        bytes.insert(bytes.end(), text.begin(), text.end());
        bytes.push_back(0);
    }
    property(name, bytes);
}

void device_tree_builder::property(const std::string& name,
                                   const std::vector<std::uint8_t>& value) {
    check(fdt_property(m_blob.data(), name.c_str(), value.data(), static_cast<int>(value.size())));
}

std::vector<std::uint8_t> device_tree_builder::blob() {
    check(fdt_finish(m_blob.data()));
    m_blob.resize(fdt_totalsize(m_blob.data()));
    return m_blob;
}

} // namespace platform::linux_board
