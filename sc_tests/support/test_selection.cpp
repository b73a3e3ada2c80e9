// SPDX-License-Identifier: Apache-2.0
#include "support/test_selection.h"

#include <string_view>

namespace sc_test {

namespace {

bool matches_pattern(std::string_view name, std::string_view pattern) {
    // On a mismatch the last star swallows one character more.
    std::size_t n = 0;
    std::size_t p = 0;
    std::size_t star = std::string_view::npos;
    std::size_t swallowed = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            swallowed = n;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++swallowed;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool matches_any(std::string_view name, std::string_view patterns) {
    while (true) {
        const std::size_t end = patterns.find(':');
        if (matches_pattern(name, patterns.substr(0, end))) {
            return true;
        }
        if (end == std::string_view::npos) {
            return false;
        }
        patterns.remove_prefix(end + 1);
    }
}

bool is_disabled(const testing::TestInfo& test) {
    return matches_any(test.test_suite_name(), "DISABLED_*:*/DISABLED_*") ||
           matches_any(test.name(), "DISABLED_*:*/DISABLED_*");
}

} // namespace

std::string full_name(const testing::TestInfo& test) {
    return std::string(test.test_suite_name()) + '.' + test.name();
}

bool matches_filter(const std::string& name, const std::string& filter) {
    const std::string_view whole = filter;
    const std::size_t dash = whole.find('-');
    const std::string_view included = whole.substr(0, dash);
    if (!matches_any(name, included.empty() ? "*" : included)) {
        return false;
    }
    return dash == std::string_view::npos || !matches_any(name, whole.substr(dash + 1));
}

std::vector<const testing::TestInfo*> selected_tests() {
    const std::string filter = GTEST_FLAG_GET(filter);
    std::vector<const testing::TestInfo*> selected;
    const testing::UnitTest& all = *testing::UnitTest::GetInstance();
    for (int s = 0; s < all.total_test_suite_count(); ++s) {
        const testing::TestSuite& suite = *all.GetTestSuite(s);
        for (int t = 0; t < suite.total_test_count(); ++t) {
            const testing::TestInfo& test = *suite.GetTestInfo(t);
            if (matches_filter(full_name(test), filter) &&
                (GTEST_FLAG_GET(also_run_disabled_tests) || !is_disabled(test))) {
                selected.push_back(&test);
            }
        }
    }
    return selected;
}

} // namespace sc_test
