// SPDX-License-Identifier: Apache-2.0
#include <fuzz/random_firmware.h>

#include <generated/part_names.h>
#include <gtest/gtest.h>

namespace {

TEST(fuzz_firmware, is_made_for_each_part) {
    for (const std::string& part : sc_test::part_names) {
        EXPECT_EQ(platform::fuzz::random_firmware({1, part}).part, part);
    }
}

} // namespace
