// SPDX-License-Identifier: Apache-2.0
// Files of samples: what was written is read, and what is damaged is refused with its line.
#include <iss/sampling/sample_file.h>

#include <process/input_file.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

namespace platform::iss::sample_file_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string header =
    R"({"format":"tlm-pmu-samples","version":1,"part":"xscale","firmware":"/f.elf",)"
    R"("code":"0x0123456789abcdef","mode":"fast","call_chains":true,)"
    R"("events":[{"name":"cycles","period":100},{"name":"X","number":7,"period":3}]})"
    "\n";
const std::string end = R"({"end":{"counts":[250,7],"samples":[2,2]}})"
                        "\n";

class sample_file : public testing::Test {
protected:
    recording read(const std::string& text) {
        folder.write("pmu.data", text);
        samples.clear();
        return read_samples(
            folder.path("pmu.data"), [](const recording& /*header*/) {},
            [this](const execution_sample& s) { samples.push_back(s); });
    }
    /// The message without the name of the file.
    std::string refusal(const std::string& text) {
        try {
            read(text);
        } catch (const sample_file_error& e) {
            const std::string message = e.what();
            EXPECT_THAT(message, StartsWith(folder.path("pmu.data") + ":"));
            return message.substr(folder.path("pmu.data").size() + 1);
        }
        return "";
    }

    const sc_test::temporary_folder folder;
    std::vector<execution_sample> samples;
};

