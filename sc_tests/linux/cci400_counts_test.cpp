// SPDX-License-Identifier: Apache-2.0
// What is counted beside the PMU of an interconnect: while PMCR.CEN and the enable of a counter are
// 1 (ARM DDI 0470, 3.3), by what software writes.
#include <linux/cci400_counts.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace platform::linux_board {
namespace {

using kind = activity::activity_kind;

constexpr std::uint32_t pmcr = 0x0100;
constexpr std::uint32_t ccnt_ctrl = 0x9008;
constexpr std::uint32_t s4_read_any = 0x80;
constexpr std::uint32_t s4_write_device = 0x8D;
constexpr std::uint32_t s0_read_any = 0x00;

constexpr std::uint32_t esr(unsigned n) {
    return 0xA000 + 0x1000 * n;
}
constexpr std::uint32_t ectrl(unsigned n) {
    return esr(n) + 8;
}

class cci400_counts_test : public testing::Test {
protected:
    static sc_core::sc_time at(double nanoseconds) { return {nanoseconds, sc_core::SC_NS}; }
    void write(std::uint32_t offset, std::uint32_t value, double nanoseconds = 0) {
        m_counts.written(offset, value, at(nanoseconds));
    }
    void execute(kind what, std::uint64_t n, bool is_user = false) {
        iss::activity_counts counts;
        counts.add(what, n);
        for (iss::enabled_counts* const c : m_counts.of_cpu()) {
            c->set_user(is_user);
            c->add(counts);
        }
    }
    cci400_counts::counted take(double nanoseconds = 0) { return m_counts.take(at(nanoseconds)); }

private:
    cci400_counts m_counts{at(10)};
};

TEST_F(cci400_counts_test, has_what_goes_through_while_both_enables_are_set) {
    write(esr(0), s4_read_any);
    write(ectrl(0), 1);
    execute(kind::bus_read, 1);
    EXPECT_TRUE(take().events.empty());
    write(pmcr, 1);
    execute(kind::bus_read, 20);
    execute(kind::bus_read, 3, true);
    execute(kind::bus_write_device, 100);
    write(ectrl(0), 0);
    execute(kind::bus_read, 500);
    write(ectrl(0), 1);
    execute(kind::bus_read, 1, true);
    write(pmcr, 0);
    execute(kind::bus_read, 500);
    const auto events = take().events;
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events.at(s4_read_any).user, 4U);
    EXPECT_EQ(events.at(s4_read_any).privileged, 20U);
    EXPECT_TRUE(take().events.empty()) << "no counter has been on since";
}

TEST_F(cci400_counts_test, knows_the_event_of_each_counter) {
    write(pmcr, 1);
    write(esr(1), s4_write_device);
    write(ectrl(1), 1);
    write(esr(3), s4_read_any);
    write(ectrl(3), 1);
    execute(kind::bus_write_device, 5);
    execute(kind::bus_read, 7);
    write(esr(3), s4_write_device); // as the first one, from now on
    execute(kind::bus_write_device, 2);
    execute(kind::bus_read, 1000);
    auto events = take().events;
    EXPECT_EQ(events.at(s4_write_device).privileged, 5U + 2U + 2U);
    EXPECT_EQ(events.at(s4_read_any).privileged, 7U);
    execute(kind::bus_write_device, 1);
    events = take().events;
    EXPECT_EQ(events.at(s4_write_device).privileged, 2U);
    EXPECT_EQ(events.size(), 1U);
}

// Nothing is connected to S0: its events are there, and 0.
TEST_F(cci400_counts_test, other_interfaces_have_no_traffic) {
    write(esr(0), s0_read_any);
    write(ectrl(0), 1);
    write(pmcr, 1);
    execute(kind::bus_read, 5);
    const auto events = take().events;
    EXPECT_EQ(events.at(s0_read_any).user + events.at(s0_read_any).privileged, 0U);
}

// Edges come every 10 ns. An access sees the edge of its own instant, so that is before.
TEST_F(cci400_counts_test, has_the_cycles_in_which_ccnt_was_on) {
    write(ccnt_ctrl, 1, 5);
    EXPECT_EQ(take(100).cycles, 0U);
    write(pmcr, 1, 100);
    EXPECT_EQ(take(109).cycles, 0U);
    EXPECT_EQ(take(130).cycles, 3U);
    write(pmcr, 0, 145);
    EXPECT_EQ(take(1000).cycles, 1U);
    write(pmcr, 1, 1000);
    write(ccnt_ctrl, 0, 1010);
    write(ccnt_ctrl, 1, 1055);
    EXPECT_EQ(take(50'000'000'000).cycles, 1U + 5'000'000'000 - 105);
}

} // namespace
} // namespace platform::linux_board
