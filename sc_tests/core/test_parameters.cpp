// SPDX-License-Identifier: Apache-2.0
// The parameters of all parts, by name and text. Names, defaults and ranges are those of the
// specification of each part (its summary of parameters, its list of decisions) and of the options
// that access programs know.
#include <core/core_traits.h>
#include <generated/part_cores.h>

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

namespace core_test {
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

/// What a listing must say of a parameter.
struct expected_parameter {
    const char* name;
    const char* default_text;
    const char* range;
};
/// A value that a part refuses, and the whole message.
struct refused_value {
    const char* name;
    const char* text;
    const char* message;
};
/// A configuration that is impossible, and the whole message.
template <class Core>
struct impossible_value {
    std::function<void(typename Core::config&)> change;
    const char* message;
};

template <class Core>
struct expectations;

template <>
struct expectations<pmu::arm1136_core> {
    using core = pmu::arm1136_core;
    using config = pmu::arm1136_config;

    const std::vector<expected_parameter> parameters = {
        {"user_access", "undefined", "undefined (0) or allow (1)"},
        {"start_delay_cycles", "3", "a number from 0 to 1000"},
        {"two_bit_mode", "popcount", "popcount (0) or binary (1)"},
        {"irq_active_low", "false", "false (0) or true (1)"},
        {"stop_delay_cycles", "0", "a number from 0 to 1000"},
        {"irq_clear_needs_e", "true", "false (0) or true (1)"},
        {"irq_set_needs_e", "false", "false (0) or true (1)"},
        {"flag_clear_needs_e", "false", "false (0) or true (1)"},
        {"c_resets_prescaler", "true", "false (0) or true (1)"},
        {"erratum_double_increment", "false", "false (0) or true (1)"},
        {"ccnt_reset_value", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
    };
    const std::vector<refused_value> refused = {
        {"user_access", "2",
         "the parameter `user_access` of arm1136 is undefined (0) or allow (1), got '2'"},
        {"start_delay_cycles", "1001",
         "the parameter `start_delay_cycles` of arm1136 is a number from 0 to 1000, got '1001'"},
        {"two_bit_mode", "ternary",
         "the parameter `two_bit_mode` of arm1136 is popcount (0) or binary (1), got 'ternary'"},
        {"erratum_double_increment", "2",
         "the parameter `erratum_double_increment` of arm1136 is false (0) or true (1), got '2'"},
        {"irq_active_low", "low",
         "the parameter `irq_active_low` of arm1136 is false (0) or true (1), got 'low'"},
        {"stop_delay_cycles", "0x3E9",
         "the parameter `stop_delay_cycles` of arm1136 is a number from 0 to 1000, got '0x3E9'"},
        {"irq_clear_needs_e", "-1",
         "the parameter `irq_clear_needs_e` of arm1136 is false (0) or true (1), got '-1'"},
        {"irq_set_needs_e", "yes",
         "the parameter `irq_set_needs_e` of arm1136 is false (0) or true (1), got 'yes'"},
        {"flag_clear_needs_e", "",
         "the parameter `flag_clear_needs_e` of arm1136 is false (0) or true (1), got ''"},
        {"c_resets_prescaler", "10",
         "the parameter `c_resets_prescaler` of arm1136 is false (0) or true (1), got '10'"},
        {"ccnt_reset_value", "0x100000000",
         "the parameter `ccnt_reset_value` of arm1136 is a number from 0x00000000 to 0xFFFFFFFF, "
         "got '0x100000000'"},
    };
    const std::vector<impossible_value<core>> impossible = {
        {[](config& c) { c.start_delay_cycles = 1001; },
         "the parameter `start_delay_cycles` of arm1136 is a number from 0 to 1000, got 1001"},
        {[](config& c) { c.stop_delay_cycles = UINT32_MAX; },
         "the parameter `stop_delay_cycles` of arm1136 is a number from 0 to 1000, got 4294967295"},
        {[](config& c) { c.two_bit = static_cast<pmu::two_bit_mode>(2); },
         "the parameter `two_bit_mode` of arm1136 is popcount (0) or binary (1), got 2"},
    };
};

template <>
struct expectations<pmu::arm1176_core> {
    using core = pmu::arm1176_core;
    using config = pmu::arm1176_config;

