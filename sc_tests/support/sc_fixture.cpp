// SPDX-License-Identifier: Apache-2.0
#include "support/sc_fixture.h"

#include <algorithm>

namespace sc_test {

namespace {

// The report handler of the kernel is a plain function; a process runs one test at a time.
sc_fixture* current = nullptr;

} // namespace

sc_fixture::sc_fixture() {
    current = this;
    sc_core::sc_report_handler::set_handler(&sc_fixture::handle);
}

sc_fixture::~sc_fixture() {
    sc_core::sc_report_handler::set_handler(&sc_core::sc_report_handler::default_handler);
    current = nullptr;
}

void sc_fixture::expect_report(const std::string& id) {
    m_expected.push_back({id, any_number});
}

void sc_fixture::expect_report(const std::string& id, std::size_t times) {
    m_expected.push_back({id, times});
}

std::vector<std::string> sc_fixture::reports(const std::string& id) const {
    std::vector<std::string> texts;
    for (const received& r : m_received) {
        if (r.id == id) {
            texts.push_back(r.text);
        }
    }
    return texts;
}

void sc_fixture::TearDown() {
    for (const expectation& e : m_expected) {
        const std::size_t came = reports(e.id).size();
        if (e.times == any_number) {
            EXPECT_GT(came, 0U) << "expected report " << e.id << " did not come";
        } else {
            EXPECT_EQ(came, e.times) << "number of reports " << e.id;
        }
    }
}

bool sc_fixture::is_expected(const std::string& id) const {
    return std::any_of(m_expected.begin(), m_expected.end(),
                       [&](const expectation& e) { return e.id == id; });
}

void sc_fixture::take(const sc_core::sc_report& report) {
    m_received.push_back({report.get_msg_type(), report.get_msg()});
    if (report.get_severity() != sc_core::SC_INFO && !is_expected(report.get_msg_type())) {
        ADD_FAILURE_AT(report.get_file_name(), report.get_line_number())
            << sc_core::sc_report_compose_message(report);
    }
}

void sc_fixture::handle(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    if (actions != sc_core::SC_DO_NOTHING) { // else nobody is to know
        current->take(report);
    }
    // What the kernel relies on stays; display and log are the fixture's.
    sc_core::sc_report_handler::default_handler(
        report, actions & (sc_core::SC_STOP | sc_core::SC_ABORT | sc_core::SC_THROW |
                           sc_core::SC_INTERRUPT));
}

} // namespace sc_test
