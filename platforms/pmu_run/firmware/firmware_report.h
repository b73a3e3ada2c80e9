// SPDX-License-Identifier: Apache-2.0
// The page and the timeline of a run on the instruction-set simulator: of firmware, or of a kernel.
#pragma once

#include <pmu_run/run/outputs.h>

#include <iss/platform/firmware_part.h>
#include <iss/profile/call_profile.h>
#include <iss/profile/call_timeline.h>
#include <report/run_data.h>
#include <report/run_recorder.h>

#include <cstdint>
#include <iosfwd>

namespace platform::pmu_run {

/// Watches one unit while a CPU executes. Counts are looked at when the CPU synchronises, so it
/// also sees to that: every 64 cycles at first, every 500 in a long run.
class firmware_report {
public:
    /// \param options of the unit, which decide what events it has
    /// \param quantum cycles that the CPU may run ahead of time at most
    firmware_report(const iss::firmware_part& part, const program::option_values& options,
                    std::uint64_t quantum);

    /// Before there is a CPU: what the simulator is to count for it. The page has the profile, too,
    /// if there is one, which outlives this. \param keeps_calls for a timeline, which needs one
    void attach(iss::iss_config& cpu, bool keeps_calls = false);
    /// Before the simulation. It must not outlive the CPU's use.
    /// \param unit of the part \param period of the CPU's clock
    void watch(iss::iss_cpu& cpu, const components::watched_unit& unit,
               const sc_core::sc_time& period);
    /// After the simulation: --timeline and --report, those that are wanted.
    /// \param run kind, title, mode and caches; the rest is set here
    void write(const output_set& outputs, report::run_description run,
               const iss::iss_outcome& outcome);

private:
    /// \param title the file that was run
    void write_timeline(std::ostream& out, const std::string& title);
    std::vector<pmu::event_total> counts(const iss::iss_cpu& cpu) const;
    void synchronised();

    const iss::firmware_part& m_part;
    const std::vector<const pmu::event_desc*> m_events;
    const std::uint64_t m_most_quantum; ///< cycles
    std::uint64_t m_quantum;            ///< cycles
    std::vector<const pmu::event_desc*> m_not_supported;
    sc_core::sc_time m_period;
    const iss::iss_cpu* m_cpu = nullptr;
    iss::call_profile* m_profile = nullptr;
    std::unique_ptr<iss::call_timeline> m_calls;
    std::unique_ptr<report::run_recorder> m_recorder;
};

} // namespace platform::pmu_run
