// SPDX-License-Identifier: Apache-2.0
// The tags of a set-associative store with least-recently-used replacement: a cache or a TLB.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace platform::activity {

/// Keys are line or page numbers below 2^32 - 1. An entry stays in its way as long as it lives.
class tag_array {
public:
    /// What was in a place.
    struct entry {
        std::uint32_t key = no_key;
        std::uint32_t dirty = 0; ///< a bit for each part that was written
    };
    static constexpr std::uint32_t no_key = 0xFFFF'FFFF; ///< of an empty place

    /// \param sets a power of two \param ways at least 1
    /// \throws std::invalid_argument for anything else
    tag_array(std::uint32_t sets, std::uint32_t ways)
        : m_ways(ways), m_mask(sets - 1), m_keys(std::size_t{sets} * ways, no_key),
          m_used(m_keys.size()), m_dirty(m_keys.size()) {
        while (m_guesses.size() < m_keys.size()) {
            m_guesses.resize(2 * m_guesses.size());
        }
        if (sets == 0 || (sets & m_mask) != 0 || ways == 0) {
            throw std::invalid_argument(
                "a tag array needs a power of two of sets and at least one way");
        }
    }

    std::uint32_t sets() const { return m_mask + 1; }
    std::uint32_t ways() const { return m_ways; }
    bool contains(std::uint32_t key) const { return find(key) != nowhere; }

    /// Looks a key up and makes it the latest of its set. \return true if it was there
    bool touch(std::uint32_t key) {
        std::size_t place = m_guesses[key & (m_guesses.size() - 1)];
        if (m_keys[place] != key) {
            place = find(key);
            if (place == nowhere) {
                return false;
            }
        }
        use(place, key);
        return true;
    }

    /// Puts a key that is not there in an empty way of its set, or else in that of the oldest.
    /// \return what was there
    entry fill(std::uint32_t key) {
        const auto set = m_used.begin() + static_cast<std::ptrdiff_t>(set_of(key));
        const auto oldest = std::min_element(set, set + m_ways); // 0 where it is empty
        const auto place = static_cast<std::size_t>(oldest - m_used.begin());
        const entry before = take(place);
        m_keys[place] = key;
        use(place, key);
        return before;
    }

    /// Marks parts of the key that was touched or filled last as dirty.
    void mark_dirty(std::uint32_t parts = 1) { m_dirty[m_latest] |= parts; }

    /// Takes an entry out. \return what it was
    entry erase(std::uint32_t key) {
        const std::size_t place = find(key);
        return place != nowhere ? take(place) : entry{};
    }
    /// The same, by its place. \param set below sets() \param way below ways()
    entry erase_at(std::uint32_t set, std::uint32_t way) { return take(place_at(set, way)); }

    /// Those whose key `is_meant`.
    template <class F>
    void erase_if(const F& is_meant) {
        for (std::size_t place = 0; place < m_keys.size(); ++place) {
            if (m_keys[place] != no_key && is_meant(m_keys[place])) {
                take(place);
            }
        }
    }

    /// Takes the marks of an entry away. \return them
    std::uint32_t clean(std::uint32_t key) {
        const std::size_t place = find(key);
        return place != nowhere ? clean_place(place) : 0;
    }
    /// The same, by its place.
    std::uint32_t clean_at(std::uint32_t set, std::uint32_t way) {
        return clean_place(place_at(set, way));
    }

    /// Forgets everything; nothing is written back.
    void clear() {
        std::fill(m_keys.begin(), m_keys.end(), no_key);
        std::fill(m_used.begin(), m_used.end(), 0);
        std::fill(m_dirty.begin(), m_dirty.end(), 0);
    }

private:
    static constexpr std::size_t nowhere = SIZE_MAX;

    std::size_t set_of(std::uint32_t key) const { return std::size_t{key & m_mask} * m_ways; }
    std::size_t place_at(std::uint32_t set, std::uint32_t way) const {
        return std::size_t{set} * m_ways + way;
    }
    std::size_t find(std::uint32_t key) const {
        const std::size_t first = set_of(key);
        for (std::size_t place = first; place < first + m_ways; ++place) {
            if (m_keys[place] == key) {
                return place;
            }
        }
        return nowhere;
    }
    void use(std::size_t place, std::uint32_t key) {
        m_guesses[key & (m_guesses.size() - 1)] = static_cast<std::uint32_t>(place);
        m_used[place] = ++m_time;
        m_latest = place;
    }
    entry take(std::size_t place) {
        const entry before{m_keys[place], m_dirty[place]};
        m_keys[place] = no_key;
        m_used[place] = 0;
        m_dirty[place] = 0;
        return before;
    }
    std::uint32_t clean_place(std::size_t place) {
        const std::uint32_t before = m_dirty[place];
        m_dirty[place] = 0;
        return before;
    }

    std::uint32_t m_ways;
    std::uint32_t m_mask;
    std::vector<std::uint32_t> m_keys;
    std::vector<std::uint64_t> m_used; ///< when; 0: empty
    std::vector<std::uint32_t> m_dirty;
    /// Where the latest key with these low bits is, or was: most look-ups end there. Also of a TLB,
    /// which is a single set, it has a few dozen.
    std::vector<std::uint32_t> m_guesses = std::vector<std::uint32_t>(64);
    std::uint64_t m_time = 0;
    std::size_t m_latest = 0; ///< touched or filled last
};

} // namespace platform::activity
