// SPDX-License-Identifier: Apache-2.0
// The tags of a set-associative store: a cache or a TLB.
#pragma once

#include <activity/replacement.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace platform::activity {

/// Keys are line or page numbers below 2^32 - 1. An entry stays in its way as long as it lives.
/// Its set is its key's low bits, or those of an `index` that is given with it each time.
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
    tag_array(std::uint32_t sets, std::uint32_t ways, const replacement_rules& rules = {})
        : m_rules(rules), m_ways(ways), m_mask(sets - 1), m_keys(std::size_t{sets} * ways, no_key),
          m_used(m_keys.size()), m_dirty(m_keys.size()), m_sets(sets) {
        while (m_guesses.size() < m_keys.size()) {
            m_guesses.resize(2 * m_guesses.size());
        }
        if (sets == 0 || (sets & m_mask) != 0 || ways == 0) {
            throw std::invalid_argument(
                "a tag array needs a power of two of sets and at least one way");
        }
        if (rules.start == round_robin_start::last_way) {
            for (set_state& set : m_sets) {
                set.pointer = ways - 1;
            }
        }
    }

    std::uint32_t sets() const { return m_mask + 1; }
    std::uint32_t ways() const { return m_ways; }
    bool contains(std::uint32_t key) const { return find(key, key) != nowhere; }

    /// From the next fill on. Pointers and the generator keep where they are.
    void set_policy(replacement policy) { m_rules.policy = policy; }

    /// Looks a key up and makes it the latest of its set. \return true if it was there
    bool touch(std::uint32_t key) { return touch(key, key); }
    bool touch(std::uint32_t key, std::uint32_t index) {
        std::size_t place = m_guesses[index & (m_guesses.size() - 1)];
        if (m_keys[place] != key) {
            place = find(key, index);
            if (place == nowhere) {
                return false;
            }
        }
        use(place, index);
        return true;
    }

    /// Puts a key that is not there in a way that the policy chooses of those not locked.
    /// \return what was there
    entry fill(std::uint32_t key) { return fill(key, key); }
    entry fill(std::uint32_t key, std::uint32_t index) {
        return put(key, index, choose(index & m_mask));
    }

    // --- lock-down: a core has one of both ---------------------------------------------------

    /// Ways that are not filled, a bit each, in all sets: what is there stays, and is found. If all
    /// are, way 0 is filled nevertheless (ARM DDI 0301H, 3.2.25). Ways from 32 on cannot be locked.
    void lock_ways(std::uint32_t ways) {
        const std::uint32_t all = m_ways < 32 ? (1U << m_ways) - 1 : UINT32_MAX;
        m_locked_ways = m_ways <= 32 && (ways & all) == all ? ways & ~1U : ways;
    }
    /// As fill(), in the lowest way that is not locked, and locks it. An eighth of the ways, or
    /// one, is never locked: where there are no others it is fill() (Intel 273473, 4.3.4).
    entry fill_locked(std::uint32_t key) {
        set_state& set = m_sets[key & m_mask];
        if (set.locked >= m_ways - std::max(1U, m_ways / 8)) {
            return fill(key);
        }
        return put(key, key, set.locked++);
    }
    /// Whether fill_locked() keeps it.
    bool is_locked(std::uint32_t key) const {
        const std::size_t place = find(key, key);
        return place != nowhere && place - place_at(key & m_mask, 0) < m_sets[key & m_mask].locked;
    }
    /// Whatever fill_locked() has locked.
    void unlock_lines() {
        for (set_state& set : m_sets) {
            set.locked = 0;
        }
    }

    // -----------------------------------------------------------------------------------------

    /// Marks parts of the key that was touched or filled last as dirty.
    void mark_dirty(std::uint32_t parts = 1) { m_dirty[m_latest] |= parts; }

    /// Takes an entry out. \return what it was
    entry erase(std::uint32_t key) { return erase(key, key); }
    entry erase(std::uint32_t key, std::uint32_t index) {
        const std::size_t place = find(key, index);
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
        const std::size_t place = find(key, key);
        return place != nowhere ? clean_place(place) : 0;
    }
    /// The same, by its place.
    std::uint32_t clean_at(std::uint32_t set, std::uint32_t way) {
        return clean_place(place_at(set, way));
    }

    /// Forgets everything but what fill_locked() has locked; nothing is written back.
    void clear() {
        for (std::uint32_t set = 0; set < sets(); ++set) {
            for (std::uint32_t way = m_sets[set].locked; way < m_ways; ++way) {
                take(place_at(set, way));
            }
        }
    }

