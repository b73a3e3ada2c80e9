// SPDX-License-Identifier: Apache-2.0
// Samples by function, line and instruction where names are not enough. What is expected is counted
// by hand in samples/symbols.S and those beside it.
#include "pmu_run_process.h"

#include <support/shell.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>

namespace iss_test::symbols_test {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string image = TEST_FIRMWARE_DIR "/symbols.arm1136.elf";
const std::string hash_name = "geo::hash(unsigned char const*, int)";
const std::string both_steps = "step@0x8060 (one/step.S:7), step@0x807c (two/step.S:7)";

class symbols_fixture : public testing::Test {
protected:
    symbols_fixture() : data(folder.path("pmu.data")) { record(image, {}); }

    void record(const std::string& file, const arguments& more, int exit_code = 0) const {
        const pmu_run_result result = run_pmu_run(
            arguments{"record", "arm1136", file, "-e", "7", "-c", "1", "-g", "-o", data} + more);
        EXPECT_EQ(result.exit_code, exit_code) << result;
    }
    std::string shown(const arguments& what) const {
        const pmu_run_result result = run_pmu_run(what + arguments{"-i", data});
        EXPECT_EQ(result.exit_code, 0) << result;
        EXPECT_EQ(result.err, "") << result;
        return result.out;
    }
    std::string refusal(const arguments& what) const {
        const pmu_run_result result = run_pmu_run(what);
        EXPECT_EQ(result.exit_code, 2) << result;
        EXPECT_EQ(result.out, "") << result;
        return result.err;
    }
    static void strip(const std::string& from, const std::string& to) {
        const std::string command = "arm-none-eabi-objcopy --strip-all '" + from + "' '" + to + "'";
        ASSERT_EQ(sc_test::run_in_shell(command).exit_code, 0);
    }
    /// Those of all titles.
    static unsigned samples_in(const std::string& annotation) {
        unsigned sum = 0;
        const std::regex title("\\((\\d+) samples?, percent");
        for (std::sregex_iterator at(annotation.begin(), annotation.end(), title), end; at != end;
             ++at) {
            sum += static_cast<unsigned>(std::stoul((*at)[1]));
        }
        return sum;
    }
    /// The shares of all rows, in hundredths of a percent.
    static unsigned shares_in(const std::string& annotation) {
        unsigned sum = 0;
        const std::regex share("(^|\n) *(\\d+)\\.(\\d\\d) : ");
        for (std::sregex_iterator at(annotation.begin(), annotation.end(), share), end; at != end;
             ++at) {
            sum += static_cast<unsigned>(100 * std::stoul((*at)[2]) + std::stoul((*at)[3]));
        }
        return sum;
    }

