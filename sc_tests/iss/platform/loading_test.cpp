// SPDX-License-Identifier: Apache-2.0
// Firmware that cannot be loaded when the simulation starts.
#include <iss/host/elf_image.h>
#include <iss/platform/firmware_part.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <string>
#include <systemc>
#include <utility>

namespace iss_test {
namespace {

/// Without memory for a copy of it.
struct callback_without_memory {
    callback_without_memory() = default;
    callback_without_memory(const callback_without_memory& /*other*/) { throw std::bad_alloc(); }
    callback_without_memory(callback_without_memory&&) noexcept = default;
    std::string operator()(const std::string& /*path*/) const { return ""; }
};

// pmu_run's README: exit code 2 where the host cannot run it, 1 where the firmware is to blame.
TEST(loading, without_memory_is_no_fault_of_the_firmware) {
    const auto target = platform::iss::make_platform(*platform::iss::find_firmware_part("arm1136"),
                                                     platform::iss::firmware_setup{},
                                                     platform::iss::firmware_parts());
    platform::iss::semihosting_config console;
    console.why_kept = callback_without_memory{};
    target->cpu.load(platform::iss::load_elf(FIRMWARE_DIR "/count_loop.arm1136.elf"),
                     std::move(console));
    sc_core::sc_start();
    const auto outcome = target->cpu.outcome();
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->exit_code, 2);
    EXPECT_THAT(outcome->message, testing::StartsWith("the host has no memory left for the run"));
}

} // namespace
} // namespace iss_test