    const std::vector<expected_parameter> parameters = {
        {"user_access", "undefined", "undefined (0) or allow (1)"},
        {"start_delay_cycles", "3", "a number from 0 to 1000"},
        {"two_bit_mode", "popcount", "popcount (0) or binary (1)"},
        {"irq_active_low", "false", "false (0) or true (1)"},
        {"stop_delay_cycles", "0", "a number from 0 to 1000"},
        {"irq_clear_needs_e", "true", "false (0) or true (1)"},
        {"irq_set_needs_e", "false", "false (0) or true (1)"},
        {"flag_clear_needs_e", "false", "false (0) or true (1)"},
        {"c_resets_prescaler", "true", "false (0) or true (1)"},
    };
    const std::vector<refused_value> refused = {
        {"user_access", "V",
         "the parameter `user_access` of arm1176 is undefined (0) or allow (1), got 'V'"},
        {"start_delay_cycles", "1001",
         "the parameter `start_delay_cycles` of arm1176 is a number from 0 to 1000, got '1001'"},
        {"two_bit_mode", "2",
         "the parameter `two_bit_mode` of arm1176 is popcount (0) or binary (1), got '2'"},
        {"irq_active_low", "2",
         "the parameter `irq_active_low` of arm1176 is false (0) or true (1), got '2'"},
        {"stop_delay_cycles", "-1",
         "the parameter `stop_delay_cycles` of arm1176 is a number from 0 to 1000, got '-1'"},
        {"irq_clear_needs_e", "no",
         "the parameter `irq_clear_needs_e` of arm1176 is false (0) or true (1), got 'no'"},
        {"irq_set_needs_e", "2",
         "the parameter `irq_set_needs_e` of arm1176 is false (0) or true (1), got '2'"},
        {"flag_clear_needs_e", "0x2",
         "the parameter `flag_clear_needs_e` of arm1176 is false (0) or true (1), got '0x2'"},
        {"c_resets_prescaler", "3",
         "the parameter `c_resets_prescaler` of arm1176 is false (0) or true (1), got '3'"},
    };
    const std::vector<impossible_value<core>> impossible = {
        {[](config& c) { c.start_delay_cycles = 1001; },
         "the parameter `start_delay_cycles` of arm1176 is a number from 0 to 1000, got 1001"},
        {[](config& c) { c.stop_delay_cycles = 1001; },
         "the parameter `stop_delay_cycles` of arm1176 is a number from 0 to 1000, got 1001"},
        {[](config& c) { c.two_bit = static_cast<pmu::two_bit_mode>(3); },
         "the parameter `two_bit_mode` of arm1176 is popcount (0) or binary (1), got 3"},
    };
};

template <>
struct expectations<pmu::cci400_core> {
    using core = pmu::cci400_core;
    using config = pmu::cci400_config;

    const std::vector<expected_parameter> parameters = {
        {"revision", "6", "a number from 0 to 15"},
        {"irq_active_low", "false", "false (0) or true (1)"},
    };
    const std::vector<refused_value> refused = {
        {"revision", "16", "the parameter `revision` of cci400 is a number from 0 to 15, got '16'"},
        {"irq_active_low", "high",
         "the parameter `irq_active_low` of cci400 is false (0) or true (1), got 'high'"},
    };
    const std::vector<impossible_value<core>> impossible = {
        {[](config& c) { c.revision = 16; },
         "the parameter `revision` of cci400 is a number from 0 to 15, got 16"},
    };
};

template <>
struct expectations<pmu::xscale_core> {
    using core = pmu::xscale_core;
    using config = pmu::xscale_config;

