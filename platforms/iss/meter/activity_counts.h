// SPDX-License-Identifier: Apache-2.0
// How often each kind of activity occurred, quick to add up where few kinds occur.
#pragma once

#include <activity/cycle_activity.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace platform::iss {

/// A number for each kind of activity, cycles included. Only the kinds that occur cost time.
class activity_counts {
public:
    void add(activity::activity_kind kind, std::uint64_t n = 1) {
        m_counts[activity::index_of(kind)] += n;
        m_present |= n != 0 ? activity::bit_of(kind) : 0;
    }
    void add(const activity_counts& other) {
        activity::for_each_bit(other.m_present,
                               [&](std::size_t k) { m_counts[k] += other.m_counts[k]; });
        m_present |= other.m_present;
    }
    /// Takes away what is among these counts.
    void subtract(const activity_counts& other) {
        activity::for_each_bit(other.m_present, [&](std::size_t k) {
            m_counts[k] -= other.m_counts[k];
            if (m_counts[k] == 0) {
                m_present &= ~(std::uint64_t{1} << k);
            }
        });
    }
    /// Adds what others have beyond some of them, which become all of them.
    void add_beyond(activity_counts& known, const activity_counts& others) {
        activity::for_each_bit(others.m_present, [&](std::size_t k) {
            const std::uint64_t more = others.m_counts[k] - known.m_counts[k];
            if (more != 0) {
                add(static_cast<activity::activity_kind>(k), more);
                known.m_counts[k] += more;
            }
        });
        known.m_present = others.m_present;
    }
    void clear() {
        activity::for_each_bit(m_present, [this](std::size_t k) { m_counts[k] = 0; });
        m_present = 0;
    }

    std::uint64_t operator[](activity::activity_kind kind) const {
        return m_counts[activity::index_of(kind)];
    }
    std::uint64_t cycles() const { return (*this)[activity::activity_kind::cycle]; }
    bool empty() const { return m_present == 0; }
    /// The kinds that occur, as bits.
    std::uint64_t kinds() const { return m_present; }

    /// Adds everything to totals.
    void add_to(activity::activity_totals& totals) const {
        activity::for_each_bit(m_present, [&](std::size_t k) {
            totals.add_occurrences(static_cast<activity::activity_kind>(k), m_counts[k]);
        });
    }

    friend bool operator==(const activity_counts& a, const activity_counts& b) {
        return a.m_counts == b.m_counts;
    }

private:
    std::array<std::uint64_t, activity::activity_kinds> m_counts{};
    std::uint64_t m_present = 0;
};

/// Those of each of some instructions, quick to begin anew.
class counts_by_instruction {
public:
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    /// Whether none of them can have any.
    bool has_nothing() const { return !m_is_touched; }
    activity_counts& operator[](std::size_t k) {
        m_is_touched = true;
        return m_counts[k];
    }

    /// Of so many instructions, each 0.
    void begin(std::size_t size) {
        clear();
        m_counts.resize(std::max(size, m_counts.size()));
        m_size = size;
    }
    /// Of fewer.
    void shrink(std::size_t size) {
        for (std::size_t k = size; m_is_touched && k < m_size; ++k) {
            m_counts[k].clear();
        }
        m_size = std::min(size, m_size);
        m_is_touched = m_is_touched && m_size != 0;
    }
    void clear() { shrink(0); }

private:
    std::vector<activity_counts> m_counts;
    std::size_t m_size = 0;
    bool m_is_touched = false;
};

/// As activity_counts in little room, to be added up often.
class activity_list {
public:
    void add(activity::activity_kind kind, std::uint32_t n = 1) {
        if (n == 0) {
            return;
        }
        const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                        [&](const row& r) { return r.kind == kind; });
        if (found != m_rows.end()) {
            found->n += n;
        } else {
            m_rows.push_back({kind, n});
        }
    }
    void add(const activity_list& other) {
        for (const row& r : other.m_rows) {
            add(r.kind, r.n);
        }
    }
    void add_to(activity_counts& counts, std::uint64_t times = 1) const {
        for (const row& r : m_rows) {
            counts.add(r.kind, r.n * times);
        }
    }
    /// Only these kinds, as bits.
    void keep(std::uint64_t kinds) {
        m_rows.erase(
            std::remove_if(m_rows.begin(), m_rows.end(),
                           [=](const row& r) { return (activity::bit_of(r.kind) & kinds) == 0; }),
            m_rows.end());
    }
    std::uint32_t cycles() const {
        for (const row& r : m_rows) {
            if (r.kind == activity::activity_kind::cycle) {
                return r.n;
            }
        }
        return 0;
    }
    bool empty() const { return m_rows.empty(); }
    /// The kinds that occur, as bits.
    std::uint64_t kinds() const {
        std::uint64_t all = 0;
        for (const row& r : m_rows) {
            all |= activity::bit_of(r.kind);
        }
        return all;
    }

private:
    struct row {
        activity::activity_kind kind;
        std::uint32_t n;
    };
    std::vector<row> m_rows;
};

} // namespace platform::iss
