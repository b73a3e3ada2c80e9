// SPDX-License-Identifier: Apache-2.0
// The base of all test fixtures that simulate: SystemC's warnings and errors fail the test.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

namespace sc_test {

/// Watches the reports of one test. A warning, an error or a fatal error that the test does not
/// expect fails it, and so does an expected report that never comes. Informative reports are kept
/// and not printed.
/// Errors still throw sc_core::sc_report, as without the fixture: out of the call that made them,
/// or out of sc_start where a process made them. Where that is the point of the test, see
/// expect_error. A fatal error aborts the process.
/// A fixture is no module: ports and sockets belong to a testbench module that it owns.
class sc_fixture : public testing::Test {
protected:
    sc_fixture();
    ~sc_fixture() override;

    /// From here on reports with this id are right, of any severity, and one must come.
    void expect_report(const std::string& id);

    /// The same, and it must come exactly `times` times before the test ends (0: it must not).
    void expect_report(const std::string& id, std::size_t times);

    /// The texts of all reports with this id so far, oldest first.
    std::vector<std::string> reports(const std::string& id) const;

    /// Runs `action`, which must end in an error report with this id.
    template <typename Action>
    void expect_error(const std::string& id, Action&& action) {
        expect_report(id);
        try {
            std::forward<Action>(action)();
        } catch (const sc_core::sc_report& error) {
            EXPECT_EQ(error.get_msg_type(), id) << error.what();
            return;
        }
        ADD_FAILURE() << "no error came, expected " << id;
    }

    void TearDown() override;

private:
    struct expectation {
        std::string id;
        std::size_t times; ///< any_number: at least once
    };
    struct received {
        std::string id;
        std::string text;
    };
    static constexpr std::size_t any_number = static_cast<std::size_t>(-1);

    static void handle(const sc_core::sc_report& report, const sc_core::sc_actions& actions);
    void take(const sc_core::sc_report& report);
    bool is_expected(const std::string& id) const;

    std::vector<expectation> m_expected;
    std::vector<received> m_received;
};

} // namespace sc_test
