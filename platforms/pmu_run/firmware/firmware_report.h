// SPDX-License-Identifier: Apache-2.0
// The page and the timeline of a run on the instruction-set simulator: of firmware, or of a kernel.
#pragma once

#include <iss/platform/firmware_part.h>
#include <iss/profile/call_profile.h>
#include <iss/profile/call_timeline.h>
#include <report/run_data.h>
#include <report/run_recorder.h>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <vector>

namespace platform::pmu_run {

/// Watches one unit while a CPU executes. Counts are looked at when the CPU synchronises, so it
/// also sees to that: every 64 cycles at first, every 500 in a long run.
class firmware_report {
public:
    /// \param options of the unit, which decide what events it has
    /// \param quantum cycles that the CPU may run ahead of time at most
    firmware_report(const iss::firmware_part& part, const program::option_values& options,
                    std::uint64_t quantum);

    /// What the simulator is to count for it, as bits, for iss_config::wanted_kinds.
    std::uint64_t kinds() const;
    /// Before the simulation. It must not outlive the CPU's use.
    /// \param unit of the part \param period of the CPU's clock
    void watch(iss::iss_cpu& cpu, const components::watched_unit& unit,
               const sc_core::sc_time& period);
    /// Before the simulation: the page has this, too, which outlives this.
    void use(iss::call_profile& profile) { m_profile = &profile; }
    /// Before the simulation: calls and exceptions are to be kept for write_timeline(), too.
    void keep_calls(const sc_core::sc_time& cycle);
    /// After the simulation, before write().
    /// \param title the file that was run \return what was left out, a line each
    std::vector<std::string> write_timeline(std::ostream& out, const std::string& title);
    /// After the simulation.
    /// \param run kind, title and clock; the rest is set here
    void write(std::ostream& out, report::run_description run, const iss::iss_outcome& outcome);

private:
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
