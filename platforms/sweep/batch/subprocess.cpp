// SPDX-License-Identifier: Apache-2.0
#include <sweep/batch/subprocess.h>

#include <process/child.h>

#include <algorithm>
#include <csignal>
#include <unistd.h>

namespace platform::sweep {

namespace {

/// Those that a signal_watch has blocked, and not taken yet.
bool is_stop_pending() {
    sigset_t pending;
    return ::sigpending(&pending) == 0 &&
           (::sigismember(&pending, SIGINT) == 1 || ::sigismember(&pending, SIGTERM) == 1);
}

} // namespace

std::string subprocess_result::message() const {
    std::string text = err.empty() ? "exit code " + std::to_string(exit_code) : err;
    while (!text.empty() && text.back() == '\n') {
        text.pop_back();
    }
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

subprocess_result run_command(const std::vector<std::string>& words) {
    const process::memory_file out;
    const process::memory_file err;
    process::child child([&] {
        process::detach(out.number(), err.number());
        return process::execute(words);
    });
    if (!child.ends_within(process::child::for_ever, is_stop_pending)) {
        child.signal(SIGKILL);
        return {child.wait().exit_code, {}, "stopped"};
    }
    return {child.wait().exit_code, out.text(), err.text()};
}

} // namespace platform::sweep
