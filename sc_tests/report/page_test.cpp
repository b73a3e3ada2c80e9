// SPDX-License-Identifier: Apache-2.0
// What goes into a page cannot break out of it.
#include <page/page.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>
#include <string>

namespace platform::page {
namespace {

using testing::HasSubstr;
using testing::Not;

const nlohmann::ordered_json hostile = {
    {"run", "</script><script>alert(1)</script><!--<script>\xE2\x80\xA8 \xFF {{page.css}}"}};

TEST(script_text, ends_no_element_and_is_the_same_json) {
    const std::string text = script_text({{"a", "</script><!-- \\ \" '"}});
    EXPECT_THAT(text, Not(HasSubstr("<")));
    EXPECT_EQ(nlohmann::json::parse(text).at("a"), "</script><!-- \\ \" '");
}

TEST(script_text, is_utf_8_where_the_data_are_not) {
    EXPECT_TRUE(nlohmann::json::accept(script_text(hostile)));
}

TEST(page, has_hostile_text_as_data_only) {
    std::ostringstream out;
    write_page(out, hostile);
    const std::string page = out.str();
    EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
    EXPECT_THAT(page, HasSubstr("{{page.css}}\"")); // a text of the data, not a mark of the page
    EXPECT_THAT(page, Not(HasSubstr("src=\"http")));
}

TEST(page, is_none_without_its_file) {
    std::ostringstream out;
    EXPECT_THROW(write_page(out, {}, "missing.html"), std::logic_error);
}

} // namespace
} // namespace platform::page
