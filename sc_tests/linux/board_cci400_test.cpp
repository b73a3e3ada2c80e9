// SPDX-License-Identifier: Apache-2.0
// The interconnect of a board as the device tree has it: the bindings arm,cci-400.yaml and
// brcm,bcm2835-armctrl-ic of Linux.
#include <linux/board_tree.h>

#include <gtest/gtest.h>

#include <libfdt.h>

#include <cstdint>
#include <string>
#include <vector>

namespace platform::linux_board {
namespace {

/// The properties of a node in the tree of a board.
class node {
public:
    node(const std::optional<board_cci400_config>& cci400, const char* path)
        : m_tree(board_tree(board_cpus().front(), cci400)),
          m_at(fdt_path_offset(m_tree.data(), path)) {}

    bool exists() const { return m_at >= 0; }
    std::string text(const char* property) const {
        int bytes = 0;
        const void* const value = fdt_getprop(m_tree.data(), m_at, property, &bytes);
        return value != nullptr ? static_cast<const char*>(value) : "";
    }
    std::vector<std::uint32_t> words(const char* property) const {
        int bytes = 0;
        const void* const value = fdt_getprop(m_tree.data(), m_at, property, &bytes);
        std::vector<std::uint32_t> all;
        for (int i = 0; value != nullptr && i < bytes / 4; ++i) {
            all.push_back(fdt32_ld(static_cast<const fdt32_t*>(value) + i));
        }
        return all;
    }

private:
    std::vector<std::uint8_t> m_tree;
    int m_at;
};

constexpr const char* interconnect = "/cci@2c090000";
constexpr const char* pmu_of_it = "/cci@2c090000/pmu@9000";

using words = std::vector<std::uint32_t>;

TEST(board_cci400, is_only_there_if_it_is_asked_for) {
    EXPECT_FALSE(node({}, interconnect).exists());
    EXPECT_TRUE(node(board_cci400_config{}, interconnect).exists());
    EXPECT_TRUE(node(board_cci400_config{}, pmu_of_it).exists());
}

// Figure 3-1 of ARM DDI 0470: 64 KiB from PERIPHBASE + 0x90000 on; the PMU from 0x9000 to 0xDFFF.
TEST(board_cci400, is_at_its_addresses) {
    const node whole(board_cci400_config{}, interconnect);
    EXPECT_EQ(whole.text("compatible"), "arm,cci-400");
    EXPECT_EQ(whole.words("reg"), (words{0x2C09'0000, 0x1000}));
    EXPECT_EQ(whole.words("ranges"), (words{0, 0x2C09'0000, 0x10000}));
    EXPECT_EQ(node(board_cci400_config{}, pmu_of_it).words("reg"), (words{0x9000, 0x5000}));
}

// PIDR2[7:4] is 0 to 4 for r0p0 to r0p4, and 5 and more for r1 (decision D12).
TEST(board_cci400, is_told_of_by_its_revision) {
    for (const auto& [revision, compatible] : {std::pair{0U, "arm,cci-400-pmu,r0"},
                                               {4U, "arm,cci-400-pmu,r0"},
                                               {5U, "arm,cci-400-pmu,r1"},
                                               {9U, "arm,cci-400-pmu,r1"}}) {
        board_cci400_config config;
        config.unit.revision = revision;
        EXPECT_EQ(node(config, pmu_of_it).text("compatible"), compatible) << revision;
        config.secure = true; // then the driver can find it out
        EXPECT_EQ(node(config, pmu_of_it).text("compatible"), "arm,cci-400-pmu") << revision;
    }
}

// One for each counter, that of the cycle counter first: nEVNTCNTOVERFLOW[4], then [0] to [3]. Bank
// 2 has the lines from 32 on.
TEST(board_cci400, has_an_interrupt_for_each_counter_or_one_for_all) {
    board_cci400_config config;
    EXPECT_EQ(node(config, pmu_of_it).words("interrupts"), (words{2, 4, 2, 0, 2, 1, 2, 2, 2, 3}));
    config.lines = cci400_lines::one;
    EXPECT_EQ(node(config, pmu_of_it).words("interrupts"), (words{2, 0, 2, 0, 2, 0, 2, 0, 2, 0}));
}

TEST(board_cci400, has_the_parameters_of_the_part) {
    for (const pmu::parameter_desc& p : pmu::cci400_parameters) {
        const pmu::parameter_desc* const mine = board_cci400_parameters.find(p.name);
        ASSERT_NE(mine, nullptr) << p.name;
        EXPECT_EQ(mine->range(), p.range());
        EXPECT_EQ(mine->default_value, p.default_value);
    }
}

} // namespace
} // namespace platform::linux_board
