// SPDX-License-Identifier: Apache-2.0
// Pages of --report in headless Chromium: they are drawn, complain of nothing, and show the numbers
// of --json.
#include <browser/page_in_browser.h>
#include <support/named_parts.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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
        open("document.getElementById('flames').querySelector('[data-frame=\"1\"]')"
             "  .dispatchEvent(new MouseEvent('click', {bubbles: true}));"
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

/// Names of the series that have a strip, and of all that can be chosen at once.
const std::string note_series =
    "const names = (found) => [...found].map((e) => e.dataset.strip || e.textContent).join(' ');"
    "const noteSeries = (name) => {"
    "  note(name, names(document.querySelectorAll('[data-strip]')));"
    "  note(name + '-listed', names(document.querySelectorAll('#legend .key'))); };";

// Instructions are the IPC, and come first, at whatever rate. Mispredicted branches occur in the
// first quarter; data cache accesses in each cycle, which says nothing, but once asked for.
TEST_F(page_in_browser, opens_with_what_varies) {
    folder.write("run.pmu", "events 0x06, 0x07, 0x0A\nrun 500\nevents 0x07, 0x0A\nrun 1500\n");
    ASSERT_EQ(make_page({"run", "xscale", folder.path("run.pmu")}).exit_code, 0);
    const opened page =
        open(note_series + "noteSeries('first');"
                           "document.getElementById('all-series').click(); noteSeries('all');");
    expect_drawn(page);
    EXPECT_EQ(noted(page, "first"), "INSTR_EXEC BR_MISPREDICT");
    EXPECT_EQ(noted(page, "first-listed"), "INSTR_EXEC BR_MISPREDICT 1 more");
    EXPECT_EQ(noted(page, "all-listed"), "INSTR_EXEC BR_MISPREDICT DCACHE_ACCESS fewer");
    EXPECT_THAT(page.document, HasSubstr("instructions per cycle (IPC)"));
}

// 0x0B and 0x0C occur together: one of them tells what the other does. 0x05 is even.
TEST_F(page_in_browser, opens_with_no_two_that_are_alike) {
    folder.write("run.pmu", "events 0x05, 0x0B, 0x0C\nrun 900\nevents 0x05, 0x06\nrun 300\n"
                            "events 0x05\nrun 800\n");
    ASSERT_EQ(make_page({"run", "xscale", folder.path("run.pmu")}).exit_code, 0);
    const opened page = open(note_series + "noteSeries('first');");
    expect_drawn(page);
    // (1 - 0.15)^2 / 0.15 in 0.15 of the stretches and 0.15 in the others are 0.85, times the
    // cycles of a stretch; of 0x0B and 0x0C 0.55.
    EXPECT_EQ(noted(page, "first"), "BR_MISPREDICT DCACHE_MISS");
    EXPECT_EQ(noted(page, "first-listed"), "BR_MISPREDICT DCACHE_MISS DCACHE_WRITEBACK 1 more");
}

TEST_F(page_in_browser, opens_with_one_event_where_none_varies) {
    folder.write("run.pmu", "events 0x05, 0x0A\nrun 1000\n");
    ASSERT_EQ(make_page({"run", "xscale", folder.path("run.pmu")}).exit_code, 0);
    const opened page = open(note_series + "noteSeries('first');");
    expect_drawn(page);
    EXPECT_EQ(noted(page, "first"), "BR_EXEC");
}

// An event in the first 500 of 1000 cycles. There is a bucket for each edge from 0 to 1000, so 126
// stretches of 8: one has 7 cycles, and one a single cycle. With c cycles, (c - c/2)^2 / (c/2) and
// (0 - c/2)^2 / (c/2) are c/2, in sum 500, but in that with edges 496 to 503: 5 are there and 4
// expected, 0.25 in place of 4. 496.25 / 126 = 3.94.
TEST_F(page_in_browser, says_how_far_a_rate_varies) {
    folder.write("run.pmu", "events 0x06\nrun 500\nevents none\nrun 500\n");
    ASSERT_EQ(make_page({"run", "xscale", folder.path("run.pmu")}).exit_code, 0);
    const opened page = open();
    expect_drawn(page);
    EXPECT_THAT(page.document, HasSubstr("varies 3.94 times as much as by chance"));
}

TEST_F(page_in_browser, says_how_the_run_was_simulated) {
    folder.write("run.pmu", "run 10\n");
    ASSERT_EQ(make_page({"run", "xscale", folder.path("run.pmu"), "--clock", "tickless"}).exit_code,
              0);
    EXPECT_THAT(open().document, HasSubstr("No CPU executes instructions here"));
#ifdef FIRMWARE_DIR
    const std::string firmware = FIRMWARE_DIR "/sampling_profiler.arm1136.elf";
    ASSERT_EQ(make_page({"run", "arm1136", firmware, "--mode", "exact"}).exit_code, 0);
    EXPECT_THAT(open().document, HasSubstr("<p class=\"note\" id=\"trust\">Exact mode: "));
    ASSERT_EQ(make_page({"run", "arm1136", firmware, "--quantum", "30"}).exit_code, 0);
    const std::string fast = open().document;
    EXPECT_THAT(fast, HasSubstr("<p class=\"note\" id=\"trust\">Fast mode: "));
    EXPECT_THAT(fast, HasSubstr("up to 30 cycles and a basic block late"));
    EXPECT_THAT(fast, HasSubstr("without caches memory has no wait states"));
#endif
}

TEST_F(page_in_browser, saves_its_picture_over_time) {
    folder.write("run.pmu", "events 0x06, 0x07\nrun 500\nevents 0x07\nrun 1500\n");
    ASSERT_EQ(make_page({"run", "xscale", folder.path("run.pmu")}).exit_code, 0);
    const auto files = save_all();
    const saved_file& time = files.at("time.svg");
    EXPECT_EQ(time.name, "run.pmu_on_Intel_XScale_core-time.svg");
    expect_stands_alone(time);
    for (const char* text :
         {"Event rates: run.pmu on ", "INSTR_EXEC", "BR_MISPREDICT", "PMUIRQ", "clock cycles"}) {
        EXPECT_THAT(time.text, HasSubstr(text));
    }
}

// What is written is read again: CCNT counts in no cycle meanwhile.
TEST_F(page_in_browser, saves_its_tables) {
    folder.write("run.pmu",
                 "write CCNT, 0x1234\nread CCNT\nevents 0x05\nrun 10\nevents none\nrun 10\n");
    ASSERT_EQ(make_page({"run", "xscale", folder.path("run.pmu")}).exit_code, 0);
    const auto files = save_all();
    EXPECT_EQ(files.at("accesses.csv").text,
              "Cycle,Kind,Register,Value,Decimal,Fields,Remarks\n"
              "0,write,CCNT,0x00001234,4660,,\n0,read,CCNT,0x00001234,4660,,\n");
    // The description has commas.
    EXPECT_EQ(files.at("events.csv").text,
              "Event,Name,Alias,Description,Count,Per cycle,Counted\n"
              "0x05,BR_EXEC,branches,\"B or BL executed, taken or not\",10,0.5,no\n");
    EXPECT_THAT(
        files.at("registers.csv").text,
        testing::StartsWith(
            "Register,Value,Field,Bits,Field value,Access,Meaning,Reads,Writes,Refused\nPMNC,"));
    EXPECT_THAT(files.at("registers.csv").text, HasSubstr("\nCCNT,0x00001234,"));
}

TEST_F(page_in_browser, saves_what_a_filter_leaves) {
    folder.write("run.pmu", "write CCNT, 0x1234\nread CCNT\nread PMNC\n");
    ASSERT_EQ(make_page({"run", "xscale", folder.path("run.pmu")}).exit_code, 0);
    const auto files =
        save_all("const filter = document.getElementById('filter');"
                 "filter.value = 'ccnt'; document.querySelectorAll('#kinds button')[1].click();");
    EXPECT_EQ(files.at("accesses.csv").text, "Cycle,Kind,Register,Value,Decimal,Fields,Remarks\n"
                                             "0,write,CCNT,0x00001234,4660,,\n");
}

#ifdef FIRMWARE_DIR
TEST_F(page_in_browser, saves_the_profile) {
    const std::string firmware = FIRMWARE_DIR "/sampling_profiler.arm1136.elf";
    ASSERT_EQ(make_page({"run", "arm1136", firmware}).exit_code, 0);
    const nlohmann::json profile = data_of_page(folder.read("page.html")).at("profile");
    const auto files = save_all();
    expect_stands_alone(files.at("flames.svg"));
    EXPECT_THAT(files.at("flames.svg").text, HasSubstr(">main</text>"));
    const std::string& functions = files.at("functions.csv").text;
    const auto rows =
        static_cast<std::size_t>(std::count(functions.begin(), functions.end(), '\n'));
    EXPECT_EQ(rows, 1 + profile.at("functions").at("rows").size())
        << "all, not those shown at first";
    const nlohmann::json& line = profile.at("lines").at("rows").at(0);
    EXPECT_THAT(files.at("lines.csv").text,
                testing::StartsWith("File,Line,Function,Cycles\n" + line.at(0).get<std::string>() +
                                    "," + line.at(1).dump() + ","));
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
