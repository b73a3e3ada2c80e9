// SPDX-License-Identifier: Apache-2.0
// == of a core compares everything that can ever be seen, and nothing else: parameters, and state
// that no register shows at the moment. What that is, each part's test says; the bits of registers
// are in core_properties.h.
#pragma once

#include <core/core_traits.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace core_test {

template <class Core>
using config_changes = std::vector<std::function<void(typename Core::config&)>>;

/// Two units with the same in all registers, one of them with changed parameters.
template <class Core>
bool equals_with(const std::function<void(typename Core::config&)>& change) {
    typename Core::config changed;
    change(changed);
    const Core unit;
    Core other(changed);
    for (const pmu::register_desc& r : Core::registers()) {
        std::uint32_t word = 0;
        unit.peek(r.address, {}, word);
        other.poke(r.address, word);
    }
    EXPECT_NE(unit == other, unit != other);
    return unit == other;
}

template <class Core>
void expect_to_matter(const config_changes<Core>& changes) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
        EXPECT_FALSE(equals_with<Core>(changes[i])) << Core::part << ", change " << i;
    }
}

template <class Core>
void expect_not_to_matter(const config_changes<Core>& changes) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
        EXPECT_TRUE(equals_with<Core>(changes[i])) << Core::part << ", change " << i;
    }
}

template <class Core>
void write(Core& unit, std::uint32_t address, std::uint32_t value) {
    counting_sink notices;
    EXPECT_EQ(unit.write(address, {}, value, {}, notices), pmu::response::ok);
}

/// Same registers, different units: what makes the difference is not shown at the moment.
template <class Core>
void expect_hidden_difference(const Core& a, const Core& b, const char* what) {
    for (const pmu::register_desc& r : Core::registers()) {
        std::uint32_t of_a = 0;
        std::uint32_t of_b = 0;
        a.peek(r.address, {}, of_a);
        b.peek(r.address, {}, of_b);
        EXPECT_EQ(of_a, of_b) << r.name << ", " << what;
    }
    EXPECT_TRUE(a != b) << what;
    EXPECT_FALSE(a == b) << what;
}

/// One edge fewer within the first 64 of the divider.
template <class Core>
void expect_prescaler_to_matter(const Core& counting) {
    Core one = counting;
    one.run({}, 1);
    Core two = counting;
    two.run({}, 2);
    expect_hidden_difference(one, two, "prescaler");
}

} // namespace core_test
