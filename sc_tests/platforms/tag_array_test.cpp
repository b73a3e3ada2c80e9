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

// --- policies ------------------------------------------------------------------------------------

using activity::replacement;
using activity::replacement_rules;
using activity::round_robin_start;

constexpr std::uint32_t no_key = activity::tag_array::no_key;

// timing.md, Replacement: a pointer a set, which is after a fill of way w at w + 1, also where w
// was empty; an empty way is filled first.
TEST(tag_array, goes_round_the_ways) {
    activity::tag_array t(2, 3, {replacement::round_robin});
    for (const std::uint32_t key : {10U, 12U, 14U}) {
        EXPECT_EQ(t.fill(key).key, no_key);
    }
    t.touch(10);
    EXPECT_EQ(t.fill(16).key, 10U) << "whenever it was used";
    EXPECT_EQ(t.erase_at(0, 2).key, 14U);
    EXPECT_EQ(t.fill(18).key, no_key) << "the place of 14, not way 1";
    EXPECT_EQ(t.fill(20).key, 16U) << "and then way 0";
    EXPECT_EQ(t.fill(22).key, 12U);
    for (const std::uint32_t key : {11U, 13U, 15U}) {
        EXPECT_EQ(t.fill(key).key, no_key);
    }
    EXPECT_EQ(t.fill(17).key, 11U) << "the other set has a pointer of its own";
    EXPECT_EQ(t.fill(24).key, 18U);
}

// Intel 273473, 6.2.4: the pointer is at the last way after reset; validity is not looked at.
TEST(tag_array, goes_round_from_the_last_way) {
    activity::tag_array t(1, 4, {replacement::round_robin, round_robin_start::last_way});
    for (const std::uint32_t key : {10U, 11U, 12U, 13U}) {
        EXPECT_EQ(t.fill(key).key, no_key);
    }
    EXPECT_EQ(t.fill(14).key, 10U);
    EXPECT_EQ(t.erase_at(0, 3).key, 14U) << "the last way was the first";
    EXPECT_EQ(t.fill(15).key, 11U) << "though way 3 is empty";
    t.clear();
    t.fill(16);
    EXPECT_EQ(t.erase_at(0, 1).key, 16U) << "the pointer is where it was";
}

// The ways by hand: 0xACE1, then 0xE270, 0x7138, 0x389C, 0x1C4E, 0x0E27, 0xB313, 0xED89, 0xC2C4,
// 0x6162; modulo 4.
TEST(tag_array, takes_pseudo_random_ways) {
    activity::tag_array t(1, 4, {replacement::random});
    for (const std::uint32_t key : {0U, 1U, 2U, 3U}) {
        EXPECT_EQ(t.fill(key).key, no_key) << "empty ways take no number";
    }
    EXPECT_EQ(t.fill(10).key, 0U);
    EXPECT_EQ(t.fill(11).key, 10U);
    EXPECT_EQ(t.fill(12).key, 11U);
    EXPECT_EQ(t.fill(13).key, 2U);
    EXPECT_EQ(t.fill(14).key, 3U);
    EXPECT_EQ(t.fill(15).key, 14U);
    EXPECT_EQ(t.fill(16).key, 1U);
    EXPECT_EQ(t.fill(17).key, 12U);
    t.erase(16);
    EXPECT_EQ(t.fill(18).key, no_key) << "nor do those that have become empty";
    EXPECT_EQ(t.fill(19).key, 13U);
}

TEST(tag_array, changes_its_policy) {
    activity::tag_array t(1, 4, {replacement::random});
    for (const std::uint32_t key : {0U, 1U, 2U, 3U}) {
        t.fill(key);
    }
    t.set_policy(replacement::round_robin);
    EXPECT_EQ(t.fill(10).key, 0U) << "the pointer has not moved";
    EXPECT_EQ(t.fill(11).key, 1U);
    t.set_policy(replacement::random);
    EXPECT_EQ(t.fill(12).key, 10U) << "the first number, 0xE270";
    t.set_policy(replacement::lru);
    EXPECT_EQ(t.fill(13).key, 2U);
}

// --- lock-down -----------------------------------------------------------------------------------

