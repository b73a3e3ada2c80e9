// SPDX-License-Identifier: Apache-2.0
// A second simulator of caches and TLBs, which the first one is held against. It is written from
// what the manuals and the decisions of timing.md say, in the simplest way there is, and shares
// nothing with what it judges.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace cache_judge {

using address = std::uint32_t;

/// LFSR: Galois, 16 bits, taps 0xB400, seed 0xACE1; reset restores the seed.
struct lfsr {
    unsigned value = 0xACE1;
    unsigned step() { return value = (value & 1U) != 0 ? (value >> 1U) ^ 0xB400U : value >> 1U; }
};

enum class policy { lru, round_robin, random };

/// Ways that are filled one after another, of caches and TLBs alike.
struct way_state {
    bool valid = false;
    address tag = 0;         ///< the first address of the line or page
    unsigned bits = 0;       ///< of an address in it
    std::set<address> dirty; ///< 16 bytes each
    std::uint64_t used = 0;
};

/// One set-associative store.
class store {
public:
    store(unsigned sets, unsigned ways, policy p, bool is_xscale)
        : how(p), m_sets(sets), m_ways(ways), m_is_xscale(is_xscale) {}

    way_state* find(address a) {
        for (const unsigned bits : m_sizes) {
            for (way_state& w : set_of((a >> bits) % m_sets)) {
                if (w.valid && w.bits == bits && w.tag == a >> bits << bits) {
                    return &w;
                }
            }
        }
        return nullptr;
    }
    /// The same for an access, which LRU remembers.
    way_state* use(address a) {
        way_state* const w = find(a);
        if (w != nullptr) {
            w->used = ++m_time;
        }
        return w;
    }
    /// Of a cache. XScale: a line that is there and not locked is read anew.
    void lock(address a, unsigned bits) {
        const unsigned number = (a >> bits) % m_sets;
        if (way_state* const w = find(a)) {
            if (w - set_of(number).data() < static_cast<std::ptrdiff_t>(lines_locked[number])) {
                return;
            }
            w->valid = false;
        }
        fill(a, bits, true);
    }
    /// \return what has to go
    way_state fill(address a, unsigned bits, bool locks = false) {
        m_sizes.insert(bits);
        std::vector<way_state>& set = set_of((a >> bits) % m_sets);
        unsigned& locked = lines_locked[(a >> bits) % m_sets];
        unsigned w = 0;
        // XScale: lines are locked from way 0 on, all but the last eighth of the ways.
        if (locks && m_ways > 1 && locked < m_ways - std::max(1U, m_ways / 8)) {
            w = locked++;
        } else {
            w = victim((a >> bits) % m_sets);
        }
        way_state before = set[w];
        set[w] = {true, a >> bits << bits, bits, {}, ++m_time};
        return before;
    }
    void drop_all() {
        for (auto& [number, set] : m_content) {
            for (unsigned w = lines_locked[number]; w < m_ways; ++w) {
                set[w] = {};
            }
        }
    }

    /// Bit n of c9: way n is not filled.
    void lock_ways(address locked) {
        ways_locked.clear();
        for (unsigned w = 0; w < m_ways && w < 32; ++w) {
            if ((locked >> w & 1U) != 0) {
                ways_locked.insert(w);
            }
        }
    }

    policy how;
    std::set<unsigned> ways_locked;            ///< ARM11: in all sets
    std::map<unsigned, unsigned> lines_locked; ///< XScale: by set

private:
    std::vector<way_state>& set_of(unsigned number) {
        std::vector<way_state>& set = m_content[number];
        set.resize(m_ways);
        return set;
    }
    bool is_locked(unsigned number, unsigned w) {
        // DDI 0301, 3.2.25: "with all ways locked", way 0 is not.
        const bool all = ways_locked.size() == m_ways;
        return w < lines_locked[number] || (ways_locked.count(w) != 0 && !(all && w == 0));
    }
    unsigned next_unlocked(unsigned number, unsigned w) {
        while (is_locked(number, w)) {
            w = (w + 1) % m_ways;
        }
        return w;
    }
    unsigned victim(unsigned number) {
        const unsigned ways = m_ways;
        assert(ways != 0);
        std::vector<way_state>& set = set_of(number);
        if (m_pointers.count(number) == 0) {
            m_pointers[number] = m_is_xscale ? m_ways - 1 : 0;
        }
        const bool looks_for_invalid = !(m_is_xscale && how == policy::round_robin);
        unsigned w = m_ways;
        for (unsigned n = m_ways; looks_for_invalid && n-- != 0;) {
            w = !set[n].valid && !is_locked(number, n) ? n : w;
        }
        if (w == m_ways && how == policy::round_robin) {
            w = next_unlocked(number, m_pointers[number]);
        } else if (w == m_ways && how == policy::random) {
            w = next_unlocked(number, m_random.step() % ways);
        } else if (w == m_ways) {
            w = next_unlocked(number, 0);
            for (unsigned n = 0; n < m_ways; ++n) {
                w = !is_locked(number, n) && set[n].used < set[w].used ? n : w;
            }
        }
        if (how == policy::round_robin) {
            m_pointers[number] = (w + 1) % ways;
        }
        return w;
    }

