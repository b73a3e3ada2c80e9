// SPDX-License-Identifier: Apache-2.0
// What has come out: a row a point, with its place on the axes and its figures.
#pragma once

#include <sweep/plan/plan.h>
#include <sweep/store/store.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace platform::sweep {

enum class row_status : std::uint8_t { done, failed, missing };

const char* name_of(row_status status);

struct table_row {
    std::uint64_t index = 0;
    std::vector<std::string> labels; ///< on the axes
    std::uint64_t repeat = 0;
    row_status status = row_status::missing;
    std::string reason;    ///< of a failure
    std::string log;       ///< its file, relative to the store
    std::string log_text;  ///< the end of what it wrote
    unsigned attempts = 0; ///< that have failed
    /// Numbers by name: exit_code, wall_s, cpu_s, max_rss_kib, cycles, instructions, simulated_ns,
    /// each event, reg.NAME, each metric of the specification; null: not known.
    json figures = json::object();
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
