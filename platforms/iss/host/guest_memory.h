// SPDX-License-Identifier: Apache-2.0
// The firmware's memory as its host sees it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platform::iss {

/// What the addresses of the firmware reach.
constexpr std::uint64_t address_space_bytes = std::uint64_t{1} << 32U;

/// Debug access to the memory of the firmware: it takes no simulated time and has no side effects.
class guest_memory {
public:
    guest_memory(const guest_memory&) = delete;
    guest_memory& operator=(const guest_memory&) = delete;

    /// Copies `bytes` bytes from `address` on into `data`.
    /// \return false if one of them is not RAM; `data` may then hold anything
    virtual bool read(std::uint32_t address, void* data, std::size_t bytes) = 0;

    /// Copies `bytes` bytes of `data` to `address` and up.
    /// \return false if one of them is not RAM; the others may then be written
    virtual bool write(std::uint32_t address, const void* data, std::size_t bytes) = 0;

protected:
    guest_memory() = default;
    ~guest_memory() = default;
};

} // namespace platform::iss
