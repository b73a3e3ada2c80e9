// SPDX-License-Identifier: Apache-2.0
// The names that Linux perf has for events, on each part.
#include <part/all_parts.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace platform::event_aliases_test {
namespace {

using numbers = std::map<std::string, unsigned>;

// What the drivers of Linux 6.1 count for these names on an ARM1136 and an ARM1176 (armv6), and on
// both XScales (xscale). The drivers themselves are asked for the same by sc_tests/drivers.
const numbers of_armv6 = {{"instructions", 0x07},           {"branches", 0x05},
                          {"branch-misses", 0x06},          {"L1-dcache-loads", 0x0A},
                          {"L1-dcache-stores", 0x0A},       {"L1-dcache-load-misses", 0x0B},
                          {"L1-dcache-store-misses", 0x0B}, {"L1-icache-load-misses", 0x00},
                          {"dTLB-load-misses", 0x04},       {"dTLB-store-misses", 0x04},
                          {"iTLB-load-misses", 0x03},       {"stalled-cycles-frontend", 0x01},
                          {"stalled-cycles-backend", 0x11}};
const numbers of_xscale = [] {
    numbers all = of_armv6; // 0x00 to 0x0D are the same events
    all.erase("stalled-cycles-backend");
    return all;
}();
// ARM DDI 0460, Table 6-1.
const numbers of_cortex_r5 = {{"instructions", 0x08},
                              {"branches", 0x12},
                              {"branch-misses", 0x10},
                              {"L1-dcache-loads", 0x04},
                              {"L1-dcache-stores", 0x04},
                              {"L1-dcache-load-misses", 0x03},
                              {"L1-dcache-store-misses", 0x03},
                              {"L1-icache-loads", 0x58},
                              {"L1-icache-load-misses", 0x01},
                              {"stalled-cycles-frontend", 0x40},
                              {"stalled-cycles-backend", 0x44},
                              {"cache-references", 0x04},
                              {"cache-misses", 0x03}};

TEST(event_aliases, name_the_events_that_the_drivers_of_linux_count) {
    const std::map<std::string, numbers> expected = {
        {"arm1136", of_armv6}, {"arm1176", of_armv6},       {"xscale", of_xscale},
        {"ixp42x", of_xscale}, {"cortex_r5", of_cortex_r5}, {"cci400", {}}};
    for (const part::part_entry* part : part::all_parts()) {
        ASSERT_TRUE(expected.count(part->unit.name())) << part->unit.name();
        for (const exports::event_list& list : part->events) {
            numbers found;
            for (const exports::event_alias& a : list.aliases) {
                EXPECT_TRUE(found.emplace(a.name, a.number).second) << a.name << " stands twice";
            }
            EXPECT_EQ(found, expected.at(part->unit.name())) << part->unit.name();
        }
    }
}

TEST(event_aliases, name_no_event_as_the_part_does) {
    for (const part::part_entry* part : part::all_parts()) {
        for (const exports::event_list& list : part->events) {
            std::set<std::string> names;
            for (const pmu::event_desc& e : *list.events) {
                names.insert(e.name);
            }
            for (const exports::event_alias& a : list.aliases) {
                EXPECT_EQ(names.count(a.name), 0U) << part->unit.name() << ' ' << a.name;
            }
        }
    }
}

TEST(event_aliases, are_refused_where_they_name_no_event) {
    const pmu::event_table& events = *part::all_parts().front()->events.front().events;
    static constexpr exports::event_alias wrong[] = {{"instructions", 0xFE}};
    ASSERT_EQ(events.find(0xFE), nullptr);
    EXPECT_THROW(exports::alias_list(wrong, events), std::invalid_argument);
}

} // namespace
} // namespace platform::event_aliases_test
