// SPDX-License-Identifier: Apache-2.0
// The lines of a trace.
#include <iss/cpu/iss_text.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace platform::iss::iss_text_test {
namespace {

using testing::HasSubstr;

// 16 bits of Thumb code at 0x8000.
std::string line_of(std::uint16_t halfword, std::uint8_t it_state) {
    const decoder d;
    const std::array<std::uint8_t, 2> code = {static_cast<std::uint8_t>(halfword & 0xFFU),
                                              static_cast<std::uint8_t>(halfword >> 8U)};
    const instruction i = d.decode(code.data(), code.size(), 0x8000, true, it_state);
    return trace_line(0, i.pc, &i, {}, d, {});
}

// DDI 0406, A8.8.6: in an IT block it has a condition and sets no flags.
TEST(trace_line, shows_an_instruction_in_an_it_block_as_it_executes) {
    constexpr std::uint16_t adds = 0x1840; // adds r0, r0, r1
    constexpr std::uint8_t eq = 0x08;
    EXPECT_THAT(line_of(adds, 0), HasSubstr("  00008000  1840      adds r0, r0, r1 "));
    EXPECT_THAT(line_of(adds, eq), HasSubstr("  00008000  1840      addeq r0, r0, r1 "));
}

} // namespace
} // namespace platform::iss::iss_text_test
