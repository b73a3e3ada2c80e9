// SPDX-License-Identifier: Apache-2.0
#include <parts/demo/perf_demo.h>

#include <parts/report/progress.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <systemc>

namespace platform {

namespace {

constexpr std::uint64_t lead_in = 16;  ///< edges between the start of the activity and the driver's
constexpr unsigned looks_per_pass = 100; ///< at the progress and at whether to stop

/// Counts of one event over one pass.
struct tally {
    std::uint64_t counted = 0;
    std::uint64_t expected = 0;
};

class session {
public:
    session(pmu_platform& target, perf_driver& driver, const demo_plan& plan,
            const demo_request& request)
        : m_platform(target), m_driver(driver), m_plan(plan), m_request(request), m_vic(target),
          m_progress(plan.title) {}

    void run() {
        m_driver.probe();
        for (const unsigned line : m_plan.interrupt_lines) {
            m_vic.attach(line, [this] { take_interrupt(); });
        }
        const std::size_t width = m_plan.event_counters;
        m_passes = (m_plan.events.size() + width - 1) / width;
        m_interrupts.assign(width + 1, 0);
        for (m_pass = 0; m_pass < m_passes && !m_stopped; ++m_pass) {
            const std::size_t first = m_pass * width;
            const std::size_t last = std::min(first + width, m_plan.events.size());
            run_pass({m_plan.events.begin() + static_cast<std::ptrdiff_t>(first),
                      m_plan.events.begin() + static_cast<std::ptrdiff_t>(last)});
        }
        m_progress.finish();
    }

    bool stopped() const { return m_stopped; }
    std::uint64_t unclaimed() const { return m_unclaimed; }

    perf_table table() const {
        perf_table t;
        t.title = m_plan.title;
        t.elapsed_ps = sc_core::sc_time_stamp().value();
        t.period_ps = m_platform.period().value();
        t.rows.push_back({m_plan.cycles.name, std::nullopt, m_cycles.counted, m_cycles.expected});
        for (std::size_t i = 0; i < m_events.size(); ++i) {
            const demo_event& e = m_plan.events[i];
            t.rows.push_back({e.name, e.number, m_events[i].counted, m_events[i].expected});
        }
        t.ratios = m_plan.ratios;
        t.interrupts.push_back({"cycle counter", m_interrupts[0]});
        for (std::size_t i = 1; i < m_interrupts.size(); ++i) {
            t.interrupts.push_back({"event counter " + std::to_string(i - 1), m_interrupts[i]});
        }
        return t;
    }

private:
    void run_pass(const std::vector<demo_event>& events) {
        m_plan.restart_activity(m_request.seed);
        m_platform.cpu.pass(lead_in);
        m_driver.add(0, m_plan.cycles.number, m_plan.cycles.period);
        std::vector<const demo_event*> counted{&m_plan.cycles};
        for (std::size_t i = 0; i < events.size(); ++i) {
            m_driver.add(static_cast<unsigned>(i + 1), events[i].number, events[i].period);
            counted.push_back(&events[i]);
        }
        m_driver.start();
        m_platform.cpu.pass(m_driver.start_delay());
        std::vector<tally> tallies;
        for (const demo_event* e : counted) {
            tallies.push_back({0, 0U - e->generated()});
        }
        pass_activity();
        m_driver.stop();
        for (std::size_t i = 0; i < counted.size(); ++i) {
            tallies[i].expected += counted[i]->generated();
            tallies[i].counted = m_driver.count(static_cast<unsigned>(i));
            m_interrupts[i] += m_driver.interrupts(static_cast<unsigned>(i));
        }
        // The same activity in each pass: the first pass that is wrong is the one to show.
        if (m_pass == 0 || tallies[0].counted != tallies[0].expected) {
            m_cycles = tallies[0];
        }
        m_events.insert(m_events.end(), tallies.begin() + 1, tallies.end());
    }

    // The CPU takes its interrupts while the activity goes on.
    void pass_activity() {
        const std::uint64_t start = m_platform.cpu.edges();
        const std::uint64_t look = std::max<std::uint64_t>(m_request.cycles / looks_per_pass, 1);
        std::uint64_t passed = 0;
        while (passed < m_request.cycles && !m_stopped) {
            m_platform.cpu.pass_until(m_platform.cpu.irq.posedge_event(),
                                      std::min(look, m_request.cycles - passed));
            passed = m_platform.cpu.edges() - start;
            m_vic.serve();
            m_progress.update(m_pass * m_request.cycles + passed, m_passes * m_request.cycles);
            m_stopped = m_request.stop_asked && m_request.stop_asked();
        }
    }

    void take_interrupt() {
        if (!m_driver.interrupt()) {
            ++m_unclaimed;
        }
    }

    pmu_platform& m_platform;
    perf_driver& m_driver;
    const demo_plan& m_plan;
    const demo_request& m_request;
    vic_driver m_vic;
    progress m_progress;
    std::size_t m_pass = 0;
    std::size_t m_passes = 0;
    bool m_stopped = false;
    std::uint64_t m_unclaimed = 0;
    tally m_cycles;
    std::vector<tally> m_events;
    std::vector<std::uint64_t> m_interrupts; ///< by counter
};

} // namespace

bool run_perf_demo(pmu_platform& target, perf_driver& driver, const demo_plan& plan,
                   const demo_request& request, std::ostream& out) {
    session s(target, driver, plan, request);
    std::string failure;
    target.cpu.set_task([&] {
        try {
            s.run();
        } catch (const std::runtime_error& e) {
            failure = e.what();
        }
        sc_core::sc_stop();
    });
    sc_core::sc_start();
    if (!failure.empty()) {
        out << plan.title << ": " << failure << '\n';
        return false;
    }
    const perf_table table = s.table();
    table.print(out);
    if (s.unclaimed() != 0) {
        out << s.unclaimed() << " interrupts that no counter caused\n";
    }
    if (s.stopped()) {
        out << "stopped before the end\n";
    }
    return table.mismatches().empty() && s.unclaimed() == 0 && !s.stopped();
}

} // namespace platform
