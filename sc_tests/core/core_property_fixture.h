// SPDX-License-Identifier: Apache-2.0
// The fixture of the property tests: many random states of one core.
#pragma once

#include <core/core_traits.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>

namespace core_test {

template <class Traits>
class core_properties : public testing::Test {
protected:
    using unit_type = typename Traits::core;

    /// Runs `property(unit, random)` on many states; stops at the first that fails.
    template <class Property>
    void for_states(std::uint64_t states, Property property) {
        for (std::uint64_t seed = 1; seed <= states; ++seed) {
            random_source random(seed);
            unit_type unit(Traits::random_config(random));
            scramble<Traits>(unit, random);
            property(unit, random);
            if (HasFailure()) {
                ADD_FAILURE() << "with seed " << seed;
                return;
            }
        }
    }

    /// The registers of a unit, for failure messages.
    static std::string describe(const unit_type& unit) {
        std::ostringstream text;
        for (const pmu::register_desc& r : unit_type::registers()) {
            text << r.name << " 0x" << std::hex << Traits::peek(unit, {}, r.address) << ' ';
        }
        text << "pmuirq " << unit.driven().pmuirq;
        return text.str();
    }

    static testing::AssertionResult same(const unit_type& expected, const unit_type& actual) {
        if (expected == actual && expected.driven() == actual.driven()) {
            return testing::AssertionSuccess();
        }
        return testing::AssertionFailure()
               << "expected " << describe(expected) << "\n  actual " << describe(actual)
               << "\n  of state_of() these members differ, from 0 on:"
               << differing(unit_type::state_of(expected), unit_type::state_of(actual));
    }

private:
    template <class State>
    static std::string differing(const State& expected, const State& actual) {
        return differing(expected, actual, std::make_index_sequence<std::tuple_size_v<State>>());
    }
    template <class State, std::size_t... I>
    static std::string differing(const State& expected, const State& actual,
                                 std::index_sequence<I...> /*members*/) {
        std::string text;
        ((text += std::get<I>(expected) == std::get<I>(actual) ? "" : " " + std::to_string(I)),
         ...);
        return text;
    }
};

} // namespace core_test
