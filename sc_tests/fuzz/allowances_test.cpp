// SPDX-License-Identifier: Apache-2.0
// What may differ between two ways to run firmware, and what never may.
#include <fuzz/allowances.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace platform::fuzz;

unsigned allowed_if(distinction between, bool is_orderly, circumstance what) {
    return allowed(between, is_orderly,
                   [&](circumstance c) { return c == circumstance::always || c == what; });
}

TEST(fuzz_allowances, name_their_source) {
    for (const allowance& a : allowances()) {
        EXPECT_THAT(a.source, testing::HasSubstr(".md, "));
        EXPECT_NE(a.facets, 0U);
    }
}

// iss/timing.md, "Two modes": an interrupt comes at most one block late. A handler that leaves all
// else alone leaves it the same.
TEST(fuzz_allowances, interrupts_move_nothing_that_does_not_depend_on_time) {
    const unsigned may = allowed_if(distinction::mode, true, circumstance::interrupted);
    for (const facet f :
         {facet::end, facet::console, facet::registers, facet::memory, facet::precise_memory}) {
        EXPECT_EQ(may & bit_of(f), 0U) << name_of(f);
    }
    EXPECT_NE(may & bit_of(facet::timed_memory), 0U);
}

// iss/timing.md: who counts from outside is not noticed, and results do not depend on the quantum.
TEST(fuzz_allowances, watching_changes_nothing) {
    for (const distinction between : {distinction::nothing, distinction::quantum}) {
        for (const bool is_orderly : {false, true}) {
            const unsigned may = allowed_if(between, is_orderly, circumstance::interrupted);
            EXPECT_EQ(may & ~bit_of(facet::scaled_counts), 0U);
        }
    }
}

} // namespace
