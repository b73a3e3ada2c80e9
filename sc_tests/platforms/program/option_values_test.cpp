// SPDX-License-Identifier: Apache-2.0
#include <program/option_values.h>

#include <pmu/arm1136/arm1136_parameters.h>
#include <pmu/cci400/cci400_parameters.h>

#include <gtest/gtest.h>

namespace platform::program {
namespace {

std::size_t position(const char* name) {
    return pmu::arm1136_parameters.index_of(pmu::arm1136_parameters.at(name));
}

TEST(option_values, are_the_defaults_of_the_part_where_nothing_is_set) {
    const auto config = option_values(pmu::arm1136_parameters).to(pmu::arm1136_parameters);
    const pmu::arm1136_config expected;
    for (const pmu::parameter_desc& p : pmu::arm1136_parameters) {
        EXPECT_EQ(pmu::arm1136_parameters.get(config, p), pmu::arm1136_parameters.get(expected, p))
            << p.name;
    }
}

TEST(option_values, reach_the_members_that_they_name_and_the_last_one_counts) {
    option_values values(pmu::arm1136_parameters);
    values.set({position("two_bit_mode"), 1});
    values.set({position("irq_clear_needs_e"), 0});
    values.set({position("stop_delay_cycles"), 7});
    values.set({position("stop_delay_cycles"), 9});
    const auto config = values.to(pmu::arm1136_parameters);
    EXPECT_EQ(config.two_bit, pmu::two_bit_mode::binary);
    EXPECT_FALSE(config.irq_clear_needs_e);
    EXPECT_EQ(config.stop_delay_cycles, 9U);
    EXPECT_EQ(config.start_delay_cycles, 3U);
}

TEST(option_values, of_one_part_are_not_those_of_another) {
    const option_values values(pmu::cci400_parameters);
    EXPECT_EQ(values.to(pmu::cci400_parameters).revision, 6U);
    EXPECT_THROW(values.to(pmu::arm1136_parameters), std::logic_error);
}

} // namespace
} // namespace platform::program
