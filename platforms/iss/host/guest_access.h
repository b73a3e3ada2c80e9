// SPDX-License-Identifier: Apache-2.0
// Blocks, buffers and texts in the firmware's memory, as a semihosting call names them.
#pragma once

#include <iss/host/guest_memory.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace platform::iss {

/// Firmware named memory that it does not have, in a semihosting call: "SYS_WRITE: expected a
/// buffer of 16 bytes in RAM, found address 0x20000000".
class semihosting_fault : public std::runtime_error {
public:
    semihosting_fault(const std::string& message, std::uint32_t address)
        : std::runtime_error(message), m_address(address) {}

    /// The first byte of the block, buffer or text that is not in RAM as a whole.
    std::uint32_t address() const { return m_address; }

private:
    std::uint32_t m_address;
};

/// Access to memory for one call after the other. Words are little-endian. What is not in RAM
/// throws semihosting_fault.
class guest_access {
public:
    /// Bytes that are transferred at a time: lengths from firmware allocate no more than this.
    static constexpr std::size_t chunk = 4096;

    explicit guest_access(guest_memory& memory) : m_memory(memory) {}

    /// Names the call that the following accesses are for.
    void begin(std::string operation) { m_operation = std::move(operation); }
    const std::string& operation() const { return m_operation; }

    /// The parameter block of N words at `address`.
    template <std::size_t N>
    std::array<std::uint32_t, N> words(std::uint32_t address) const {
        std::array<std::uint32_t, N> values{};
        read_words(address, values.data(), N);
        return values;
    }

    template <std::size_t N>
    void write_words(std::uint32_t address, const std::array<std::uint32_t, N>& values) const {
        write_words(address, values.data(), N);
    }

    /// Copies a buffer. Longer ones are read in parts, after check_buffer() for the whole.
    void read(std::uint32_t address, char* data, std::size_t bytes) const;
    void write(std::uint32_t address, const char* data, std::size_t bytes) const;

    /// Finds out before a transfer begins whether the first and the last byte of a buffer are RAM.
    void check_buffer(std::uint32_t address, std::uint32_t bytes) const;

    /// Hands over the text at `address` up to its NUL, in parts.
    void read_text(std::uint32_t address,
                   const std::function<void(const char*, std::size_t)>& part) const;

private:
    [[noreturn]] void fault(const std::string& what, std::uint32_t address) const;
    void read_words(std::uint32_t address, std::uint32_t* values, std::size_t count) const;
    void write_words(std::uint32_t address, const std::uint32_t* values, std::size_t count) const;
    bool is_valid(std::uint32_t address, std::size_t bytes) const;

    guest_memory& m_memory;
    std::string m_operation;
};

} // namespace platform::iss