    unsigned m_sets;
    unsigned m_ways;
    bool m_is_xscale;
    std::map<unsigned, std::vector<way_state>> m_content;
    std::set<unsigned> m_sizes; ///< that there have been
    std::map<unsigned, unsigned> m_pointers;
    lfsr m_random;
    std::uint64_t m_time = 0;
};

/// How a page is accessed.
enum class kind { uncached, write_through, read_allocate, write_allocate, mini };

struct counted {
    std::uint64_t icache_misses = 0, dcache_misses = 0, half_lines = 0;
    std::uint64_t itlb_misses = 0, dtlb_misses = 0, main_tlb_misses = 0;
};

/// A core with its caches: lines of the instruction and the data cache, in bits of an address.
struct machine {
    store icache, dcache;
    unsigned icache_bits, dcache_bits;
    store itlb, dtlb;
    bool has_tlbs, has_main_tlb, is_xscale;
    store main_tlb{32, 2, policy::round_robin, false}; ///< M46
    store mini{32, 2, policy::round_robin, true};      ///< M42: 2 KiB, 2 ways, 32 bytes
    bool locks_fills = false;
    kind mini_stores = kind::read_allocate; ///< M42: MD
    counted counts{};

    /// MD, bits 5:4 of the Auxiliary Control Register (M42).
    void set_mini_policy(address control) {
        constexpr kind stores[] = {kind::read_allocate, kind::write_allocate, kind::write_through};
        mini_stores = stores[control >> 4U];
    }
    void translate(store& tlb, address a, unsigned page_bits, std::uint64_t& misses) {
        if (!has_tlbs || tlb.use(a) != nullptr) {
            return;
        }
        tlb.fill(a, page_bits);
        ++misses;
        if (has_main_tlb && main_tlb.use(a) == nullptr) {
            main_tlb.fill(a, page_bits);
            ++counts.main_tlb_misses;
        }
    }
    void fetch(address pc, address physical, unsigned page_bits, kind k) {
        translate(itlb, pc, page_bits, counts.itlb_misses);
        if (k != kind::uncached && icache.use(physical) == nullptr) {
            icache.fill(physical, icache_bits);
            ++counts.icache_misses;
        }
    }
    void fill(address physical, bool is_mini) {
        const way_state before =
            is_mini ? mini.fill(physical, 5) : dcache.fill(physical, dcache_bits, locks_fills);
        counts.half_lines += before.dirty.size();
    }
    /// Bytes [a, a + n) of one instruction, in one page.
    void access(address a, address physical, unsigned n, bool is_store, unsigned page_bits,
                kind k) {
        translate(dtlb, a, page_bits, counts.dtlb_misses);
        if (k == kind::uncached) {
            return;
        }
        const bool is_mini = k == kind::mini;
        store& cache = is_mini ? mini : dcache;
        const kind stores = is_mini ? mini_stores : k;
        address line_before = 1; // none: lines begin at even addresses
        for (address at = physical; at != physical + n; ++at) {
            const unsigned bits = is_mini ? 5 : dcache_bits;
            if (at >> bits << bits != line_before && cache.use(at) == nullptr) {
                ++counts.dcache_misses;
                if (!is_store || stores == kind::write_allocate) {
                    fill(at, is_mini);
                }
            }
            line_before = at >> bits << bits;
            way_state* const there = cache.find(at);
            if (is_store && stores != kind::write_through && there != nullptr) {
                there->dirty.insert(at >> 4U);
            }
        }
    }
    /// PLD: a load that nobody waits for; of the Cortex-R5 no miss.
    void preload(address a, address physical, unsigned page_bits, kind k, bool counts_miss) {
        translate(dtlb, a, page_bits, counts.dtlb_misses);
        store& cache = k == kind::mini ? mini : dcache;
        if (k != kind::uncached && cache.use(physical) == nullptr) {
            counts.dcache_misses += counts_miss ? 1 : 0;
            fill(physical, k == kind::mini);
        }
    }
    void maintain(address physical, bool cleans, bool invalidates) {
        for (store* cache : {&dcache, &mini}) {
            if (way_state* const w = cache->find(physical)) {
                counts.half_lines += cleans ? w->dirty.size() : 0;
                w->dirty.clear();
                w->valid = !invalidates;
            }
        }
    }
};

} // namespace cache_judge
