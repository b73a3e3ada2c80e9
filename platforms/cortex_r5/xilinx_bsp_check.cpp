// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/xilinx_bsp_check.h>

#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/xilinx_bsp.h>
#include <report/perf_table.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <string>

namespace platform::cortex_r5 {

namespace {

using reg = pmu::cortex_r5_register;

constexpr std::uint64_t divider = 64; ///< cycles to one count of PMCCNTR
constexpr std::uint64_t boot_cycles = 100 * divider;
constexpr std::uint64_t sleep_cycles = 1000 * divider; ///< about: a sleep is in microseconds
constexpr std::uint64_t group_cycles = 10'000;         ///< of activity for each event group
constexpr unsigned increments = 3;                     ///< by software, in the example program

constexpr std::uint32_t software_increment = 0x00;
constexpr std::uint32_t instructions = 0x08;
constexpr std::uint32_t data_reads = 0x06;

void expect(const std::string& what, std::uint64_t is, std::uint64_t expected) {
    if (is != expected) {
        throw std::runtime_error("Xilinx BSP: " + what + " is " + std::to_string(is) +
                                 ", expected " + std::to_string(expected));
    }
}

class xilinx_check {
public:
    xilinx_check(cortex_r5_platform& target, activity::activity_source& source, std::ostream& out)
        : m_platform(target), m_source(source), m_out(out), m_cp15(target.cpu),
          m_cpu_hz(sc_core::sc_time(1, sc_core::SC_SEC) / target.period()),
          m_bsp(target.cpu, static_cast<std::uint64_t>(std::llround(m_cpu_hz))) {}

