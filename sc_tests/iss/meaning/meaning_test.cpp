// SPDX-License-Identifier: Apache-2.0
// What events mean: each worked example of the specification, executed as firmware, has the counts
// that *.expected gives for it, whether the PMU's counters or `stat` is read.
#include "expectations.h"

#include <generated/part_names.h>
#include <iss/firmware/pmu_run_process.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace iss_test {
namespace {

arguments examples_of(const std::string& part) {
    return {"run", part, std::string(MEANING_DIR "/meaning.") + part + ".elf"};
}

/// The files, each read once.
const expectations& expectations_of(const std::string& part) {
    static std::map<std::string, expectations> all;
    const auto found = all.find(part);
    return found != all.end() ? found->second : all.emplace(part, expectations(part)).first->second;
}

struct meaning_case {
    std::string part;
    const expected_example* example; ///< of expectations_of()
};

void PrintTo(const meaning_case& c, std::ostream* out) {
    *out << c.example->where << ", " << c.example->name << ", " << c.example->setting;
}

std::vector<meaning_case> all_cases() {
    std::vector<meaning_case> all;
    for (const std::string& part : sc_test::part_names) {
        for (const expected_example& e : expectations_of(part).examples()) {
            all.push_back({part, &e});
        }
    }
    return all;
}

std::string name_of(const testing::TestParamInfo<meaning_case>& info) {
    std::string name =
        info.param.part + "_" + info.param.example->name + "_" + info.param.example->setting;
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

class worked_example : public testing::TestWithParam<meaning_case> {
protected:
    static const expectations& file() { return expectations_of(GetParam().part); }
    static const expected_example& example() { return *GetParam().example; }

    /// \param last "0": the sequence is executed once more at the end; "1": the frame around it
    static pmu_run_result run(const std::string& mode, const std::string& last) {
        pmu_run_result result =
            run_counted(examples_of(GetParam().part) + file().options(example().setting) +
                        arguments{"--mode", mode, "--arg", example().name, "--arg", last});
        EXPECT_EQ(result.exit_code, 0) << result;
        return result;
    }

    static void expect_counts(const std::string& mode) {
        const pmu_run_result with = run(mode, "0");
        const pmu_run_result without = run(mode, "1");
        const printed_example printed = parse_printed(first_line(with.out));
        EXPECT_EQ(first_line(with.out), first_line(without.out));
        EXPECT_EQ(printed.name, example().name);
        EXPECT_EQ(printed.registers, example().registers) << "registers: " << with;
        EXPECT_EQ(only(printed.counts, *example().compared), example().counts)
            << "counters: " << with;
        if (!example().has_stat) {
            return;
        }
        EXPECT_EQ(only(stat_table(with.out) - stat_table(without.out), *example().compared),
                  example().counts)
            << "stat: " << with << "without the sequence: " << without;
    }

    static std::string first_line(const std::string& text) {
        return text.substr(0, text.find('\n'));
    }
};

TEST_P(worked_example, has_these_counts_in_both_modes) {
    expect_counts("fast");
    expect_counts("exact");
}

INSTANTIATE_TEST_SUITE_P(meaning, worked_example, testing::ValuesIn(all_cases()), name_of);

struct stat_case {
    std::string part;
    std::string setting;
};

void PrintTo(const stat_case& c, std::ostream* out) {
    *out << c.part << ", " << c.setting;
}

std::vector<stat_case> all_stat_cases() {
    std::vector<stat_case> all;
    for (const std::string& part : sc_test::part_names) {
        for (const std::string& setting : expectations_of(part).settings()) {
            all.push_back({part, setting});
        }
    }
    return all;
}

class stat_output : public testing::TestWithParam<stat_case> {};

TEST_P(stat_output, has_a_row_for_each_event_and_a_number_where_it_is_supported) {
    const expectations& file = expectations_of(GetParam().part);
    for (const char* mode : {"fast", "exact"}) {
        const pmu_run_result result =
            run_counted(examples_of(GetParam().part) + file.options(GetParam().setting) +
                        arguments{"--mode", mode, "--arg", "list"});
        const stat_table table(result.out);
        EXPECT_EQ(table.numbers(), file.supported(GetParam().setting)) << result;
        EXPECT_EQ(table.not_supported(), file.not_supported(GetParam().setting)) << result;
    }
}

INSTANTIATE_TEST_SUITE_P(meaning, stat_output, testing::ValuesIn(all_stat_cases()),
                         [](const testing::TestParamInfo<stat_case>& c) {
                             return c.param.part + "_" + c.param.setting;
                         });

class all_examples : public testing::TestWithParam<std::string> {};

TEST_P(all_examples, have_expected_counts_and_all_expected_counts_an_example) {
    const pmu_run_result result = run_pmu_run(examples_of(GetParam()) + arguments{"--arg", "list"});
    EXPECT_EQ(result.exit_code, 0) << result;
    std::multiset<std::string> in_firmware;
    std::istringstream lines(result.out);
    for (std::string line; std::getline(lines, line);) {
        in_firmware.insert(line);
    }
    std::set<std::string> in_file;
    for (const expected_example& e : expectations_of(GetParam()).examples()) {
        in_file.insert(e.name);
    }
    EXPECT_EQ(in_firmware, std::multiset<std::string>(in_file.begin(), in_file.end()));
}

INSTANTIATE_TEST_SUITE_P(meaning, all_examples, testing::ValuesIn(sc_test::part_names),
                         [](const testing::TestParamInfo<std::string>& part) {
                             return part.param;
                         });

} // namespace
} // namespace iss_test
