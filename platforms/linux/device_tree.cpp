// SPDX-License-Identifier: Apache-2.0
#include <linux/device_tree.h>

#include <libfdt.h>

#include <cstring>

namespace platform::linux_board {

namespace {

/// \param result negative: an error of libfdt
int checked(int result) {
    if (result < 0) {
        throw device_tree_error(std::string("the device tree is damaged: ") + fdt_strerror(result));
    }
    return result;
}

} // namespace

device_tree::device_tree(std::vector<std::uint8_t> blob) : m_blob(std::move(blob)) {
    if (m_blob.size() < sizeof(fdt_header) || fdt_magic(m_blob.data()) != FDT_MAGIC) {
        throw device_tree_error("expected a device tree, which begins with D00DFEED");
    }
    const std::size_t bytes = fdt_totalsize(m_blob.data());
    if (bytes < sizeof(fdt_header) || bytes > m_blob.size()) {
        throw device_tree_error("expected a device tree of " + std::to_string(bytes) +
                                " bytes, got " + std::to_string(m_blob.size()));
    }
    m_blob.resize(bytes);
    constexpr std::uint32_t first_version =
        16; // libfdt reads earlier ones, but for their properties
    if (fdt_version(m_blob.data()) < first_version) {
        throw device_tree_error("expected a device tree of version " +
                                std::to_string(first_version) + " or later, got version " +
                                std::to_string(fdt_version(m_blob.data())));
    }
    checked(fdt_check_full(m_blob.data(), m_blob.size()));
    if (chosen() < 0) {
        throw device_tree_error("the device tree has no node /chosen");
    }
}

int device_tree::chosen() const {
    return fdt_path_offset(m_blob.data(), "/chosen");
}

std::string device_tree::text(const std::string& name) const {
    int length = 0;
    const void* const value = fdt_getprop(m_blob.data(), chosen(), name.c_str(), &length);
    if (value == nullptr) {
        return "";
    }
    const char* const characters = static_cast<const char*>(value);
    return {characters, ::strnlen(characters, static_cast<std::size_t>(length))};
}

void device_tree::set(const std::string& name, const void* value, std::size_t bytes) {
    constexpr std::size_t most_beside = 64; // tokens, and what aligns the blocks
    std::vector<std::uint8_t> grown(m_blob.size() + name.size() + bytes + most_beside);
    checked(fdt_open_into(m_blob.data(), grown.data(), static_cast<int>(grown.size())));
    m_blob.swap(grown);
    checked(fdt_setprop(m_blob.data(), chosen(), name.c_str(), value, static_cast<int>(bytes)));
    checked(fdt_pack(m_blob.data()));
    m_blob.resize(fdt_totalsize(m_blob.data()));
}

void device_tree::set_text(const std::string& name, const std::string& value) {
    set(name, value.c_str(), value.size() + 1);
}

void device_tree::set_word(const std::string& name, std::uint32_t value) {
    const fdt32_t word = cpu_to_fdt32(value);
    set(name, &word, sizeof word);
}

} // namespace platform::linux_board
