// SPDX-License-Identifier: Apache-2.0
// One XML report out of the reports of many processes.
#pragma once

#include <gtest/gtest.h>
#include <optional>
#include <string>

namespace sc_test {

/// The file that a --gtest_output of the form `xml` or `xml:FILE` names; nullopt for any other.
std::optional<std::string> xml_file(const std::string& output);

/// Collects what each child left in the report file, which they all write in turn.
class xml_merge {
public:
    explicit xml_merge(std::string file);

    /// Call it after each child. \param failure empty if the test passed
    void take_result_of(const testing::TestInfo& test, const std::string& failure);

    /// Writes the report of all tests. \return false if the file cannot be written
    bool write() const;

private:
    std::string m_file;
    std::string m_suites;
    std::size_t m_tests = 0;
    std::size_t m_failures = 0;
};

} // namespace sc_test
