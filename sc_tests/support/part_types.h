// SPDX-License-Identifier: Apache-2.0
// All modules as types of a test suite: TYPED_TEST_SUITE(suite, sc_test::every_module,
// sc_test::part_name).
#pragma once

#include <generated/part_modules.h>
#include <support/type_list.h>

#include <gtest/gtest.h>
#include <string>

namespace sc_test {

template <class List>
struct gtest_types;
template <class... Type>
struct gtest_types<type_list<Type...>> {
    using type = testing::Types<Type...>;
};

using every_module = gtest_types<all_modules>::type;

/// Names the tests of a module by its part.
struct part_name {
    template <class Unit>
    static std::string GetName(int /*index*/) {
        return Unit::core_type::part;
    }
};

} // namespace sc_test
