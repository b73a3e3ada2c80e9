// SPDX-License-Identifier: Apache-2.0
// The first and the last items of a sequence, however long it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace platform::report {

template <class Item>
class kept_ends {
public:
    /// \param each so many of the first are kept, and so many of the last
    explicit kept_ends(std::size_t each) : m_each(each) {}

    void add(Item item) {
        ++m_total;
        if (m_first.size() < m_each) {
            m_first.push_back(std::move(item));
            return;
        }
        m_last.push_back(std::move(item));
        if (m_last.size() > m_each) {
            m_last.pop_front();
        }
    }

    std::uint64_t total() const { return m_total; }
    /// How many are missing between first() and last().
    std::uint64_t omitted() const { return m_total - m_first.size() - m_last.size(); }
    const std::vector<Item>& first() const { return m_first; }
    const std::deque<Item>& last() const { return m_last; } ///< that are not among the first

    /// Calls f(item) for each that is kept, in their order.
    template <class F>
    void for_each(const F& f) const {
        for (const Item& item : m_first) {
            f(item);
        }
        for (const Item& item : m_last) {
            f(item);
        }
    }

private:
    std::size_t m_each;
    std::uint64_t m_total = 0;
    std::vector<Item> m_first;
    std::deque<Item> m_last;
};

} // namespace platform::report
