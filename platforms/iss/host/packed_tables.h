// SPDX-License-Identifier: Apache-2.0
// Tables as bytes, from one process of a machine to another.
#pragma once

#include <iss/host/byte_view.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace platform::iss {

/// Tables one after the other, each after its number of entries: of plain structures, or of texts,
/// each with a NUL.
class table_packer {
public:
    template <class T>
    void add(const std::vector<T>& table) {
        static_assert(std::is_trivially_copyable_v<T>);
        add_size(table.size());
        append(table.data(), table.size() * sizeof(T));
    }
    void add(const std::vector<std::string>& texts) {
        add_size(texts.size());
        for (const std::string& text : texts) {
            append(text.c_str(), text.size() + 1);
        }
    }
    std::string take() { return std::move(m_bytes); }

private:
    void add_size(std::uint64_t size) { append(&size, sizeof size); }
    void append(const void* data, std::size_t size) {
        m_bytes.append(static_cast<const char*>(data), size);
    }

    std::string m_bytes;
};

/// Reads them again, in the same order.
class table_unpacker {
public:
    /// \param bytes must outlive it
    explicit table_unpacker(const std::string& bytes)
        : m_bytes(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()) {}

    template <class T>
    std::vector<T> table() {
        const std::uint64_t size = entries(sizeof(T));
        std::vector<T> all(static_cast<std::size_t>(size));
        if (!all.empty()) {
            std::memcpy(all.data(), m_bytes.data() + m_at, all.size() * sizeof(T));
        }
        m_at += all.size() * sizeof(T);
        return all;
    }
    std::vector<std::string> texts() {
        std::vector<std::string> all;
        for (std::uint64_t left = entries(1); left != 0 && m_is_sound; --left) {
            const auto text = m_bytes.text(m_at, m_bytes.size());
            m_is_sound = text.has_value();
            if (text) {
                m_at += text->size() + 1;
                all.push_back(*text);
            }
        }
        return all;
    }
    /// Whether all tables were whole and nothing is left.
    bool is_whole() const { return m_is_sound && m_at == m_bytes.size(); }

private:
    /// Of the next table; 0 where it has fewer bytes.
    std::uint64_t entries(std::uint64_t bytes_of_one) {
        const auto size = m_bytes.at<std::uint64_t>(m_at);
        const std::uint64_t rest = m_bytes.size() - m_at;
        m_is_sound = m_is_sound && size && *size <= (rest - sizeof *size) / bytes_of_one;
        m_at += m_is_sound ? sizeof *size : 0;
        return m_is_sound ? *size : 0;
    }

    byte_view m_bytes;
    std::size_t m_at = 0;
    bool m_is_sound = true;
};

} // namespace platform::iss
