// SPDX-License-Identifier: Apache-2.0
#include "line_input.h"

#include <pmu_run/run/stop_request.h>

#include <program/parser.h>

#include <iostream>
#include <unistd.h>
#include <utility>

namespace platform::pmu_run {

namespace {

/// Lines as they come. Here as in edited_input, whoever has made std::cin tells of its errors.
class plain_input final : public line_input {
public:
    explicit plain_input(bool is_terminal) : m_is_terminal(is_terminal) {}

    outcome read(const std::string& prompt, std::string& line) override {
        line.clear();
        if (m_is_terminal) {
            std::cout << prompt << std::flush;
        }
        bool is_any = false;
        std::streambuf& in = *std::cin.rdbuf();
        while (!is_stop_requested()) {
            const int c = in.sbumpc();
            if (c == std::char_traits<char>::eof()) {
                break;
            }
            is_any = true;
            if (c == '\n') {
                return outcome::line;
            }
            // What no program may have is not kept; that it is too long is still seen.
            if (line.size() <= program::max_line_size) {
                line += static_cast<char>(c);
            }
        }
        return is_stop_requested() ? outcome::interrupted : is_any ? outcome::line : outcome::end;
    }
    bool is_terminal() const override { return m_is_terminal; }

private:
    const bool m_is_terminal;
};

} // namespace

std::unique_ptr<line_input> make_line_input([[maybe_unused]] completer complete) {
    const bool is_terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
    if (is_terminal) {
#ifdef TLM_PMU_HAS_LIBEDIT
        return make_edited_input(std::move(complete));
#else
        std::cerr << "pmu_run: this build has no libedit (libedit-dev): lines are read without "
                     "history and completion\n";
#endif
    }
    return std::make_unique<plain_input>(is_terminal);
}

} // namespace platform::pmu_run
