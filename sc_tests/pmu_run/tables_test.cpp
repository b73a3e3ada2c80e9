// SPDX-License-Identifier: Apache-2.0
// The tables of a part on the command line, in every format.
#include "pmu_run_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>

namespace pmu_run_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::string output(const arguments& what) {
    const pmu_run_result result = run_pmu_run(what);
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(result.err, "") << result;
    return result.out;
}

TEST(tables, are_text_unless_asked_for_otherwise) {
    EXPECT_EQ(output({"xscale", "--registers"}),
              output({"xscale", "--registers", "--format", "text"}));
    EXPECT_THAT(output({"cci400", "--events"}), StartsWith("r0 list: revision 0 to 4\nevent  "));
    EXPECT_THAT(output({"cortex_r5", "--events"}), HasSubstr("\n0x46   input[0] "));
    EXPECT_EQ(output({"arm1136", "--registers", "--events"}),
              output({"arm1136", "--registers"}) + output({"arm1136", "--events"}));
    EXPECT_THAT(output({"arm1136", "--parameters"}), HasSubstr("\nstart_delay_cycles "));
}

TEST(tables, come_in_every_format) {
    const std::pair<arguments, const char*> rows[] = {
        {{"--registers", "--format", "json"}, "{\n  \"part\": \"arm1136\""},
        {{"--registers", "--format", "svd"},
         "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<device "},
        {{"--registers", "--format", "ipxact"},
         "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ipxact:component "},
        {{"--registers", "--format", "rdl"}, "addrmap \\arm1136 {\n"},
        {{"--registers", "--format", "markdown"}, "| register | MCR/MRC | offset |"},
        {{"--registers", "--format", "c-header"}, "/* The registers of the ARM1136JF-S"},
        {{"--events", "--format", "json"}, "{\n  \"part\": \"arm1136\""},
        {{"--events", "--format", "csv"}, "list,number,name,rule,lines,description\n,0x00,"},
        {{"--events", "--format", "markdown"}, "| event | lines | name | description |"},
        {{"--events", "--format", "c-header"}, "/* The events of the ARM1136JF-S"},
        {{"--parameters", "--format", "json"}, "{\n  \"part\": \"arm1136\""},
        {{"--parameters", "--format", "markdown"}, "| parameter | default |"},
    };
    for (const auto& [what, start] : rows) {
        EXPECT_THAT(output(arguments{"arm1136"} + what), StartsWith(start));
    }
}

// The version of the program is that of the documents.
TEST(tables, say_which_version_they_are_of) {
    const std::string version = output({"--version"}).substr(std::string("pmu_run ").size());
    const std::string line = version.substr(0, version.find('\n'));
    EXPECT_THAT(output({"ixp42x", "--registers", "--format", "svd"}),
                HasSubstr("<version>" + line + "</version>"));
    EXPECT_THAT(output({"ixp42x", "--registers", "--format", "ipxact"}),
                HasSubstr("<ipxact:version>" + line + "</ipxact:version>"));
}

TEST(tables, json_is_one_object_whatever_is_asked_for) {
    const auto all = nlohmann::json::parse(
        output({"cci400", "--registers", "--events", "--parameters", "--format", "json"}));
    EXPECT_EQ(all.at("registers").size(), 37U);
    EXPECT_EQ(all.at("event_lists").at(0).at("events").size(), 121U);
    EXPECT_EQ(all.at("event_lists").at(1).at("events").size(), 159U);
    EXPECT_EQ(all.at("parameters").at(0).at("name"), "revision");
}

TEST(tables, a_format_that_cannot_be_is_one_line) {
    const std::pair<arguments, const char*> rows[] = {
        {{"--registers", "--format", "yaml"},
         "--format: expected text, json, svd, ipxact, rdl, markdown, c-header, got 'yaml'"},
        {{"--events", "--format", "svd"},
         "--format: expected text, json, csv, markdown, c-header, got 'svd'"},
        {{"--registers", "--events", "--format", "ipxact"},
         "--format: expected text, json, markdown, c-header, got 'ipxact'"},
        {{"--registers", "--format", "json, svd"},
         "--format: expected text, json, svd, ipxact, rdl, markdown, c-header, got 'json, svd'"},
        {{"--parameters", "--format", ""}, "--format: expected text, json, markdown, got ''"},
        {{"--map", "--format", "json"}, "--format does not go with --map"},
        {{"--format", "json"}, "--format goes with --registers, --events, --parameters or --map"},
        {{"--demo", "--format", "json"}, "--format does not go with --demo"},
    };
    for (const auto& [what, message] : rows) {
        const pmu_run_result result = run_pmu_run(arguments{"arm1136"} + what);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        EXPECT_EQ(result.err, std::string("pmu_run: ") + message + "\n");
    }
}

} // namespace
} // namespace pmu_run_test
