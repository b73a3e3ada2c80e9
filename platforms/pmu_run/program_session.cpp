// SPDX-License-Identifier: Apache-2.0
#include "program_session.h"

#include "outputs.h"
#include "program_snapshot.h"
#include "run_progress.h"
#include "runner.h"
#include "stop_request.h"

#include <part/player_target.h>
#include <pmu/core/snapshot.h>
#include <report/page.h>
#include <report/run_data.h>
#include <report/run_recorder.h>
#include <report/timeline.h>
#include <report/vcd_file.h>
#include <report/wave_save.h>

#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>

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

report::run_description description_of(const program::program& p,
                                       const program::play_result& result,
                                       const part::pmu_platform& target) {
    report::run_description run;
    run.kind = "program";
    run.title = p.file;
    run.clock = target.ticks() ? "sc_clock" : "tickless";
    run.period_ps = target.period().value();
    run.result = to_json(p, result);
    return run;
}

/// Goes on as what was saved. To be called from the stub CPU's thread.
/// \throws std::runtime_error
void continue_from(const program_state& state, const std::string& file, part::pmu_platform& target,
                   part::player_target& player) {
    try {
        continue_from(state, target, player);
    } catch (const pmu::snapshot_error& e) {
        throw std::runtime_error(file + ": " + e.what());
    }
}

double picoseconds(const sc_core::sc_time& time) {
    return time / sc_core::sc_time(1, sc_core::SC_PS);
}

/// One program in this process: its platform, what watches that, and what comes of it.
class program_session {
public:
    program_session(const part::part_entry& part, const program::program& p,
                    const run_request& request)
        : m_part(part), m_program(p), m_request(request),
          m_target(part.make(request.clock, options_of(part.unit, p))),
          m_progress(picoseconds(m_target->period())),
          m_player(*m_target,
                   m_progress.stop_question([] { return picoseconds(sc_core::sc_time_stamp()); })) {
        if (request.vcd != nullptr) {
            trace();
        }
        if (request.totals || is_recorded()) {
            m_target->count_totals();
        }
        if (is_recorded()) {
            m_recorder = std::make_unique<report::run_recorder>(
                "run_recorder", m_target->watched(), part.unit.registers(), m_target->period(),
                m_target->watched().totals, report::looking::by_itself);
        }
        if (!request.restore.empty()) {
            m_state = load_state(request.restore, part.unit);
        }
    }

    /// \return the outcome as JSON
    json run() {
        m_target->cpu.set_task([this] {
            try {
                play();
            } catch (const std::bad_alloc&) {
                m_has_memory = false;
            } catch (const std::runtime_error&) {
                m_error = std::current_exception();
            }
            sc_core::sc_stop();
        });
        sc_core::sc_start();
        finish_trace();
        if (!m_has_memory) {
            throw std::runtime_error(m_program.file + ": the host has no memory left to play it");
        }
        if (m_error) {
            std::rethrow_exception(m_error);
        }
        tell();
        return outcome();
    }

private:
    bool is_recorded() const {
        return m_request.report != nullptr || m_request.timeline != nullptr;
    }

    void trace() {
        m_vcd = std::make_unique<report::vcd_file>(*m_request.vcd);
        m_target->trace(m_vcd.get());
        m_target->watched().observe(m_accesses);
        m_vcd->trace_text(m_accesses.text(), "accesses");
        m_period_ps = std::to_string(static_cast<std::uint64_t>(picoseconds(m_target->period())));
        m_vcd->trace_text(m_player.batches(), program::batches_signal);
        m_vcd->trace_text(m_period_ps, program::period_signal);
    }

    void finish_trace() {
        if (m_vcd == nullptr) {
            return;
        }
        m_vcd->finish();
        if (m_request.wave_save != nullptr) {
            report::write_wave_save(*m_request.wave_save, *m_vcd, m_request.vcd_name,
                                    m_target->period());
        }
    }

    /// In the stub CPU's thread.
    void play() {
        if (!m_request.restore.empty()) {
            continue_from(m_state, m_request.restore, *m_target, m_player);
        }
        if (!m_request.replayed.empty()) {
            m_player.replay(m_request.replayed);
        }
        if (m_request.snapshot != nullptr) {
            m_player.call_after_edge(m_request.save_at, [this] {
                m_request.snapshot->replace(
                    to_bytes(state_of(m_state.cpu, *m_target, m_player), m_part.unit));
                m_is_saved = true;
            });
        }
        std::ostream muted(nullptr);
        m_result =
            program::play(m_program, m_part.unit, m_player, m_request.quiet ? muted : std::cout,
                          std::cerr, m_request.max_statements, m_state.cpu);
        m_registers = registers_of(m_part.unit, *m_target);
        m_totals = m_target->totals();
        if (m_recorder != nullptr) {
            m_recorder->look();
        }
        if (m_request.timeline != nullptr) {
            m_left_out = report::write_timeline(
                *m_request.timeline, *m_recorder,
                {m_program.file, m_part.unit.name(), m_target->period().value(), {}});
        }
        if (m_request.report != nullptr) {
            m_recorded =
                report::run_data(*m_recorder, {m_part.unit, m_part.events},
                                 description_of(m_program, m_result, *m_target), TLM_PMU_VERSION);
        }
    }

    /// After the run.
    void tell() {
        // Where an output made it stop, there is a message about that.
        if (m_result.stopped && cause_of_stop() != stop_cause::output) {
            std::cerr << program::stop_message(m_program, m_result) << '\n';
        }
        if (!m_request.quiet) {
            std::cout << verdict_line(m_program, m_result) << '\n';
        }
        tell_left_out(m_left_out);
        if (m_request.report != nullptr) {
            report::write_page(*m_request.report, m_recorded);
        }
    }

    json outcome() {
        json object = to_json(m_program, m_result);
        object["registers"] = std::move(m_registers);
        object["edges"] = m_target->cpu.edges();
        if (m_request.totals) {
            object["totals"] = to_json(m_totals);
        }
        if (m_request.snapshot != nullptr && !m_is_saved) {
            object[not_saved_key] =
                m_program.file + ": it ends after " + std::to_string(m_target->cpu.edges()) +
                " cycles, before --save-at " + std::to_string(m_request.save_at);
        }
        return object;
    }

    const part::part_entry& m_part;
    const program::program& m_program;
    const run_request& m_request;
    const std::unique_ptr<part::pmu_platform> m_target;
    run_progress m_progress;
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
    bool m_has_memory = true;
    std::exception_ptr m_error; ///< which does not come through the kernel as it is
};

} // namespace

nlohmann::json play_here(const part::part_entry& part, const program::program& p,
                         const run_request& request) {
    return program_session(part, p, request).run();
}

} // namespace platform::pmu_run
