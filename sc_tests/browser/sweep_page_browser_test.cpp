// SPDX-License-Identifier: Apache-2.0
// The page of a sweep in headless Chromium: its numbers are those of the table, and its outliers
// are what is far.
#include <browser/page_in_browser.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pmu_run_test {
namespace {

using testing::HasSubstr;
using testing::Not;
using attribute_map = std::map<std::string, std::string>;

class sweep_page_in_browser : public page_in_browser {
protected:
    void SetUp() override {
        page_in_browser::SetUp();
        if (IsSkipped()) {
            return;
        }
        folder.write("short.pmu", "events 0x07\nrun 10\n");
        folder.write("long.pmu", "events 0x07\nrun 300\n");
        folder.write("spec.json",
                     R"({"run": {"file": "{program}.pmu", "part": "xscale"}, "matrix": {
            "clock": ["sc_clock", "tickless"], "program": ["short", "long"]}})");
        const pmu_run_result r = run_pmu_run(
            {"sweep", folder.path("spec.json"), "--jobs", "2", "--into", folder.path("store"),
             "--report", folder.path("page.html"), "--json", folder.path("table.json")});
        ASSERT_EQ(r.exit_code, 0) << r;
    }

    /// Puts a figure of these values in place of the sweep. \param down empty: one axis
    void plant(const std::vector<double>& values, std::size_t across, std::size_t down = 0,
               const nlohmann::json& failures = nlohmann::json::array()) const {
        const std::string page = folder.read("page.html");
        nlohmann::json data = data_of_page(page, "sweep");
        const auto axis = [](const char* name, std::size_t size) {
            nlohmann::json labels = nlohmann::json::array();
            for (std::size_t n = 0; n != size; ++n) {
                labels.push_back(std::to_string(n));
            }
            return nlohmann::json{
                {"name", name}, {"size", size}, {"averaged", false}, {"values", labels}};
        };
        data["axes"] = nlohmann::json::array();
        if (down != 0) {
            data["axes"].push_back(axis("y", down));
        }
        data["axes"].push_back(axis("x", across));
        data["figures"] = {{{"name", "f"}, {"mean", values}}};
        data["failures"] = failures;
        data["failed"] = failures.size();
        const std::string mark = "id=\"sweep\">";
        const std::size_t begin = page.find(mark) + mark.size();
        folder.write("page.html", page.substr(0, begin) + data.dump() +
                                      page.substr(page.find("</script>", begin)));
    }

    attribute_map outliers() const {
        const opened page = open();
        expect_drawn(page);
        return attributes(page.document, "outlier", "value");
    }
};

TEST_F(sweep_page_in_browser, shows_the_numbers_of_the_table) {
    const nlohmann::json rows = nlohmann::json::parse(folder.read("table.json")).at("rows");
    ASSERT_EQ(rows.size(), 4U);
    for (const char* figure : {"cycles", "wall_s", "exit_code"}) {
        // After the script of the figure before, which is in the page already.
        const opened page = open(std::string("(() => { const s = document.getElementById('figure');"
                                             "s.value = '") +
                                 figure + "'; s.dispatchEvent(new Event('change')); })();");
        expect_drawn(page);
        const attribute_map shown = attributes(page.document, "place", "value");
        EXPECT_EQ(shown.size(), 4U);
        for (const nlohmann::json& row : rows) {
            const nlohmann::json& at = row.at("point");
            const std::string place = "program " + at.at("program").get<std::string>() +
                                      ", clock " + at.at("clock").get<std::string>();
            ASSERT_EQ(shown.count(place), 1U) << place;
            EXPECT_EQ(std::stod(shown.at(place)), row.at("figures").at(figure).get<double>())
                << figure << " at " << place;
        }
    }
}

TEST_F(sweep_page_in_browser, opens_on_a_figure_that_varies) {
    const opened page =
        open("document.body.dataset.figure = document.getElementById('figure').value;");
    expect_drawn(page);
    EXPECT_THAT(page.document, HasSubstr("data-figure=\"cycles\""))
        << "not exit_code, a 0 everywhere";
    EXPECT_THAT(page.document, Not(HasSubstr("exit_code from 0 to 0")));
}

// 30 values from 100 to 129, of which the eighth is 10,000 times as large.
TEST_F(sweep_page_in_browser, finds_what_is_far_along_one_axis) {
    std::vector<double> values(30);
    for (std::size_t n = 0; n != values.size(); ++n) {
        values[n] = 100.0 + static_cast<double>(n);
    }
    values[7] *= 10'000;
    plant(values, 30);
    EXPECT_EQ(outliers(), (attribute_map{{"x 7", "1070000"}}));
    for (double& x : values) {
        x = 5;
    }
    values[29] = 5.1; // where all others agree, the least difference is far
    plant(values, 30);
    EXPECT_EQ(outliers(), (attribute_map{{"x 29", "5.1"}}));
}

TEST_F(sweep_page_in_browser, finds_what_is_far_in_two_rows) {
    std::vector<double> values(20, 3);
    values[4] = 300;  // row 0
    values[19] = 600; // row 1
    plant(values, 10, 2);
    EXPECT_EQ(outliers(), (attribute_map{{"y 0, x 4", "300"}, {"y 1, x 9", "600"}}));
}

// A trend is none, in one axis or two.
TEST_F(sweep_page_in_browser, takes_no_trend_for_an_outlier) {
    std::vector<double> line(30);
    std::vector<double> table(30);
    for (std::size_t n = 0; n != line.size(); ++n) {
        line[n] = static_cast<double>(n * n);
        const std::size_t row = n / 6;
        table[n] = static_cast<double>(10 * row + n % 6); // what row and column give
    }
    plant(line, 30);
    EXPECT_EQ(outliers(), attribute_map{});
    plant(table, 6, 5);
    EXPECT_EQ(outliers(), attribute_map{});
    table[14] += 1; // in row 2, column 2, to 23
    plant(table, 6, 5);
    EXPECT_EQ(outliers(), (attribute_map{{"y 2, x 2", "23"}}));
}

// 12 of 100 are far; ten are listed, and the rest counted.
TEST_F(sweep_page_in_browser, lists_ten_outliers_at_most) {
    std::vector<double> values(100, 1);
    for (std::size_t n = 0; n != 12; ++n) {
        values[8 * n] = 1000;
    }
    plant(values, 100);
    const opened page = open();
    expect_drawn(page);
    EXPECT_EQ(attributes(page.document, "outlier", "value").size(), 10U);
    EXPECT_THAT(page.document, HasSubstr("And 2 more."));
}

TEST_F(sweep_page_in_browser, links_to_logs_wherever_they_are) {
    plant({1, 2}, 2, 0,
          {{{"point", "x=0"},
            {"reason", "exit code 1"},
            {"attempts", 1},
            {"log", "../a #1 100%?/failures/abc/KEY.1.json"},
            {"text", ""}}});
    const opened page = open();
    expect_drawn(page);
    EXPECT_THAT(page.document,
                HasSubstr("href=\"../a%20%231%20100%25%3F/failures/abc/KEY.1.json\""));
}

} // namespace
} // namespace pmu_run_test
