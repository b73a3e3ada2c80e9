// SPDX-License-Identifier: Apache-2.0
// How often each event occurred while firmware ran.
#pragma once

#include "firmware_stat_events.h"

#include <iss/stat/region_monitor.h>
#include <iss/stat/stat_counter.h>
#include <report/perf_table.h>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace platform::pmu_run {

class firmware_stat {
public:
    /// \param setup its options of the unit decide what events that has
    /// \throws std::runtime_error for what the part does not have
    firmware_stat(const iss::firmware_part& part, const firmware_request& request,
                  const iss::firmware_setup& setup);

    /// What the simulator is to count for it, as bits.
    std::uint64_t kinds() const;
    iss::execution_watcher& watcher() { return *m_counter; }

    // Before the simulation starts.

    /// \throws std::runtime_error if the image does not have the region's functions
    void look_at(const iss::elf_image& image);
    void connect(iss::semihosting_config& console);
    void connect(iss::iss_cpu& cpu);
    /// \param out gets the counts of intervals
    void begin(std::ostream& out);

    /// Of the whole run. \param cpu has run
    report::perf_table table(const iss::iss_cpu& cpu) const;
    /// \param out the one of begin()
    void print(std::ostream& out, const iss::iss_cpu& cpu);

private:
    using readings = std::vector<std::vector<iss::multiplexer::reading>>; ///< by group and event

    std::string why_not_supported(const pmu::event_desc* e) const;
    void make_counters(const program::option_values& options);
    readings read() const;
    iss::multiplexer::reading read(std::size_t group, std::size_t member) const;
    report::perf_table table_of(const readings& now, std::uint64_t elapsed_ps) const;
    void add_figures(const stat_group& group, std::vector<report::perf_row>& rows,
                     const std::vector<iss::multiplexer::reading>& counts) const;
    void add_region(report::perf_table& table, std::uint64_t entries) const;
    void print_interval(std::uint64_t end_ps);

    const iss::firmware_part& m_part;
    const firmware_request& m_request;
    const bool m_has_caches;
    const std::uint32_t m_line_bytes; ///< of its caches
    const sc_core::sc_time m_cycle;
    std::vector<stat_group> m_groups;
    std::unique_ptr<iss::counting_unit> m_unit; ///< nullptr: counts are those of the simulator
    std::unique_ptr<iss::multiplexer> m_counters;
    std::vector<std::vector<std::size_t>> m_members; ///< by group: where m_counters has its events
    std::unique_ptr<iss::stat_counter> m_counter;
    std::optional<stat_region> m_region;
    std::unique_ptr<iss::region_monitor> m_region_monitor;
    std::ostream* m_out = nullptr;
    readings m_before; ///< the latest interval
    std::uint64_t m_entries_before = 0;
    std::uint64_t m_interval_ps = 0;
};

} // namespace platform::pmu_run