private:
    static constexpr std::size_t nowhere = SIZE_MAX;

    struct set_state {
        std::uint32_t pointer = 0; ///< the way that round-robin fills next
        std::uint32_t locked = 0;  ///< ways from 0 on, by fill_locked()
    };

    std::size_t place_at(std::uint32_t set, std::uint32_t way) const {
        return std::size_t{set} * m_ways + way;
    }
    std::size_t find(std::uint32_t key, std::uint32_t index) const {
        const std::size_t first = place_at(index & m_mask, 0);
        for (std::size_t place = first; place < first + m_ways; ++place) {
            if (m_keys[place] == key) {
                return place;
            }
        }
        return nowhere;
    }
    void use(std::size_t place, std::uint32_t index) {
        m_guesses[index & (m_guesses.size() - 1)] = static_cast<std::uint32_t>(place);
        m_used[place] = ++m_time;
        m_latest = place;
    }

    bool may_fill(std::uint32_t set, std::uint32_t way) const {
        return way >= m_sets[set].locked && (way >= 32 || (m_locked_ways >> way & 1U) == 0);
    }
    /// \return the way of the set that is filled next
    std::uint32_t choose(std::uint32_t set) {
        if (m_rules.policy == replacement::round_robin) {
            return choose_in_turn(set);
        }
        const std::uint32_t oldest = oldest_of(set); // 0 where it is empty
        return m_rules.policy == replacement::lru || m_used[place_at(set, oldest)] == 0
                   ? oldest
                   : fillable_from(set, m_generator.next(m_ways));
    }
    std::uint32_t choose_in_turn(std::uint32_t set) {
        std::uint32_t way = fillable_from(set, m_sets[set].pointer);
        if (m_rules.start == round_robin_start::first_way) {
            const std::uint32_t oldest = oldest_of(set);
            way = m_used[place_at(set, oldest)] == 0 ? oldest : way;
        }
        m_sets[set].pointer = way + 1 != m_ways ? way + 1 : 0;
        return way;
    }
    /// The lowest empty one, or that which was used longest ago.
    std::uint32_t oldest_of(std::uint32_t set) const {
        std::uint32_t oldest = fillable_from(set, 0);
        for (std::uint32_t way = oldest + 1; way < m_ways; ++way) {
            if (may_fill(set, way) && m_used[place_at(set, way)] < m_used[place_at(set, oldest)]) {
                oldest = way;
            }
        }
        return oldest;
    }
    /// This way, or the next one that is not locked.
    std::uint32_t fillable_from(std::uint32_t set, std::uint32_t way) const {
        for (std::uint32_t n = 0; n < m_ways && !may_fill(set, way); ++n) {
            way = way + 1 != m_ways ? way + 1 : 0;
        }
        return way;
    }

    entry put(std::uint32_t key, std::uint32_t index, std::uint32_t way) {
        const std::size_t place = place_at(index & m_mask, way);
        const entry before = take(place);
        m_keys[place] = key;
        use(place, index);
        return before;
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

    replacement_rules m_rules;
    std::uint32_t m_ways;
    std::uint32_t m_mask;
    std::vector<std::uint32_t> m_keys;
    std::vector<std::uint64_t> m_used; ///< when; 0: empty
    std::vector<std::uint32_t> m_dirty;
    std::vector<set_state> m_sets;
    way_generator m_generator;
    std::uint32_t m_locked_ways = 0;
    /// Where the latest key with these low bits is, or was: most look-ups end there. Also of a TLB,
    /// which is a single set, it has a few dozen.
    std::vector<std::uint32_t> m_guesses = std::vector<std::uint32_t>(64);
    std::uint64_t m_time = 0;
    std::size_t m_latest = 0; ///< touched or filled last
};

} // namespace platform::activity
