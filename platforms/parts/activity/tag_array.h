// SPDX-License-Identifier: Apache-2.0
// The tags of a set-associative store with least-recently-used replacement: a cache or a TLB.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace platform {

/// Keys are line or page numbers. Each set is kept in the order of use, the latest first.
class tag_array {
public:
    /// \param sets a power of two \param ways at least 1
    /// \throws std::invalid_argument for anything else
    tag_array(std::uint32_t sets, std::uint32_t ways)
        : m_ways(ways), m_mask(sets - 1), m_entries(std::size_t{sets} * ways) {
        if (sets == 0 || (sets & m_mask) != 0 || ways == 0) {
            throw std::invalid_argument(
                "a tag array needs a power of two of sets and at least one way");
        }
    }

    bool contains(std::uint32_t key) const {
        const entry* set = m_entries.data() + set_of(key);
        return std::any_of(set, set + m_ways, [&](const entry& e) { return e.holds(key); });
    }

    /// Looks a key up and makes it the latest of its set. \return true if it was there
    bool touch(std::uint32_t key) {
        entry* set = m_entries.data() + set_of(key);
        for (std::uint32_t way = 0; way < m_ways; ++way) {
            if (set[way].holds(key)) {
                std::rotate(set, set + way, set + way + 1);
                return true;
            }
        }
        return false;
    }

    /// Puts a key that is not there in the place of the oldest of its set.
    /// \return true if that one was dirty
    bool fill(std::uint32_t key) {
        entry* set = m_entries.data() + set_of(key);
        const bool dirty = set[m_ways - 1].dirty;
        std::rotate(set, set + m_ways - 1, set + m_ways);
        set[0] = {key, true, false};
        return dirty;
    }

    /// Marks the latest touched or filled key of this set as dirty.
    void mark_dirty(std::uint32_t key) { m_entries[set_of(key)].dirty = true; }

    /// Forgets everything; nothing is written back.
    void clear() { std::fill(m_entries.begin(), m_entries.end(), entry{}); }

private:
    struct entry {
        std::uint32_t key = 0;
        bool valid = false;
        bool dirty = false;

        bool holds(std::uint32_t k) const { return valid && key == k; }
    };

    std::size_t set_of(std::uint32_t key) const { return std::size_t{key & m_mask} * m_ways; }

    std::uint32_t m_ways;
    std::uint32_t m_mask;
    std::vector<entry> m_entries;
};

} // namespace platform