    const sc_test::temporary_folder folder;
    const std::string data;
};

TEST_F(symbols_fixture, are_told_apart_in_a_report) {
    const std::string text = shown({"report"});
    for (const std::string& row :
         {std::string("209  _start"), std::string("82  step@0x8060"), std::string("62  helper"),
          "42  " + hash_name, std::string("12  step@0x807c"), std::string("10  0x00008034"),
          std::string("3  one"), std::string("3  two")}) {
        EXPECT_THAT(text, HasSubstr(" " + row + "\n"));
    }
    const std::string lines = shown({"report", "--sort", "line"});
    EXPECT_THAT(lines, AllOf(HasSubstr(" 100  symbols.S:6\n"), HasSubstr(" 40  one/step.S:8\n"),
                             HasSubstr(" 5  two/step.S:8\n")));
}

TEST_F(symbols_fixture, have_the_names_of_their_source_in_stacks) {
    const std::string root = "symbols.arm1136.elf;_start";
    const std::string folded = shown({"script", "--folded"});
    EXPECT_THAT(folded, AllOf(HasSubstr(root + ";" + hash_name + " 42\n"),
                              HasSubstr(root + ";one;step@0x8060 82\n"),
                              HasSubstr(root + ";two;step@0x807c 12\n")));
    EXPECT_THAT(shown({"script"}),
                HasSubstr(" 8044 " + hash_name + "+0x4 (symbols.arm1136.elf)\n"));
    const std::string trace = folder.path("trace.txt");
    record(image, {"--trace", trace});
    EXPECT_THAT(folder.read("trace.txt"), HasSubstr("(" + hash_name + "+0x4, symbols.S:31)\n"));
}

// The name of geo::hash has 36 columns; before it there are 26, in the tree 36 and 2. Two addresses
// have one sample of 435 each.
TEST_F(symbols_fixture, are_cut_where_there_is_little_room) {
    EXPECT_THAT(shown({"report"}), HasSubstr("  " + hash_name + "\n")); // a pipe has room
    EXPECT_THAT(shown({"report", "--width", "62"}), HasSubstr("  " + hash_name + "\n"));
    for (const char* width : {"61", "42", "40"}) { // a name has 16 at least
        EXPECT_THAT(shown({"report", "--width", width}), HasSubstr("  geo::hash(...)\n")) << width;
    }
    const std::string tree = shown({"report", "--call-tree", "--width", "73"});
    EXPECT_THAT(tree, AllOf(HasSubstr("   100.00%    48.05%           209  _start\n"),
                            HasSubstr("    19.54%     0.69%             3    one\n"
                                      "    18.85%    18.85%            82      step@0x8060\n"),
                            HasSubstr("    42    geo::hash(...)\n"),
                            EndsWith("     0.46%                            (2 below 0.5 %)\n")));
    EXPECT_THAT(shown({"report", "--call-tree", "--width", "74"}),
                HasSubstr("    42    " + hash_name + "\n"));
}

TEST_F(symbols_fixture, annotated_have_all_samples) {
    const std::string text = shown({"annotate"});
    EXPECT_EQ(samples_in(text), 435U);
    EXPECT_THAT(text, HasSubstr(" : 00008030 <[0x00008030..0x0000803F]>:\n"));
    EXPECT_THAT(text, HasSubstr(" : 00008060 <step@0x8060>:\n"));
    EXPECT_THAT(text, HasSubstr(" : 00008040 <" + hash_name + ">:\n"));
}

TEST_F(symbols_fixture, are_annotated_by_name_and_address) {
    for (const char* word : {"geo::hash", "_ZN3geo4hashEPKhi", "0x8040", "0x804C", "32832"}) {
        EXPECT_THAT(shown({"annotate", word}), HasSubstr(" <" + hash_name + ">:\n")) << word;
    }
    for (const char* word : {"0x8030", "0x8034", "0x803C"}) {
        const std::string text = shown({"annotate", word});
        EXPECT_THAT(text, HasSubstr(" <[0x00008030..0x0000803F]>:\n")) << word;
        EXPECT_THAT(text, HasSubstr("   45.45 :     8034:  subs r5, r5, #1\n")); // 10 of 22
        EXPECT_EQ(samples_in(text), 22U);
    }
    EXPECT_EQ(samples_in(shown({"annotate", "step"})), 94U); // both
    EXPECT_EQ(samples_in(shown({"annotate", "step@0x807c"})), 12U);
    EXPECT_EQ(refusal({"annotate", "hash", "-i", data}),
              "pmu_run: annotate: expected a function of " + image +
                  " or an address of its code, got 'hash'\n");
    EXPECT_THAT(refusal({"annotate", "0x10000000", "-i", data}), EndsWith(" got '0x10000000'\n"));
}

TEST_F(symbols_fixture, stand_in_pages_and_timelines) {
    record(image, {"--report", folder.path("page.html"), "--timeline", folder.path("t.json")});
    for (const char* file : {"page.html", "t.json"}) {
        const std::string text = folder.read(file);
        EXPECT_THAT(text, AllOf(HasSubstr('"' + hash_name + '"'), HasSubstr("\"step@0x8060\""),
                                HasSubstr("\"step@0x807c\"")))
            << file;
    }
    EXPECT_THAT(folder.read("page.html"), HasSubstr("\"one/step.S\""));
}

// Of a stripped copy nothing is known but the code; its firmware can be the one with names.
TEST_F(symbols_fixture, are_not_needed) {
    const std::string named = shown({"report"});
    const std::string stripped = folder.path("stripped.elf");
    strip(image, stripped);
    record(stripped, {});
    const std::string text = shown({"annotate"});
    EXPECT_EQ(samples_in(text), 435U);
    EXPECT_NEAR(shares_in(text), 10'000, 30) << text; // of one range, rounded
    EXPECT_THAT(shown({"report", "--sort", "instruction"}),
                HasSubstr(" 100  0x00008004  [unknown]\n"));
    EXPECT_EQ(shown({"report", "--firmware", image}), named);
    strip(TEST_FIRMWARE_DIR "/regions-thumb.arm1136.elf", stripped);
    record(stripped, {});
    EXPECT_THAT(shown({"annotate"}), HasSubstr(" :     8000:  movs r4, #3\n"));
}

TEST_F(symbols_fixture, of_several_are_no_region) {
    const auto refused = [&](const std::string& region) {
        return refusal({"stat", "arm1136", image, "--region", region});
    };
    EXPECT_EQ(refused("step:two"), "pmu_run: --region step:two: expected one function, got 'step', "
                                   "which may be " +
                                       both_steps + "\n");
    EXPECT_THAT(refused("two:step"), EndsWith("which may be " + both_steps + "\n"));
    EXPECT_THAT(refused("geo::hash:none"), EndsWith(", got 'none'\n"));
    EXPECT_THAT(refused("geo::none"),
                EndsWith("expected a function, or FROM:TO, got 'geo::none'\n"));
    const auto counted = [&](const std::string& region) {
        const pmu_run_result result =
            run_pmu_run({"stat", "arm1136", image, "-e", "7", "-x,", "--region", region});
        EXPECT_EQ(result.exit_code, 0) << result;
        return result.err.substr(0, result.err.find(','));
    };
    EXPECT_EQ(counted("step@0x807c:two"), "145"); // 12, BX, 43, 63, 23 and 3: to the end
    EXPECT_EQ(counted("step@0x8060:step@0x807c"), "86");
    EXPECT_EQ(counted("geo::hash:helper"), "43");
    EXPECT_EQ(counted(hash_name + ":0x8050"), "43");
    EXPECT_EQ(counted("helper:_ZN3geo4hashEPKhi"), "88"); // 62, BL, 22, and 3 to the end
}

TEST_F(symbols_fixture, come_with_the_text_of_their_own_source) {
    EXPECT_THAT(shown({"annotate", "two"}), // where the compiler had it
                HasSubstr(" : two/step.S:16      mov     r6, lr          // 0x808C"));
    folder.write("step.S", "wrong\nwrong\nwrong\nwrong\nwrong\nwrong\nwrong\nwrong\nwrong\n");
    EXPECT_THAT(shown({"annotate", "step", "--source", folder.path("")}), Not(HasSubstr("wrong")));
    std::filesystem::create_directory(folder.path("two"));
    folder.write("two/step.S", "1\n2\n3\n4\n5\n6\nthe right one\n");
    for (const std::string& source : {folder.path(""), folder.path("two")}) {
        const std::string text = shown({"annotate", "step", "--source", source});
        EXPECT_THAT(text, HasSubstr(" : two/step.S:7  the right one\n")) << source;
        EXPECT_THAT(text, HasSubstr(" : one/step.S:7      mov     r5, #40")) << source;
    }
}

TEST_F(symbols_fixture, are_those_of_firmware_wherever_it_is) {
    const std::string before = shown({"report"});
    const std::string odd = folder.path("d\xE9\x01");
    std::filesystem::create_directory(odd);
    const std::string file = odd + "/a \"\xFF\".elf";
    std::filesystem::copy_file(image, file);
    record(file, {});
    EXPECT_EQ(shown({"report"}), before);
    const std::string now = folder.path("now.elf");
    std::filesystem::rename(file, now);
    EXPECT_EQ(refusal({"report", data}),
              "pmu_run: " + data + ": its firmware: " + folder.path("d\xE9\\x01/a \"\xFF\".elf") +
                  ": expected an ELF file, found no such file "
                  "(--firmware says where it is now)\n");
    for (const char* view : {"report", "annotate", "script"}) {
        EXPECT_NE(shown({view, "--firmware", now}), "") << view;
    }
    EXPECT_EQ(shown({"report", "--firmware", now}), before);
    const std::string other = TEST_FIRMWARE_DIR "/loops.arm1136.elf";
    EXPECT_EQ(refusal({"report", data, "--firmware", other}),
              "pmu_run: " + data + ": expected the firmware that was recorded, got another: " +
                  other + " has other code\n");
}

TEST_F(symbols_fixture, of_a_run_that_was_stopped_say_so) {
    record(image, {"--max-instructions", "100", "--mode", "exact"}, 1);
    const pmu_run_result result = run_pmu_run({"report", data});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_THAT(result.out, StartsWith("# Samples: 100 of event"));
    EXPECT_THAT(result.out, HasSubstr("\n# Not a whole run: the run was cut short: "));
    EXPECT_THAT(result.err, StartsWith("pmu_run: " + data + ": the run was cut short: "));
}

// A name in a file of samples is anybody's: ESC ] 0 ; names a terminal.
TEST_F(symbols_fixture, do_nothing_to_a_terminal) {
    std::string text = folder.read("pmu.data");
    const std::string name = "\"name\":\"";
    const std::size_t at = text.find(name) + name.size();
    text.replace(at, text.find('"', at) - at, "\\u001b]0;title\\u0007\\n\xC2\x9B");
    folder.write("pmu.data", text);
    for (const arguments& what :
         {arguments{"report"}, arguments{"script"}, arguments{"annotate"}}) {
        EXPECT_THAT(shown(what), AllOf(Not(HasSubstr("\x1B")), Not(HasSubstr("\x07")),
                                       Not(HasSubstr("\xC2\x9B"))));
    }
    for (const char* view : {"report", "script"}) {
        EXPECT_THAT(shown({view}), HasSubstr("\\x1B]0;title\\x07\\x0A\\xC2\\x9B"));
    }
}

TEST_F(symbols_fixture, refuse_what_is_no_file_of_samples) {
    EXPECT_EQ(refusal({"report", folder.path("")}),
              "pmu_run: cannot read " + folder.path("") + ": Is a directory\n");
    EXPECT_EQ(refusal({"report", "-i", data, folder.path("none.data")}),
              "pmu_run: expected one file of samples, got DATA and --input\n");
}

} // namespace
} // namespace iss_test::symbols_test
