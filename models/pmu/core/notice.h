// SPDX-License-Identifier: Apache-2.0
// How a core says that software did something legal but unusual.
#pragma once

#include <cstdint>

namespace pmu {

/// A kind of remark. `what` ends the report id (`/pmu/<part>/<what>`) and identifies the kind;
/// `text` says what happened in one sentence, to which the shell adds the value.
struct notice {
    const char* what;
    const char* text;
};

/// What software does in every part.
inline constexpr notice reserved_event{"reserved_event",
                                       "software selects a reserved event, which counts nothing"};

/// Receives the remarks of a core. The shell reports each pair of kind and value once.
class notice_sink {
public:
    virtual void report(const notice& kind, std::uint32_t value) = 0;

protected:
    ~notice_sink() = default;
};

} // namespace pmu
