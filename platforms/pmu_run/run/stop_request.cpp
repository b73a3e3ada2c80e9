// SPDX-License-Identifier: Apache-2.0
#include "stop_request.h"

#include <pmu_run/command_line/command.h>

#include <csignal>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <poll.h>
#include <unistd.h>

namespace platform::pmu_run {

namespace {

constexpr long tick_ns = 100'000'000;
constexpr int ticks_of_parent = 60; ///< until the process is ended
constexpr int ticks_of_child = 40;

volatile std::sig_atomic_t cause = static_cast<int>(stop_cause::none);
volatile std::sig_atomic_t first_signal = 0;
volatile std::sig_atomic_t ticks_left = ticks_of_parent;
timer_t stop_timer;
bool is_armed = false;
bool has_deadline = false;
timespec deadline; ///< of CLOCK_MONOTONIC
double limit_seconds = 0;
void (*before_forced_end)() = nullptr;

void ask_to_stop(stop_cause why) {
    if (cause == static_cast<int>(stop_cause::none)) {
        cause = static_cast<int>(why);
    }
}

// Whatever hangs must not keep the process: nothing here waits, or needs a lock.
[[noreturn]] void end_at_once() {
    constexpr char text[] = "pmu_run: stopped; it did not end by itself\n";
    if (before_forced_end != nullptr) {
        before_forced_end();
    }
    pollfd err{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&err, 1, 0) == 1 && (err.revents & POLLOUT) != 0) {
        [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, text, sizeof text - 1);
    }
    ::_exit(1);
}

// A signal that comes between a look at the request and a system call is lost to that call, so
// there are more.
void tick_from_now_on() {
    const itimerspec ticks{{0, tick_ns}, {0, tick_ns}};
    ::timer_settime(stop_timer, 0, &ticks, nullptr);
}

extern "C" void on_stop_signal(int signal) {
    const bool is_first = cause == static_cast<int>(stop_cause::none);
    if (is_first) {
        first_signal = signal;
    }
    ask_to_stop(stop_cause::signal);
    if (is_first) {
        tick_from_now_on();
    }
}

extern "C" void on_tick(int /*signal*/) {
    ask_to_stop(stop_cause::time);
    ticks_left = ticks_left - 1;
    if (ticks_left <= 0) {
        end_at_once();
    }
}

void tick_from_deadline_on() {
    const itimerspec at{{0, tick_ns}, has_deadline ? deadline : timespec{}}; // or never
    ::timer_settime(stop_timer, TIMER_ABSTIME, &at, nullptr);
}

bool is_ignored(int signal) {
    struct sigaction now {};
    return ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

void start_timer() {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGALRM;
    is_armed = ::timer_create(CLOCK_MONOTONIC, &event, &stop_timer) == 0;
    tick_from_deadline_on();
    if (is_stop_requested()) { // perhaps only just now
        tick_from_now_on();
    }
}

} // namespace

void arm_stop_request(double seconds) {
    if (seconds > 0) {
        has_deadline = true;
        limit_seconds = seconds;
        ::clock_gettime(CLOCK_MONOTONIC, &deadline);
        constexpr long ns_per_second = 1'000'000'000;
        const auto whole = static_cast<std::time_t>(seconds);
        deadline.tv_sec += whole;
        deadline.tv_nsec +=
            static_cast<long>((seconds - static_cast<double>(whole)) * ns_per_second);
        deadline.tv_sec += deadline.tv_nsec / ns_per_second;
        deadline.tv_nsec %= ns_per_second;
    }
    // No SA_RESTART: what blocks is to return.
    struct sigaction action {};
    action.sa_handler = on_tick;
    ::sigaction(SIGALRM, &action, nullptr);
    start_timer();
    sigset_t used; // who started us may have blocked them
    ::sigemptyset(&used);
    ::sigaddset(&used, SIGALRM);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (signal != SIGHUP || !is_ignored(signal)) {
            stop_at_signal(signal);
        }
        ::sigaddset(&used, signal);
    }
    ::sigprocmask(SIG_UNBLOCK, &used, nullptr);
}

void stop_at_signal(int signal) {
    struct sigaction action {};
    action.sa_handler = on_stop_signal;
    ::sigaction(signal, &action, nullptr);
}

void call_before_forced_end(void (*f)()) {
    before_forced_end = f;
}

void arm_stop_request_of_child() {
    ticks_left = ticks_of_child;
    start_timer();
}

void request_stop_for_output() {
    const bool is_first = !is_stop_requested();
    ask_to_stop(stop_cause::output);
    if (is_first && is_armed) {
        tick_from_now_on();
    }
}

bool is_stop_requested() {
    return cause != static_cast<int>(stop_cause::none);
}

bool forgive_interrupt() {
    if (cause_of_stop() != stop_cause::signal || first_signal != SIGINT) {
        return false;
    }
    const itimerspec never{};
    ::timer_settime(stop_timer, 0, &never, nullptr); // a tick on its way comes here at the latest
    ticks_left = ticks_of_parent;
    cause = static_cast<int>(stop_cause::none);
    tick_from_deadline_on();
    return true;
}

stop_cause cause_of_stop() {
    return static_cast<stop_cause>(cause);
}

std::string stop_cause_text() {
    switch (cause_of_stop()) {
    case stop_cause::none: break;
    case stop_cause::signal: return std::string("SIG") + ::sigabbrev_np(first_signal);
    case stop_cause::time: return text_of("--max-seconds ", limit_seconds);
    case stop_cause::output: return "an output that cannot be written";
    }
    return "nobody";
}

} // namespace platform::pmu_run
