// SPDX-License-Identifier: Apache-2.0
// A return stack, by ARM DDI 0301, 5.3: a circular buffer, and an empty one gives no prediction.
#include <iss/meter/return_stack.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

namespace platform::iss::return_stack_test {
namespace {

TEST(return_stack, gives_back_what_was_pushed_last) {
    return_stack stack(3);
    stack.push(0x8000);
    stack.push(0x9000);
    EXPECT_EQ(stack.pop(), 0x9000U);
    stack.push(0xA000);
    EXPECT_EQ(stack.pop(), 0xA000U);
    EXPECT_EQ(stack.pop(), 0x8000U);
}

TEST(return_stack, predicts_nothing_when_it_is_empty) {
    return_stack stack(3);
    EXPECT_EQ(stack.pop(), std::nullopt);
    stack.push(0);
    EXPECT_EQ(stack.pop(), 0U);
    EXPECT_EQ(stack.pop(), std::nullopt);
    EXPECT_EQ(stack.pop(), std::nullopt);
}

TEST(return_stack, replaces_the_oldest_address) {
    return_stack stack(3);
    for (std::uint32_t address = 1; address <= 10; ++address) {
        stack.push(address);
    }
    EXPECT_EQ(stack.pop(), 10U);
    EXPECT_EQ(stack.pop(), 9U);
    EXPECT_EQ(stack.pop(), 8U);
    EXPECT_EQ(stack.pop(), std::nullopt);
}

TEST(return_stack, of_a_core_that_has_none) {
    return_stack stack(0);
    stack.push(0x8000);
    EXPECT_EQ(stack.pop(), std::nullopt);
}

} // namespace
} // namespace platform::iss::return_stack_test
