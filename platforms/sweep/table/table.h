// SPDX-License-Identifier: Apache-2.0
// What has come out: a row a point, with its place on the axes and its figures.
#pragma once

#include <sweep/plan/plan.h>
#include <sweep/plan/verdict.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace platform::sweep {

struct table_row {
    std::uint64_t index = 0;
    std::vector<std::string> labels; ///< on the axes
    std::uint64_t repeat = 0;
    point_state state = point_state::missing;
    std::string reason;    ///< of a failure
    std::string log;       ///< its file, relative to the store
    std::string log_text;  ///< the end of what it wrote
    unsigned attempts = 0; ///< that have failed
    /// Numbers by name: exit_code, wall_s, cpu_s, max_rss_kib, cycles, instructions, simulated_ns,
    /// each event, reg.NAME, each metric of the specification; null: not known.
    json figures = json::object();
};

/// Repeats of a figure.
struct sample {
    std::uint64_t n = 0;
    double mean = 0;
    double squares = 0; ///< of the differences from the mean, summed
    double least = 0;
    double greatest = 0;
    std::vector<double> values = {}; ///< of the host; else there are none, to save memory

    void add(double x, bool is_kept = false);
    double variance() const { return n > 1 ? squares / static_cast<double>(n - 1) : 0; }
    /// The median where values are kept, else the mean.
    double middle() const;
};

/// Names of figures that are measured on the host, and so differ between runs of the same, with the
/// metrics that are computed from them.
std::set<std::string> figures_of_host(const std::vector<metric>& metrics);

/// Names of figures that any point may have, beside its events and registers.
std::set<std::string> own_figures();

/// Makes rows from results.
class table_reader {
public:
    /// Both outlive it.
    table_reader(const plan& of, const store& results);
    /// The rows of all points, in their order. A result is read again each time.
    void for_each_row(const std::function<void(const table_row& row)>& f);
    table_row row_of(std::uint64_t index);

private:
    const plan& m_plan;
    const store& m_store;
    key_scan m_done;
    key_scan m_failed;
};

/// Adds what the specification computes from the figures that are there.
void add_metrics(const std::vector<metric>& metrics, json& figures);

/// As RFC 4180 has it, without points that are missing.
void write_csv(std::ostream& out, const plan& of, const store& results);
/// An object with `name`, `axes` and `rows`, an object a point, without those that are missing.
void write_json(std::ostream& out, const plan& of, const store& results);

} // namespace platform::sweep
