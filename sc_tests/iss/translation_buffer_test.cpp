// SPDX-License-Identifier: Apache-2.0
// TLBs with pages of several sizes.
#include <iss/meter/translation_buffer.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace platform::iss {
namespace {

constexpr activity::replacement_rules round_robin{activity::replacement::round_robin};
constexpr std::uint32_t space = 0x101;

TEST(translation_buffer, an_entry_is_a_page_whatever_its_size) {
    for (const unsigned bits : {10U, 12U, 16U, 20U, 24U}) {
        translation_buffer b(1, 2, round_robin);
        const std::uint32_t page = 5U << 24U | 7U << bits;
        b.fill(page + 0x123, bits, space);
        EXPECT_TRUE(b.touch(page, space)) << bits;
        EXPECT_TRUE(b.touch(page + (1U << bits) - 1, space)) << bits;
        EXPECT_FALSE(b.touch(page - 1, space)) << bits;
        EXPECT_FALSE(b.touch(page + (1U << bits), space)) << bits;
        EXPECT_FALSE(b.touch(page, space - 1)) << bits;
    }
}

TEST(translation_buffer, knows_the_first_and_the_last_page) {
    for (const unsigned bits : {10U, 12U, 16U, 20U, 24U}) {
        translation_buffer b(1, 2, round_robin);
        EXPECT_FALSE(b.touch(0, 0));
        b.fill(0, bits, 0);
        b.fill(0xFFFF'FFFF, bits, space);
        EXPECT_TRUE(b.touch(0, 0));
        EXPECT_TRUE(b.touch(0xFFFF'FFFF, space));
        EXPECT_FALSE(b.touch(0xFFFF'FFFF, 0));
    }
}

// Pages of different sizes with the same number are different ones.
TEST(translation_buffer, tells_sizes_apart) {
    translation_buffer b(1, 4, round_robin);
    b.fill(0x0010'0000, 20, space);
    b.fill(0x0000'1000, 12, space);
    EXPECT_FALSE(b.touch(0x0000'0000, space));
    EXPECT_FALSE(b.touch(0x0001'0000, space));
    EXPECT_TRUE(b.touch(0x001F'FFFF, space));
    EXPECT_TRUE(b.touch(0x0000'1FFF, space));
    EXPECT_FALSE(b.touch(0x0000'2000, space));
}

// timing.md: the set of the main TLB is the address over the size of the page, modulo the sets.
TEST(translation_buffer, pages_lie_in_sets_by_their_size) {
    for (const unsigned bits : {12U, 16U, 20U}) {
        translation_buffer b(32, 2, round_robin);
        for (std::uint32_t n = 0; n < 64; ++n) {
            b.fill(n << bits, bits, space);
        }
        for (std::uint32_t n = 0; n < 64; ++n) {
            EXPECT_TRUE(b.touch(n << bits, space)) << n << " of " << bits;
        }
        b.fill(69U << bits, bits, space); // the set of 5 and 37
        EXPECT_FALSE(b.touch(5U << bits, space));
        EXPECT_TRUE(b.touch(37U << bits, space));
    }
}

TEST(translation_buffer, forgets_pages) {
    translation_buffer b(32, 2, round_robin);
    const auto fill = [&b] {
        b.fill(0x0010'0000, 20, space);
        b.fill(0x0020'3000, 12, space);
        b.fill(0x0020'3000, 12, 0xFF);
        b.fill(0x0030'0000, 16, 0xFF);
    };
    fill();
    b.erase(0x001A'BCDE, space);
    EXPECT_FALSE(b.touch(0x0010'0000, space));
    b.erase(0x0020'3000, space);
    EXPECT_FALSE(b.touch(0x0020'3000, space));
    EXPECT_TRUE(b.touch(0x0020'3000, 0xFF));
    fill();
    b.erase_space(0xFF);
    EXPECT_FALSE(b.touch(0x0020'3000, 0xFF));
    EXPECT_FALSE(b.touch(0x0030'0000, 0xFF));
    EXPECT_TRUE(b.touch(0x0010'0000, space));
    b.clear();
    EXPECT_FALSE(b.touch(0x0010'0000, space));
}

} // namespace
} // namespace platform::iss
