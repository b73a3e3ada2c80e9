// SPDX-License-Identifier: Apache-2.0
// The event lines of a part as a value change dump has them: what was seen on a bus once, to be
// played again.
#pragma once

#include <program/unit_info.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace platform::program {

/// A dump that cannot be replayed: "FILE:LINE: expected ..., got ...".
class vcd_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A level of a line.
struct line_change {
    std::uint64_t edge = 0; ///< how many edges come before it
    std::uint16_t line = 0; ///< below line_set's size
    bool level = false;
};

/// A signal of a dump and the event that it is.
struct signal_mapping {
    /// Its path, or the end of that, with dots: `events.IBUF_STALL`; `bus[3]` is a bit of a vector.
    std::string signal;
    event_reference event;
};

/// What there is to be known of the events of a part by name.
using event_finder = std::function<bool(const std::string& name, event_reference& found)>;

struct vcd_stimulus {
    std::vector<line_change> changes; ///< in their order
    std::uint64_t unknown_values = 0; ///< x and z, which are taken as 0
    std::uint64_t first_unknown = 0;  ///< the line of the first
    /// Changes of what no $var declares, which are passed over.
    std::uint64_t undeclared = 0;
    std::uint64_t first_undeclared = 0; ///< the line of the first
    std::string undeclared_code;        ///< of the first
    /// Texts that a dump of ours has about its run; empty: there is none.
    std::string batches;   ///< see batches_signal
    std::string period_ps; ///< see period_signal
};

/// Signals of the dumps that pmu_run writes, texts: which events were reported in batches so far,
/// NAME:COUNT with commas between, which no event line shows; and the period of the clock.
inline constexpr const char* batches_signal = "batches";
inline constexpr const char* period_signal = "period_ps";

/// How many changes a stimulus can have.
constexpr std::size_t most_line_changes = 50'000'000;

/// Reads what the mapped signals do, in memory that is bounded but for the changes themselves.
///
/// Edge k of the clock is at k periods, k >= 1. It sees what the signals were before that: a change
/// at the time of an edge is for the next one, as where registers drive the signals. Of several
/// changes between two edges only the last is seen.
///
/// A signal of several bits raises as many lines of its event. Bits that are x or z are 0. Scopes,
/// real numbers and texts of other signals are passed over.
/// \param automatic also each signal `events.NAME` or `secure_events.NAME` whose name `find` knows:
/// those of the dumps that pmu_run writes
/// \param period_ps of the clock
/// \param stop_asked whether to give up; may be empty
/// \throws vcd_error, and as process::input_file does
vcd_stimulus read_vcd(const std::string& path, const unit_info& unit,
                      const std::vector<signal_mapping>& mappings, bool automatic,
                      const event_finder& find, std::uint64_t period_ps,
                      const std::function<bool()>& stop_asked = {});

} // namespace platform::program
