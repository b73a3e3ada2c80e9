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

    struct axis {
        std::string name;
        std::vector<std::string> values;
    };
    /// The last axis varies fastest.
    struct figure {
        std::string name;
        std::vector<double> values;
    };

    /// Puts these figures in place of the sweep.
    void plant(const std::vector<axis>& axes, const std::vector<figure>& figures,
               const nlohmann::json& failures = nlohmann::json::array()) const {
        const std::string page = folder.read("page.html");
        nlohmann::json data = data_of_page(page, "sweep");
        data["axes"] = nlohmann::json::array();
        for (const axis& a : axes) {
            data["axes"].push_back({{"name", a.name},
                                    {"size", a.values.size()},
                                    {"averaged", false},
                                    {"values", a.values}});
        }
        data["figures"] = nlohmann::json::array();
        for (const figure& f : figures) {
            data["figures"].push_back({{"name", f.name}, {"mean", f.values}});
        }
        data["failures"] = failures;
        data["failed"] = failures.size();
        const std::string mark = "id=\"sweep\">";
        const std::size_t begin = page.find(mark) + mark.size();
        folder.write("page.html", page.substr(0, begin) + data.dump() +
                                      page.substr(page.find("</script>", begin)));
    }

    /// The same, of one. Places on its axes have no numbers. \param down 0: one axis
    void plant(const std::vector<double>& values, std::size_t across, std::size_t down = 0,
               const nlohmann::json& failures = nlohmann::json::array()) const {
        const auto axis_of = [](const char* name, std::size_t size) {
            axis a{name, {}};
            for (std::size_t n = 0; n != size; ++n) {
                a.values.push_back("n" + std::to_string(n));
            }
            return a;
        };
        std::vector<axis> axes{axis_of("x", across)};
        if (down != 0) {
            axes.insert(axes.begin(), axis_of("y", down));
        }
        plant(axes, {{"f", values}}, failures);
    }

    /// What is chosen when the page opens, or after a script: the axes across and down, then the
    /// others.
    std::string chosen(const std::string& script = "") const {
        const opened page = open(script + choose +
                                 "note('chosen', [...document.querySelectorAll("
                                 "'#axes select')].map((s) => s.value).join(' '));");
        expect_drawn(page);
        return noted(page, "chosen");
    }

    /// What scales say, and where the points of the first line are, in tenths of the first gap.
    std::string curves(const std::string& script = "") const {
        const opened page =
            open(choose + "document.querySelectorAll('#views button')[1].click();" + script +
                 "const x = [...document.querySelectorAll('circle')].map((c) => "
                 "Number(c.getAttribute('cx')));"
                 "note('curves', [...document.querySelectorAll('[data-scale]')].map((e) => "
                 "e.textContent)"
                 "  .concat(x.slice(1).map((v, i) => Math.round(10 * (v - x[i]) / (x[1] - "
                 "x[0])))).join('; '));"
                 "note('notes', [...document.querySelectorAll('.panel .note')].map((e) => "
                 "e.textContent).join(' '));");
        expect_drawn(page);
        return noted(page, "curves") + ". " + noted(page, "notes");
    }

    const std::string choose = "function choose(label, value) {"
                               "  const s = [...document.querySelectorAll('label')].find((l) => "
                               "l.firstChild.data === label + ' ').querySelector('select');"
                               "  s.value = value; s.dispatchEvent(new Event('change')); }";

    attribute_map outliers() const {
        const opened page = open();
        expect_drawn(page);
        return attributes(page.document, "outlier", "value");
    }
};

