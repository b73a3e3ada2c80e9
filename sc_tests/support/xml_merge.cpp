// SPDX-License-Identifier: Apache-2.0
#include "support/xml_merge.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <utility>

namespace sc_test {

namespace {

/// The <testsuite> elements of a report, empty if there is none.
std::string suites_of(const std::string& report) {
    const std::size_t begin = report.find("<testsuite ");
    const std::size_t end = report.rfind("</testsuites>");
    if (begin == std::string::npos || end == std::string::npos || end < begin) {
        return {};
    }
    return report.substr(begin, end - begin);
}

/// What a child that crashed could not write any more. No text in it needs escapes: names of tests
/// are identifiers, and the reason is ours.
std::string suite_of_crash(const testing::TestInfo& test, const std::string& reason) {
    const std::string suite = test.test_suite_name();
    return "<testsuite name=\"" + suite + "\" tests=\"1\" failures=\"1\">\n    <testcase name=\"" +
           test.name() + "\" status=\"run\" result=\"completed\" classname=\"" + suite +
           "\">\n      <failure message=\"" + reason +
           "\" type=\"\"/>\n    </testcase>\n  </testsuite>\n";
}

} // namespace

std::optional<std::string> xml_file(const std::string& output) {
    if (output == "xml") {
        return "test_detail.xml";
    }
    if (output.rfind("xml:", 0) != 0 || output.size() == 4 || output.back() == '/') {
        return std::nullopt;
    }
    return output.substr(4);
}

xml_merge::xml_merge(std::string file) : m_file(std::move(file)) {
    std::remove(m_file.c_str()); // an old one must not be taken for the first child's
}

void xml_merge::take_result_of(const testing::TestInfo& test, const std::string& failure) {
    std::string suites;
    if (std::ifstream report(m_file); report) {
        suites = suites_of({std::istreambuf_iterator<char>(report), {}});
    }
    std::remove(m_file.c_str());
    if (suites.empty()) {
        suites = suite_of_crash(test, failure.empty() ? "wrote no report" : failure);
    }
    m_suites += "  " + suites;
    m_tests += 1;
    m_failures += failure.empty() ? 0 : 1;
}

bool xml_merge::write() const {
    std::ofstream report(m_file);
    report << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"AllTests\" tests=\""
           << m_tests << "\" failures=\"" << m_failures << "\">\n"
           << m_suites << "</testsuites>\n";
    report.flush();
    return report.good();
}

} // namespace sc_test
