// SPDX-License-Identifier: Apache-2.0
#include <iss/host/guest_access.h>

#include <process/words.h>

#include <algorithm>
#include <vector>

namespace platform::iss {

void guest_access::fault(const std::string& what, std::uint32_t address) const {
    throw semihosting_fault(m_operation + ": expected " + what + " in RAM, found address " +
                                process::hex(address, 8),
                            address);
}

/// Whether the addresses do not wrap.
bool guest_access::is_valid(std::uint32_t address, std::size_t bytes) const {
    return bytes <= (std::uint64_t{1} << 32U) - address;
}

void guest_access::read_words(std::uint32_t address, std::uint32_t* values,
                              std::size_t count) const {
    std::vector<std::uint8_t> bytes(4 * count);
    if (!is_valid(address, bytes.size()) || !m_memory.read(address, bytes.data(), bytes.size())) {
        fault("a block of " + process::counted(count, "word"), address);
    }
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        values[i / 4] |= static_cast<std::uint32_t>(bytes[i]) << 8 * (i % 4);
    }
}

void guest_access::write_words(std::uint32_t address, const std::uint32_t* values,
                               std::size_t count) const {
    std::vector<std::uint8_t> bytes(4 * count);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(values[i / 4] >> 8 * (i % 4));
    }
    if (!is_valid(address, bytes.size()) || !m_memory.write(address, bytes.data(), bytes.size())) {
        fault("a block of " + process::counted(count, "word"), address);
    }
}

void guest_access::read(std::uint32_t address, char* data, std::size_t bytes) const {
    if (!is_valid(address, bytes) || !m_memory.read(address, data, bytes)) {
        fault("a buffer of " + process::counted(bytes, "byte"), address);
    }
}

void guest_access::write(std::uint32_t address, const char* data, std::size_t bytes) const {
    if (!is_valid(address, bytes) || !m_memory.write(address, data, bytes)) {
        fault("a buffer of " + process::counted(bytes, "byte"), address);
    }
}

void guest_access::check_buffer(std::uint32_t address, std::uint32_t bytes) const {
    char byte = 0;
    if (bytes != 0 && (!is_valid(address, bytes) || !m_memory.read(address, &byte, 1) ||
                       !m_memory.read(address + (bytes - 1), &byte, 1))) {
        fault("a buffer of " + process::counted(bytes, "byte"), address);
    }
}

void guest_access::read_text(std::uint32_t address,
                             const std::function<void(const char*, std::size_t)>& part) const {
    constexpr std::size_t step = 256;
    std::array<char, step> bytes{};
    for (std::uint64_t at = address; at >> 32U == 0;) {
        // Up to a round address, where memory may end; then perhaps it ends before.
        const auto from = static_cast<std::uint32_t>(at);
        std::size_t count = step - from % step;
        if (!m_memory.read(from, bytes.data(), count)) {
            count = 1;
            if (!m_memory.read(from, bytes.data(), count)) {
                break;
            }
        }
        auto* const end = bytes.begin() + static_cast<std::ptrdiff_t>(count);
        auto* const nul = std::find(bytes.begin(), end, '\0');
        part(bytes.data(), static_cast<std::size_t>(nul - bytes.begin()));
        if (nul != end) {
            return;
        }
        at += count;
    }
    fault("a text that ends with a NUL", address);
}

} // namespace platform::iss
