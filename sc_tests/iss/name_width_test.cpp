// SPDX-License-Identifier: Apache-2.0
// Names in less room than they need.
#include <iss/host/name_width.h>

#include <gtest/gtest.h>

#include <string>

namespace platform::iss::name_width_test {
namespace {

TEST(name_width, leaves_alone_what_fits) {
    EXPECT_EQ(fitted_name("main", 8), "main");
    EXPECT_EQ(fitted_name("f<int>()", 8), "f<int>()");
    EXPECT_EQ(fitted_name("", 8), "");
    EXPECT_EQ(fitted_name("walk(int, unsigned) (inlined)", 20), "walk(...) (inlined)");
}

TEST(name_width, takes_arguments_of_templates_first) {
    const std::string name = "geo::map<int, geo::less<int> >::find(int const&, unsigned)";
    EXPECT_EQ(fitted_name(name, 58), name);
    EXPECT_EQ(fitted_name(name, 57), "geo::map<...>::find(int const&, unsigned)"); // 41
    EXPECT_EQ(fitted_name(name, 41), "geo::map<...>::find(int const&, unsigned)");
    EXPECT_EQ(fitted_name(name, 40), "geo::map<...>::find(...)"); // 24
    EXPECT_EQ(fitted_name(name, 24), "geo::map<...>::find(...)");
    EXPECT_EQ(fitted_name(name, 23), "geo::map<....:find(...)"); // the first and last ten of 24
}

TEST(name_width, knows_operators_from_brackets) {
    EXPECT_EQ(fitted_name("bool operator< <pair<int, int> >(pair<int, int>)", 45),
              "bool operator< <...>(pair<...>)");
    EXPECT_EQ(fitted_name("stream& stream::operator<<(unsigned long)", 40),
              "stream& stream::operator<<(...)");
    EXPECT_EQ(fitted_name("call<int, long>::operator()(int, long) const", 40),
              "call<...>::operator()(int, long) const");
    EXPECT_EQ(fitted_name("call<int, long>::operator()(int, long) const", 37),
              "call<...>::operator()(...) const");
    EXPECT_EQ(fitted_name("box<int, long>::operator->()", 27), "box<...>::operator->()");
    EXPECT_EQ(fitted_name("my_operator<long long>(void)", 27), "my_operator<...>(void)");
}

TEST(name_width, leaves_nameless_namespaces_and_unclosed_brackets) {
    EXPECT_EQ(fitted_name("(anonymous namespace)::step(unsigned long)", 41),
              "(anonymous namespace)::step(...)");
    EXPECT_EQ(fitted_name("a<b<c>::d_of_a_name", 12), "a<b<c...name");
}

TEST(name_width, cuts_the_middle_and_keeps_what_tells_apart) {
    EXPECT_EQ(fitted_name("abcdefghijklmnop", 16), "abcdefghijklmnop");
    EXPECT_EQ(fitted_name("abcdefghijklmnop", 15), "abcdef...klmnop"); // 12 of 16
    EXPECT_EQ(fitted_name("abcdefghijklmnop", 8), "abc...op");         // 5 of 16
    EXPECT_EQ(fitted_name("step(unsigned long, int)@0x8060", 20), "step(...)@0x8060");
}

TEST(name_width, cuts_no_character_of_utf8) {
    const std::string e = "\xC3\xA9"; // two bytes, one column
    std::string name;
    for (int n = 0; n != 12; ++n) {
        name += e;
    }
    EXPECT_EQ(columns_of(name), 12U);
    EXPECT_EQ(fitted_name(name, 12), name);
    EXPECT_EQ(fitted_name(name, 8), e + e + e + "..." + e + e);
    EXPECT_EQ(columns_of("a\xFF\xC3"), 3U); // bytes that are of no character
}

} // namespace
} // namespace platform::iss::name_width_test
