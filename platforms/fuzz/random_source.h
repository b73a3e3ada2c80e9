// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same everywhere: the standard distributions are not.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platform::fuzz {

/// SplitMix64.
class random_source {
public:
    explicit random_source(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t bits() {
        m_state += 0x9E37'79B9'7F4A'7C15U;
        std::uint64_t z = m_state;
        z = (z ^ z >> 30U) * 0xBF58'476D'1CE4'E5B9U;
        z = (z ^ z >> 27U) * 0x94D0'49BB'1331'11EBU;
        return z ^ z >> 31U;
    }
    std::uint32_t word() { return static_cast<std::uint32_t>(bits() >> 32U); }
    /// \return 0 to `limit` - 1
    std::uint32_t below(std::uint32_t limit) {
        return static_cast<std::uint32_t>((bits() >> 32U) * limit >> 32U);
    }
    /// Once in `n` times.
    bool one_in(std::uint32_t n) { return below(n) == 0; }
    template <class T, std::size_t n>
    const T& pick(const T (&from)[n]) {
        return from[below(n)];
    }

private:
    std::uint64_t m_state;
};

/// One of them, each as often as its `share` of all says.
template <class Kind, std::size_t n>
const Kind& one_of(const Kind (&kinds)[n], random_source& random) {
    std::uint32_t all = 0;
    for (const Kind& k : kinds) {
        all += k.share;
    }
    std::uint32_t left = random.below(all);
    const Kind* found = kinds;
    for (; left >= found->share; ++found) {
        left -= found->share;
    }
    return *found;
}

} // namespace platform::fuzz
