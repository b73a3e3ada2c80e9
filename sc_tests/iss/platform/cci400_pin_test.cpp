// SPDX-License-Identifier: Apache-2.0
// A worked example of the CCI-400 that is about a pin, which no firmware can drive: with NIDEN LOW
// its event counters stand still (ARM DDI 0470, 3.3.6), whatever the CPU sends.
#include <iss/host/elf_image.h>
#include <iss/platform/firmware_part.h>

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>
#include <string>
#include <systemc>
#include <utility>

namespace iss_test {
namespace {

using platform::iss::execution_mode;

/// Example 55, which is 18, a load from a device, with a level of NIDEN. Not sc_fixture: the
/// firmware also selects events that the part may warn of.
class cci400_niden : public testing::TestWithParam<execution_mode> {
protected:
    /// Executes example 18. \return what the firmware prints of the counters
    static std::string counts_with(bool niden_level) {
        platform::iss::firmware_setup setup;
        setup.cpu.mode = GetParam();
        platform::iss::cache_geometry caches;
        caches.bytes = 16384;
        caches.ways = 4;
        caches.line = 32;
        setup.cpu.caches = caches;
        const auto target = platform::iss::make_platform(
            *platform::iss::find_firmware_part("cci400"), setup, platform::iss::firmware_parts());
        auto* const niden =
            dynamic_cast<sc_core::sc_signal<bool>*>(sc_core::sc_find_object("platform.cci.NIDEN"));
        if (niden == nullptr) {
            throw std::logic_error("no signal at NIDEN");
        }
        niden->write(niden_level);

        std::ostringstream out;
        platform::iss::semihosting_config console;
        console.out = &out;
        console.command_line = "meaning 18.arm 0";
        target->cpu.load(platform::iss::load_elf(MEANING_DIR "/meaning.cci400.elf"),
                         std::move(console));
        sc_core::sc_start();
        const auto outcome = target->cpu.outcome();
        EXPECT_TRUE(outcome && outcome->exit_code == 0) << out.str();
        return out.str();
    }
};

TEST_P(cci400_niden, high_lets_it_count) {
    EXPECT_EQ(counts_with(true), "18.arm 80=1 81=1\n");
}

TEST_P(cci400_niden, low_stops_it) {
    EXPECT_EQ(counts_with(false), "18.arm\n");
}

INSTANTIATE_TEST_SUITE_P(meaning, cci400_niden,
                         testing::Values(execution_mode::exact, execution_mode::fast),
                         [](const auto& c) {
                             return c.param == execution_mode::exact ? "exact" : "fast";
                         });

} // namespace
} // namespace iss_test
