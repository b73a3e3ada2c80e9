// SPDX-License-Identifier: Apache-2.0
// Ends a long run early: a limit of wall-clock time, or an interrupt from the keyboard.
#pragma once

namespace platform {

/// From now on SIGINT and SIGTERM ask to stop, and so does the passing of `seconds` (0: no limit).
void arm_stop_request(double seconds);

/// Whether the run is to end.
bool is_stop_requested();

} // namespace platform
