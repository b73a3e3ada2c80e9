// SPDX-License-Identifier: Apache-2.0
// Inlined functions: what the DWARF of a file tells.
#include "dwarf_builder.h"

#include <iss/host/dwarf_inlined.h>
#include <iss/host/elf_handle.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace platform::iss::inlined_calls_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using code = dwarf_builder::code;

file_bytes file_with(const std::vector<code>& functions) {
    dwarf_builder dwarf;
    dwarf.add_unit(functions);
    elf_builder elf;
    elf.add_symbol("main", 0x8000, 24);
    dwarf.put_into(elf);
    return elf.build();
}

inlined_calls calls_of(const std::vector<code>& functions) {
    return parsed(file_with(functions)).inlined;
}

/// outer, [0x8004, 0x8014), with inner, [0x8008, 0x800C) and, once more, [0x800C, 0x8010), in main.
std::vector<code> some_calls() {
    return {{"main",
             0x8000,
             0x20,
             {{"outer", 0x8004, 0x10, {{"inner", 0x8008, 4}, {"inner", 0x800C, 4}}}}}};
}

TEST(inlined_calls, come_from_a_file) {
    const inlined_calls calls = calls_of(some_calls());
    EXPECT_THAT(calls.names_at(0x8000), IsEmpty());
    EXPECT_THAT(calls.names_at(0x8003), IsEmpty());
    EXPECT_THAT(calls.names_at(0x8004), ElementsAre("outer (inlined)"));
    EXPECT_THAT(calls.names_at(0x8008), ElementsAre("outer (inlined)", "inner (inlined)"));
    EXPECT_THAT(calls.names_at(0x800F), ElementsAre("outer (inlined)", "inner (inlined)"));
    EXPECT_THAT(calls.names_at(0x8010), ElementsAre("outer (inlined)"));
    EXPECT_THAT(calls.names_at(0x8014), IsEmpty());
    EXPECT_THAT(calls.names_at(0xFFFF'FFFF), IsEmpty());
    EXPECT_EQ(calls.size(), 3U);
    EXPECT_NE(calls.at(0x8008), calls.at(0x800C)) << "two calls";
    EXPECT_EQ(calls.function(calls.at(0x8008)), calls.function(calls.at(0x800C)));
    EXPECT_EQ(calls.around(calls.at(0x800C)), calls.at(0x8004));
    EXPECT_EQ(calls.around(calls.at(0x8004)), inlined_calls::none);
    EXPECT_TRUE(parsed(elf_builder().build()).inlined.empty());
    EXPECT_THAT(inlined_calls().names_at(0x8000), IsEmpty());
}

TEST(inlined_calls, are_the_same_within_this_process) {
    const file_bytes file = file_with(some_calls());
    const elf_handle elf = open_elf(byte_view(file.data(), file.size()));
    EXPECT_EQ(read_trusted_inlined_calls(elf.get()).to_bytes(), calls_of(some_calls()).to_bytes());
}

TEST(inlined_calls, have_the_names_of_the_source) {
    const inlined_calls calls =
        calls_of({{"main",
                   0x8000,
                   0x20,
                   {{"_ZN2ns6squareEi", 0x8000, 4, {}, DW_AT_linkage_name},
                    {"c_name", 0x8004, 4, {}, DW_AT_linkage_name}, // no name of C++, and no other
                    {"a\nb", 0x8008, 4}}}});
    EXPECT_THAT(calls.names_at(0x8000), ElementsAre("ns::square(int) (inlined)"));
    EXPECT_THAT(calls.names_at(0x8004), ElementsAre("(no name) (inlined)"));
    EXPECT_THAT(calls.names_at(0x8008), ElementsAre("a\\x0Ab (inlined)"));
}

// Code that is nowhere, beyond all addresses, and of a function that the linker dropped.
TEST(inlined_calls, of_no_code_are_none) {
    const inlined_calls calls = calls_of(
        {{"dropped", 0, 0x20, {{"of_it", 0x10, 4}}},
         {"main",
          0x8000,
          0x20,
          {{"empty", 0x8000, 0}, {"beyond", 0xFFFF'FFF0, 0x20}, {"last", 0xFFFF'FFF0, 0x10}}}});
    EXPECT_THAT(calls.names_at(0x10), IsEmpty());
    EXPECT_THAT(calls.names_at(0x8000), IsEmpty());
    EXPECT_THAT(calls.names_at(0xFFFF'FFFF), ElementsAre("last (inlined)"));
    EXPECT_THAT(calls.names_at(0x0), IsEmpty());
}

// No compiler writes that: where two overlap, the one that stands deeper, then later, has the code.
TEST(inlined_calls, that_overlap_have_one_innermost_call) {
    const inlined_calls calls =
        calls_of({{"main",
                   0x8000,
                   0x20,
                   {{"a", 0x8000, 8, {{"deep", 0x8004, 0x10}}}, {"b", 0x8004, 0x18}}}});
    EXPECT_THAT(calls.names_at(0x8000), ElementsAre("a (inlined)"));
    EXPECT_THAT(calls.names_at(0x8004), ElementsAre("a (inlined)", "deep (inlined)"));
    EXPECT_THAT(calls.names_at(0x8010), ElementsAre("a (inlined)", "deep (inlined)"));
    EXPECT_THAT(calls.names_at(0x8014), ElementsAre("b (inlined)"));
    EXPECT_THAT(calls.names_at(0x801C), IsEmpty());
}

TEST(inlined_calls, nest_up_to_a_limit) {
    code innermost{"f", 0x8000, 4};
    for (unsigned n = 0; n != 1000; ++n) {
        innermost = {"f", 0x8000, 4, {innermost}};
    }
    EXPECT_EQ(calls_of({{"main", 0x8000, 0x20, {innermost}}}).names_at(0x8000).size(), 255U);
}

TEST(inlined_calls, are_refused_where_their_bytes_are_damaged) {
    const std::string sound = calls_of(some_calls()).to_bytes();
    ASSERT_EQ(inlined_calls::from_bytes(sound).size(), 3U);
    EXPECT_EQ(inlined_calls::from_bytes(sound).to_bytes(), sound);
    for (std::size_t size = 0; size < sound.size(); ++size) {
        EXPECT_TRUE(inlined_calls::from_bytes(sound.substr(0, size)).empty()) << size;
    }
    EXPECT_TRUE(inlined_calls::from_bytes(sound + '\0').empty());
    const auto with = [&](std::size_t at, std::uint32_t value) {
        std::string bytes = sound;
        std::memcpy(bytes.data() + at, &value, sizeof value);
        return inlined_calls::from_bytes(bytes);
    };
    constexpr std::size_t calls = 8; // after their number; each has 8 bytes, as rows have
    EXPECT_TRUE(with(0, 4).empty()) << "calls";
    EXPECT_TRUE(with(calls, 1).empty()) << "a call around itself";
    EXPECT_TRUE(with(calls + 4, 2).empty()) << "the number of a function";
    EXPECT_TRUE(with(sound.size() - 8, 0).empty()) << "the order of addresses";
    EXPECT_TRUE(with(sound.size() - 4, 4).empty()) << "the number of a call";
}

} // namespace
} // namespace platform::iss::inlined_calls_test
