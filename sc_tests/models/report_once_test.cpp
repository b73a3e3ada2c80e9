// SPDX-License-Identifier: Apache-2.0
// Remarks come once for what they say, however many values software writes.
#include <support/sc_fixture.h>

#include <pmu/tlm/report_once.h>

#include <gtest/gtest.h>

#include <cstdint>

namespace sc_test::report_once_test {

namespace {

constexpr pmu::notice any_value{"any_value", "software does something; value"};
constexpr pmu::notice one_of_four{"one_of_four", "software does one of four; value", 0x30};

class report_once_test : public sc_test::sc_fixture {
protected:
    pmu::report_once reports_of_unit{"part", "bench.pmu"};
};

TEST_F(report_once_test, the_first_value_stands_for_all) {
    expect_report("/pmu/part/any_value", 1);
    for (std::uint32_t value = 0x1234; value != 0x1234 + 100'000; ++value) {
        reports_of_unit.report(any_value, value);
    }
    EXPECT_EQ(reports("/pmu/part/any_value").front(),
              "bench.pmu: software does something; value: 0x1234");
}

TEST_F(report_once_test, what_tells_remarks_apart_is_reported_each_once) {
    expect_report("/pmu/part/one_of_four", 4);
    for (std::uint32_t value = 0x25; value != 0x25 + 100'000; ++value) {
        reports_of_unit.report(one_of_four, value);
    }
    const auto texts = reports("/pmu/part/one_of_four");
    EXPECT_EQ(texts[0], "bench.pmu: software does one of four; value: 0x25");
    EXPECT_EQ(texts[1], "bench.pmu: software does one of four; value: 0x30");
    EXPECT_EQ(texts[2], "bench.pmu: software does one of four; value: 0x40");
    EXPECT_EQ(texts[3], "bench.pmu: software does one of four; value: 0x50");
}

TEST_F(report_once_test, kinds_do_not_hide_each_other) {
    expect_report("/pmu/part/any_value", 1);
    expect_report("/pmu/part/one_of_four", 1);
    reports_of_unit.report(any_value);
    reports_of_unit.report(one_of_four, 0);
    reports_of_unit.report(one_of_four, 0xCF);
    EXPECT_EQ(reports("/pmu/part/any_value").front(), "bench.pmu: software does something; value");
}

} // namespace

} // namespace sc_test::report_once_test