    void boot() {
        m_bsp.cpu_init();
        m_booted = m_platform.cpu.edges();
        expect("PMCR after boot", m_cp15.read(reg::PMCR), 0x4115'1809);
        expect("PMCNTENSET after boot", m_cp15.read(reg::PMCNTENSET), cycle_bit);
        m_platform.cpu.pass(boot_cycles);
        expect("PMCCNTR after boot", m_cp15.read(reg::PMCCNTR), boot_cycles / divider);
    }

    void sleeps() {
        const std::string boot_line = "  Xilinx boot: PMCCNTR counts every 64th cycle";
        if (m_bsp.counts_per_second() == 0) {
            m_out << boot_line << ", too slow a clock for usleep\n";
            return;
        }
        const double wanted = static_cast<double>(sleep_cycles) / m_cpu_hz * 1e6;
        const auto microseconds = static_cast<std::uint64_t>(std::max(std::llround(wanted), 1LL));
        const std::string plain = sleep(microseconds);
        m_cp15.write(reg::PMCCNTR, UINT32_MAX);
        const std::string across_wrap = sleep(microseconds);
        expect("PMOVSR after the wrap", m_cp15.read(reg::PMOVSR), cycle_bit);
        m_platform.cpu.let_outputs_arrive();
        expect("PMUIRQ, which nothing enables,", m_platform.pmuirq(), 0);
        m_out << boot_line << "; usleep(" << microseconds << ") takes " << plain
              << ", across the wrap " << across_wrap << '\n';
    }

    void event_groups() {
        const std::uint64_t before = m_cp15.read(reg::PMCCNTR) - counted_cycles();
        for (std::size_t group = 0; group < xpm_event_groups.size(); ++group) {
            m_bsp.set_events(group);
            const activity::activity_totals start = m_source.totals();
            m_platform.cpu.pass(group_cycles);
            const xilinx_bsp::counts counts = m_bsp.get_event_counters();
            for (std::size_t i = 0; i < counts.size(); ++i) {
                expect_count(xpm_event_groups[group][i], counts[i], start);
            }
        }
        const auto expected = static_cast<std::uint32_t>(before + counted_cycles());
        expect("PMCCNTR after the event groups", m_cp15.read(reg::PMCCNTR), expected);
        m_out << "  Xilinx xpm_counter: the counts of " << xpm_event_groups.size()
              << " event groups equal the generator's totals; PMCCNTR goes on\n";
    }

    // The example program of xpm_counter, and then the slip in Xpm_DisableEvent.
    void example_program() {
        m_bsp.disable_event_counters();
        m_bsp.reset_event_counters();
        const std::uint32_t events[] = {software_increment, instructions, data_reads};
        for (unsigned i = 0; i < std::size(events); ++i) {
            expect("the counter from Xpm_SetUpAnEvent", m_bsp.set_up_an_event(events[i]), i);
        }
        const activity::activity_totals start = m_source.totals();
        for (unsigned i = 0; i < increments; ++i) {
            m_cp15.write(reg::PMSWINC, 1U << 0);
        }
        m_platform.cpu.pass(group_cycles);
        expect("the software counter", m_bsp.get_event_counter(0), increments);
        expect_count(instructions, m_bsp.get_event_counter(1), start);
        expect_count(data_reads, m_bsp.get_event_counter(2), start);
        expect("a fourth Xpm_SetUpAnEvent", m_bsp.set_up_an_event(instructions),
               xilinx_bsp::none_free);

        const std::uint32_t reads = m_bsp.get_event_counter(2);
        m_bsp.disable_event(1);
        expect("PMCNTENSET after Xpm_DisableEvent(1)", m_cp15.read(reg::PMCNTENSET), 1U << 1);
        m_platform.cpu.pass(group_cycles);
        expect_count(instructions, m_bsp.get_event_counter(1), start);
        expect("a counter that Xpm_DisableEvent(1) stops", m_bsp.get_event_counter(2), reads);
        m_out << "  Xilinx example program: the software counter reads " << increments
              << ", a fourth Xpm_SetUpAnEvent returns 0xFF\n\n";
    }

private:
    static constexpr std::uint32_t cycle_bit = pmu::cortex_r5_counters::cycle_bit;

    /// What PMCCNTR has counted since boot.
    std::uint64_t counted_cycles() const { return (m_platform.cpu.edges() - m_booted) / divider; }

    /// \return how long it took
    std::string sleep(std::uint64_t microseconds) {
        // NOLINTNEXTLINE(performance-unnecessary-copy-initialization): the kernel changes its own
        const sc_core::sc_time start = sc_core::sc_time_stamp();
        m_bsp.usleep(microseconds);
        const sc_core::sc_time took = sc_core::sc_time_stamp() - start;
        const double asked = static_cast<double>(microseconds) * 1e-6 * m_cpu_hz;
        // A sleep starts and ends within a count, and COUNTS_PER_SECOND is rounded.
        const double tolerance = 3.0 * static_cast<double>(divider) + asked * 33 / m_cpu_hz;
        if (std::abs(took / m_platform.period() - asked) > tolerance) {
            throw std::runtime_error("Xilinx BSP: usleep(" + std::to_string(microseconds) +
                                     ") took " + report::time_text(took.value()));
        }
        return report::time_text(took.value());
    }

    /// An event that the generator does not make must not be counted at all.
    void expect_count(std::uint32_t event, std::uint32_t count,
                      const activity::activity_totals& start) {
        const activity::event_map& kinds = cortex_r5_event_kinds();
        const std::uint64_t expected = kinds.total(event, m_source.totals()).value_or(0) -
                                       kinds.total(event, start).value_or(0);
        expect("the count of event " + std::to_string(event), count, expected);
    }

    cortex_r5_platform& m_platform;
    activity::activity_source& m_source;
    std::ostream& m_out;
    cortex_r5_cp15 m_cp15;
    const double m_cpu_hz;
    xilinx_bsp m_bsp;
    std::uint64_t m_booted = 0; ///< edges
};

} // namespace

void check_xilinx_bsp(cortex_r5_platform& target, activity::activity_source& source,
                      std::uint64_t seed, std::ostream& out) {
    xilinx_check check(target, source, out);
    check.boot();
    check.sleeps();
    source.restart(seed);
    target.cpu.pass(1);
    check.event_groups();
    check.example_program();
}

} // namespace platform::cortex_r5
