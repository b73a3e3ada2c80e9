// SPDX-License-Identifier: Apache-2.0
#include <sweep/json/json_reader.h>
#include <sweep/spec/expression.h>
#include <sweep/store/content_hash.h>

#include <gtest/gtest.h>

namespace {

using namespace platform::sweep;

std::optional<double> value(const std::string& text) {
    return expression(text).value([](const std::string& name) -> std::optional<double> {
        return name == "a"         ? std::optional(6.0)
               : name == "reg.B_1" ? std::optional(4.0)
                                   : std::nullopt;
    });
}

TEST(sweep_expression, precedence_and_associativity) {
    EXPECT_EQ(value("1 + 2 * 3"), 7);
    EXPECT_EQ(value("(1 + 2) * 3"), 9);
    EXPECT_EQ(value("8 - 4 - 2"), 2);
    EXPECT_EQ(value("8 / 4 / 2"), 1);
    EXPECT_EQ(value("-2 * -a"), 12);
    EXPECT_EQ(value("100*a/reg.B_1"), 150);
    EXPECT_EQ(value(" .5\t* 4"), 2);
    EXPECT_EQ(value("4K + 1M / 2"), 4096 + 524'288);
    EXPECT_EQ(value("1G"), 1'073'741'824);
}

TEST(sweep_expression, what_is_unknown_has_no_value) {
    EXPECT_EQ(value("a + x"), std::nullopt);
    EXPECT_EQ(value("a / (reg.B_1 - 4)"), std::nullopt);
    EXPECT_EQ(value("first(x, a)"), 6);
    EXPECT_EQ(value("1 + first(x, y / 2, 3) * 2"), 7);
    EXPECT_EQ(value("first(x, y)"), std::nullopt);
}

TEST(sweep_expression, what_cannot_be_understood_is_told_with_its_column) {
    const auto fault = [](const std::string& text) {
        try {
            expression e(text);
            return std::string("none");
        } catch (const sweep_error& e) {
            return std::string(e.what());
        }
    };
    EXPECT_EQ(fault(""), "column 1: expected a number, a name, '-' or '(', got the end");
    EXPECT_EQ(fault("a b"), "column 3: expected an operator, got 'b'");
    EXPECT_EQ(fault("a *"), "column 4: expected a number, a name, '-' or '(', got the end");
    EXPECT_EQ(fault("(a"), "column 3: expected ')', got the end");
    EXPECT_EQ(fault("1.2.3"), "column 1: expected a number, got '1.2.3'");
    EXPECT_EQ(fault("2Kb"), "column 2: expected an operator, got 'Kb'");
    EXPECT_EQ(fault("a < 2"), "column 3: expected an operator, got '< 2'");
    EXPECT_EQ(fault("first(a"), "column 8: expected ',' or ')', got the end");
    EXPECT_NE(fault(std::string(1000, '(')), "none");
    EXPECT_NE(fault(std::string(1000, '-') + "1"), "none");
    EXPECT_NE(fault(std::string(100'000, ' ')), "none");
}

TEST(sweep_expression, comparisons) {
    const auto holds = [](const std::string& text) {
        return comparison_expression(text).holds(
            [](const std::string&) { return std::optional(6.0); });
    };
    for (const char* text : {"a<7", "a <= 6", "a > 5", "6>=a", "a == 2 * 3", "a != 5", "-a<-5"}) {
        EXPECT_TRUE(holds(text)) << text;
    }
    for (const char* text : {"a<6", "a <= 5.9", "a > 6", "5>=a", "a == 7", "a != 6"}) {
        EXPECT_FALSE(holds(text)) << text;
    }
    EXPECT_TRUE(holds("9007199254740991 + 1 > 0")) << "2^53";
    EXPECT_THROW(holds("9007199254740991 + 3 > 0"), sweep_error);
    EXPECT_THROW(holds("a / (a - 6) > 0"), sweep_error);
    EXPECT_EQ(comparison_expression("a < b + a").names(), (std::vector<std::string>{"a", "b"}));
}

// The examples of FIPS 180-4 at NIST: one block, two blocks; and no bytes.
TEST(sweep_hash, is_sha_256) {
    EXPECT_EQ(hash_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hash_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hash_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(sweep_hash, texts_do_not_run_into_each_other) {
    const auto of = [](const std::string& a, const std::string& b) {
        content_hash hash;
        hash.add_text(a);
        hash.add_text(b);
        return hash.digits();
    };
    EXPECT_NE(of("ab", "c"), of("a", "bc"));
    EXPECT_EQ(of("ab", "c"), of("ab", "c"));
}

} // namespace
