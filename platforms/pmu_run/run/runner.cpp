// SPDX-License-Identifier: Apache-2.0
#include "runner.h"

#include "stop_request.h"

#include <process/input_file.h>
#include <process/lack_of_memory.h>
#include <process/printable.h>
#include <report/perf_table.h>
#include <report/progress.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <iostream>
#include <memory>
#include <new>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace platform::pmu_run {

namespace {

// SystemC's own handler prints several lines to standard output.
void print_report(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    if ((actions & sc_core::SC_DISPLAY) != 0) {
        std::cerr << (report.get_severity() == sc_core::SC_WARNING ? "warning: " : "error: ")
                  << process::printable(report.get_msg_type()) << ": "
                  << process::printable(report.get_msg()) << '\n';
    }
    if ((actions & sc_core::SC_THROW) != 0) {
        throw report; // NOLINT: how SystemC reports an error
    }
}

// There was no memory for something, which may have been kept silent: streams do so.
std::atomic<bool> is_lack_untold = false;

[[noreturn]] void note_lack_of_memory() {
    is_lack_untold = true;
    // nlohmann-json 3.11.2 destroys a value whose map or vector could not be made.
    ::signal(SIGSEGV, [](int) { end_without_memory(); });
    throw std::bad_alloc();
}

/// \return the exit code of what has ended with this one
int checked_for_memory(int code) {
    return is_lack_untold && code != unusable ? refuse(explained(std::bad_alloc())) : code;
}

} // namespace

void tell_text(const std::string& message) {
    is_lack_untold = is_lack_untold && message.find(process::no_memory_left) == std::string::npos;
    std::cerr << "pmu_run: " << process::printable(message) << '\n';
}

int refuse(const std::string& message) {
    tell(message);
    return unusable;
}

std::string explained(const std::string& message) {
    return message == std::bad_alloc().what() ? process::no_memory_left : message;
}

std::string explained(const std::exception& e) {
    if (const auto* const report = dynamic_cast<const sc_core::sc_report*>(&e)) {
        const std::string text = explained(report->get_msg());
        return text == report->get_msg() ? report->get_msg_type() + (": " + text) : text;
    }
    const auto* const lack = dynamic_cast<const std::bad_alloc*>(&e);
    return lack != nullptr ? process::text_of(*lack) : explained(e.what());
}

void end_without_memory() {
    for (const std::string_view part : {"pmu_run: ", process::no_memory_left, "\n"}) {
        [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, part.data(), part.size());
    }
    ::_exit(unusable);
}

process::ending run_apart(const std::function<int()>& body) {
    std::cout.flush();
    std::cerr.flush();
    process::child child([&] {
        arm_stop_request_of_child();
        const int code = checked_for_memory(body());
        std::cerr.flush();
        return code;
    });
    if (!child.ends_within(process::child::for_ever, is_stop_requested)) {
        child.signal(SIGTERM);
    }
    return child.wait();
}

std::function<bool()> stop_question_with_progress(const sc_core::sc_time& period,
                                                  std::function<sc_core::sc_time()> now) {
    const auto line = std::make_shared<report::progress_line>();
    if (!line->is_seen()) {
        return is_stop_requested;
    }
    return [line, period, now = std::move(now), calls = 0U]() mutable {
        constexpr unsigned calls_a_look = 64; // a look at the time takes longer than a call
        if (++calls % calls_a_look == 0) {
            line->show([&](double seconds) {
                const sc_core::sc_time simulated = now();
                return "run, " + report::time_text(simulated.value()) + " simulated; " +
                       report::pace(simulated / period / seconds, "cycles");
            });
        }
        return is_stop_requested();
    };
}

void tell_left_out(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        tell("--timeline: left out: ", line);
    }
}

runner::runner() : streams(is_stop_requested, request_stop_for_output) {
    std::set_new_handler(note_lack_of_memory);
    sc_core::sc_report_handler::set_handler(print_report);
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
}

void runner::tell_end(const std::string& message) {
    if (!message.empty() && cause_of_stop() != stop_cause::output) {
        tell(message);
        streams.excuse_stop();
    }
}

/// Writes what is still to be written.
/// \return the exit code
int runner::finish(int code) {
    if (const std::string message = streams.lost_input(); !message.empty()) {
        code = refuse(message);
    }
    std::vector<process::lost_output> lost = outputs.close();
    for (process::lost_output& of_stream : streams.flush()) {
        lost.push_back(std::move(of_stream));
    }
    bool has_no_reader = false;
    for (const process::lost_output& l : lost) {
        const bool is_pipe = l.error == EPIPE && l.name == process::standard_streams::output_name;
        has_no_reader = has_no_reader || is_pipe;
        code = is_pipe ? code : refuse(l.message());
    }
    if (has_no_reader && lost.size() == 1) {
        // `| head` has seen enough: the end that a pipe gives to who does not ask.
        ::signal(SIGPIPE, SIG_DFL);
        ::raise(SIGPIPE);
        return 128 + SIGPIPE; // where it is blocked
    }
    return code;
}

int runner::run(const std::function<int()>& what) {
    const auto guarded = [&]() -> int {
        try {
            return what();
        } catch (const process::input_stopped& e) {
            if (cause_of_stop() != stop_cause::output) { // else finish() has the reason
                refuse(e.what() + (", by " + stop_cause_text()));
            }
            return not_all_held;
        } catch (const std::exception& e) { // usage_error among them
            return refuse(explained(e));
        }
    };
    return finish(checked_for_memory(guarded()));
}

int runner::run(const std::vector<std::string>& words) {
    return run([&]() -> int {
        command* const what = m_commands.parse(words);
        if (what == nullptr) {
            return all_held;
        }
        if (what->stops_runs) {
            arm_stop_request(what->options.seconds);
        }
        if (what->options.quiet) { // no warnings either
            sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
        }
        return what->run(*this);
    });
}

} // namespace platform::pmu_run
