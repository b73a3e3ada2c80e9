// SPDX-License-Identifier: Apache-2.0
#include "support/isolated_run.h"

#include "support/test_selection.h"
#include "support/xml_merge.h"

#include <process/child.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <iostream>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace sc_test {

namespace {

// What a child prints: its one test, without the frame of a whole run.
class one_test_printer : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo& test) override {
        std::cout << "[ RUN      ] " << full_name(test) << std::endl;
    }

    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (result.passed()) {
            return;
        }
        const char* file = result.file_name();
        std::cout << (file == nullptr ? "unknown file" : file) << ':' << result.line_number()
                  << (result.skipped() ? ": Skipped\n" : ": Failure\n") << result.message()
                  << std::endl;
    }

    void OnTestEnd(const testing::TestInfo& test) override {
        const testing::TestResult& result = *test.result();
        std::cout << (result.Failed()    ? "[  FAILED  ] "
                      : result.Skipped() ? "[  SKIPPED ] "
                                         : "[       OK ] ")
                  << full_name(test) << " (" << result.elapsed_time() << " ms)" << std::endl;
    }
};

bool has_ended = false;

/// RUN_ALL_TESTS for the one test of this process; a test that calls exit(0) does not pass for one
/// that ran to its end.
int run_to_end() {
    std::atexit([] {
        if (!has_ended) {
            std::cout << "the process ended before the test did" << std::endl;
            std::_Exit(1);
        }
    });
    const int status = RUN_ALL_TESTS();
    has_ended = true;
    return status;
}

[[noreturn]] int run_in_child(const testing::TestInfo& test) {
    testing::TestEventListeners& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new one_test_printer);
    GTEST_FLAG_SET(filter, full_name(test));
    GTEST_FLAG_SET(repeat, 1);
    // Not _exit: coverage counters and the leak checker work at a normal exit.
    std::exit(run_to_end());
}

/// Runs one test in a child. \return what is wrong, empty if the test passed
std::string run_one(const testing::TestInfo& test) {
    std::cout << std::flush;
    std::fflush(nullptr);
    platform::process::child child([&] { return run_in_child(test); });
    const platform::process::ending& end = child.wait();
    return end.signal != 0      ? std::string("crashed: ") + strsignal(end.signal)
           : end.exit_code != 0 ? end.text()
                                : std::string();
}

struct failed_test {
    std::string name;
    std::string reason;
};

/// One pass over the tests. \return the failed ones
std::vector<failed_test> run_each(const std::vector<const testing::TestInfo*>& tests,
                                  xml_merge* xml) {
    std::vector<failed_test> failed;
    for (const testing::TestInfo* test : tests) {
        const std::string reason = run_one(*test);
        if (xml != nullptr) {
            xml->take_result_of(*test, reason);
        }
        if (reason.empty()) {
            continue;
        }
        failed.push_back({full_name(*test), reason});
        if (GTEST_FLAG_GET(fail_fast)) {
            break;
        }
    }
    return failed;
}

void print_summary(std::size_t selected, const std::vector<failed_test>& failed,
                   std::chrono::steady_clock::duration took) {
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
    std::cout << "[==========] " << selected << " tests, each in its own process (" << ms
              << " ms)\n";
    for (const failed_test& f : failed) {
        std::cout << "[  FAILED  ] " << f.name << " (" << f.reason << ")\n";
    }
    if (failed.empty()) {
        std::cout << "[  PASSED  ] all of them\n";
    } else {
        std::cout << ' ' << failed.size() << " FAILED\n";
    }
    std::cout << std::flush;
}

} // namespace

int run_isolated() {
    const std::vector<const testing::TestInfo*> tests = selected_tests();
    if (tests.empty()) {
        std::cerr << "no test matches the filter " << GTEST_FLAG_GET(filter) << '\n';
        return 1;
    }
    // A child of a shard that is not its test's would run nothing and pass.
    unsetenv("GTEST_TOTAL_SHARDS");
    if (tests.size() == 1 && GTEST_FLAG_GET(repeat) == 1) {
        return run_to_end();
    }

    std::optional<xml_merge> xml;
    if (const std::string output = GTEST_FLAG_GET(output); !output.empty()) {
        const std::optional<std::string> file = xml_file(output);
        if (!file) {
            std::cerr << "several tests write --gtest_output=xml:FILE only, not " << output << '\n';
            return 1;
        }
        xml.emplace(*file);
    }

    bool all_passed = true;
    for (int pass = 0; pass != GTEST_FLAG_GET(repeat); ++pass) { // negative: for ever
        const auto start = std::chrono::steady_clock::now();
        const std::vector<failed_test> failed = run_each(tests, xml ? &*xml : nullptr);
        print_summary(tests.size(), failed, std::chrono::steady_clock::now() - start);
        all_passed = all_passed && failed.empty();
        if (!all_passed && GTEST_FLAG_GET(fail_fast)) {
            break;
        }
    }
    if (xml && !xml->write()) {
        std::cerr << "cannot write the file of --gtest_output\n";
        return 1;
    }
    return all_passed ? 0 : 1;
}

} // namespace sc_test
