// SPDX-License-Identifier: Apache-2.0
// Events that take turns on the counters.
#include <iss/platform/firmware_part.h>
#include <iss/stat/multiplexer.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace iss_test {
namespace {

using platform::activity::activity_kind;
using platform::iss::activity_counts;
using platform::iss::counting_unit;
using platform::iss::firmware_part;
using platform::iss::multiplexer;
using testing::ElementsAre;

constexpr std::uint32_t ddep_stall = 0x02;
constexpr std::uint32_t br_exec = 0x05;
constexpr std::uint32_t br_mispredict = 0x06;
constexpr std::uint32_t instr_exec = 0x07;
const platform::iss::counted_event cycles;

/// Two event counters.
class arm1136 : public testing::Test {
protected:
    const firmware_part& part = *platform::iss::find_firmware_part("arm1136");
    counting_unit unit{
        part.counting_port(platform::program::option_values(part.part.unit.options())), part.kinds};

    /// A hundred cycles.
    static activity_counts hundred(std::uint64_t branches, std::uint64_t mispredicted,
                                   std::uint64_t instructions) {
        activity_counts c;
        c.add(activity_kind::branch, branches);
        c.add(activity_kind::branch_mispredicted, mispredicted);
        c.add(activity_kind::instruction, instructions);
        c.add(activity_kind::cycle, 100);
        return c;
    }
};

/// A basic block.
void execute(multiplexer& m, const activity_counts& counts) {
    m.executed(counts);
    m.rotate_if_due();
}

std::vector<bool> groups_on(const multiplexer& m, std::size_t groups) {
    std::vector<bool> on;
    for (std::size_t g = 0; g < groups; ++g) {
        on.push_back(m.is_on(g));
    }
    return on;
}

TEST_F(arm1136, rotates_three_events_on_two_counters) {
    multiplexer m(unit, {{br_exec}, {br_mispredict}, {instr_exec}}, 200);
    m.start();
    EXPECT_EQ(m.cycles_to_rotation(), 200U);
    EXPECT_THAT(groups_on(m, 3), ElementsAre(true, true, false));
    execute(m, hundred(1, 10, 100));
    EXPECT_EQ(m.cycles_to_rotation(), 100U);
    execute(m, hundred(2, 20, 200)); // window 1: 3, 30
    EXPECT_THAT(groups_on(m, 3), ElementsAre(false, true, true));
    execute(m, hundred(4, 40, 400));
    execute(m, hundred(4, 40, 400)); // window 2: 80, 800
    EXPECT_THAT(groups_on(m, 3), ElementsAre(true, false, true));
    execute(m, hundred(5, 50, 500)); // window 3: 5, 500
    m.stop();
    execute(m, {});
    EXPECT_EQ(m.read(0, 0).count, 3U + 5U);
    EXPECT_EQ(m.read(0, 0).running, 300U);
    EXPECT_EQ(m.read(0, 0).enabled, 500U);
    EXPECT_EQ(m.read(0, 0).scaled(), 13U); // 8 * 500 / 300 = 13.3
    EXPECT_EQ(m.read(1, 0).count, 30U + 80U);
    EXPECT_EQ(m.read(1, 0).running, 400U);
    EXPECT_EQ(m.read(2, 0).count, 800U + 500U);
    EXPECT_EQ(m.read(2, 0).running, 300U);
}

TEST_F(arm1136, keeps_what_fits_all_the_time) {
    multiplexer m(unit, {{cycles}, {br_exec}, {instr_exec}, {br_exec}, {cycles}}, 100);
    m.start();
    for (int n = 0; n < 7; ++n) {
        EXPECT_EQ(m.cycles_to_rotation(), UINT64_MAX);
        execute(m, hundred(3, 0, 60));
    }
    const std::vector<std::uint64_t> expected = {700, 21, 420, 21, 700};
    for (std::size_t g = 0; g < expected.size(); ++g) {
        EXPECT_EQ(m.read(g, 0).count, expected[g]);
        EXPECT_EQ(m.read(g, 0).running, 700U);
        EXPECT_EQ(m.read(g, 0).enabled, 700U);
    }
}

TEST_F(arm1136, counts_a_group_together_or_not_at_all) {
    multiplexer m(unit, {{br_exec, br_mispredict}, {cycles}, {instr_exec}}, 100);
    m.start();
    EXPECT_THAT(groups_on(m, 3), ElementsAre(true, true, false));
    execute(m, hundred(7, 3, 90)); // and now the other one: the two do not fit beside it
    EXPECT_THAT(groups_on(m, 3), ElementsAre(false, true, true));
    execute(m, hundred(8, 4, 91));
    EXPECT_THAT(groups_on(m, 3), ElementsAre(true, true, false));
    execute(m, hundred(9, 5, 92));
    EXPECT_EQ(m.read(0, 0).count, 7U + 9U);
    EXPECT_EQ(m.read(0, 1).count, 3U + 5U);
    EXPECT_EQ(m.read(0, 1).running, 200U);
    EXPECT_EQ(m.read(1, 0).count, 300U);
    EXPECT_EQ(m.read(2, 0).count, 91U);
}

TEST_F(arm1136, never_counts_a_group_with_more_events_than_counters) {
    multiplexer m(unit, {{br_exec, br_mispredict, instr_exec}, {cycles, br_exec, ddep_stall}}, 100);
    EXPECT_FALSE(m.fits(0));
    EXPECT_TRUE(m.fits(1)); // cycles have a counter of their own
    m.start();
    EXPECT_EQ(m.cycles_to_rotation(), UINT64_MAX);
    execute(m, hundred(1, 2, 3));
    EXPECT_EQ(m.read(0, 0).scaled(), std::nullopt);
    EXPECT_EQ(m.read(1, 1).count, 1U);
}

TEST_F(arm1136, counts_nothing_while_it_is_stopped) {
    multiplexer m(unit, {{br_exec}, {br_mispredict}, {instr_exec}}, 150);
    for (int n = 0; n < 3; ++n) { // windows of 200 cycles: it is told every hundred
        m.start();
        execute(m, hundred(1, 1, 1));
        m.stop();
        EXPECT_EQ(m.cycles_to_rotation(), UINT64_MAX);
    }
    EXPECT_EQ(m.read(0, 0).count, 2U);
    EXPECT_EQ(m.read(1, 0).count, 3U);
    EXPECT_EQ(m.read(2, 0).count, 1U);
    EXPECT_EQ(m.read(0, 0).enabled, 300U);
    EXPECT_EQ(m.read(2, 0).running, 100U);
}

TEST(multiplexing, scales_without_overflow) {
    const multiplexer::reading r{UINT64_MAX / 3, 6, 3};
    EXPECT_EQ(r.scaled(), UINT64_MAX / 3 * 2);
}

/// What is printed is count * enabled / running, and the count is that of the windows, on every
/// part and for any groups.
TEST(multiplexing, counts_exactly_what_occurs_in_the_windows) {
    std::mt19937_64 random(15);
    for (const firmware_part* part : platform::iss::firmware_parts()) {
        for (int trial = 0; trial < 20; ++trial) {
            counting_unit unit(
                part->counting_port(platform::program::option_values(part->part.unit.options())),
                part->kinds);
            std::vector<multiplexer::event_group> groups(1 + random() % 8);
            for (auto& group : groups) {
                for (std::size_t n = 1 + random() % 3; n != 0; --n) {
                    const auto which = static_cast<std::ptrdiff_t>(random() % part->kinds.size());
                    group.emplace_back((part->kinds.begin() + which)->number);
                    if (random() % 4 == 0) {
                        group.emplace_back();
                    }
                }
            }
            const std::uint64_t rotation = 1 + random() % 1000;
            multiplexer m(unit, groups, rotation);
            std::vector<std::vector<std::uint64_t>> counts(groups.size());
            std::vector<std::uint64_t> running(groups.size());
            std::uint64_t enabled = 0;
            m.start();
            for (int call = 0; call < 300; ++call) {
                activity_counts now;
                for (const auto& e : part->kinds) {
                    const bool is_made = (platform::iss::core_model_of(part->cpu).known_kinds &
                                          platform::activity::bit_of(e.kind)) != 0;
                    if (e.kind != activity_kind::nothing && e.kind != activity_kind::cycle &&
                        is_made && now[e.kind] == 0) {
                        now.add(e.kind, random() % 100);
                    }
                }
                now.add(activity_kind::cycle, random() % 200);
                enabled += now.cycles();
                for (std::size_t g = 0; g < groups.size(); ++g) {
                    counts[g].resize(groups[g].size());
                    for (std::size_t n = 0; m.is_on(g) && n < groups[g].size(); ++n) {
                        const auto kind =
                            groups[g][n] ? *part->kind_of(*groups[g][n]) : activity_kind::cycle;
                        counts[g][n] += now[kind];
                    }
                    running[g] += m.is_on(g) ? now.cycles() : 0;
                }
                execute(m, now);
            }
            m.stop();
            for (std::size_t g = 0; g < groups.size(); ++g) {
                for (std::size_t n = 0; n < groups[g].size(); ++n) {
                    const multiplexer::reading r = m.read(g, n);
                    ASSERT_EQ(r.count, counts[g][n]) << part->part.unit.name();
                    ASSERT_EQ(r.running, running[g]);
                    ASSERT_EQ(r.enabled, enabled);
                    ASSERT_EQ(m.fits(g), r.running != 0);
                }
            }
        }
    }
}

} // namespace
} // namespace iss_test
