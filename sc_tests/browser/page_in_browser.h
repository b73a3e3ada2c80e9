// SPDX-License-Identifier: Apache-2.0
// A page of pmu_run in headless Chromium.
#pragma once

#include <pmu_run/pmu_run_process.h>
#include <pmu_run/report_page.h>

#include <support/shell.h>
#include <support/temporary_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <regex>
#include <sstream>
#include <string>

namespace pmu_run_test {

class page_in_browser : public testing::Test {
protected:
    void SetUp() override {
        if (sc_test::run_in_shell(find_browser + " > " + folder.path("browser")).exit_code != 0) {
            GTEST_SKIP() << "chromium is not installed: scripts/setup --with browser";
        }
        folder.write("probe.pmu", "run 1\n");
        const pmu_run_result result = make_page({"run", "xscale", folder.path("probe.pmu")});
        if (is_without_pages(result.err)) {
            GTEST_SKIP() << result.err;
        }
    }

    pmu_run_result make_page(const arguments& what) const {
        return run_pmu_run(what + arguments{"--quiet", "--report", folder.path("page.html")});
    }

    /// Opens page.html. \param script runs when it has been drawn
    /// \return the document afterwards, and what the console got
    struct opened {
        std::string document;
        std::string console;
    };
    opened open(const std::string& script = "", const std::string& options = "") const {
        if (!script.empty()) {
            folder.write("page.html", folder.read("page.html") + "<script>" + script + "</script>");
        }
        const std::string command = "HOME=" + folder.path() + " timeout 100 \"$(" + find_browser +
                                    ")\" --headless --no-sandbox --disable-gpu --no-first-run"
                                    " --user-data-dir=" +
                                    folder.path("profile") + " --enable-logging=stderr " + options +
                                    " --dump-dom 'file://" + folder.path("page.html") + "' > " +
                                    folder.path("dom") + " 2> " + folder.path("log");
        EXPECT_EQ(sc_test::run_in_shell(command).exit_code, 0) << folder.read("log");
        opened page{folder.read("dom"), ""};
        std::istringstream log(folder.read("log"));
        for (std::string line; std::getline(log, line);) {
            if (line.find("CONSOLE") != std::string::npos) {
                page.console += line + '\n';
            }
        }
        return page;
    }

    void expect_drawn(const opened& page) const {
        EXPECT_THAT(page.document, testing::HasSubstr("data-state=\"drawn\""));
        EXPECT_EQ(page.console, "");
    }

    const sc_test::temporary_folder folder;
    /// At the time of the test: it may have been installed since this was built.
    const std::string find_browser = "{ command -v chromium || command -v chromium-browser; }";
};

/// Values of an attribute by those of another, of elements that have both.
inline std::map<std::string, std::string>
attributes(const std::string& document, const std::string& key, const std::string& value) {
    std::map<std::string, std::string> found;
    const std::regex pair("data-" + key + "=\"([^\"]*)\" data-" + value + "=\"([^\"]*)\"");
    for (std::sregex_iterator i(document.begin(), document.end(), pair), end; i != end; ++i) {
        found[(*i)[1]] = (*i)[2];
    }
    return found;
}

} // namespace pmu_run_test
