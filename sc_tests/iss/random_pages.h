// SPDX-License-Identifier: Apache-2.0
// Page tables with pages of all sizes and kinds, for programs that the judge is asked about.
#pragma once

#include <iss/cache_judge.h>

#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <vector>

namespace cache_judge {

/// std::mt19937 has a wider type on some hosts.
class random_words {
public:
    explicit random_words(unsigned seed) : m_engine(seed) {}
    std::uint32_t operator()() { return static_cast<std::uint32_t>(m_engine()); }

private:
    std::mt19937 m_engine;
};

/// Of the addresses from 1 to 16 MiB, domain 0. Before them the first MiB is a section of its own.
class random_pages {
public:
    static constexpr std::uint32_t table = 0x4000;           ///< of the first level
    static constexpr std::uint32_t second_tables = 0x1'0000; ///< 4 KiB each

    struct page {
        std::uint32_t begin = 0;
        unsigned bits = 12;
        cache_judge::kind kind = cache_judge::kind::read_allocate; ///< as that of the first MiB
    };

    /// \param distance from an address to the one that it leads to
    random_pages(bool is_xscale, std::uint32_t distance, random_words& random)
        : m_is_xscale(is_xscale), m_distance(distance) {
        put_section(0, {0, 3, kind::read_allocate});
        for (std::uint32_t section = 1; section < 16; ++section) {
            map_section(section << 20U, random);
        }
    }

    /// The tables, by address.
    const std::map<std::uint32_t, std::uint32_t>& words() const { return m_words; }
    const page& any(random_words& random) const { return m_pages[random() % m_pages.size()]; }
    /// The page of an address that is mapped.
    const page& at(std::uint32_t where) const {
        const auto found = m_by_begin.upper_bound(where);
        return m_pages[std::prev(found)->second];
    }

private:
    /// Of the XScale: X, C, B as in Intel 273473, 3.2.2. Of ARMv6: TEX, C, B; stores never
    /// allocate (DDI 0301, 7.2).
    struct attributes {
        std::uint32_t tex;
        std::uint32_t cb;
        cache_judge::kind kind;
    };
    attributes any_attributes(random_words& random) const {
        using k = cache_judge::kind;
        static constexpr attributes of_xscale[] = {
            {0, 0, k::uncached},      {0, 1, k::uncached}, {0, 2, k::write_through},
            {0, 3, k::read_allocate}, {1, 1, k::uncached}, {1, 2, k::mini},
            {1, 3, k::write_allocate}};
        static constexpr attributes of_armv6[] = {{0, 2, k::write_through},
                                                  {0, 3, k::read_allocate},
                                                  {1, 0, k::uncached},
                                                  {1, 3, k::read_allocate},
                                                  {0, 1, k::uncached}};
        return m_is_xscale ? of_xscale[random() % 7] : of_armv6[random() % 5];
    }

    void add(std::uint32_t begin, unsigned bits, cache_judge::kind k) {
        m_by_begin[begin] = m_pages.size();
        m_pages.push_back({begin, bits, k});
    }
    void put_first(std::uint32_t begin, std::uint32_t word) {
        m_words[table + (begin >> 20U) * 4] = word;
    }
    void put_section(std::uint32_t begin, const attributes& a) {
        put_first(begin, (begin + m_distance) | a.tex << 12U | 3U << 10U | a.cb << 2U | 2U);
        add(begin, 20, a.kind);
    }
    void map_section(std::uint32_t begin, random_words& random) {
        const unsigned form = random() % 4;
        if (form == 0) {
            put_section(begin, any_attributes(random));
        } else if (form == 1 && m_is_xscale) {
            map_fine(begin, random);
        } else {
            map_coarse(begin, random);
        }
    }
    /// Tiny pages of 1 KiB, which have no TEX.
    void map_fine(std::uint32_t begin, random_words& random) {
        const std::uint32_t second = second_tables + (begin >> 20U) * 4096;
        put_first(begin, second | 3U);
        for (std::uint32_t n = 0; n < 8; ++n) {
            attributes a = any_attributes(random);
            while (a.tex != 0) {
                a = any_attributes(random);
            }
            const std::uint32_t at = begin + n * 1024;
            m_words[second + n * 4] = (at + m_distance) | 3U << 4U | a.cb << 2U | 3U;
            add(at, 10, a.kind);
        }
    }
    /// A few pages of 64 and 4 KiB.
    void map_coarse(std::uint32_t begin, random_words& random) {
        const std::uint32_t second = second_tables + (begin >> 20U) * 4096;
        put_first(begin, second | 1U);
        for (std::uint32_t n = 0; n < 6; ++n) {
            const attributes a = any_attributes(random);
            const std::uint32_t at = begin + n * 0x1'0000;
            if (random() % 2 == 0) { // in each of its 16 places
                for (std::uint32_t place = 0; place < 16; ++place) {
                    m_words[second + (n * 16 + place) * 4] =
                        (at + m_distance) | a.tex << 12U | all_rights() | a.cb << 2U | 1U;
                }
                add(at, 16, a.kind);
            } else {
                const std::uint32_t extended = m_is_xscale ? 3U : 2U;
                m_words[second + n * 16 * 4] =
                    (at + m_distance) | a.tex << 6U | 3U << 4U | a.cb << 2U | extended;
                add(at, 12, a.kind);
            }
        }
    }
    std::uint32_t all_rights() const { return m_is_xscale ? 0xFF0U : 0x030U; }

    const bool m_is_xscale;
    const std::uint32_t m_distance;
    std::map<std::uint32_t, std::uint32_t> m_words;
    std::vector<page> m_pages;
    std::map<std::uint32_t, std::size_t> m_by_begin;
};

} // namespace cache_judge
