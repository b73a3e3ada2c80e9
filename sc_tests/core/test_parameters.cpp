// SPDX-License-Identifier: Apache-2.0
// The parameters of all parts, by name and text. Names, defaults and ranges are those of the
// specification of each part (its summary of parameters, its list of decisions) and of the options
// that access programs know.
#include <core/core_traits.h>
#include <generated/part_cores.h>
#include <generated/part_expectations.h>

#include <pmu/core/parameter_map.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace core_test::parameters_test {
namespace {

using testing::HasSubstr;

/// The message of the exception, or nothing.
std::string refusal(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "";
}

std::string hex(std::uint64_t value) {
    std::ostringstream text;
    text << "0x" << std::hex << value;
    return text.str();
}

std::string binary(std::uint64_t value) {
    std::string digits;
    do {
        digits.insert(digits.begin(), static_cast<char>('0' + (value & 1U)));
        value >>= 1U;
    } while (value != 0);
    return "0b" + digits;
}

std::string upper(std::string text) {
    for (char& c : text) {
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    return text;
}

template <class Core>
class parameters : public testing::Test {
protected:
    using config = typename Core::config;

    static constexpr const auto& all = Core::all_parameters();

    const expectations<Core> expected{};

    /// Sets a parameter by a text: it has the value then, and no other one has changed.
    static void expect_set(const pmu::parameter_desc& p, std::uint64_t value,
                           const std::string& name, const std::string& text) {
        config changed;
        all.configure(changed, name, text);
        for (const pmu::parameter_desc& other : all) {
            EXPECT_EQ(all.get(changed, other), &other == &p ? value : other.default_value)
                << p.name << " = " << text << " changes " << other.name;
        }
        EXPECT_EQ(all.text_of(changed, name), p.text_of(value)) << p.name << " = " << text;
        EXPECT_FALSE(all.find_fault(changed)) << p.name << " = " << text;
    }
};

template <class... Core>
testing::Types<Core...> types_of(sc_test::type_list<Core...> /*cores*/);
TYPED_TEST_SUITE(parameters, decltype(types_of(sc_test::all_cores{})), );

TYPED_TEST(parameters, are_listed_with_name_default_and_range) {
    ASSERT_EQ(this->all.size(), this->expected.parameters.size());
    EXPECT_STREQ(this->all.part(), TypeParam::part);
    for (std::size_t i = 0; i < this->all.size(); ++i) {
        const pmu::parameter_desc& p = this->all[i];
        EXPECT_STREQ(p.name, this->expected.parameters[i].name);
        EXPECT_EQ(p.default_text(), this->expected.parameters[i].default_text) << p.name;
        EXPECT_EQ(p.range(), this->expected.parameters[i].range) << p.name;
        EXPECT_STRNE(p.description, "") << p.name;
        EXPECT_STRNE(p.source, "") << p.name;
        EXPECT_EQ(this->all.get({}, p), p.default_value) << p.name;
        EXPECT_EQ(this->all.index_of(p), i);
    }
}

TYPED_TEST(parameters, read_back_what_a_text_sets) {
    for (const pmu::parameter_desc& p : this->all) {
        for (std::size_t i = 0; i < p.word_count; ++i) {
            const std::string word(p.words[i]);
            EXPECT_EQ(p.text_of(i), word);
            this->expect_set(p, i, p.name, word);
            this->expect_set(p, i, p.name, upper(word));
        }
        for (const std::uint64_t n :
             {p.min, p.min + 1, p.max / 2, p.max - 1, p.max, std::min(p.default_value, p.max)}) {
            this->expect_set(p, n, p.name, p.text_of(n));
            const std::string digits = std::to_string(n);
            for (const std::string& text :
                 {digits, "0" + digits, hex(n), upper(hex(n)), binary(n)}) {
                this->expect_set(p, n, p.name, text);
                this->expect_set(p, n, upper(p.name), text);
            }
        }
        if (p.kind == pmu::parameter_kind::flag) {
            this->expect_set(p, 0, p.name, "false");
            this->expect_set(p, 1, p.name, "True");
        }
    }
}

TYPED_TEST(parameters, refuse_what_they_cannot_be) {
    typename TestFixture::config changed;
    for (const pmu::parameter_desc& p : this->all) {
        std::size_t refused = 0;
        for (const refused_value& r : this->expected.refused) {
            refused += std::string(r.name) == p.name ? 1 : 0;
        }
        EXPECT_NE(refused, 0U) << p.name << ": no value is tried";
        for (const char* text : {"", " ", "x", "0x", "0b", "0b2", "1x", "+1", "-0", "nan",
                                 "18446744073709551616", "0x1FFFFFFFFFFFFFFFF"}) {
            EXPECT_EQ(refusal([&] { this->all.configure(changed, p.name, text); }),
                      std::string("the parameter `") + p.name + "` of " + TypeParam::part + " is " +
                          p.range() + ", got '" + text + "'");
        }
    }
    for (const refused_value& r : this->expected.refused) {
        EXPECT_EQ(refusal([&] { this->all.configure(changed, r.name, r.text); }), r.message);
    }
    for (const pmu::parameter_desc& p : this->all) {
        EXPECT_EQ(this->all.get(changed, p), p.default_value) << p.name << " is as it was";
    }
}

TYPED_TEST(parameters, that_do_not_exist_are_refused_with_those_that_do) {
    typename TestFixture::config changed;
    for (const char* name : {"speed", "", "revision ", "two_bit"}) {
        const std::string message = refusal([&] { this->all.configure(changed, name, "1"); });
        EXPECT_THAT(message, HasSubstr(std::string(TypeParam::part) + " has no parameter `" + name +
                                       "`, it has "));
        for (const expected_parameter& p : this->expected.parameters) {
            EXPECT_THAT(message, HasSubstr(p.name));
        }
        EXPECT_EQ(refusal([&] { this->all.text_of(changed, name); }), message);
        EXPECT_EQ(this->all.find(name), nullptr);
    }
}

TYPED_TEST(parameters, with_impossible_values_are_found) {
    EXPECT_FALSE(this->all.find_fault({}));
    for (const impossible_value<TypeParam>& i : this->expected.impossible) {
        typename TestFixture::config changed;
        i.change(changed);
        const pmu::parameter_fault fault = this->all.find_fault(changed);
        ASSERT_TRUE(fault) << i.message;
        EXPECT_EQ(fault.sentence(), i.message);
    }
}

// The README of a part has the same names, defaults and ranges, and lists the decisions.
TYPED_TEST(parameters, are_those_of_the_readme) {
    const std::string path = std::string(TLM_PMU_MODELS) + "/pmu/" + TypeParam::part + "/README.md";
    std::ifstream file(path);
    ASSERT_TRUE(file) << path;
    std::stringstream content;
    content << file.rdbuf();
    const std::string readme = content.str();
    std::size_t after = readme.find("\n## Parameters");
    ASSERT_NE(after, std::string::npos) << path;
    for (const pmu::parameter_desc& p : this->all) {
        const std::string row =
            std::string("\n| `") + p.name + "` | " + p.default_text() + " | " + p.range() + " | ";
        const std::size_t found = readme.find(row, after);
        EXPECT_NE(found, std::string::npos) << path << " lacks, in this order:" << row;
        after = found != std::string::npos ? found : after;
        const bool is_decision = std::string(p.source).find(' ') == std::string::npos;
        EXPECT_TRUE(!is_decision ||
                    readme.find(std::string("\n| ") + p.source + " | ") != std::string::npos)
            << path << " lacks the decision " << p.source;
    }
    const std::size_t next = readme.find('\n', readme.find("\n| ", after) + 1);
    EXPECT_NE(readme.compare(next, 3, "\n| "), 0) << path << " has a row too many";
}

// --- tables in general ---------------------------------------------------------------------------

enum class colour : std::uint8_t { red, green, blue };
struct inner {
    colour kind = colour::green;
    std::uint16_t word = 0x10;
};
struct small_config {
    bool flag = true;
    std::uint8_t number = 7;
    inner more;
};
using row = pmu::parameter_row<small_config>;
constexpr row small_rows[] = {
    row::flag<&small_config::flag>("flag", "a flag", "D1"),
    row::number<&small_config::number>("number", 5, 9, "a number", "D2"),
    row::choice<&small_config::more, &inner::kind>("kind", "a choice", "D3"),
    row::bits<&small_config::more, &inner::word>("word", "bits", "D4"),
};
constexpr pmu::parameter_map_of<small_config, small_rows> small{"small"};

TEST(parameter_table, takes_defaults_from_the_configuration) {
    EXPECT_EQ(small[0].default_text(), "true");
    EXPECT_EQ(small[1].default_text(), "7");
    EXPECT_EQ(small[2].default_text(), "green");
    EXPECT_EQ(small[3].default_text(), "0x0010");
}

TEST(parameter_table, says_what_is_possible) {
    EXPECT_EQ(small[1].range(), "a number from 5 to 9");
    EXPECT_EQ(small[2].range(), "red (0), green (1) or blue (2)");
    EXPECT_EQ(small[3].range(), "a number from 0x0000 to 0xFFFF");
    small_config config;
    EXPECT_EQ(refusal([&] { small.configure(config, "number", "4"); }),
              "the parameter `number` of small is a number from 5 to 9, got '4'");
    EXPECT_EQ(refusal([&] { small.configure(config, "number", "a\nb"); }),
              "the parameter `number` of small is a number from 5 to 9, got 'a?b'");
    EXPECT_EQ(refusal([&] { small.configure(config, "size", "4"); }),
              "small has no parameter `size`, it has flag, number, kind and word");
}

TEST(parameter_table, is_checked_when_it_compiles) {
    constexpr pmu::parameter_fault fault = small.find_fault({true, 10, {}});
    static_assert(fault.parameter == &small[1] && fault.value == 10);
    static_assert(!small.find_fault({false, 5, {colour::blue, 0xFFFF}}));
    // Not by operator bool: under UBSan g++ 12 knows no address when it compiles.
    static_assert(small.find_fault({false, 5, {static_cast<colour>(3), 0}}).parameter == &small[2]);
    static_assert(pmu::member_count<small_config>() == 4);
    static_assert(pmu::member_count<inner>() == 2);
    static_assert(pmu::are_sound_parameters<small_config>(small_rows));
}

template <class... Row>
constexpr bool are_sound(Row... rows) {
    const row all[] = {rows...};
    return pmu::are_sound_parameters<small_config>(all);
}

TEST(parameter_table, is_refused_where_rows_do_not_fit) {
    constexpr row flag = small_rows[0];
    constexpr row number = small_rows[1];
    constexpr row same_name = row::bits<&small_config::more, &inner::word>("flag", "", "");
    constexpr row same_member = row::number<&small_config::number>("other", 0, 8, "", "");
    constexpr row too_large = row::number<&small_config::number>("number", 0, 256, "", "");
    constexpr row default_outside = row::number<&small_config::number>("number", 0, 6, "", "");
    constexpr row one_value = row::number<&small_config::number>("number", 7, 7, "", "");
    static_assert(are_sound(flag, number));
    static_assert(!are_sound(flag, same_name));
    static_assert(!are_sound(number, same_member));
    static_assert(!are_sound(too_large));
    static_assert(!are_sound(default_outside));
    static_assert(!are_sound(one_value));
}

TEST(parameter_fault, is_none_until_it_is_said) {
    EXPECT_FALSE(pmu::parameter_fault{});
    EXPECT_EQ(pmu::parameter_fault{}.value, 0U);
}

} // namespace
} // namespace core_test::parameters_test
