// SPDX-License-Identifier: Apache-2.0
// The BCM2835 system timer as its manual describes it, without SystemC.
#pragma once

#include <components/bcm2835_timer_registers.h>
#include <components/device_core.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace platform::components {

/// A counter of 64 bits that counts edges, and four compare registers for its lower half.
///
/// What the manual leaves open: a match comes with the edge that brings the counter to the compare
/// value. So one that is written with the value of the counter matches 2^32 edges later, as does
/// one that was never written, after reset.
class bcm2835_timer_core
    : public device_core<bcm2835_timer_core, bcm2835_timer_register, bcm2835_timer_registers> {
public:
    static constexpr bool is_clocked = true;

    struct outputs {
        std::uint32_t matches = 0; ///< bit n for channel n

        friend bool operator==(const outputs& a, const outputs& b) {
            return a.matches == b.matches;
        }
    };

    /// As after reset.
    bcm2835_timer_core() = default;
    void reset() { *this = bcm2835_timer_core(); }

    /// Takes edges of the clock.
    void run(std::uint64_t edges);
    /// How many edges from now an output next changes, or `never`.
    std::uint64_t edges_to_output_change() const;
    outputs driven() const { return {m_matches}; }

private:
    friend device_core;
    std::uint32_t visible(bcm2835_timer_register r) const;
    void write_to(bcm2835_timer_register r, std::uint32_t data);
    void poke_to(bcm2835_timer_register r, std::uint32_t data);
    auto members() const { return std::tie(m_counter, m_compare, m_matches); }
    void store(bcm2835_timer_register r, std::uint32_t value);
    std::uint64_t edges_to_match(unsigned channel) const;

    std::uint64_t m_counter = 0;
    std::array<std::uint32_t, bcm2835_timer_channels> m_compare{};
    std::uint32_t m_matches = 0;
};

} // namespace platform::components
