// SPDX-License-Identifier: Apache-2.0
// Output levels reach the ports in the order of time, and a queue that is never empty stays small.
#include <pmu/tlm/output_schedule.h>
#include <support/resident_memory.h>
#include <support/sc_fixture.h>

#include <cstdint>
#include <systemc>
#include <utility>
#include <vector>

namespace {

using sc_test::resident_bytes;

class output_schedule : public sc_test::sc_fixture {};

/// Takes what is due and notes when.
class taker : public sc_core::sc_module {
public:
    pmu::output_schedule<std::uint64_t> schedule;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> taken; ///< time, level
    std::uint64_t count = 0;
    bool keeps_log = true;

    explicit taker(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
        SC_HAS_PROCESS(taker);
        SC_METHOD(take);
        dont_initialize();
        sensitive << schedule.due();
    }

private:
    void take() {
        std::uint64_t level = 0;
        if (schedule.take(level)) {
            ++count;
            if (keeps_log) {
                taken.emplace_back(sc_core::sc_time_stamp().value(), level);
            }
        }
    }
};

TEST_F(output_schedule, gives_each_level_at_its_time) {
    taker t("taker");
    t.schedule.put(1, 0);
    t.schedule.put(1, 10); // nothing new
    t.schedule.put(2, 10);
    t.schedule.put(3, 30);
    sc_core::sc_start(sc_core::sc_time::from_value(20));
    t.schedule.put(4, 30); // the last one of an instant counts
    t.schedule.put(5, 50);
    sc_core::sc_start(sc_core::sc_time::from_value(100));
    const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected{
        {0, 1}, {10, 2}, {30, 4}, {50, 5}};
    EXPECT_EQ(t.taken, expected);
}

TEST_F(output_schedule, stays_small_while_something_is_always_waiting) {
    constexpr std::uint64_t rounds = 1'000'000;
    taker t("taker");
    t.keeps_log = false;
    for (std::uint64_t i = 1; i <= 3; ++i) {
        t.schedule.put(i, i);
    }
    const std::size_t before = resident_bytes();
    for (std::uint64_t i = 4; i < rounds; ++i) {
        t.schedule.put(i, i); // three ahead of what is taken
        sc_core::sc_start(sc_core::sc_time::from_value(1));
    }
    EXPECT_LT(resident_bytes(), before + 4'000'000); // 16 bytes each would be 16 MB
    EXPECT_GT(t.count, rounds - 10);
}

} // namespace
