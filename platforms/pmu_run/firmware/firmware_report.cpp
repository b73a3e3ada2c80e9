// SPDX-License-Identifier: Apache-2.0
#include "firmware_report.h"

#include "simulated_cpu.h"
#include <pmu_run/run/runner.h>

#include <iss/profile/profile_data.h>
#include <page/page.h>
#include <report/timeline.h>

#include <algorithm>
#include <ostream>

namespace platform::pmu_run {

namespace {

/// A short run is to have some hundred points, and a long one not to be slow.
constexpr std::uint64_t first_quantum = 64;
constexpr std::uint64_t most_quantum = 500;

} // namespace

firmware_report::firmware_report(const iss::firmware_part& part,
                                 const program::option_values& options, std::uint64_t quantum)
    : m_part(part), m_events(part.shown_events(options)),
      m_most_quantum(std::min(quantum, most_quantum)), m_quantum(std::min(quantum, first_quantum)) {
}

void firmware_report::attach(iss::iss_config& cpu, bool keeps_calls) {
    cpu.wanted_kinds |= known_kinds(m_part, m_events);
    cpu.account = m_profile = cpu.profile;
    if (keeps_calls) {
        m_calls = std::make_unique<iss::call_timeline>(*m_profile);
        m_profile->tell(*m_calls, cpu.cycle.value());
    }
}

void firmware_report::write_timeline(std::ostream& out, const std::string& title) {
    m_calls->end(m_cpu->local_time().value());
    const report::timeline_description what{
        title,
        m_part.part.unit.name(),
        m_period.value(),
        {{"functions", &m_calls->calls()}, {"exceptions", &m_calls->exceptions()}}};
    tell_left_out(report::write_timeline(out, *m_recorder, what));
}

std::vector<pmu::event_total> firmware_report::counts(const iss::iss_cpu& cpu) const {
    std::vector<pmu::event_total> all;
    for (const pmu::event_desc* e : m_events) {
        const auto kind = m_part.kind_of(e->number);
        if (kind && cpu.knows(*kind)) {
            all.push_back({e->number, e->name, cpu.totals()[*kind]});
        }
    }
    return all;
}

void firmware_report::watch(iss::iss_cpu& cpu, const components::watched_unit& unit,
                            const sc_core::sc_time& period) {
    for (const pmu::event_desc* e : m_events) {
        const auto kind = m_part.kind_of(e->number);
        if (!kind || !cpu.knows(*kind)) {
            m_not_supported.push_back(e);
        }
    }
    m_period = period;
    m_cpu = &cpu;
    set_quantum(m_quantum, m_period);
    m_recorder = std::make_unique<report::run_recorder>(
        "run_recorder", unit, m_part.part.unit.registers(), m_period,
        [this, &cpu] { return counts(cpu); }, report::looking::when_told, m_quantum);
    cpu.on_synchronised = [this] { synchronised(); };
}

/// Buckets that have become wider need not be looked at as often.
void firmware_report::synchronised() {
    m_recorder->look_if_due();
    const std::uint64_t wanted = std::min(m_recorder->buckets().width(), m_most_quantum);
    if (wanted > m_quantum) {
        m_quantum = wanted;
        set_quantum(m_quantum, m_period);
    }
}

void firmware_report::write(const output_set& outputs, report::run_description run,
                            const iss::iss_outcome& outcome) {
    m_recorder->look(m_cpu->local_time());
    if (output_file* const timeline = outputs.find("--timeline")) {
        write_timeline(timeline->stream(), run.title);
    }
    output_file* const page = outputs.find("--report");
    if (page == nullptr) {
        return;
    }
    run.period_ps = m_period.value();
    run.quantum = run.mode == "fast" ? m_quantum : 0;
    run.result = {{"passed", outcome.exit_code == 0},
                  {"text", "exit code " + std::to_string(outcome.exit_code)}};
    if (!outcome.message.empty()) {
        run.result["failed"] = 1;
        run.result["failures"] = {{{"text", outcome.message}}};
    }
    run.not_supported = m_not_supported;
    run.cycles = m_cpu->totals()[activity::activity_kind::cycle];
    if (m_profile != nullptr) {
        run.profile = iss::profile_data(*m_profile);
    }
    page::write_page(page->stream(),
                     report::run_data(*m_recorder, {m_part.part.unit, m_part.part.events}, run,
                                      TLM_PMU_VERSION));
    m_recorder.reset();
}

} // namespace platform::pmu_run
