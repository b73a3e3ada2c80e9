// SPDX-License-Identifier: Apache-2.0
// A seeded source of random numbers that gives the same numbers on every platform.
#pragma once

#include <array>
#include <cstdint>

namespace platform::activity {

/// xoshiro256** filled by splitmix64. The distributions of the standard library are not used, since
/// they differ between implementations.
class random_source {
public:
    explicit constexpr random_source(std::uint64_t seed) {
        for (auto& word : m_state) {
            seed += 0x9E3779B97F4A7C15U;
            std::uint64_t z = seed;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
            word = z ^ (z >> 31);
        }
    }

    /// 64 random bits.
    constexpr std::uint64_t bits() {
        const std::uint64_t result = rotate(m_state[1] * 5, 7) * 9;
        const std::uint64_t shifted = m_state[1] << 17;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= shifted;
        m_state[3] = rotate(m_state[3], 45);
        return result;
    }

    /// 0 to n - 1; 0 for n = 0.
    constexpr std::uint32_t below(std::uint32_t n) {
        return static_cast<std::uint32_t>(((bits() >> 32) * n) >> 32);
    }

    /// first to last, both included.
    constexpr std::uint32_t between(std::uint32_t first, std::uint32_t last) {
        return first + below(last - first + 1);
    }

    /// True in `parts` of `whole` cases.
    constexpr bool chance(std::uint32_t parts, std::uint32_t whole) { return below(whole) < parts; }

private:
    static constexpr std::uint64_t rotate(std::uint64_t x, unsigned by) {
        return (x << by) | (x >> (64U - by));
    }

    std::array<std::uint64_t, 4> m_state{};
};

} // namespace platform::activity
