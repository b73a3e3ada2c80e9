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
        const std::string note = "function note(name, text) { document.body.setAttribute("
                                 "'data-noted-' + name, encodeURIComponent(text)); }";
        folder.write("opened.html",
                     folder.read("page.html") + "<script>" + note + script + "</script>");
        const std::string command = "HOME=" + folder.path() + " timeout 100 \"$(" + find_browser +
                                    ")\" --headless --no-sandbox --disable-gpu --no-first-run"
                                    " --user-data-dir=" +
                                    folder.path("profile") + " --enable-logging=stderr " + options +
                                    " --dump-dom 'file://" + folder.path("opened.html") + "' > " +
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

    /// A file that the page has been asked to save.
    struct saved_file {
        std::string name;
        std::string text;
        bool is_xml; ///< without an error in it
    };
    /// Opens page.html, and presses the buttons that save a picture or a table.
    /// \param script runs before that
    /// \return the files by what their names end with: `time.svg`
    std::map<std::string, saved_file> save_all(const std::string& script = "") const {
        const opened page =
            open("let text = ''; const saved = [];"
                 "window.Blob = class { constructor(parts) { text = parts.join(''); } };"
                 "URL.createObjectURL = () => '#';"
                 "HTMLAnchorElement.prototype.click = function() { saved.push([this.download, text,"
                 "  !new DOMParser().parseFromString(text, "
                 "'image/svg+xml').querySelector('parsererror')]); };" +
                 script +
                 "document.querySelectorAll('button.save').forEach((b) => b.click());"
                 "note('saved', JSON.stringify(saved));");
        expect_drawn(page);
        std::map<std::string, saved_file> files;
        for (const nlohmann::json& file : nlohmann::json::parse(noted(page, "saved"))) {
            const std::string name = file.at(0);
            files[name.substr(name.rfind('-') + 1)] = {name, file.at(1), file.at(2)};
        }
        return files;
    }

    /// What a script has put into the document by `note(name, text)`.
    static std::string noted(const opened& page, const std::string& name) {
        const std::string mark = "data-noted-" + name + "=\"";
        const std::size_t begin = page.document.find(mark);
        if (begin == std::string::npos) {
            return "nothing is noted as " + name;
        }
        std::string plain;
        for (std::size_t n = begin + mark.size(); page.document[n] != '"'; ++n) {
            if (page.document[n] == '%') {
                plain += static_cast<char>(std::stoi(page.document.substr(n + 1, 2), nullptr, 16));
                n += 2;
            } else {
                plain += page.document[n];
            }
        }
        return plain;
    }

    /// A file that needs neither the page nor a network.
    static void expect_stands_alone(const saved_file& picture) {
        EXPECT_TRUE(picture.is_xml) << picture.text;
        EXPECT_THAT(picture.text, testing::HasSubstr("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        EXPECT_THAT(picture.text, testing::Not(testing::HasSubstr("var(")));
        EXPECT_THAT(picture.text, testing::Not(testing::HasSubstr("href")));
        EXPECT_THAT(picture.text, testing::HasSubstr("fill=\"#"));
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
