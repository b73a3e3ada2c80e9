// SPDX-License-Identifier: Apache-2.0
// --report: the data of the page.
#include "program_fixture.h"
#include "report_page.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace pmu_run_test {
namespace {

using testing::HasSubstr;

class report : public program_fixture {
protected:
    nlohmann::json page(const std::string& name) const { return data_of_page(folder.read(name)); }
    /// Runs a program. \return the data of its page
    nlohmann::json recorded(const std::string& part, const std::string& file,
                            const std::string& clock) const {
        const pmu_run_result result =
            run_pmu_run({"stat", part, file, "--clock", clock, "--quiet", "--report",
                         folder.path("page"), "--json", folder.path("json")});
        EXPECT_EQ(result.exit_code, 0) << result;
        return page("page");
    }
    /// PMN0 of an XScale counts instructions and overflows; two writes of CCNT; more cycles than
    /// there are buckets.
    std::string long_run() const {
        return program("long.pmu", "write EVTSEL, 0xFFFFFF07\n"
                                   "write INTEN, 2\n"
                                   "write PMN0, 0xFFFFFFF0\n"
                                   "write PMNC, 1\n"
                                   "events 0x07\nrun 3000\nevents none\n"
                                   "write CCNT, 7\nrun 6000\n"
                                   "write FLAG, 2\n"
                                   "write CCNT, 0xFFFFF000\nrun 2000\nread CCNT\n");
    }
};

std::uint64_t sum_of(const nlohmann::json& numbers) {
    std::uint64_t sum = 0;
    for (const nlohmann::json& n : numbers) {
        sum += n.get<std::uint64_t>();
    }
    return sum;
}

TEST_F(report, has_the_numbers_of_json) {
    for (const char* clock : {"sc_clock", "tickless"}) {
        const nlohmann::json data = recorded("ixp42x", long_run(), clock);
        const nlohmann::json played = json("json").at("programs").at(0);
        EXPECT_EQ(data.at("cycles"), played.at("edges"));
        ASSERT_EQ(data.at("events").size(), played.at("totals").size());
        for (std::size_t i = 0; i != data.at("events").size(); ++i) {
            EXPECT_EQ(data.at("events")[i].at("number"), played.at("totals")[i].at("event"));
            EXPECT_EQ(data.at("events")[i].at("total"), played.at("totals")[i].at("total"));
        }
        for (const nlohmann::json& r : data.at("registers")) {
            EXPECT_EQ(r.at("value"), played.at("registers").at(r.at("name").get<std::string>()));
        }
        EXPECT_EQ(data.at("result").at("passed"), played.at("passed"));
    }
}

TEST_F(report, is_the_same_on_both_clocks_but_for_its_name) {
    nlohmann::json ticking = recorded("ixp42x", long_run(), "sc_clock");
    nlohmann::json tickless = recorded("ixp42x", long_run(), "tickless");
    EXPECT_EQ(ticking.at("clock").at("kind"), "sc_clock");
    ticking.erase("clock");
    tickless.erase("clock");
    EXPECT_EQ(ticking, tickless);
}

TEST_F(report, has_series_whose_sums_are_the_totals) {
    const nlohmann::json data = recorded("ixp42x", long_run(), "tickless");
    ASSERT_FALSE(data.at("series").at("events").empty());
    for (const nlohmann::json& series : data.at("series").at("events")) {
        for (const nlohmann::json& e : data.at("events")) {
            if (e.at("number") == series.at("event")) {
                EXPECT_EQ(sum_of(series.at("sum")), e.at("total").get<std::uint64_t>());
            }
        }
    }
    EXPECT_EQ(sum_of(data.at("series").at("writes")), 7U);
    EXPECT_EQ(sum_of(data.at("series").at("reads")), 1U);
}

// CCNT counts every cycle from 0: it reaches 3000 or so, is 7, reaches 6007, is 0xFFFFF000, and
// ends some 2000 later. PMN0 begins at 0xFFFFFFF0 and overflows.
TEST_F(report, has_minima_and_maxima_that_the_counters_had) {
    const nlohmann::json data = recorded("ixp42x", long_run(), "tickless");
    const auto counter = [&](const char* name) {
        for (const nlohmann::json& c : data.at("series").at("counters")) {
            if (c.at("name") == name) {
                return c;
            }
        }
        ADD_FAILURE() << "no counter " << name;
        return nlohmann::json();
    };
    const nlohmann::json ccnt = counter("CCNT");
    const auto at = static_cast<std::size_t>(3000 / data.at("series").at("cycles").get<int>());
    EXPECT_EQ(ccnt.at("min").at(at), 7);
    EXPECT_NEAR(ccnt.at("max").at(at).get<double>(), 3000, 4);
    EXPECT_EQ(ccnt.at("last").back(), 0xFFFFF000U + 2000U);
    const nlohmann::json pmn0 = counter("PMN0");
    EXPECT_EQ(*std::max_element(pmn0.at("max").begin(), pmn0.at("max").end()), 0xFFFFFFFFU);
    EXPECT_EQ(
        *std::min_element(pmn0.at("signed").at("min").begin(), pmn0.at("signed").at("min").end()),
        -16);
    EXPECT_EQ(data.at("overflows").at("total"), 1);
    EXPECT_EQ(data.at("irq").at("first").size(), 2U); // asserted, then cleared by FLAG
    EXPECT_EQ(data.at("irq").at("first").at(1), nlohmann::json({9000, 0}));
}

TEST_F(report, tells_which_events_were_counted) {
    const nlohmann::json data = recorded("ixp42x", long_run(), "tickless");
    for (const nlohmann::json& e : data.at("events")) {
        if (e.at("number") == 0x07) {
            EXPECT_TRUE(e.at("counted").get<bool>());
        } else if (e.at("number") == 0x0B) {
            EXPECT_FALSE(e.at("counted").get<bool>());
        }
    }
}

TEST_F(report, keeps_the_ends_of_many_accesses_and_tells_their_number) {
    const std::string many =
        program("many.pmu", "repeat 50_000\nwrite CCNT, 5\nread CCNT\nrun 1\nend\n");
    const nlohmann::json data = recorded("xscale", many, "tickless");
    const nlohmann::json& accesses = data.at("accesses");
    EXPECT_EQ(accesses.at("total"), 100'000);
    EXPECT_EQ(accesses.at("omitted").get<int>() + static_cast<int>(accesses.at("first").size()) +
                  static_cast<int>(accesses.at("last").size()),
              100'000);
    EXPECT_EQ(sum_of(data.at("series").at("reads")), 50'000U);
    EXPECT_EQ(accesses.at("first").at(0).at(0), 0);
    EXPECT_EQ(accesses.at("last").back().at(0), 49'999);
}

TEST_F(report, shows_who_was_refused) {
    const std::string refused = program("refused.pmu", "mode user\nread PMNC -> undefined\n");
    const nlohmann::json data = recorded("arm1136", refused, "sc_clock");
    const nlohmann::json& access = data.at("accesses").at("first").at(0);
    EXPECT_EQ(access.at(4), "command_error");
    EXPECT_EQ(access.at(5), "user");
    EXPECT_EQ(data.at("registers").at(0).at("refused"), 1);
}

// 0x07 is what Linux's driver of the XScale counts as instructions; for 0x0D it has no name.
TEST_F(report, has_the_names_of_perf) {
    const nlohmann::json data = recorded("ixp42x", long_run(), "tickless");
    std::map<int, std::string> aliases;
    for (const nlohmann::json& e : data.at("events")) {
        aliases[e.at("number").get<int>()] = e.at("alias").get<std::string>();
    }
    EXPECT_EQ(aliases.at(0x07), "instructions");
    EXPECT_EQ(aliases.at(0x0D), "");
}

TEST_F(report, of_a_program_has_no_mode) {
    EXPECT_EQ(recorded("ixp42x", long_run(), "tickless").at("mode"), "");
}

TEST_F(report, does_not_change_the_run) {
    for (const char* clock : {"sc_clock", "tickless"}) {
        recorded("ixp42x", long_run(), clock);
        const nlohmann::json watched = json("json");
        run_pmu_run({"stat", "ixp42x", long_run(), "--clock", clock, "--quiet", "--json",
                     folder.path("json")});
        EXPECT_EQ(watched, json("json"));
    }
}

TEST_F(report, of_ten_to_the_eighth_cycles_is_below_two_megabytes) {
    const std::string busy = program(
        "busy.pmu", "write PMNC, 1\nrepeat 20\nevents 0x01, 0x05, 0x07, 0x0A\nrun 2_500_000\n"
                    "events 0x07, 0x0B\nrun 2_500_000\nend\n");
    const pmu_run_result result = run_pmu_run({"run", "xscale", busy, "--clock", "tickless",
                                               "--quiet", "--report", folder.path("busy.html")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(page("busy.html").at("cycles"), 100'000'000);
    EXPECT_LT(std::filesystem::file_size(folder.path("busy.html")), 2'000'000U);
}

TEST_F(report, escapes_hostile_names) {
    std::filesystem::create_directory(folder.path("a<"));
    const std::string name = "a<" + std::string("/script><b id=\"broken\">.pmu");
    const pmu_run_result result =
        run_pmu_run({"run", "xscale", program(name, "print \"</script><b>\"\n"), "--report",
                     folder.path("p.html")});
    EXPECT_EQ(result.exit_code, 0) << result;
    EXPECT_EQ(page("p.html").at("run"), folder.path(name));
    EXPECT_THAT(folder.read("p.html"), testing::Not(HasSubstr("</script><b")));
}

TEST_F(report, of_a_demonstration_is_that_of_its_unit) {
    const pmu_run_result result = run_pmu_run({"demo", "arm1136", "--cycles", "20000", "--clock",
                                               "tickless", "--report", folder.path("demo.html")});
    EXPECT_EQ(result.exit_code, 0) << result;
    const nlohmann::json data = page("demo.html");
    EXPECT_EQ(data.at("kind"), "demo");
    EXPECT_GT(data.at("cycles"), 20'000);
    EXPECT_GT(data.at("accesses").at("total"), 10);
}

TEST_F(report, of_the_system_has_all_its_units) {
    const pmu_run_result result = run_pmu_run({"demo", "system", "--cycles", "5000", "--clock",
                                               "tickless", "--report", folder.path("system.html")});
    EXPECT_EQ(result.exit_code, 0) << result;
    const nlohmann::json units = page("system.html").at("units");
    ASSERT_EQ(units.size(), 3U);
    const char* const names[] = {"CPU 0", "CPU 1", "CCI-400"};
    for (std::size_t n = 0; n != 3; ++n) {
        EXPECT_EQ(units[n].at("unit"), names[n]);
        EXPECT_EQ(units[n].at("cycles"), units[0].at("cycles"));
        EXPECT_GT(units[n].at("accesses").at("total"), 10) << names[n];
        EXPECT_FALSE(units[n].at("series").at("events").empty()) << names[n];
    }
    EXPECT_LT(std::filesystem::file_size(folder.path("system.html")), 2'000'000U);
}

TEST_F(report, shows_one_program) {
    const std::string target = folder.path("none.html");
    const pmu_run_result two =
        run_pmu_run({"run", "xscale", passing(), passing(), "--report", target});
    EXPECT_EQ(two.exit_code, 2) << two;
    EXPECT_EQ(two.err, "pmu_run: --report takes one program, got 2\n");
    EXPECT_FALSE(std::filesystem::exists(target));
}

TEST_F(report, that_cannot_be_written_is_an_error) {
    const pmu_run_result result =
        run_pmu_run({"run", "xscale", passing(), "--report", "/dev/full"});
    EXPECT_EQ(result.exit_code, 2) << result;
    EXPECT_THAT(result.err, HasSubstr("/dev/full"));
    const pmu_run_result same = run_pmu_run({"run", "xscale", passing(), "--report", passing()});
    EXPECT_EQ(same.exit_code, 2) << same;
    EXPECT_THAT(same.err, HasSubstr("it is the input"));
}

} // namespace
} // namespace pmu_run_test
