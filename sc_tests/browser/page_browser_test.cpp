// SPDX-License-Identifier: Apache-2.0
// Pages of --report in headless Chromium: they are drawn, complain of nothing, and show the numbers
// of --json.
#include <browser/page_in_browser.h>
#include <support/named_parts.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace pmu_run_test {
namespace {

using testing::HasSubstr;
using testing::Not;

class page_of_part : public page_in_browser,
                     public testing::WithParamInterface<sc_test::named_part> {};

TEST_P(page_of_part, shows_the_numbers_of_json) {
    const sc_test::named_part& part = GetParam();
    folder.write("run.pmu", part.starts + "events " + part.event + "\nrun 100\n" + part.reads);
    const pmu_run_result result =
        make_page({"stat", part.name, folder.path("run.pmu"), "--json", folder.path("json")});
    ASSERT_EQ(result.exit_code, 0) << result;
    const nlohmann::json played = nlohmann::json::parse(folder.read("json")).at("programs").at(0);
    const opened page = open();
    expect_drawn(page);
    const auto totals = attributes(page.document, "event", "total");
    unsigned occurred = 0;
    for (const nlohmann::json& t : played.at("totals")) {
        if (t.at("total") != 0) {
            ++occurred;
            EXPECT_EQ(totals.at(t.at("event").dump()), t.at("total").dump());
        }
    }
    EXPECT_GE(occurred, 1U);
    EXPECT_EQ(totals.size(), occurred);
    const auto values = attributes(page.document, "register", "value");
    for (const auto& [name, value] : played.at("registers").items()) {
        EXPECT_EQ(values.at(name), value.dump()) << name;
    }
}

INSTANTIATE_TEST_SUITE_P(parts, page_of_part, testing::ValuesIn(sc_test::named_parts),
                         [](const auto& p) { return p.param.name; });

TEST_F(page_in_browser, shows_each_unit_of_a_system) {
    const pmu_run_result result =
        make_page({"demo", "system", "--cycles", "5000", "--clock", "tickless"});
    ASSERT_EQ(result.exit_code, 0) << result;
    const nlohmann::json units = data_of_page(folder.read("page.html")).at("units");
    const opened page = open(
        "const buttons = () => [...document.querySelectorAll('#units button')];"
        "buttons().forEach((b, i) => { buttons()[i].click();"
        "  const rows = [...document.querySelectorAll('#events tr')];"
        "  document.body.dataset['unit' + i] = rows.map((r) => r.dataset.total).join(' ') + ' ' +"
        "    document.getElementById('part').textContent; });");
    expect_drawn(page);
    ASSERT_EQ(units.size(), 3U);
    for (std::size_t i = 0; i != units.size(); ++i) {
        std::string shown;
        for (const nlohmann::json& e : units[i].at("events")) {
            shown += e.at("total") != 0 ? e.at("total").dump() + " " : "";
        }
        shown += units[i].at("unit").get<std::string>();
        EXPECT_THAT(page.document, HasSubstr("data-unit" + std::to_string(i) + "=\"" + shown));
    }
}

#ifdef FIRMWARE_DIR
TEST_F(page_in_browser, shows_the_profile_and_the_counts_of_firmware) {
    const std::string firmware = FIRMWARE_DIR "/sampling_profiler.arm1136.elf";
    const pmu_run_result result =
        make_page({"stat", "arm1136", firmware, "-j", "-o", folder.path("counts")});
    ASSERT_EQ(result.exit_code, 0) << result;
    const nlohmann::json data = data_of_page(folder.read("page.html"));
    const opened page =
        open("document.getElementById('flames').querySelector('[data-frame=\"1\"]').click();"
             "document.body.dataset.zoomed = document.getElementById('flame-note').textContent;"
             "const press = (key) => document.activeElement.dispatchEvent("
             "  new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));"
             "document.querySelector('#flames [tabindex=\"0\"]').focus(); press('Escape');"
             "document.body.dataset.all = document.getElementById('flame-note').textContent;");
    expect_drawn(page);
    const auto totals = attributes(page.document, "event", "total");
    std::istringstream counts(folder.read("counts"));
    std::size_t compared = 0;
    for (std::string line; std::getline(counts, line);) {
        const nlohmann::json row = nlohmann::json::parse(line);
        for (const nlohmann::json& e : data.at("events")) {
            const std::string number = e.at("number").dump();
            if (e.at("name") == row.at("event") && totals.count(number) != 0) {
                EXPECT_EQ(std::stod(row.at("counter-value").get<std::string>()),
                          std::stod(totals.at(number)));
                ++compared;
            }
        }
    }
    EXPECT_GE(compared, 5U);
    const nlohmann::json& profile = data.at("profile");
    const auto self = attributes(page.document, "function", "self");
    EXPECT_GE(self.size(), 10U);
    for (const nlohmann::json& row : profile.at("functions").at("rows")) {
        const auto found = self.find(row.at(0).get<std::string>());
        if (found != self.end()) {
            EXPECT_EQ(found->second, row.at(1).dump()) << found->first;
        }
    }
    EXPECT_THAT(page.document, HasSubstr("data-zoomed=\"all › "));
    EXPECT_THAT(page.document, HasSubstr("data-all=\"all: "));
}
#endif

TEST_F(page_in_browser, is_drawn_where_nothing_happens) {
    folder.write("nothing.pmu", "print \"nothing\"\n");
    ASSERT_EQ(make_page({"run", "cortex_r5", folder.path("nothing.pmu")}).exit_code, 0);
    expect_drawn(open());
}

TEST_F(page_in_browser, runs_nothing_of_hostile_names) {
    const std::string name = "a<" + std::string("/script><script>document.title=1<");
    std::filesystem::create_directory(folder.path("a<"));
    std::filesystem::create_directory(folder.path(name));
    folder.write(name + "/script><b id=broken>.pmu", "expect irq 1\n");
    const pmu_run_result result =
        make_page({"run", "xscale", folder.path(name) + "/script><b id=broken>.pmu"});
    ASSERT_EQ(result.exit_code, 1) << result;
    const opened page = open("document.body.dataset.title = document.title;"
                             "document.body.dataset.broken = document.getElementById('broken');");
    expect_drawn(page);
    EXPECT_THAT(page.document, HasSubstr("data-broken=\"null\""));
    EXPECT_THAT(page.document, Not(HasSubstr("data-title=\"1\"")));
    EXPECT_THAT(page.document, HasSubstr("1 of 1 check failed"));
}

TEST_F(page_in_browser, zooms_and_pans_by_keys) {
    folder.write("run.pmu", "write PMNC, 1\nevents 0x07\nrun 1000\n");
    ASSERT_EQ(make_page({"run", "xscale", folder.path("run.pmu")}).exit_code, 0);
    const opened page = open("const press = (key) => document.getElementById('plot').dispatchEvent("
                             "new KeyboardEvent('keydown', {key, cancelable: true}));"
                             "const drawn = () => document.getElementById('drawn').textContent;"
                             "press('+'); document.body.dataset.zoomed = drawn();"
                             "press('ArrowRight'); document.body.dataset.panned = drawn();"
                             "press('0'); document.body.dataset.whole = drawn();"
                             "press('.'); document.body.dataset.first = drawn();");
    expect_drawn(page);
    EXPECT_THAT(page.document, HasSubstr("data-zoomed=\"Cycles 250 to 750,"));
    EXPECT_THAT(page.document, HasSubstr("data-panned=\"Cycles 350 to 850,"));
    EXPECT_THAT(page.document, HasSubstr("data-whole=\"The whole run, 1,000 cycles."));
    EXPECT_THAT(page.document, HasSubstr("data-first=\"Cycle 0: "));
}

TEST_F(page_in_browser, filters_accesses) {
    folder.write("run.pmu", "write CCNT, 0x1234\nread CCNT\nread PMNC\n");
    ASSERT_EQ(make_page({"run", "xscale", folder.path("run.pmu")}).exit_code, 0);
    const opened page =
        open("const filter = document.getElementById('filter');"
             "const rows = () => document.querySelectorAll('#accesses tr').length;"
             "document.body.dataset.all = rows();"
             "filter.value = 'ccnt 0x1234'; filter.dispatchEvent(new Event('input'));"
             "document.body.dataset.some = rows();");
    expect_drawn(page);
    EXPECT_THAT(page.document, HasSubstr("data-all=\"3\""));
    EXPECT_THAT(page.document, HasSubstr("data-some=\"2\""));
}

TEST_F(page_in_browser, of_ten_to_the_eighth_cycles_opens_at_once) {
    folder.write("busy.pmu", "write PMNC, 1\nrepeat 40\nevents 0x01, 0x05, 0x07\nrun 2_000_000\n"
                             "events 0x0B\nrun 500_000\nend\n");
    ASSERT_EQ(
        make_page({"run", "xscale", folder.path("busy.pmu"), "--clock", "tickless"}).exit_code, 0);
    const opened page = open("document.body.dataset.took = performance.now() < 5000;");
    expect_drawn(page);
    EXPECT_THAT(page.document, HasSubstr("data-took=\"true\""));
}

} // namespace
} // namespace pmu_run_test
