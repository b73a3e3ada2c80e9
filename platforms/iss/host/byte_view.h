// SPDX-License-Identifier: Apache-2.0
// Bytes of a file, with the arithmetic that keeps reads inside of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>

namespace platform::iss {

// Structures of a little-endian file are copied as they are.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the host must be little-endian");

/// A range of bytes that somebody else owns. Offsets and sizes have 64 bits, so that the sum of two
/// 32-bit fields of a file does not wrap.
class byte_view {
public:
    byte_view() = default;
    byte_view(const std::uint8_t* data, std::size_t size) : m_data(data), m_size(size) {}

    const std::uint8_t* data() const { return m_data; }
    std::size_t size() const { return m_size; }

    bool contains(std::uint64_t offset, std::uint64_t bytes) const {
        return offset <= m_size && bytes <= m_size - offset;
    }

    /// The part of `bytes` bytes from `offset` on; nothing if it is not inside.
    std::optional<byte_view> part(std::uint64_t offset, std::uint64_t bytes) const {
        if (!contains(offset, bytes)) {
            return std::nullopt;
        }
        return byte_view(m_data + offset, static_cast<std::size_t>(bytes));
    }

    /// The structure at `offset`; nothing if it is not inside.
    template <class T>
    std::optional<T> at(std::uint64_t offset) const {
        static_assert(std::is_trivially_copyable_v<T>);
        if (!contains(offset, sizeof(T))) {
            return std::nullopt;
        }
        T value{};
        std::memcpy(&value, m_data + offset, sizeof(T));
        return value;
    }

    /// The text at `offset` up to its NUL; nothing if it is not inside or longer than `longest`.
    std::optional<std::string> text(std::uint64_t offset, std::size_t longest) const {
        if (offset >= m_size) {
            return std::nullopt;
        }
        const std::size_t rest = m_size - static_cast<std::size_t>(offset);
        const std::size_t window = rest <= longest ? rest : longest + 1;
        const void* nul = std::memchr(m_data + offset, 0, window);
        if (nul == nullptr) {
            return std::nullopt;
        }
        return std::string(m_data + offset, static_cast<const std::uint8_t*>(nul));
    }

private:
    const std::uint8_t* m_data = nullptr;
    std::size_t m_size = 0;
};

} // namespace platform::iss
