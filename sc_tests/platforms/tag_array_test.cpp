// SPDX-License-Identifier: Apache-2.0
// The tags of caches and translation buffers: sets, ways, replacement, what is dirty.
#include <activity/tag_array.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

namespace platform::tag_array_test {
namespace {

TEST(tag_array, refuses_what_has_no_sets_or_ways) {
    EXPECT_THROW(activity::tag_array(0, 1), std::invalid_argument);
    EXPECT_THROW(activity::tag_array(3, 1), std::invalid_argument);
    EXPECT_THROW(activity::tag_array(4, 0), std::invalid_argument);
    EXPECT_EQ(activity::tag_array(8, 3).sets(), 8U);
    EXPECT_EQ(activity::tag_array(8, 3).ways(), 3U);
}

TEST(tag_array, fills_empty_ways_before_it_replaces) {
    activity::tag_array t(1, 3);
    for (const std::uint32_t key : {10U, 11U, 12U}) {
        EXPECT_FALSE(t.touch(key));
        EXPECT_EQ(t.fill(key).key, activity::tag_array::no_key);
    }
    EXPECT_TRUE(t.touch(10));
    EXPECT_EQ(t.fill(13).key, 11U) << "the oldest";
    EXPECT_EQ(t.erase(12).key, 12U);
    EXPECT_EQ(t.fill(14).key, activity::tag_array::no_key) << "the place of 12";
    EXPECT_EQ(t.fill(15).key, 10U);
}

// An entry stays where it is while others come, are used and go.
TEST(tag_array, an_entry_keeps_its_way) {
    activity::tag_array t(2, 2);
    t.fill(0);
    t.fill(2);
    t.touch(0);
    t.touch(2);
    EXPECT_EQ(t.erase_at(0, 0).key, 0U);
    EXPECT_EQ(t.erase_at(0, 0).key, activity::tag_array::no_key);
    EXPECT_TRUE(t.contains(2));
    t.fill(4);
    EXPECT_EQ(t.erase_at(0, 1).key, 2U);
    EXPECT_EQ(t.erase_at(0, 0).key, 4U);
    t.fill(3);
    EXPECT_EQ(t.erase_at(1, 0).key, 3U) << "the other set";
}

TEST(tag_array, knows_the_parts_that_are_dirty) {
    activity::tag_array t(1, 2);
    t.fill(7);
    t.mark_dirty();
    t.mark_dirty(4);
    t.fill(8);
    t.mark_dirty(2);
    t.touch(7);
    t.mark_dirty(8);
    EXPECT_EQ(t.clean(7), 13U);
    EXPECT_EQ(t.clean(7), 0U) << "it is clean";
    EXPECT_TRUE(t.contains(7));
    EXPECT_EQ(t.clean_at(0, 1), 2U);
    EXPECT_EQ(t.clean(9), 0U) << "it is not there";
    t.touch(8);
    t.mark_dirty(1);
    EXPECT_EQ(t.fill(9).dirty, 0U) << "7 goes";
    const activity::tag_array::entry before = t.fill(10);
    EXPECT_EQ(before.key, 8U);
    EXPECT_EQ(before.dirty, 1U);
    EXPECT_EQ(t.erase(10).dirty, 0U) << "the marks went with the entry before";
}

TEST(tag_array, erases_what_is_there) {
    activity::tag_array t(4, 1);
    t.fill(5);
    t.mark_dirty(3);
    EXPECT_EQ(t.erase(1).key, activity::tag_array::no_key) << "another key of this set";
    const activity::tag_array::entry before = t.erase(5);
    EXPECT_EQ(before.key, 5U);
    EXPECT_EQ(before.dirty, 3U);
    EXPECT_FALSE(t.contains(5));
    t.fill(5);
    EXPECT_EQ(t.erase(5).dirty, 0U);
}

TEST(tag_array, forgets_everything) {
    activity::tag_array t(2, 2);
    for (const std::uint32_t key : {0U, 1U, 2U, 3U}) {
        t.fill(key);
        t.mark_dirty();
    }
    t.clear();
    for (const std::uint32_t key : {0U, 1U, 2U, 3U}) {
        EXPECT_FALSE(t.contains(key));
        const activity::tag_array::entry before = t.fill(key);
        EXPECT_EQ(before.key, activity::tag_array::no_key);
        EXPECT_EQ(before.dirty, 0U);
    }
}

/// The same, said in another way: by lists of keys, the latest last.
class tags_in_lists {
public:
    tags_in_lists(std::uint32_t sets, std::uint32_t ways) : m_sets(sets), m_ways(ways) {}

    bool touch(std::uint32_t key) {
        std::vector<std::uint32_t>& set = m_keys[key % m_sets];
        const auto found = std::find(set.begin(), set.end(), key);
        if (found == set.end()) {
            return false;
        }
        std::rotate(found, found + 1, set.end());
        return true;
    }
    std::uint32_t fill(std::uint32_t key) {
        std::vector<std::uint32_t>& set = m_keys[key % m_sets];
        std::uint32_t before = activity::tag_array::no_key;
        if (set.size() == m_ways) {
            before = set.front();
            set.erase(set.begin());
        }
        set.push_back(key);
        return before;
    }
    void erase(std::uint32_t key) {
        std::vector<std::uint32_t>& set = m_keys[key % m_sets];
        set.erase(std::remove(set.begin(), set.end(), key), set.end());
    }

private:
    std::uint32_t m_sets;
    std::uint32_t m_ways;
    std::map<std::uint32_t, std::vector<std::uint32_t>> m_keys;
};

TEST(tag_array, replaces_the_least_recently_used) {
    std::mt19937 random(1);
    for (const auto& [sets, ways] : {std::pair{1U, 10U}, {4U, 4U}, {32U, 2U}, {8U, 1U}}) {
        activity::tag_array t(sets, ways);
        tags_in_lists expected(sets, ways);
        for (int n = 0; n < 20000; ++n) {
            const auto key =
                static_cast<std::uint32_t>(random() % (std::uint64_t{3} * sets * ways));
            if (random() % 16 == 0) {
                t.erase(key);
                expected.erase(key);
                continue;
            }
            const bool is_there = expected.touch(key);
            ASSERT_EQ(t.touch(key), is_there) << n;
            if (!is_there) {
                ASSERT_EQ(t.fill(key).key, expected.fill(key)) << n;
            }
        }
    }
}

} // namespace
} // namespace platform::tag_array_test