TEST_F(sweep_page_in_browser, shows_the_numbers_of_the_table) {
    const nlohmann::json rows = nlohmann::json::parse(folder.read("table.json")).at("rows");
    ASSERT_EQ(rows.size(), 4U);
    for (const char* name : {"cycles", "wall_s", "exit_code"}) {
        const opened page = open(std::string("(() => { const s = document.getElementById('figure');"
                                             "s.value = '") +
                                 name + "'; s.dispatchEvent(new Event('change')); })();");
        expect_drawn(page);
        const attribute_map shown = attributes(page.document, "place", "value");
        EXPECT_EQ(shown.size(), 4U);
        for (const nlohmann::json& row : rows) {
            const nlohmann::json& at = row.at("point");
            const std::string program = "program " + at.at("program").get<std::string>();
            const std::string clock = "clock " + at.at("clock").get<std::string>();
            // What varies more is across: of times, who knows.
            const std::string place = shown.count(program + ", " + clock) != 0
                                          ? program + ", " + clock
                                          : clock + ", " + program;
            ASSERT_EQ(shown.count(place), 1U) << place;
            EXPECT_EQ(std::stod(shown.at(place)), row.at("figures").at(name).get<double>())
                << name << " at " << place;
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

// 6 * program + 2 * size, whatever the seed: variances of 9 and 5, so 64 % and 36 %. An axis of
// numbers is across, if it explains a tenth of what the other does.
TEST_F(sweep_page_in_browser, chooses_axes_by_the_variance_they_explain) {
    std::vector<double> values;
    for (int program = 0; program != 2; ++program) {
        for (int size = 0; size != 4; ++size) {
            values.insert(values.end(), 3, 6.0 * program + 2.0 * size); // seeds
        }
    }
    plant({{"program", {"a", "b"}}, {"size", {"1K", "2K", "4K", "8K"}}, {"seed", {"1", "2", "3"}}},
          {{"f", values}});
    EXPECT_EQ(chosen(), "size program 0 automatic");
    EXPECT_THAT(open().document,
                HasSubstr("alone and with the others: program 64 %, size 36 %, seed 0 %."));
}

// Variances of 144 and 2/3.
TEST_F(sweep_page_in_browser, puts_no_numbers_across_that_explain_next_to_nothing) {
    plant({{"ways", {"1", "2", "3"}}, {"policy", {"a", "b"}}}, {{"f", {0, 24, 1, 25, 2, 26}}});
    EXPECT_EQ(chosen(), "policy ways automatic");
}

// Means along each axis are the same: what counts is what they do together. z does nothing.
TEST_F(sweep_page_in_browser, sees_axes_that_only_work_together) {
    plant({{"x", {"a", "b"}}, {"y", {"a", "b"}}, {"z", {"a", "b"}}},
          {{"f", {0, 0, 1, 1, 1, 1, 0, 0}}});
    EXPECT_EQ(chosen(), "y x 0 automatic");
    EXPECT_THAT(open().document, HasSubstr("y 100 %, x 100 %, z 0 %."));
}

// Of three axes that all count, the least has a panel for each value.
TEST_F(sweep_page_in_browser, gives_each_panel_a_scale_of_its_own) {
    plant({{"part", {"p", "q"}}, {"x", {"a", "b"}}, {"y", {"c", "d"}}},
          {{"f", {1, 5, 21, 25, 2, 6, 22, 26}}});
    EXPECT_EQ(chosen(), "x y every automatic");
    const opened page = open();
    EXPECT_THAT(page.document, HasSubstr("f from 1 to 25."));
    EXPECT_THAT(page.document, HasSubstr("f from 2 to 26."));
}

TEST_F(sweep_page_in_browser, chooses_again_for_another_figure_unless_the_user_has) {
    const std::vector<axis> axes{{"x", {"a", "b"}}, {"y", {"c", "d"}}};
    const std::vector<figure> figures{{"f", {0, 1, 0, 1}}, {"g", {0, 0, 1, 1}}};
    plant(axes, figures);
    EXPECT_EQ(chosen(), "y x automatic");
    EXPECT_EQ(chosen(choose + "choose('Figure', 'g');"), "x y automatic");
    plant(axes, figures);
    EXPECT_EQ(
        chosen(choose + "choose('Across', 'x'); choose('Across', 'y'); choose('Figure', 'g');"),
        "y x automatic");
}

// Doubled sizes are as far from one another as the next; even steps are not.
TEST_F(sweep_page_in_browser, draws_growing_steps_logarithmically) {
    plant({{"size", {"512", "1K", "2K", "4K"}}}, {{"f", {1, 2, 3, 4}}});
    EXPECT_EQ(curves(), "f; size, logarithmic; 10; 10; 10. f from 1 to 4; size logarithmic.");
    plant({{"n", {"1", "2", "4", "5"}}}, {{"f", {1, 2, 3, 4}}});
    EXPECT_EQ(curves(), "f; n; 10; 20; 10. f from 1 to 4.");
    plant({{"n", {"1", "2", "4", "8"}}}, {{"f", {1, 2, 3, 4}}});
    EXPECT_EQ(curves("choose('Scale of n', 'linear');"), "f; n; 10; 20; 40. f from 1 to 4.");
    plant({{"name", {"x", "y", "z"}}}, {{"f", {1, 2, 3}}});
    EXPECT_EQ(curves(), "f; name; 10; 10. f from 1 to 3.") << "side by side";
}

TEST_F(sweep_page_in_browser, draws_two_decades_logarithmically) {
    plant({{"n", {"1", "2", "3"}}}, {{"f", {1, 50, 100}}});
    EXPECT_EQ(curves(), "f, logarithmic; n; 10; 10. f from 1 to 100, logarithmic.");
    plant({{"n", {"1", "2", "3"}}}, {{"f", {1, 50, 99}}});
    EXPECT_EQ(curves(), "f; n; 10; 10. f from 1 to 99.");
    plant({{"n", {"1", "2", "3"}}}, {{"f", {0, 50, 5000}}});
    EXPECT_EQ(curves(), "f; n; 10; 10. f from 0 to 5,000.");
    plant({{"n", {"1", "2", "3"}}}, {{"f", {0, 50, 5000}}});
    EXPECT_THAT(
        curves("choose('Scale of f', 'logarithmic');"),
        HasSubstr("f from 0 to 5,000; f cannot be logarithmic, since it has values of 0 or less."));
}

TEST_F(sweep_page_in_browser, saves_pictures_and_tables) {
    plant({{"program", {"a,b", "c\"d"}}, {"size", {"1K", "4K"}}}, {{"f", {1, 2.5, 3, 4}}},
          {{{"point", "size=1K"},
            {"reason", "exit code 1"},
            {"attempts", 2},
            {"log", ""},
            {"text", "two\nlines"}}});
    const auto files = save_all();
    // A line of the table for each place, as the panel has them.
    EXPECT_EQ(files.at("figure.csv").text, "program,size,f,least,greatest\n"
                                           "\"a,b\",1K,1,1,1\n\"a,b\",4K,2.5,2.5,2.5\n"
                                           "\"c\"\"d\",1K,3,3,3\n\"c\"\"d\",4K,4,4,4\n");
    EXPECT_EQ(files.at("failures.csv").text, "Point,Reason,Attempts,Log,Its end\n"
                                             "size=1K,exit code 1,2,,\"two\nlines\"\n");
    EXPECT_EQ(files.at("outliers.csv").text, "Place,Figure,Usual\n");
    expect_stands_alone(files.at("1.svg"));
    EXPECT_THAT(files.at("1.svg").text, HasSubstr(">2.5</text>"));
    const auto curves = save_all("document.querySelectorAll('#views button')[1].click();");
    expect_stands_alone(curves.at("1.svg"));
    EXPECT_THAT(curves.at("1.svg").text, HasSubstr(">program a,b</text>"));
}

// 30 values from 100 to 129, of which the eighth is 10,000 times as large.
TEST_F(sweep_page_in_browser, finds_what_is_far_along_one_axis) {
    std::vector<double> values(30);
    for (std::size_t n = 0; n != values.size(); ++n) {
        values[n] = 100.0 + static_cast<double>(n);
    }
    values[7] *= 10'000;
    plant(values, 30);
    EXPECT_EQ(outliers(), (attribute_map{{"x n7", "1070000"}}));
    for (double& x : values) {
        x = 5;
    }
    values[29] = 5.1; // where all others agree, the least difference is far
    plant(values, 30);
    EXPECT_EQ(outliers(), (attribute_map{{"x n29", "5.1"}}));
}

TEST_F(sweep_page_in_browser, finds_what_is_far_in_two_rows) {
    std::vector<double> values(20, 3);
    values[4] = 300;  // row 0
    values[19] = 600; // row 1
    plant(values, 10, 2);
    EXPECT_EQ(outliers(), (attribute_map{{"x n4, y n0", "300"}, {"x n9, y n1", "600"}}));
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
    EXPECT_EQ(outliers(), (attribute_map{{"y n2, x n2", "23"}}));
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