TEST(tag_array, locked_ways_are_not_filled) {
    activity::tag_array t(1, 4, {replacement::round_robin});
    for (const std::uint32_t key : {0U, 1U, 2U, 3U}) {
        t.fill(key);
    }
    t.lock_ways(0b0101);
    EXPECT_EQ(t.fill(10).key, 1U) << "past way 0";
    EXPECT_EQ(t.fill(11).key, 3U) << "past way 2";
    EXPECT_EQ(t.fill(12).key, 10U);
    EXPECT_TRUE(t.touch(0));
    EXPECT_EQ(t.erase(2).key, 2U) << "it can be invalidated";
    EXPECT_EQ(t.fill(13).key, 11U) << "and its way stays empty";
    t.lock_ways(0);
    EXPECT_EQ(t.fill(14).key, no_key);
    for (const replacement policy : {replacement::lru, replacement::random}) {
        activity::tag_array other(1, 4, {policy});
        other.lock_ways(0b1101);
        for (const std::uint32_t key : {0U, 1U, 2U}) {
            EXPECT_EQ(other.fill(key).key, key != 0 ? key - 1 : no_key) << "way 1 only";
        }
    }
}

// ARM DDI 0301H, 3.2.25: with all ways locked, way 0 is not.
TEST(tag_array, not_all_ways_can_be_locked) {
    activity::tag_array t(1, 4, {replacement::round_robin});
    t.lock_ways(0xFFFF'FFFF);
    t.fill(7);
    EXPECT_EQ(t.fill(8).key, 7U);
    EXPECT_EQ(t.erase_at(0, 0).key, 8U);
    activity::tag_array one(1, 1);
    one.lock_ways(1);
    one.fill(7);
    EXPECT_TRUE(one.contains(7));
}

// Intel 273473, 4.3.4: lines are locked from way 0 on; round-robin goes on in the other ways, and
// invalidation of everything keeps what is locked.
TEST(tag_array, locked_lines_stay) {
    activity::tag_array t(1, 8, {replacement::round_robin, round_robin_start::last_way});
    for (const std::uint32_t key : {1U, 2U, 3U}) {
        t.fill_locked(key);
        EXPECT_TRUE(t.is_locked(key));
    }
    t.fill(10); // in way 7
    t.fill(11); // past ways 0 to 2
    EXPECT_FALSE(t.is_locked(10));
    EXPECT_FALSE(t.is_locked(99)) << "it is not there";
    t.clear();
    EXPECT_FALSE(t.contains(10));
    EXPECT_FALSE(t.contains(11));
    for (const std::uint32_t key : {1U, 2U, 3U}) {
        EXPECT_TRUE(t.contains(key));
    }
    for (const std::uint32_t key : {4U, 5U, 6U, 7U}) {
        t.fill_locked(key);
    }
    t.fill_locked(20); // an eighth of the ways is never locked
    EXPECT_FALSE(t.is_locked(20));
    EXPECT_EQ(t.fill(21).key, 20U) << "way 7 is all that is left";
    t.unlock_lines();
    t.clear();
    for (std::uint32_t key = 1; key < 8; ++key) {
        EXPECT_FALSE(t.contains(key));
    }
}

TEST(tag_array, locks_28_of_32_lines) {
    activity::tag_array t(1, 32, {replacement::round_robin, round_robin_start::last_way});
    for (std::uint32_t key = 0; key < 40; ++key) {
        t.fill_locked(key);
        EXPECT_EQ(t.is_locked(key), key < 28) << key;
    }
    activity::tag_array one(1, 1, {replacement::round_robin, round_robin_start::last_way});
    one.fill_locked(1);
    EXPECT_FALSE(one.is_locked(1));
}

// -------------------------------------------------------------------------------------------------

// A key may have a set that its low bits do not tell.
TEST(tag_array, finds_what_has_an_index) {
    activity::tag_array t(4, 1);
    t.fill(0x100, 3);
    EXPECT_TRUE(t.touch(0x100, 3));
    EXPECT_FALSE(t.contains(0x100));
    EXPECT_EQ(t.fill(0x200, 3).key, 0x100U);
    EXPECT_EQ(t.erase(0x200, 3).key, 0x200U);
    EXPECT_FALSE(t.touch(0x200, 3));
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
