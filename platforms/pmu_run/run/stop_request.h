// SPDX-License-Identifier: Apache-2.0
// Ends a long run early: a limit of wall-clock time, a signal, an output that cannot be written.
#pragma once

#include <cstdint>
#include <string>

namespace platform::pmu_run {

enum class stop_cause : std::uint8_t { none, signal, time, output };

/// From now on SIGINT, SIGTERM and SIGHUP, unless it is ignored as nohup(1) has it, ask to stop,
/// and so does the passing of `seconds` (0: no limit).
///
/// Once the run has been asked to stop, whatever blocks in a system call gets EINTR ten times a
/// second. A process that has not ended after some seconds all the same is ended, with exit code 1
/// and a message.
void arm_stop_request(double seconds);

/// A signal beside those of arm_stop_request() that asks to stop from now on.
void stop_at_signal(int signal);

/// Called before a process that does not end by itself is ended. It does nothing that a signal
/// handler may not do.
void call_before_forced_end(void (*f)());

/// In a child, which inherits the request and the limit but no timer. Its time to end is shorter,
/// so that its parent hears of it.
void arm_stop_request_of_child();

/// Asks to stop since an output cannot be written.
void request_stop_for_output();

/// Whether the run is to end.
bool is_stop_requested();

/// Forgets the request if it was SIGINT that asked: where a statement at a terminal is
/// interrupted, and not the session. \return whether it was
bool forgive_interrupt();

/// What was the first to ask for it.
stop_cause cause_of_stop();
/// The same for messages: "--max-seconds 0.3", "SIGTERM".
std::string stop_cause_text();

} // namespace platform::pmu_run
