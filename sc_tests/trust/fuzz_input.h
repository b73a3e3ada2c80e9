// SPDX-License-Identifier: Apache-2.0
// What the targets share: how they take their input apart, and how they say what is wrong.
#pragma once

#include <process/child.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace trust {

/// Ends the process: the fuzzer keeps the input.
[[noreturn]] inline void fail(const std::string& what) {
    std::fprintf(stderr, "trust: %s\n", what.c_str());
    std::abort();
}
/// The same where something is not as it must be.
inline void require(bool holds, const char* what) {
    if (!holds) {
        fail(what);
    }
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// An input as a file, for what reads no memory.
class input_as_file {
public:
    explicit input_as_file(const std::string& text) {
        m_file.write(text);
        m_path = "/proc/self/fd/" + std::to_string(m_file.number());
    }
    const std::string& path() const { return m_path; }

private:
    const platform::process::memory_file m_file;
    std::string m_path;
};

/// Bytes, one after the other; zeros after the last.
class byte_source {
public:
    byte_source(const std::uint8_t* data, std::size_t size) : m_next(data), m_end(data + size) {}

    bool has_more() const { return m_next != m_end; }
    std::uint8_t byte() { return has_more() ? *m_next++ : std::uint8_t{0}; }
    std::uint64_t number(unsigned bytes) {
        std::uint64_t n = 0;
        for (unsigned i = 0; i < bytes; ++i) {
            n |= std::uint64_t{byte()} << 8 * i;
        }
        return n;
    }
    /// A byte or five: a small number, a bit or all but one, one before a wrap, or anything.
    std::uint32_t word() {
        const std::uint8_t b = byte();
        const std::uint32_t low = b & 0x3FU;
        const std::uint32_t bit = std::uint32_t{1} << (low & 31U);
        switch (b >> 6) {
        case 0: return low;
        case 1: return low < 32 ? bit : ~bit;
        case 2: return 0U - low - 1;
        default: return static_cast<std::uint32_t>(number(4));
        }
    }

private:
    const std::uint8_t* m_next;
    const std::uint8_t* m_end;
};

} // namespace trust
