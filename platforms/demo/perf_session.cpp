// SPDX-License-Identifier: Apache-2.0
#include <demo/perf_session.h>

#include <algorithm>
#include <iostream>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <systemc>

namespace platform::demo {

namespace {

constexpr std::uint64_t lead_in = 16; ///< edges between the start of the activity and the driver's
constexpr unsigned looks_per_pass = 100; ///< at the progress and at whether to stop

} // namespace

perf_measurement::perf_measurement(perf_driver& driver, const demo_plan& plan)
    : m_driver(driver), m_plan(plan),
      m_passes((plan.events.size() + plan.event_counters - 1) / plan.event_counters),
      m_cycles{&plan.cycles, 0, 0}, m_interrupts(plan.event_counters + 1) {
}

void perf_measurement::begin_pass(components::stub_cpu& cpu, std::size_t pass) {
    const std::size_t first = pass * m_plan.event_counters;
    const std::size_t last = std::min(first + m_plan.event_counters, m_plan.events.size());
    m_running.assign(1, {&m_plan.cycles, 0, 0});
    for (std::size_t i = first; i < last; ++i) {
        m_running.push_back({&m_plan.events[i], 0, 0});
    }
    for (std::size_t i = 0; i < m_running.size(); ++i) {
        const demo_event& e = *m_running[i].event;
        m_driver.add(static_cast<unsigned>(i), e.number, e.period);
    }
    m_driver.start();
    cpu.pass(m_driver.start_delay());
    for (tally& t : m_running) {
        t.expected = 0U - t.event->generated();
    }
}

void perf_measurement::end_pass() {
    m_driver.stop();
    for (std::size_t i = 0; i < m_running.size(); ++i) {
        tally& t = m_running[i];
        t.expected += t.event->generated();
        t.counted = m_driver.count(static_cast<unsigned>(i));
        m_interrupts[i] += m_driver.interrupts(static_cast<unsigned>(i));
    }
    // The same activity in each pass: the first pass that is wrong is the one to show.
    if (m_cycles.counted == m_cycles.expected) {
        m_cycles = m_running.front();
    }
    m_events.insert(m_events.end(), m_running.begin() + 1, m_running.end());
}

void perf_measurement::report(report::perf_table& table) const {
    const std::string& unit = m_plan.unit;
    table.rows.push_back(
        {unit + m_plan.cycles.name, std::nullopt, m_cycles.counted, m_cycles.expected});
    for (const tally& t : m_events) {
        table.rows.push_back({unit + t.event->name, t.event->number, t.counted, t.expected});
    }
    for (report::perf_ratio ratio : m_plan.ratios) {
        ratio.row.insert(0, unit);
        ratio.base.insert(0, unit);
        table.ratios.push_back(std::move(ratio));
    }
    if (!unit.empty()) { // one of several: a line has no room for every counter
        table.interrupts.push_back(
            {unit + "counters",
             std::accumulate(m_interrupts.begin(), m_interrupts.end(), std::uint64_t{0})});
        return;
    }
    table.interrupts.push_back({"cycle counter", m_interrupts[0]});
    for (std::size_t i = 1; i < m_interrupts.size(); ++i) {
        table.interrupts.push_back({"event counter " + std::to_string(i - 1), m_interrupts[i]});
    }
}

perf_session::perf_session(components::stub_cpu& cpu, vic_output interrupt,
                           const part::demo_request& request, const std::string& label)
    : m_cpu(cpu), m_vic(cpu, interrupt), m_request(request), m_label(label),
      m_progress(!label.empty()) {
}

void perf_session::add(perf_driver& driver, const demo_plan& plan) {
    m_measurements.emplace_back(driver, plan);
    m_passes = std::max(m_passes, m_measurements.back().passes());
}

void perf_session::run() {
    for (const perf_measurement& m : m_measurements) {
        if (m.plan().prologue) {
            m.plan().prologue();
        }
    }
    for (perf_measurement& m : m_measurements) {
        m.driver().probe();
        for (const unsigned line : m.plan().interrupt_lines) {
            m_vic.attach(line, [this, &m] { m_unclaimed += m.driver().interrupt() ? 0U : 1U; });
        }
    }
    for (std::size_t pass = 0; pass < m_passes && !m_stopped; ++pass) {
        run_pass(pass);
    }
    m_progress.erase();
}

void perf_session::run_pass(std::size_t pass) {
    std::vector<perf_measurement*> counting;
    for (perf_measurement& m : m_measurements) {
        if (pass < m.passes()) {
            counting.push_back(&m);
            m.plan().restart_activity(m_request.seed);
        }
    }
    m_cpu.pass(lead_in);
    for (perf_measurement* m : counting) {
        m->begin_pass(m_cpu, pass);
    }
    pass_activity(pass);
    for (perf_measurement* m : counting) {
        m->end_pass();
    }
}

// The CPU takes its interrupts while the activity goes on.
void perf_session::pass_activity(std::size_t pass) {
    const std::uint64_t start = m_cpu.edges();
    const std::uint64_t look = std::max<std::uint64_t>(m_request.cycles / looks_per_pass, 1);
    std::uint64_t passed = 0;
    while (passed < m_request.cycles && !m_stopped) {
        m_cpu.pass_until(m_cpu.irq.posedge_event(), std::min(look, m_request.cycles - passed));
        passed = m_cpu.edges() - start;
        m_vic.serve();
        m_progress.show([&](double seconds) {
            return report::share_text(m_label, pass * m_request.cycles + passed,
                                      m_passes * m_request.cycles, "cycles", seconds);
        });
        m_stopped = m_request.stop_asked && m_request.stop_asked();
    }
}

void perf_session::report(report::perf_table& table) const {
    for (const perf_measurement& m : m_measurements) {
        m.report(table);
    }
}

bool run_sessions(const std::string& title, const std::vector<perf_session*>& sessions,
                  const sc_core::sc_time& period, std::ostream& out) {
    std::string failure;
    std::size_t running = sessions.size();
    for (perf_session* s : sessions) {
        s->cpu().set_task([&, s] {
            try {
                s->run();
                if (--running == 0) {
                    sc_core::sc_stop();
                }
            } catch (const std::runtime_error& e) {
                failure = e.what();
                sc_core::sc_stop();
            }
        });
    }
    sc_core::sc_start();
    if (!failure.empty()) {
        out << title << ": " << failure << '\n';
        return false;
    }
    report::perf_table table;
    table.title = title;
    table.elapsed_ps = sc_core::sc_time_stamp().value();
    table.period_ps = period.value();
    std::uint64_t unclaimed = 0;
    bool stopped = false;
    for (const perf_session* s : sessions) {
        s->report(table);
        unclaimed += s->unclaimed();
        stopped = stopped || s->stopped();
    }
    table.print(out);
    if (unclaimed != 0) {
        out << unclaimed << " interrupts that no counter caused\n";
    }
    if (stopped) {
        out << "stopped before the end\n";
    }
    return table.mismatches().empty() && unclaimed == 0 && !stopped;
}

} // namespace platform::demo
