// SPDX-License-Identifier: Apache-2.0
// A run in the trace-event format of Chrome, which Perfetto and speedscope open.
#pragma once

#include <report/run_recorder.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace platform::report {

/// Something that lasted.
struct timeline_span {
    std::uint64_t begin_ps = 0;
    std::uint64_t end_ps = 0;
    std::uint32_t depth = 0;    ///< of others around it
    const char* name = nullptr; ///< must outlive the timeline
};

/// Spans inside of one another, in bounded memory. Where they are too many the first half of what
/// there is room for stays, and of the others the shortest are left out; what is left is still one
/// inside of the other.
class span_list {
public:
    static constexpr std::size_t default_most = 50'000;

    explicit span_list(std::size_t most = default_most) : m_most(most) {}

    /// When a span has ended: those inside of it come before it.
    void add(const timeline_span& span);

    const std::vector<timeline_span>& kept() const { return m_kept; }
    std::uint64_t left_out() const { return m_left_out; }
    /// Those are shorter; 0: none is left out.
    std::uint64_t shortest_ps() const { return m_shortest; }

private:
    void thin();

    std::size_t m_most;
    std::vector<timeline_span> m_kept;
    std::uint64_t m_left_out = 0;
    std::uint64_t m_shortest = 0;
};

/// Spans that share a row.
struct timeline_row {
    std::string name;
    const span_list* spans = nullptr;
};

/// What is to be shown beside what the recorder knows.
struct timeline_description {
    std::string title; ///< the file that was run
    std::string unit;  ///< the part
    std::uint64_t period_ps = 0;
    std::vector<timeline_row> rows; ///< of the CPU
};

/// Points of a counter track at most: each is the last value of some cycles, and where that matters
/// the greatest.
constexpr std::size_t most_points = 512;

/// Writes one JSON object. Times are in microseconds, from the start of the simulation on, and
/// never go backwards in the file. There is a process of the unit, with a counter track for each
/// counter, for PMUIRQ and for the rate of each event that has occurred, rows of register accesses
/// and of overflows, and one of PMUIRQ; and, where there are rows, a process of the CPU with them.
/// Of accesses, overflows and requests as many are kept as the recorder keeps. \return what was
/// left out, a line each
std::vector<std::string> write_timeline(std::ostream& out, const run_recorder& recorder,
                                        const timeline_description& what);

} // namespace platform::report
