// SPDX-License-Identifier: Apache-2.0
// Tests that must fail, to see that they do. check.cmake runs them.
#include "support/elaboration_reset.h"
#include "support/sc_fixture.h"
#include <components/module_processes.h>

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <stdexcept>
#include <systemc>
#include <unistd.h>

namespace {

const sc_core::sc_time tick(1, sc_core::SC_NS);

class reporter : public sc_core::sc_module {
public:
    reporter(const sc_core::sc_module_name& name, sc_core::sc_severity severity)
        : sc_core::sc_module(name), m_severity(severity) {
        MODULE_PROCESSES(reporter);
        SC_THREAD(report);
    }

private:
    void report() {
        wait(tick);
        sc_core::sc_report_handler::report(m_severity, "/example", "told so", __FILE__, __LINE__);
    }

    sc_core::sc_severity m_severity;
};

class good : public sc_test::sc_fixture {};
class bad : public sc_test::sc_fixture {};

TEST_F(good, expected_warning) {
    expect_report("/example", 1);
    reporter r("r", sc_core::SC_WARNING);
    sc_core::sc_start(2 * tick);
    EXPECT_EQ(reports("/example"), std::vector<std::string>{"told so"});
}

TEST_F(good, expected_error) {
    reporter r("r", sc_core::SC_ERROR);
    expect_error("/example", [] { sc_core::sc_start(2 * tick); });
}

TEST_F(good, second_elaboration) {
    for (int i = 0; i < 3; ++i) {
        {
            reporter r("r", sc_core::SC_INFO);
            sc_core::sc_start(2 * tick);
            EXPECT_THROW(sc_test::reset_elaboration(), std::logic_error);
        }
        sc_test::reset_elaboration();
        EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
    }
    EXPECT_EQ(reports("/example").size(), 3U);
}

TEST_F(bad, unexpected_warning) {
    reporter r("r", sc_core::SC_WARNING);
    sc_core::sc_start(2 * tick);
}

TEST_F(bad, unexpected_error) {
    reporter r("r", sc_core::SC_ERROR);
    sc_core::sc_start(2 * tick);
}

TEST_F(bad, missing_report) {
    expect_report("/example");
}

TEST_F(bad, too_few_reports) {
    expect_report("/example", 2);
    reporter r("r", sc_core::SC_WARNING);
    sc_core::sc_start(2 * tick);
}

TEST_F(bad, missing_error) {
    expect_error("/example", [] { sc_core::sc_start(2 * tick); });
}

TEST_F(bad, crash) {
    std::abort();
}

TEST_F(bad, early_exit) {
    std::exit(0);
}

TEST_F(bad, DISABLED_not_run) {
    FAIL();
}

// Tells its process, and would stay.
TEST_F(bad, DISABLED_endless) {
    std::cout << "process " << getpid() << std::endl;
    sleep(60);
}

} // namespace
