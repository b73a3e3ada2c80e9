// SPDX-License-Identifier: Apache-2.0
// The tool's own PMU, of every part, counts what has been executed.
#include <iss/platform/firmware_part.h>
#include <support/named_parts.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace iss_test {
namespace {

using platform::activity::activity_kind;
using platform::activity::activity_kinds;
using platform::iss::activity_counts;
using platform::iss::counting_unit;
using platform::iss::firmware_part;

class every_part : public testing::TestWithParam<const firmware_part*> {
protected:
    const firmware_part& part = *GetParam();
    const platform::program::option_values options{part.part.unit.options()};
    counting_unit unit{part.counting_port(options), part.kinds};

    /// Events that somebody makes, from the n-th on, as many as there are counters.
    std::vector<std::uint32_t> events_from(std::size_t first) const {
        std::vector<std::uint32_t> events;
        for (std::size_t n = first; n < part.kinds.size(); ++n) {
            if (events.size() != unit.event_counters()) {
                events.push_back((part.kinds.begin() + static_cast<std::ptrdiff_t>(n))->number);
            }
        }
        return events;
    }
    activity_kind kind_of(std::uint32_t event) const { return *part.kind_of(event); }
    /// A pair of instructions, which would be two, is not made by the simulator.
    bool is_made(activity_kind kind) const {
        return (platform::iss::core_model_of(part.cpu).known_kinds &
                platform::activity::bit_of(kind)) != 0;
    }
};

std::string name_of(const testing::TestParamInfo<const firmware_part*>& info) {
    return info.param->part.unit.name();
}

INSTANTIATE_TEST_SUITE_P(stat, every_part, testing::ValuesIn(platform::iss::firmware_parts()),
                         name_of);

TEST_P(every_part, has_the_event_counters_of_its_manual) {
    EXPECT_EQ(unit.event_counters(), sc_test::named_part_of(part.part.unit.name()).event_counters);
}

TEST_P(every_part, counts_each_event_as_often_as_it_occurs) {
    std::mt19937_64 random(1);
    for (std::size_t first = 0; first < part.kinds.size(); ++first) {
        const std::vector<std::uint32_t> events = events_from(first);
        unit.start(events);
        activity_counts all;
        for (int call = 0; call < 20; ++call) {
            activity_counts now;
            for (std::size_t k = 0; k < activity_kinds; ++k) {
                const auto kind = static_cast<activity_kind>(k);
                if (kind != activity_kind::nothing && is_made(kind)) {
                    now.add(kind, random() % 1000);
                }
            }
            unit.executed(now);
            all.add(now);
            for (std::size_t n = 0; n < events.size(); ++n) {
                ASSERT_EQ(unit.count(n), all[kind_of(events[n])]) << "event " << events[n];
            }
            ASSERT_EQ(unit.cycles(), all.cycles());
        }
        unit.stop();
    }
}

TEST_P(every_part, counts_beyond_32_bits) {
    constexpr std::uint64_t many = (std::uint64_t{5} << 31U) + 7;
    const auto is_usual = [](const platform::activity::event_entry& e) {
        return e.kind != activity_kind::nothing && e.kind != activity_kind::software_increment;
    };
    const auto found = std::find_if(part.kinds.begin(), part.kinds.end(), is_usual);
    ASSERT_NE(found, part.kinds.end());
    unit.start({found->number});
    activity_counts now;
    now.add(found->kind, many);
    now.add(activity_kind::cycle, many + 1);
    for (std::uint64_t n = 1; n <= 5; ++n) {
        unit.executed(now);
        EXPECT_EQ(unit.count(0), n * many);
        EXPECT_EQ(unit.cycles(), n * (many + 1));
    }
}

TEST_P(every_part, counts_from_0_on_each_time_and_nothing_in_between) {
    const std::vector<std::uint32_t> events = events_from(0);
    activity_counts now;
    now.add(kind_of(events[0]), 10);
    now.add(activity_kind::cycle, 3);
    unit.start(events);
    unit.executed(now);
    unit.stop();
    unit.executed(now);
    EXPECT_EQ(unit.count(0), 10U);
    EXPECT_EQ(unit.cycles(), 3U);
    unit.start(events);
    unit.executed(now);
    unit.executed(now);
    EXPECT_EQ(unit.count(0), 20U);
    EXPECT_EQ(unit.cycles(), 6U);
}

TEST_P(every_part, has_metrics_of_its_own_events_that_fit_on_its_counters) {
    for (const platform::report::metric& m : part.metrics()) {
        EXPECT_LE(m.events.size(), unit.event_counters()) << m.name;
        EXPECT_FALSE(m.figures.empty()) << m.name;
        for (const std::uint32_t event : m.events) {
            EXPECT_NE(part.events(options).find(event), nullptr) << m.name;
        }
        for (const platform::report::metric_figure& f : m.figures) {
            for (const auto& terms : {f.numerators, f.denominators}) {
                for (const std::size_t term : terms) {
                    EXPECT_TRUE(term < m.events.size() ||
                                term == platform::report::metric_figure::cycles)
                        << m.name;
                }
            }
        }
    }
}

} // namespace
} // namespace iss_test
