// SPDX-License-Identifier: Apache-2.0
#include "messages.h"

namespace platform::fuzz {

namespace {

struct known_message {
    const char* begin; ///< of the line
    const char* part;  ///< and what comes somewhere after that
    message_kind kind;
};

/// The first one that a line is like.
constexpr known_message known_messages[] = {
    {"warning: ", "", message_kind::warning},
    {"pmu_run: event 0x", " is not supported here: ", message_kind::about_options},
    {"pmu_run: samples: ", "", message_kind::about_options},
    {"pmu_run: --timeline: ", "", message_kind::about_options},
    {"pmu_run: --", ": the cache registers of this CPU ", message_kind::about_options},
    {"pmu_run: UART0: ", "", message_kind::notice},
    {"pmu_run: ", ": the handler at the vector ", message_kind::notice},
    {"pmu_run: ended after ", " (--max-instructions) ", message_kind::limit},
    {"pmu_run: endless loop at PC ", "", message_kind::limit},
    {"pmu_run: ", "", message_kind::end},
};

} // namespace

message_kind kind_of(const std::string& line) {
    for (const known_message& m : known_messages) {
        if (line.rfind(m.begin, 0) == 0 && line.find(m.part) != std::string::npos) {
            return m.kind;
        }
    }
    return message_kind::odd;
}

} // namespace platform::fuzz
