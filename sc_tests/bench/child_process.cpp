// SPDX-License-Identifier: Apache-2.0
#include <bench/child_process.h>

#include <process/child.h>

#include <stdexcept>
#include <unistd.h>

namespace bench {

namespace {

std::string text_of(const std::vector<std::string>& command) {
    std::string text;
    for (const std::string& word : command) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

} // namespace

child_result run_child(const std::vector<std::string>& command, double timeout_seconds, errors to) {
    namespace process = platform::process;
    const process::memory_file out;
    process::child child([&] {
        process::redirect(STDOUT_FILENO, out.number());
        if (to == errors::nowhere) {
            process::redirect(STDERR_FILENO, "/dev/null", O_WRONLY);
        }
        return process::execute(command);
    });
    if (!child.ends_within(std::chrono::milliseconds(static_cast<long>(timeout_seconds * 1000)))) {
        throw std::runtime_error(text_of(command) + ": not done in " +
                                 std::to_string(static_cast<int>(timeout_seconds)) + " s");
    }
    const process::ending& end = child.wait();
    if (end.exit_code != 0) {
        throw std::runtime_error(text_of(command) + ": " + end.text());
    }
    return {out.text(), end.cpu_seconds()};
}

} // namespace bench