    const std::vector<expected_parameter> parameters = {
        {"reset_policy", "zero", "zero (0), pattern (1) or random"},
        {"reset_pattern", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
        {"reset_seed", "0x0000000000000000",
         "a number from 0x0000000000000000 to 0xFFFFFFFFFFFFFFFF"},
        {"assp_event_mask", "0xFF", "a number from 0x00 to 0xFF"},
        {"unp_read_mask", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
        {"irq_active_low", "false", "false (0) or true (1)"},
        {"erratum_a_stepping", "false", "false (0) or true (1)"},
    };
    const std::vector<refused_value> refused = {
        {"reset_policy", "2",
         "the parameter `reset_policy` of xscale is zero (0), pattern (1) or random, got '2'"},
        {"reset_pattern", "4294967296",
         "the parameter `reset_pattern` of xscale is a number from 0x00000000 to 0xFFFFFFFF, got "
         "'4294967296'"},
        {"reset_seed", "0x10000000000000000",
         "the parameter `reset_seed` of xscale is a number from 0x0000000000000000 to "
         "0xFFFFFFFFFFFFFFFF, got '0x10000000000000000'"},
        {"assp_event_mask", "0x100",
         "the parameter `assp_event_mask` of xscale is a number from 0x00 to 0xFF, got '0x100'"},
        {"unp_read_mask", "all",
         "the parameter `unp_read_mask` of xscale is a number from 0x00000000 to 0xFFFFFFFF, got "
         "'all'"},
        {"irq_active_low", "2",
         "the parameter `irq_active_low` of xscale is false (0) or true (1), got '2'"},
        {"erratum_a_stepping", "2",
         "the parameter `erratum_a_stepping` of xscale is false (0) or true (1), got '2'"},
    };
    const std::vector<impossible_value<core>> impossible = {
        {[](config& c) { c.unpredictable.policy = static_cast<pmu::reset_policy>(3); },
         "the parameter `reset_policy` of xscale is zero (0), pattern (1) or random, got 3"},
    };
};

template <>
struct expectations<pmu::ixp42x_core> {
    using core = pmu::ixp42x_core;
    using config = pmu::ixp42x_config;

    const std::vector<expected_parameter> parameters = {
        {"reset_policy", "zero", "zero (0), pattern (1) or random"},
        {"reset_pattern", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
        {"reset_seed", "0x0000000000000000",
         "a number from 0x0000000000000000 to 0xFFFFFFFFFFFFFFFF"},
        {"assp_event_mask", "0x00", "a number from 0x00 to 0xFF"},
        {"unp_read_mask", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
        {"irq_active_low", "false", "false (0) or true (1)"},
        {"pmu_id", "0x14", "a number from 0x00 to 0xFF"},
    };
    const std::vector<refused_value> refused = {
        {"reset_policy", "one",
         "the parameter `reset_policy` of ixp42x is zero (0), pattern (1) or random, got 'one'"},
        {"reset_pattern", "0x1_0000_0000",
         "the parameter `reset_pattern` of ixp42x is a number from 0x00000000 to 0xFFFFFFFF, got "
         "'0x1_0000_0000'"},
        {"reset_seed", "18446744073709551616",
         "the parameter `reset_seed` of ixp42x is a number from 0x0000000000000000 to "
         "0xFFFFFFFFFFFFFFFF, got '18446744073709551616'"},
        {"assp_event_mask", "256",
         "the parameter `assp_event_mask` of ixp42x is a number from 0x00 to 0xFF, got '256'"},
        {"unp_read_mask", "1.5",
         "the parameter `unp_read_mask` of ixp42x is a number from 0x00000000 to 0xFFFFFFFF, got "
         "'1.5'"},
        {"irq_active_low", "2",
         "the parameter `irq_active_low` of ixp42x is false (0) or true (1), got '2'"},
        {"pmu_id", "0b100000000",
         "the parameter `pmu_id` of ixp42x is a number from 0x00 to 0xFF, got '0b100000000'"},
    };
    const std::vector<impossible_value<core>> impossible = {
        {[](config& c) { c.unpredictable.policy = static_cast<pmu::reset_policy>(3); },
         "the parameter `reset_policy` of ixp42x is zero (0), pattern (1) or random, got 3"},
    };
};

template <>
struct expectations<pmu::cortex_r5_core> {
    using core = pmu::cortex_r5_core;
    using config = pmu::cortex_r5_config;

    const std::vector<expected_parameter> parameters = {
        {"irq_active_low", "false", "false (0) or true (1)"},
        {"irq_gated_by_e", "false", "false (0) or true (1)"},
        {"evntbus_auth_gate", "true", "false (0) or true (1)"},
        {"user_validation", "true", "false (0) or true (1)"},
        {"reset_fill", "0x00000000", "a number from 0x00000000 to 0xFFFFFFFF"},
    };
    const std::vector<refused_value> refused = {
        {"irq_active_low", "2",
         "the parameter `irq_active_low` of cortex_r5 is false (0) or true (1), got '2'"},
        {"irq_gated_by_e", "0x2",
         "the parameter `irq_gated_by_e` of cortex_r5 is false (0) or true (1), got '0x2'"},
        {"evntbus_auth_gate", " 1",
         "the parameter `evntbus_auth_gate` of cortex_r5 is false (0) or true (1), got ' 1'"},
        {"user_validation", "1 ",
         "the parameter `user_validation` of cortex_r5 is false (0) or true (1), got '1 '"},
        {"reset_fill", "0x100000000",
         "the parameter `reset_fill` of cortex_r5 is a number from 0x00000000 to 0xFFFFFFFF, got "
         "'0x100000000'"},
    };
    const std::vector<impossible_value<core>> impossible; ///< every member holds possible values
};

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
            for (const std::string& text : {std::to_string(n), hex(n), upper(hex(n)), binary(n)}) {
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

} // namespace
} // namespace core_test
