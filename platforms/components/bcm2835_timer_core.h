// SPDX-License-Identifier: Apache-2.0
// The BCM2835 system timer as its manual describes it, without SystemC.
#pragma once

#include <components/bcm2835_timer_registers.h>
#include <pmu/core/access.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace platform::components {

/// A counter of 64 bits that counts edges, and four compare registers for its lower half. A plain
/// value: a copy is a snapshot, == compares everything that can ever be seen.
///
/// What the manual leaves open: a match comes with the edge that brings the counter to the compare
/// value. So one that is written with the value of the counter matches 2^32 edges later, as does
/// one that was never written, after reset.
class bcm2835_timer_core {
public:
    static constexpr std::uint64_t window_size = 0x1000; ///< bytes
    static constexpr std::size_t line_count = 0;         ///< it has no input lines
    static constexpr bool is_clocked = true;
    static constexpr bool takes_narrow = false;
    static constexpr const auto& registers() { return bcm2835_timer_registers; }

    struct outputs {
        std::uint32_t matches = 0; ///< bit n for channel n

        friend bool operator==(const outputs& a, const outputs& b) {
            return a.matches == b.matches;
        }
    };

    /// As after reset.
    bcm2835_timer_core() = default;
    void reset() { *this = bcm2835_timer_core(); }

    /// Reads the register at an offset. `data` is left alone unless OK.
    pmu::response read(std::uint32_t address, pmu::access_attributes who,
                       std::uint32_t& data) const;
    /// Writes the register at an offset. A refused write changes nothing.
    pmu::response write(std::uint32_t address, pmu::access_attributes who, std::uint32_t data);
    /// \return false: no register there
    bool peek(std::uint32_t address, std::uint32_t& data) const;
    /// Stores matches and compare values as given. \return false: no register there
    bool poke(std::uint32_t address, std::uint32_t data);

    /// Takes edges of the clock.
    void run(std::uint64_t edges);
    /// How many edges from now an output next changes, or `never`.
    std::uint64_t edges_to_output_change() const;
    outputs driven() const { return {m_matches}; }

    friend bool operator==(const bcm2835_timer_core& a, const bcm2835_timer_core& b) {
        return a.m_counter == b.m_counter && a.m_compare == b.m_compare &&
               a.m_matches == b.m_matches;
    }
    friend bool operator!=(const bcm2835_timer_core& a, const bcm2835_timer_core& b) {
        return !(a == b);
    }

private:
    std::uint32_t visible(bcm2835_timer_register r) const;
    void store(const pmu::register_desc& r, std::uint32_t value);
    std::uint64_t edges_to_match(unsigned channel) const;

    std::uint64_t m_counter = 0;
    std::array<std::uint32_t, bcm2835_timer_channels> m_compare{};
    std::uint32_t m_matches = 0;
};

} // namespace platform::components
