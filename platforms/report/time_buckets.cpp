// SPDX-License-Identifier: Apache-2.0
#include <report/time_buckets.h>

#include <algorithm>
#include <stdexcept>

namespace platform::report {

namespace {

level_range joined(const level_range& earlier, const level_range& later) {
    return {std::min(earlier.min, later.min), std::max(earlier.max, later.max), later.last};
}

} // namespace

time_buckets::time_buckets(std::uint64_t width, std::size_t capacity)
    : m_capacity(capacity), m_width(width) {
    if (width == 0 || capacity < 2 || capacity % 2 != 0) {
        throw std::invalid_argument("the number of buckets is even, and nothing is 0");
    }
}

std::size_t time_buckets::add_level() {
    m_levels.push_back({{}});
    return m_levels.size() - 1;
}

std::size_t time_buckets::add_sum() {
    m_sums.push_back({0});
    return m_sums.size() - 1;
}

void time_buckets::go_to(std::uint64_t cycle) {
    while (cycle / m_width >= m_capacity) {
        widen();
    }
    const auto size = static_cast<std::size_t>(cycle / m_width + 1);
    if (size <= m_size) {
        return;
    }
    m_size = size;
    for (std::vector<level_range>& level : m_levels) {
        const std::uint64_t last = level.back().last;
        level.resize(size, {last, last, last});
    }
    for (std::vector<std::uint64_t>& sum : m_sums) {
        sum.resize(size, 0);
    }
}

void time_buckets::set(std::size_t level, std::uint64_t value) {
    level_range& now = m_levels[level].back();
    now = joined(now, {value, value, value});
}

void time_buckets::spread(std::size_t sum, std::uint64_t first, std::uint64_t last,
                          std::uint64_t n) {
    std::uint64_t given = 0;
    for (std::uint64_t at = first; at < last && given != n;) {
        const std::uint64_t bucket = (at + 1) / m_width;
        const std::uint64_t end = std::min(bucket * m_width + m_width - 1, last);
        const double share = static_cast<double>(end - first) / static_cast<double>(last - first);
        const auto so_far =
            end == last ? n : static_cast<std::uint64_t>(share * static_cast<double>(n));
        m_sums[sum][static_cast<std::size_t>(bucket)] += so_far - given;
        given = so_far;
        at = end;
    }
    add(sum, n - given);
}

void time_buckets::widen() {
    const std::size_t half = (m_size + 1) / 2;
    for (std::size_t n = 0; n != half; ++n) {
        const std::size_t second = std::min(2 * n + 1, m_size - 1);
        for (std::vector<level_range>& level : m_levels) {
            level[n] = joined(level[2 * n], level[second]);
        }
        for (std::vector<std::uint64_t>& sum : m_sums) {
            sum[n] = sum[2 * n] + (second != 2 * n ? sum[second] : 0);
        }
    }
    m_size = half;
    m_width *= 2;
    for (std::vector<level_range>& level : m_levels) {
        level.resize(half);
    }
    for (std::vector<std::uint64_t>& sum : m_sums) {
        sum.resize(half);
    }
}

std::vector<level_range> time_buckets::levels(std::size_t level, std::size_t group) const {
    std::vector<level_range> all;
    for (std::size_t n = 0; n != m_size; ++n) {
        const level_range& one = m_levels[level][n];
        if (n % group == 0) {
            all.push_back(one);
        } else {
            all.back() = joined(all.back(), one);
        }
    }
    return all;
}

std::vector<sum_range> time_buckets::sums(std::size_t sum, std::size_t group) const {
    std::vector<sum_range> all;
    for (std::size_t n = 0; n != m_size; ++n) {
        const std::uint64_t one = m_sums[sum][n];
        if (n % group == 0) {
            all.push_back({one, one, one});
        } else {
            sum_range& whole = all.back();
            whole = {whole.sum + one, std::min(whole.min, one), std::max(whole.max, one)};
        }
    }
    return all;
}

} // namespace platform::report
