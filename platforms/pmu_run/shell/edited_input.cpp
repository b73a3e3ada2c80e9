// SPDX-License-Identifier: Apache-2.0
// Lines of a terminal, by libedit.
#include "line_input.h"

#include <pmu_run/run/stop_request.h>

#include <pmu/core/same_word.h>
#include <process/terminal.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cwchar>
#include <iostream>
#include <utility>

#include <histedit.h>

namespace platform::pmu_run {

namespace {

constexpr int lines_of_history = 1000;

class edited_input final : public line_input {
public:
    explicit edited_input(completer complete) : m_complete(std::move(complete)) {
        std::setlocale(LC_CTYPE, ""); // libedit takes apart what is typed by it
        m_history = ::history_init();
        m_edit = ::el_init("pmu_run", stdin, stdout, stderr);
        if (m_history == nullptr || m_edit == nullptr) {
            release();
            throw usage_error("the terminal cannot be used");
        }
        HistEvent event;
        ::history(m_history, &event, H_SETSIZE, lines_of_history);
        ::history(m_history, &event, H_SETUNIQUE, 1);
        ::el_set(m_edit, EL_CLIENTDATA, this);
        ::el_set(m_edit, EL_PROMPT, &edited_input::prompt);
        ::el_set(m_edit, EL_EDITOR, "emacs");
        ::el_set(m_edit, EL_HIST, ::history, m_history);
        ::el_set(m_edit, EL_GETCFN, &edited_input::next);
        ::el_set(m_edit, EL_ADDFN, "pmu-complete", "Complete the word", &edited_input::on_tab);
        ::el_set(m_edit, EL_BIND, "^I", "pmu-complete", nullptr);
        ::el_set(m_edit, EL_BIND, "^R", "em-inc-search-prev", nullptr);
        ::el_source(m_edit, nullptr); // ~/.editrc, if there is one
        // ed-command, ESC x and : of vi, takes commands of libedit, and does not survive a quote
        // that is not closed.
        ::el_set(m_edit, EL_BIND, "^[x", "ed-unassigned", nullptr);
        ::el_set(m_edit, EL_BIND, "-a", ":", "ed-unassigned", nullptr);
    }
    ~edited_input() override { release(); }

    outcome read(const std::string& prompt, std::string& line) override {
        m_prompt = prompt;
        std::cout.flush();
        int size = 0;
        const char* text = ::el_gets(m_edit, &size);
        if (is_stop_requested()) {
            ::el_reset(m_edit);
            std::fputc('\n', stdout);
            std::fflush(stdout);
            return outcome::interrupted;
        }
        if (text == nullptr || size <= 0) {
            std::fputc('\n', stdout);
            std::fflush(stdout);
            return outcome::end;
        }
        line.assign(text, static_cast<std::size_t>(size));
        while (!line.empty() && line.back() == '\n') {
            line.pop_back();
        }
        if (line.find_first_not_of(" \t") != std::string::npos) {
            HistEvent event;
            ::history(m_history, &event, H_ENTER, line.c_str());
        }
        return outcome::line;
    }
    bool is_terminal() const override { return true; }

private:
    static edited_input& of(EditLine* edit) {
        void* self = nullptr;
        ::el_get(edit, EL_CLIENTDATA, &self);
        return *static_cast<edited_input*>(self);
    }

    static char* prompt(EditLine* edit) { return of(edit).m_prompt.data(); }

    // libedit's own would go on after a signal.
    static int next(EditLine* /*edit*/, wchar_t* character) {
        std::mbstate_t state{};
        while (!is_stop_requested()) {
            const int read = std::cin.rdbuf()->sbumpc();
            if (read == std::char_traits<char>::eof()) {
                break;
            }
            const char byte = static_cast<char>(read);
            const std::size_t used = std::mbrtowc(character, &byte, 1, &state);
            if (used == static_cast<std::size_t>(-1)) {
                state = {}; // not a character: as if it had not been typed
            } else if (used != static_cast<std::size_t>(-2)) {
                return 1;
            }
        }
        return 0;
    }

    static unsigned char on_tab(EditLine* edit, int /*character*/) {
        return of(edit).complete_word();
    }

    unsigned char complete_word() {
        const LineInfo* line = ::el_line(m_edit);
        const auto before = static_cast<std::size_t>(line->cursor - line->buffer);
        const std::string typed(line->buffer, before);
        const completions found = m_complete(typed);
        const std::string word = typed.substr(found.start);
        const std::string common = found.common();
        if (found.all.empty()) {
            return CC_ERROR;
        }
        // What was found by its name begins otherwise.
        const bool is_longer =
            common.size() > word.size() && pmu::is_same_word(common.substr(0, word.size()), word);
        if (is_longer || found.all.size() == 1) {
            const std::string text = common + (found.all.size() == 1 ? " " : "");
            ::el_deletestr(m_edit, static_cast<int>(word.size()));
            return ::el_insertstr(m_edit, text.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
        }
        list(found);
        return CC_REDISPLAY;
    }

    static void list(const completions& found) {
        std::size_t width = 0;
        for (const completion& c : found.all) {
            width = std::max(width, c.shown.size() + 2);
        }
        const std::size_t columns = process::terminal_columns().value_or(width);
        const std::size_t in_row = std::max<std::size_t>(columns / width, 1);
        for (std::size_t i = 0; i < found.all.size(); ++i) {
            const std::string& text = found.all[i].shown;
            std::fprintf(stdout, "%s%-*s", i % in_row == 0 ? "\n" : "", static_cast<int>(width),
                         text.c_str());
        }
        std::fputc('\n', stdout);
        std::fflush(stdout);
    }

    void release() {
        if (m_edit != nullptr) {
            ::el_end(m_edit);
        }
        if (m_history != nullptr) {
            ::history_end(m_history);
        }
    }

    completer m_complete;
    std::string m_prompt;
    ::History* m_history = nullptr;
    ::EditLine* m_edit = nullptr;
};

} // namespace

std::unique_ptr<line_input> make_edited_input(completer complete) {
    return std::make_unique<edited_input>(std::move(complete));
}

} // namespace platform::pmu_run
