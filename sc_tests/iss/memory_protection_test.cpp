// SPDX-License-Identifier: Apache-2.0
// The regions of the Cortex-R5's MPU (DDI 0406, B5).
#include <iss/decode/sctlr.h>
#include <iss/mmu/memory_protection.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

namespace platform::iss::memory_protection_test {
namespace {

constexpr std::uint32_t background_region = 1U << 17;
constexpr std::uint32_t full_access = 3U << 8U;

/// \param bits of the size: 2^bits bytes
memory_protection::region region(std::uint32_t base, unsigned bits, std::uint32_t access,
                                 std::uint32_t disabled_subregions = 0) {
    return {base, disabled_subregions << 8U | (bits - 1U) << 1U | 1U, access};
}

std::optional<std::uint32_t> load(const memory_protection& mpu, std::uint32_t address,
                                  bool is_privileged = true) {
    return mpu.fault_of(address, access_type::load, is_privileged);
}

TEST(memory_protection, lets_all_through_while_it_is_off) {
    EXPECT_FALSE(load({0, {}}, 0x1000));
}

TEST(memory_protection, what_is_in_no_region_is_the_background) {
    const memory_protection without(sctlr::translation, {region(0x1000, 12, full_access)});
    EXPECT_FALSE(load(without, 0x1FFF));
    EXPECT_EQ(load(without, 0x2000), fault_status::background);
    const memory_protection with(sctlr::translation | background_region, {});
    EXPECT_FALSE(load(with, 0x2000));
    EXPECT_EQ(load(with, 0x2000, false), fault_status::background);
}

TEST(memory_protection, the_last_region_decides) {
    const memory_protection mpu(
        sctlr::translation,
        {region(0, 32, full_access), region(0x1000, 12, 0), region(0x1100, 8, full_access)});
    EXPECT_FALSE(load(mpu, 0x0FFC));
    EXPECT_EQ(load(mpu, 0x1000), fault_status::section_permission);
    EXPECT_FALSE(load(mpu, 0x1100));
    EXPECT_EQ(load(mpu, 0x1200), fault_status::section_permission);
    EXPECT_FALSE(load(mpu, 0xFFFFFFFC));
}

TEST(memory_protection, subregions_are_eighths) {
    const memory_protection mpu(sctlr::translation,
                                {region(0, 32, full_access), region(0x1000, 12, 0, 0b0000'0101)});
    EXPECT_FALSE(load(mpu, 0x1000));
    EXPECT_EQ(load(mpu, 0x1200), fault_status::section_permission);
    EXPECT_FALSE(load(mpu, 0x1400));
    EXPECT_EQ(load(mpu, 0x1E00), fault_status::section_permission);
}

TEST(memory_protection, permissions) {
    const char* const expected[] = {"-- --", "ls --", "ls l-", "ls ls",
                                    "-- --", "l- --", "l- l-", "-- --"};
    for (std::uint32_t ap = 0; ap < 8; ++ap) {
        const memory_protection mpu(sctlr::translation, {region(0, 32, ap << 8U)});
        std::string rights;
        for (const bool is_privileged : {true, false}) {
            rights += mpu.fault_of(0, access_type::load, is_privileged) ? "-" : "l";
            rights += mpu.fault_of(0, access_type::store, is_privileged) ? "-" : "s";
            rights += is_privileged ? " " : "";
        }
        EXPECT_EQ(rights, expected[ap]) << ap;
    }
    const memory_protection never(sctlr::translation, {region(0, 32, full_access | 1U << 12U)});
    EXPECT_EQ(never.fault_of(0, access_type::fetch, true), fault_status::section_permission);
    EXPECT_FALSE(load(never, 0));
}

} // namespace
} // namespace platform::iss::memory_protection_test
