// SPDX-License-Identifier: Apache-2.0
#include "stop_request.h"

#include <chrono>
#include <csignal>
#include <optional>

namespace platform {

namespace {

using clock = std::chrono::steady_clock;

volatile std::sig_atomic_t signalled = 0;
std::optional<clock::time_point> deadline;

extern "C" void note_signal(int /*signal*/) {
    signalled = 1;
}

} // namespace

void arm_stop_request(double seconds) {
    struct sigaction action {};
    action.sa_handler = note_signal;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    if (seconds > 0) {
        deadline = clock::now() + std::chrono::duration_cast<clock::duration>(
                                      std::chrono::duration<double>(seconds));
    }
}

bool is_stop_requested() {
    return signalled != 0 || (deadline && clock::now() >= *deadline);
}

} // namespace platform
