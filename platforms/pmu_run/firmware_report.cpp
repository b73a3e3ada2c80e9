// SPDX-License-Identifier: Apache-2.0
#include "firmware_report.h"

#include <report/page.h>
#include <report/run_data.h>

#include <algorithm>
#include <ostream>

namespace platform::pmu_run {

namespace {

/// A short run is to have some hundred points, and a long one not to be slow.
constexpr std::uint64_t most_quantum = 500;

} // namespace

firmware_report::firmware_report(const iss::firmware_part& part, const firmware_request& request,
                                 const program::option_values& options)
    : m_part(part), m_request(request), m_events(part.shown_events(options)) {
}

std::uint64_t firmware_report::kinds() const {
    std::uint64_t kinds = 0;
    for (const pmu::event_desc* e : m_events) {
        if (const auto kind = m_part.kind_of(e->number)) {
            kinds |= activity::bit_of(*kind);
        }
    }
    return kinds & iss::core_model_of(m_part.cpu).known_kinds;
}

std::uint64_t firmware_report::quantum() const {
    return std::min(m_request.quantum, most_quantum);
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

void firmware_report::watch(iss::firmware_platform& target) {
    for (const pmu::event_desc* e : m_events) {
        const auto kind = m_part.kind_of(e->number);
        if (!kind || !target.cpu.knows(*kind)) {
            m_not_supported.push_back(e);
        }
    }
    m_period = target.period();
    const iss::iss_cpu& cpu = target.cpu;
    m_recorder = std::make_unique<report::run_recorder>(
        "recorder", target.watched(m_part.make == nullptr), m_part.part.unit.registers(), m_period,
        [this, &cpu] { return counts(cpu); }, report::looking::when_told, quantum());
    target.cpu.on_synchronised = [this] { m_recorder->look_if_due(); };
}

void firmware_report::write(std::ostream& out, const iss::iss_outcome& outcome) {
    m_recorder->look();
    report::run_description run;
    run.kind = "firmware";
    run.title = m_request.file;
    run.clock = m_request.mode + " mode";
    run.period_ps = m_period.value();
    run.result = {{"passed", outcome.exit_code == 0},
                  {"text", "exit code " + std::to_string(outcome.exit_code)}};
    if (!outcome.message.empty()) {
        run.result["failed"] = 1;
        run.result["failures"] = {{{"text", outcome.message}}};
    }
    run.not_supported = m_not_supported;
    report::write_page(out, report::run_data(*m_recorder, {m_part.part.unit, m_part.part.events},
                                             run, TLM_PMU_VERSION));
    m_recorder.reset();
}

} // namespace platform::pmu_run
