// SPDX-License-Identifier: Apache-2.0
#include "program_session.h"

#include "program_snapshot.h"
#include <pmu_run/command_line/numbers.h>
#include <pmu_run/run/runner.h>

#include <page/page.h>
#include <pmu/core/snapshot.h>
#include <process/lack_of_memory.h>
#include <report/run_data.h>
#include <report/run_recorder.h>
#include <report/timeline.h>
#include <report/vcd_file.h>
#include <report/wave_save.h>

#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>

namespace platform::pmu_run {

namespace {

using nlohmann::json;

json registers_of(const program::unit_info& unit, part::pmu_platform& target) {
    json values = json::object();
    for (const pmu::register_desc& r : unit.registers()) {
        std::uint32_t value = 0;
        if (target.cpu.debug(target.unit_base() + r.address, false, value)) {
            values[r.name] = value;
        }
    }
    for (const pmu::banked_register& r : unit.registers().banked()) {
        values[r.name] = target.peek(r);
    }
    return values;
}

json to_json(const std::vector<pmu::event_total>& totals) {
    json all = json::array();
    for (const pmu::event_total& t : totals) {
        all.push_back({{"event", t.number}, {"name", t.name}, {"total", t.total}});
    }
    return all;
}

json to_json(const program::program& p, const program::play_result& result) {
    json failures = json::array();
    for (const program::failed_check& f : result.failures) {
        failures.push_back({{"line", f.line}, {"text", f.text}});
    }
    json object = {
        {"file", p.file},          {"passed", result.passed()},       {"checks", result.checks},
        {"failed", result.failed}, {"statements", result.statements}, {"stopped", result.stopped},
        {"failures", failures}};
    if (result.stopped) {
        object["stopped_at_line"] = result.line;
    }
    return object;
}

/// One program in this process: its platform, what watches that, and what comes of it.
class program_session {
public:
    program_session(const program::program& p, const program_setup& setup)
        : m_part(setup.part), m_program(p), m_setup(setup),
          m_target(m_part.make(setup.clock, options_of(m_part.unit, p))),
          m_player(*m_target,
                   stop_question_with_progress(m_target->period(), sc_core::sc_time_stamp)) {
        if (output_file* const vcd = output("--vcd")) {
            trace(vcd->stream());
        }
        const bool is_recorded = output("--report") != nullptr || output("--timeline") != nullptr;
        if (wants_totals() || is_recorded) {
            m_target->count_totals();
        }
        if (is_recorded) {
            m_recorder = std::make_unique<report::run_recorder>(
                "run_recorder", m_target->watched(), m_part.unit.registers(), m_target->period(),
                m_target->watched().totals, report::looking::by_itself);
        }
        if (!restored().empty()) {
            m_state = load_state(restored(), m_part.unit);
        }
    }

    /// \return the outcome as JSON
    json run() {
        const std::exception_ptr error = simulate(*m_target, [this] { play(); });
        finish_trace();
        if (error) {
            std::rethrow_exception(error);
        }
        tell_verdict(m_program, m_result, !m_setup.request.is_quiet());
        tell_left_out(m_left_out);
        if (output_file* const page = output("--report")) {
            page::write_page(page->stream(), m_recorded);
        }
        return outcome();
    }

private:
    output_file* output(const char* option) const { return m_setup.outputs.find(option); }
    bool wants_totals() const { return m_setup.request.stat.has_value(); }
    const std::string& restored() const { return m_setup.request.programs.restore; }

    void trace(std::ostream& out) {
        m_vcd = std::make_unique<report::vcd_file>(out);
        m_target->trace(m_vcd.get());
        m_target->watched().observe(m_accesses);
        m_vcd->trace_text(m_accesses.text(), "accesses");
        m_period_ps = std::to_string(m_target->period().value());
        m_vcd->trace_text(m_player.batches(), program::batches_signal);
        m_vcd->trace_text(m_period_ps, program::period_signal);
    }

    void finish_trace() {
        if (m_vcd == nullptr) {
            return;
        }
        m_vcd->finish();
        const std::string& dump = m_setup.request.programs.vcd;
        if (const std::string save = report::wave_save_of(dump); !save.empty()) {
            report::write_wave_save(m_setup.outputs.find("--vcd", save)->stream(), *m_vcd,
                                    std::filesystem::path(dump).filename().string(),
                                    m_target->period());
        }
    }

    /// What comes before the program's own statements. In the stub CPU's thread.
    void begin() {
        if (!restored().empty()) {
            try {
                continue_from(m_state, *m_target, m_player);
            } catch (const pmu::snapshot_error& e) {
                throw usage_error(restored(), ": ", e.what());
            }
        }
        if (!m_setup.replayed.empty()) {
            m_player.replay(m_setup.replayed);
        }
        if (output_file* const snapshot = output("--save-at")) {
            m_player.call_after_edge(save_at(), [this, snapshot] {
                snapshot->replace(
                    to_bytes(state_of(m_state.cpu, *m_target, m_player), m_part.unit));
                m_is_saved = true;
            });
        }
    }

    /// In the stub CPU's thread.
    void play() {
        begin();
        std::ostream muted(nullptr);
        m_result = program::play(m_program, m_part.unit, m_player,
                                 m_setup.request.is_quiet() ? muted : std::cout, std::cerr,
                                 m_setup.request.run.instructions.value_or(0), m_state.cpu);
        m_registers = registers_of(m_part.unit, *m_target);
        m_totals = m_target->totals();
        if (m_recorder != nullptr) {
            m_recorder->look();
        }
        if (output_file* const timeline = output("--timeline")) {
            m_left_out = report::write_timeline(
                timeline->stream(), *m_recorder,
                {m_program.file, m_part.unit.name(), m_target->period().value(), {}});
        }
        if (output("--report") != nullptr) {
            m_recorded =
                report::run_data(*m_recorder, {m_part.unit, m_part.events},
                                 {"program", m_program.file, name_of(m_target->kind_of_clock()),
                                  m_target->period().value(), to_json(m_program, m_result)},
                                 TLM_PMU_VERSION);
        }
    }

    std::uint64_t save_at() const {
        return *read_whole_number(m_setup.request.programs.save_at.front());
    }

    json outcome() {
        json object = to_json(m_program, m_result);
        object["registers"] = std::move(m_registers);
        object["edges"] = m_target->cpu.edges();
        if (wants_totals()) {
            object["totals"] = to_json(m_totals);
        }
        if (output("--save-at") != nullptr && !m_is_saved) {
            object[not_saved_key] = m_program.file + ": it ends after " +
                                    std::to_string(m_target->cpu.edges()) +
                                    " cycles, before --save-at " + std::to_string(save_at());
        }
        return object;
    }

    const part::part_entry& m_part;
    const program::program& m_program;
    const program_setup& m_setup;
    const std::unique_ptr<part::pmu_platform> m_target;
    part::player_target m_player;
    std::unique_ptr<report::vcd_file> m_vcd;
    report::access_text m_accesses;
    std::string m_period_ps;
    std::unique_ptr<report::run_recorder> m_recorder;
    program_state m_state;
    program::play_result m_result;
    json m_registers;
    std::vector<pmu::event_total> m_totals;
    std::vector<std::string> m_left_out; ///< of the timeline
    nlohmann::ordered_json m_recorded;
    bool m_is_saved = false;
};

} // namespace

nlohmann::json play_here(const program::program& p, const program_setup& setup) {
    try {
        return program_session(p, setup).run();
    } catch (const std::bad_alloc&) {
        throw usage_error(p.file, ": ", process::no_memory_left);
    }
}

} // namespace platform::pmu_run