TEST_F(sample_file, is_read_as_it_was_written) {
    recording what;
    what.part = "arm1136";
    what.firmware = "/a \"b\".elf";
    what.code = 0xFEDC'BA98'7654'3210;
    what.mode = "exact";
    what.has_chains = true;
    what.events = {{"cycles", std::nullopt, 100}, {"INSTR", 7, std::uint64_t{1} << 32U}};
    std::ostringstream text;
    write_header(text, what);
    write_sample(text, {1, UINT64_MAX, 12, 0xFFFF'FFFE, {0x8000, 0x9000}});
    write_sample(text, {0, 5, 6, 0x8000, {}});
    const recording got = read(text.str());
    EXPECT_EQ(got.part, what.part);
    EXPECT_EQ(got.firmware, what.firmware);
    EXPECT_EQ(got.code, what.code);
    EXPECT_EQ(got.mode, what.mode);
    EXPECT_TRUE(got.has_chains);
    ASSERT_EQ(got.events.size(), 2U);
    EXPECT_EQ(got.events[0].number, std::nullopt);
    EXPECT_EQ(got.events[1].number, 7U);
    EXPECT_EQ(got.events[1].period, std::uint64_t{1} << 32U);
    EXPECT_FALSE(got.is_complete);
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_EQ(samples[0].event, 1U);
    EXPECT_EQ(samples[0].time_ps, UINT64_MAX);
    EXPECT_EQ(samples[0].cycles, 12U);
    EXPECT_EQ(samples[0].pc, 0xFFFF'FFFEU);
    EXPECT_THAT(samples[0].callers, ElementsAre(0x8000, 0x9000));
    EXPECT_THAT(samples[1].callers, IsEmpty());
}

TEST_F(sample_file, has_the_counts_of_its_end) {
    const recording got = read(header + "[0,1,2,3]\n" + end);
    EXPECT_TRUE(got.is_complete);
    EXPECT_EQ(got.events[0].count, 250U);
    EXPECT_EQ(got.events[1].count, 7U);
}

TEST_F(sample_file, keeps_paths_of_any_bytes) {
    for (const char* path : {"/d\xE9/\xFF\x01.elf", "/\xC3\xA9.elf", "\xF0"}) {
        recording what;
        what.firmware = path;
        what.events = {{"cycles", std::nullopt, 100}};
        std::ostringstream text;
        write_header(text, what);
        EXPECT_EQ(read(text.str()).firmware, path);
    }
    const auto with = [](const std::string& bytes) {
        std::string text = header;
        return text.insert(1, "\"firmware_bytes\":" + bytes + ",");
    };
    EXPECT_EQ(read(with("\"2Fe9\"")).firmware, "/\xE9");
    for (const char* bytes : {"\"\"", "\"2\"", "\"2f0\"", "\"2f00\"", "\"2fxx\"", "\"2f+1\""}) {
        EXPECT_THAT(refusal(with(bytes)), StartsWith("1: expected bytes of a path")) << bytes;
    }
    EXPECT_THAT(refusal(with("3")), HasSubstr("a text as \"firmware_bytes\""));
}

TEST_F(sample_file, has_why_the_run_ended) {
    EXPECT_EQ(read(header + end).message, "");
    EXPECT_EQ(read(header + R"({"end":{"counts":[1,2],"message":"stopped"}})" + "\n").message,
              "stopped");
    EXPECT_THAT(refusal(header + R"({"end":{"counts":[1,2],"message":1}})" + "\n"),
                HasSubstr("a text as \"message\""));
}

TEST_F(sample_file, is_no_folder) {
    try {
        read_samples(
            folder.path(""), [](const auto&) {}, [](const auto&) {});
        ADD_FAILURE();
    } catch (const process::input_error& e) {
        EXPECT_EQ(e.what(), "cannot read " + folder.path("") + ": Is a directory");
    }
}

TEST_F(sample_file, that_was_cut_short_has_whole_periods) {
    const recording got = read(header + "[0,1,2,3]\n[1,2,3,4]\n[1,2,3,4]\n[1,2,");
    EXPECT_FALSE(got.is_complete);
    EXPECT_EQ(got.events[0].count, 100U);
    EXPECT_EQ(got.events[1].count, 6U);
    EXPECT_EQ(samples.size(), 3U);
}

TEST_F(sample_file, of_another_kind_is_refused) {
    EXPECT_THAT(refusal(""), StartsWith("1: expected a file that pmu_run record has written"));
    EXPECT_THAT(refusal("PERFILE2\x01\x02\n"), EndsWith("got 'PERFILE2\\x01\\x02'"));
    EXPECT_THAT(refusal("[1]\n"), StartsWith("1: expected a file that pmu_run record"));
    EXPECT_THAT(refusal(std::string(100'000, 'x')), StartsWith("1: expected lines of at most"));
    EXPECT_THAT(refusal(R"({"format":"tlm-pmu-samples","version":2})"
                        "\n"),
                AllOf(StartsWith("1: expected version 1"), EndsWith("got '2'")));
}

TEST_F(sample_file, with_a_damaged_header_is_refused) {
    const auto with = [](const std::string& from, const std::string& to) {
        std::string text = header;
        return text.replace(text.find(from), from.size(), to);
    };
    EXPECT_THAT(refusal(with("\"part\"", "\"prat\"")),
                HasSubstr("expected an object with \"part\""));
    EXPECT_THAT(refusal(with("\"fast\"", "3")), EndsWith("got '3'"));
    EXPECT_THAT(refusal(with("0123456789abcdef", "123")), EndsWith("got '0x123'"));
    EXPECT_THAT(refusal(with("0123456789abcdef", "0123456789abcdeg")), HasSubstr("16 digits"));
    EXPECT_THAT(refusal(with("true", "1")), HasSubstr("call_chains"));
    EXPECT_THAT(refusal(with("\"period\":3", "\"period\":0")),
                HasSubstr("\"period\", a whole number from 1 to 4294967296, got '0'"));
    EXPECT_THAT(refusal(with("\"number\":7", "\"number\":-7")), EndsWith("got '-7'"));
    EXPECT_THAT(
        refusal(
            with(R"([{"name":"cycles","period":100},{"name":"X","number":7,"period":3}])", "[]")),
        HasSubstr("a list of 1 to"));
}

TEST_F(sample_file, with_damaged_samples_is_refused) {
    EXPECT_EQ(refusal(header + "[2,1,2,3]\n"),
              "2: expected an event of the header, a whole number from 0 to 1, got '2'");
    EXPECT_EQ(refusal(header + "[0,1,2,3]\n[0,1,2]\n"),
              "3: expected [event, time_ps, cycles, pc, caller, ...], got '[0,1,2]'");
    EXPECT_THAT(refusal(header + "[0,1,2,4294967296]\n"), StartsWith("2: expected an address"));
    EXPECT_THAT(refusal(header + "[0,1,2,3,-1]\n"), StartsWith("2: expected an address"));
    EXPECT_THAT(refusal(header + "[0,1.5,2,3]\n"), StartsWith("2: expected a time"));
    EXPECT_THAT(refusal(header + "[0,1,\n"), StartsWith("2: expected a JSON value"));
    EXPECT_THAT(refusal(header + "\n"), StartsWith("2: expected a JSON value"));
    EXPECT_THAT(refusal(header + "{\"end\":{\"counts\":[1]}}\n"),
                StartsWith("2: expected a count for each event"));
    EXPECT_THAT(refusal(header + "{\"start\":{}}\n"),
                StartsWith("2: expected an object with \"end\""));
    EXPECT_EQ(refusal(header + end + "[0,1,2,3]\n"),
              "3: expected nothing after the end, got '[0,1,2,3]'");
}

TEST(code_checksum, tells_bytes_and_addresses_apart) {
    elf_image image;
    elf_segment segment;
    segment.address = 0x8000;
    segment.bytes = {1, 2, 3, 4};
    image.segments = {segment};
    const std::uint64_t one = code_checksum(image);
    image.segments[0].bytes[3] = 5;
    EXPECT_NE(code_checksum(image), one);
    image.segments[0].bytes[3] = 4;
    EXPECT_EQ(code_checksum(image), one);
    image.segments[0].address = 0x8004;
    EXPECT_NE(code_checksum(image), one);
}

} // namespace
} // namespace platform::iss::sample_file_test
