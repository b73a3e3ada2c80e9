// SPDX-License-Identifier: Apache-2.0
// A TLB: which pages have been translated lately, whatever their sizes.
#pragma once

#include <activity/tag_array.h>

#include <cstdint>

namespace platform::iss {

/// An entry is a page of 1 KiB to 16 MiB of an address space, a number below 2^9. Its set is its
/// address in units of its size, modulo the sets; an address is looked up with each size that has
/// been filled since the last clear().
class translation_buffer {
public:
    /// \throws std::invalid_argument as activity::tag_array
    translation_buffer(std::uint32_t sets, std::uint32_t ways,
                       const activity::replacement_rules& rules)
        : m_tags(sets, ways, rules) {}

    /// \return true if the page of an address is there
    bool touch(std::uint32_t address, std::uint32_t space) {
        return find_size([&](unsigned bits) {
            return m_tags.touch(key(address, bits, space), address >> bits);
        });
    }
    /// Puts a page that is not there in. \param bits of an address within it, 10 to 24
    void fill(std::uint32_t address, unsigned bits, std::uint32_t space) {
        m_sizes |= 1U << bits;
        m_tags.fill(key(address, bits, space), address >> bits);
    }
    /// Takes the page of an address out, of every size.
    void erase(std::uint32_t address, std::uint32_t space) {
        find_size([&](unsigned bits) {
            m_tags.erase(key(address, bits, space), address >> bits);
            return false;
        });
    }
    /// All pages of a space.
    void erase_space(std::uint32_t space) {
        m_tags.erase_if([=](std::uint32_t key) { return key >> page_key_bits == space; });
    }
    void clear() {
        m_tags.clear();
        m_sizes = 0;
    }

private:
    static constexpr unsigned least_bits = 10;
    /// Of a page's number in units of the least page, with a bit after it that tells its size.
    static constexpr unsigned page_key_bits = 32 - least_bits + 1;

    static std::uint32_t key(std::uint32_t address, unsigned bits, std::uint32_t space) {
        const unsigned spare = bits - least_bits;
        return space << page_key_bits | ((address >> bits << 1U) | 1U) << spare;
    }
    template <class F>
    bool find_size(const F& f) const {
        for (std::uint32_t left = m_sizes; left != 0; left &= left - 1) {
            if (f(static_cast<unsigned>(__builtin_ctz(left)))) {
                return true;
            }
        }
        return false;
    }

    activity::tag_array m_tags;
    std::uint32_t m_sizes = 0; ///< that it has been filled with, a bit each
};

} // namespace platform::iss
