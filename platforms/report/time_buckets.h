// SPDX-License-Identifier: Apache-2.0
// What happens over time, in bounded memory: buckets of equal width that double it when there are
// too many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platform::report {

/// A value within a bucket.
struct level_range {
    std::uint64_t min = 0;
    std::uint64_t max = 0;
    std::uint64_t last = 0;

    friend bool operator==(const level_range& a, const level_range& b) {
        return a.min == b.min && a.max == b.max && a.last == b.last;
    }
};

/// Occurrences within a bucket, and the fewest and the most within one of the buckets that it is
/// made of.
struct sum_range {
    std::uint64_t sum = 0;
    std::uint64_t min = 0;
    std::uint64_t max = 0;
};

/// Channels over the same time, which is counted in cycles. Bucket n has the cycles n * width() to
/// (n + 1) * width() - 1; the last one may be under way. A channel has levels, whose least,
/// greatest and last value of each bucket are kept, or sums. What is told between two looks does
/// not get lost when buckets widen: minima, maxima and sums stay true.
class time_buckets {
public:
    /// \param width of the first buckets, cycles
    /// \param capacity buckets at most, an even number
    /// \throws std::invalid_argument
    explicit time_buckets(std::uint64_t width = 1, std::size_t capacity = 4096);

    /// Adds a channel; only before the first go_to(), as start(). \return its number among those of
    /// its kind
    std::size_t add_level();
    std::size_t add_sum();

    /// Goes to a cycle; one that has passed changes nothing. Levels keep their last value.
    void go_to(std::uint64_t cycle);
    /// The level begins with this, instead of with 0.
    void start(std::size_t level, std::uint64_t value) {
        m_levels[level] = {{value, value, value}};
    }
    /// The level is, or was for a moment, this.
    void set(std::size_t level, std::uint64_t value);
    /// It occurred n times.
    void add(std::size_t sum, std::uint64_t n) { m_sums[sum].back() += n; }
    /// It occurred n times in the cycles after `first`, up to and with `last`, at the same pace:
    /// `last` is in the bucket that is under way, and `first` not after it.
    void spread(std::size_t sum, std::uint64_t first, std::uint64_t last, std::uint64_t n);

    std::uint64_t width() const {
        return m_width;
    } ///< cycles: the first width, doubled as often as need be
    std::size_t size() const { return m_size; } ///< buckets, at least one
    /// The last cycle of the bucket that is under way.
    std::uint64_t last_cycle() const { return m_size * m_width - 1; }

    /// So many neighbours each become one; the last one may be of fewer.
    std::vector<level_range> levels(std::size_t level, std::size_t group = 1) const;
    std::vector<sum_range> sums(std::size_t sum, std::size_t group = 1) const;

private:
    void widen();

    std::size_t m_capacity;
    std::uint64_t m_width;
    std::size_t m_size = 1;
    std::vector<std::vector<level_range>> m_levels;
    std::vector<std::vector<std::uint64_t>> m_sums;
};

} // namespace platform::report
