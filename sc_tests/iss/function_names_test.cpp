// SPDX-License-Identifier: Apache-2.0
// Names of functions: those of C++, those that several have, and what somebody may type.
#include "dwarf_builder.h"

#include <iss/cpu/iss_text.h>
#include <iss/host/function_names.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace platform::iss::function_names_test {
namespace {

using testing::ElementsAre;

std::vector<std::string> names_of(const elf_image& image) {
    std::vector<std::string> names;
    for (const elf_symbol& s : image.symbols) {
        names.push_back(s.name);
    }
    return names;
}

/// The addresses of what a word means.
std::vector<std::uint32_t> meant(const elf_image& image, const std::string& word) {
    std::vector<std::uint32_t> addresses;
    for (const elf_symbol* s : functions_named(image, word)) {
        addresses.push_back(s->address);
    }
    return addresses;
}

// The names are those of section 5.1 of the Itanium C++ ABI: N..E nested, I..E arguments of a
// template, i int, PKh unsigned char const*, v none, K const.
TEST(function_names, of_cpp_are_shown_as_in_the_source) {
    elf_builder builder;
    builder.add_symbol("_ZN3geo4hashEPKhi", 0x8000, 4);
    builder.add_symbol("_ZNK3geo4vec2IiEltERKS1_", 0x8004, 4);
    builder.add_symbol("_Z4onceIiET_v", 0x8008, 4);
    builder.add_symbol("_ZN12_GLOBAL__N_14tickEv.part.0", 0x800C, 4);
    builder.add_symbol("_Zwrong", 0x8010, 4);
    builder.add_symbol("i", 0x8014, 4); // as a type it would be int
    const elf_image image = parsed(builder.build());
    EXPECT_THAT(names_of(image),
                ElementsAre("geo::hash(unsigned char const*, int)",
                            "geo::vec2<int>::operator<(geo::vec2<int> const&) const",
                            "int once<int>()", "(anonymous namespace)::tick() [clone .part.0]",
                            "_Zwrong", "i"));
    EXPECT_THAT(image.left_out, testing::IsEmpty());
    EXPECT_EQ(image.symbols[0].linker_name, "_ZN3geo4hashEPKhi");
    EXPECT_EQ(image.symbols[5].linker_name, "");
    EXPECT_EQ(place_text(0x8002, image), "0x00008002 in geo::hash(unsigned char const*, int)+0x2");
    for (const char* word : {"geo::hash(unsigned char const*, int)", "_ZN3geo4hashEPKhi",
                             "geo::hash", "geo::hash@0x8000", "_ZN3geo4hashEPKhi@0x00008000"}) {
        EXPECT_THAT(meant(image, word), ElementsAre(0x8000)) << word;
    }
    EXPECT_THAT(meant(image, "geo::vec2<int>::operator<"), ElementsAre(0x8004));
    EXPECT_THAT(meant(image, "once<int>"), ElementsAre(0x8008));
    EXPECT_THAT(meant(image, "int once<int>"), ElementsAre(0x8008));
    for (const char* word : {"", "geo", "hash", "geo::hash@0x8004", "geo::hash@", "geo::hash@0x",
                             "tick", "(anonymous namespace)::tick", "int", "@0x8000"}) {
        EXPECT_THAT(meant(image, word), ElementsAre()) << word;
    }
}

TEST(function_names, of_several_have_their_addresses) {
    elf_builder builder;
    builder.add_symbol("step", 0x8000, 4, STT_FUNC, STB_LOCAL);
    builder.add_symbol("main", 0x8008, 4);
    builder.add_symbol("also_main", 0x8008, 4);
    builder.add_symbol("step", 0x8010, 4, STT_FUNC, STB_LOCAL);
    builder.add_symbol("_Z4onlyi", 0x8014, 4);
    builder.add_symbol("_Z4onlyv", 0x8018, 4);
    dwarf_builder dwarf = some_lines(); // main.c:12, and from 0x8010 on 13
    dwarf.put_into(builder);
    const elf_image image = parsed(builder.build());
    EXPECT_THAT(names_of(image), ElementsAre("step@0x8000", "also_main", "main", "step@0x8010",
                                             "only(int)", "only()"));
    EXPECT_THAT(meant(image, "step"), ElementsAre(0x8000, 0x8010));
    EXPECT_THAT(meant(image, "step@0x8010"), ElementsAre(0x8010));
    EXPECT_THAT(meant(image, "step@0x08010"), ElementsAre(0x8010));
    EXPECT_THAT(meant(image, "main"), ElementsAre(0x8008));
    EXPECT_THAT(meant(image, "main@0x8008"), ElementsAre(0x8008));
    EXPECT_THAT(meant(image, "only"), ElementsAre(0x8014, 0x8018));
    EXPECT_THAT(meant(image, "only()"), ElementsAre(0x8018));
    EXPECT_EQ(choices_text(functions_named(image, "step"), image),
              "step@0x8000 (main.c:12), step@0x8010 (main.c:13)");
}

TEST(function_names, are_one_line) {
    elf_builder builder;
    builder.add_symbol("a\n\x1B[2J\x7F", 0x8000, 4);
    const elf_image image = parsed(builder.build());
    EXPECT_THAT(names_of(image), ElementsAre("a\\x0A\\x1B[2J\\x7F"));
    EXPECT_THAT(meant(image, "a\n\x1B[2J\x7F"), ElementsAre(0x8000));
}

// Each of the arguments is a pair of the one before: 2^60 names.
TEST(function_names, without_an_end_stay_as_they_are) {
    std::string name = "_Z1fI1pIiiE";
    const std::string digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string last = "S0_"; // p<int, int>; S_ is p
    for (unsigned n = 1; n != 60; ++n) {
        name += "S_I" + last + last + "E";
        last = "S";
        if (n >= 36) {
            last += digits[n / 36];
        }
        last += std::string(1, digits[n % 36]) + "_";
    }
    name += "Evv";
    elf_builder builder;
    builder.add_symbol(name, 0x8000, 4);
    builder.add_symbol("main", 0x8008, 4);
    const elf_image image = parsed(builder.build());
    EXPECT_THAT(names_of(image), ElementsAre(name, "main"));
    EXPECT_THAT(image.left_out,
                ElementsAre("test.elf: its names of C++ cannot be read, and are left out"));
}

} // namespace
} // namespace platform::iss::function_names_test
