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

TEST(tables, are_text_unless_asked_for_otherwise) {
    EXPECT_EQ(output_of({"registers", "xscale"}),
              output_of({"registers", "xscale", "--format", "text"}));
    EXPECT_THAT(output_of({"events", "cci400"}), StartsWith("r0 list: revision 0 to 4\nevent  "));
    EXPECT_THAT(output_of({"events", "cortex_r5"}), HasSubstr("\n0x46   input[0] "));
    EXPECT_EQ(output_of({"tables", "arm1136", "registers", "events"}),
              output_of({"registers", "arm1136"}) + output_of({"events", "arm1136"}));
    EXPECT_EQ(output_of({"tables", "arm1136"}), output_of({"registers", "arm1136"}) +
                                                    output_of({"events", "arm1136"}) +
                                                    output_of({"parameters", "arm1136"}));
    EXPECT_THAT(output_of({"parameters", "arm1136"}), HasSubstr("\nstart_delay_cycles "));
}

TEST(tables, come_in_every_format) {
    struct row {
        const char* command;
        const char* format;
        const char* start;
    };
    const row rows[] = {
        {"registers", "json", "{\n  \"part\": \"arm1136\""},
        {"registers", "svd", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<device "},
        {"registers", "ipxact", "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<ipxact:component "},
        {"registers", "rdl", "addrmap \\arm1136 {\n"},
        {"registers", "markdown", "| register | MCR/MRC | offset |"},
        {"registers", "c-header", "/* The registers of the ARM1136JF-S"},
        {"events", "json", "{\n  \"part\": \"arm1136\""},
        {"events", "csv", "list,number,name,rule,lines,description\n,0x00,"},
        {"events", "markdown", "| event | lines | name | description |"},
        {"events", "c-header", "/* The events of the ARM1136JF-S"},
        {"parameters", "json", "{\n  \"part\": \"arm1136\""},
        {"parameters", "markdown", "| parameter | default |"},
    };
    for (const row& r : rows) {
        EXPECT_THAT(output_of({r.command, "arm1136", "--format", r.format}), StartsWith(r.start));
        EXPECT_EQ(output_of({"tables", "arm1136", r.command, "--format", r.format}),
                  output_of({r.command, "arm1136", "--format", r.format}));
    }
}

// The version of the program is that of the documents.
TEST(tables, say_which_version_they_are_of) {
    const std::string version = output_of({"--version"}).substr(std::string("pmu_run ").size());
    const std::string line = version.substr(0, version.find('\n'));
    EXPECT_THAT(output_of({"registers", "ixp42x", "--format", "svd"}),
                HasSubstr("<version>" + line + "</version>"));
    EXPECT_THAT(output_of({"registers", "ixp42x", "--format", "ipxact"}),
                HasSubstr("<ipxact:version>" + line + "</ipxact:version>"));
}

TEST(tables, json_is_one_object_whatever_is_asked_for) {
    const auto all = nlohmann::json::parse(output_of({"tables", "cci400", "--format", "json"}));
    EXPECT_EQ(all.at("registers").size(), 37U);
    EXPECT_EQ(all.at("event_lists").at(0).at("events").size(), 121U);
    EXPECT_EQ(all.at("event_lists").at(1).at("events").size(), 159U);
    EXPECT_EQ(all.at("parameters").at(0).at("name"), "revision");
}

TEST(tables, a_format_that_cannot_be_is_one_line) {
    const std::pair<arguments, const char*> rows[] = {
        {{"registers", "arm1136", "--format", "yaml"},
         "--format: expected text, json, svd, ipxact, rdl, markdown, c-header, got 'yaml'"},
        {{"events", "arm1136", "--format", "svd"},
         "--format: expected text, json, csv, markdown, c-header, got 'svd'"},
        {{"tables", "arm1136", "registers", "events", "--format", "ipxact"},
         "--format: expected text, json, markdown, c-header, got 'ipxact'"},
        {{"tables", "arm1136", "--format", "c-header"},
         "--format: expected text, json, markdown, got 'c-header'"},
        {{"registers", "arm1136", "--format", "json, svd"},
         "--format: expected text, json, svd, ipxact, rdl, markdown, c-header, got 'json, svd'"},
        {{"parameters", "arm1136", "--format", ""},
         "--format: expected text, json, markdown, got ''"},
    };
    for (const auto& [what, message] : rows) {
        const pmu_run_result result = run_pmu_run(what);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        EXPECT_EQ(result.err, std::string("pmu_run: ") + message + "\n");
    }
    for (const char* command : {"map", "demo"}) { // which have one form
        const pmu_run_result result = run_pmu_run({command, "arm1136", "--format", "json"});
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        EXPECT_THAT(result.err, StartsWith("pmu_run: The following argument")) << result;
        EXPECT_THAT(result.err, HasSubstr("--format")) << result;
    }
}

} // namespace
} // namespace pmu_run_test
