// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/xilinx_bsp.h>

#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/cortex_r5_cp15.h>
#include <report/perf_table.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <ostream>
#include <stdexcept>
#include <string>

namespace platform::cortex_r5 {

namespace {

namespace pmcr = pmu::cortex_r5_pmcr;
using reg = pmu::cortex_r5_register;

constexpr std::uint32_t event_counter_bits = 0x7;
constexpr std::uint32_t cycle_bit = pmu::cortex_r5_counters::cycle_bit;
constexpr unsigned poll_cycles = 8; ///< that one look at PMCCNTR takes in the loop of usleep()

/// The event groups XPM_CNTRCFG1 to XPM_CNTRCFG16: what counter 0, 1 and 2 count.
constexpr std::array<std::array<std::uint8_t, 3>, 16> xpm_event_groups = {{
    {0x00, 0x01, 0x03},
    {0x04, 0x06, 0x07},
    {0x08, 0x5E, 0x09},
    {0x0A, 0x0B, 0x0C},
    {0x0D, 0x0E, 0x0F},
    {0x10, 0x11, 0x12},
    {0x40, 0x41, 0x42},
    {0x43, 0x44, 0x45},
    {0x4A, 0x4B, 0x4C},
    {0x4D, 0x4E, 0x4F},
    {0x58, 0x5A, 0x5B},
    {0x5C, 0x5D, 0x60},
    {0x61, 0x62, 0x64},
    {0x65, 0x66, 0x67},
    {0x68, 0x69, 0x6A},
    {0x6B, 0x6C, 0x6D},
}};

/// The register accesses of Xilinx's BSP: boot, xpm_counter and usleep,
/// as of September 2024, slips included. Runs in the stub CPU's thread.
class xilinx_bsp {
public:
    using counts = std::array<std::uint32_t, pmu::cortex_r5_counters::event_counters>;

    static constexpr unsigned none_free = 0xFF;

    /// \param cpu_hz of the clock, as the BSP has been told
    xilinx_bsp(components::stub_cpu& cpu, std::uint64_t cpu_hz)
        : m_cpu(cpu), m_cp15(cpu), m_cpu_hz(cpu_hz) {}

    /// What cpu_init.S does: PMCCNTR counts every 64th cycle from then on.
    void cpu_init() {
        m_cp15.write(reg::PMXEVCNTR, 0);
        m_cp15.write(reg::PMOVSR, cycle_bit);
        m_cp15.write(reg::PMCR, pmcr::D.mask() | pmcr::C.mask() | pmcr::E.mask());
        m_cp15.write(reg::PMCNTENSET, cycle_bit);
    }

    /// COUNTS_PER_SECOND of PMCCNTR, rounded; 0 below 32 Hz, where usleep() cannot wait.
    std::uint64_t counts_per_second() const { return (m_cpu_hz + 32) / 64; }
    /// Polls PMCCNTR, across its wraps, until the time is over.
    void usleep(std::uint64_t microseconds) {
        std::uint32_t old = m_cp15.read(reg::PMCCNTR);
        const std::uint64_t end = old + microseconds * counts_per_second() / 1'000'000;
        std::uint64_t now = old;
        while (now < end) {
            m_cpu.pass(poll_cycles);
            const std::uint32_t value = m_cp15.read(reg::PMCCNTR);
            const std::uint64_t wraps = (now >> 32) + (value < old ? 1 : 0);
            now = wraps << 32 | value;
            old = value;
        }
    }

    // Xpm_ and what follows in the name.

    void disable_event_counters() {
        const std::uint32_t enabled = m_cp15.read(reg::PMCNTENCLR);
        m_cp15.write(reg::PMCNTENCLR, (enabled & ~cycle_bit) | event_counter_bits);
    }
    void enable_event_counters() { m_cp15.modify(reg::PMCNTENSET, 0, event_counter_bits); }
    void reset_event_counters() { m_cp15.modify(reg::PMCR, 0, pmcr::P.mask()); }
    /// \param group index in xpm_event_groups
    void set_events(std::size_t group) {
        disable_event_counters();
        for (unsigned i = 0; i < counts{}.size(); ++i) {
            m_cp15.write(reg::PMSELR, i);
            m_cp15.write(reg::PMXEVTYPER, xpm_event_groups[group][i]);
        }
        reset_event_counters();
        enable_event_counters();
    }
    /// Stops the event counters and reads them.
    counts get_event_counters() {
        disable_event_counters();
        counts read{};
        for (unsigned i = 0; i < read.size(); ++i) {
            read[i] = get_event_counter(i);
        }
        return read;
    }
    /// \return the counter, 0 to 2; `none_free` if all are enabled
    unsigned set_up_an_event(std::uint32_t event) {
        const std::uint32_t enabled = m_cp15.read(reg::PMCNTENSET);
        for (unsigned i = 0; i < counts{}.size(); ++i) {
            if ((enabled & 1U << i) == 0) {
                m_cp15.write(reg::PMSELR, i);
                m_cp15.write(reg::PMXEVTYPER, event);
                m_cp15.write(reg::PMCNTENSET, (enabled & event_counter_bits) | 1U << i);
                return i;
            }
        }
        return none_free;
    }
    std::uint32_t get_event_counter(unsigned counter) {
        m_cp15.write(reg::PMSELR, counter);
        return m_cp15.read(reg::PMXEVCNTR);
    }
    /// Leaves this counter on and disables all others, PMCCNTR included: the BSP's slip.
    void disable_event(unsigned counter) { m_cp15.modify(reg::PMCNTENCLR, 1U << counter, 0); }

private:
    components::stub_cpu& m_cpu;
    cortex_r5_cp15 m_cp15;
    std::uint64_t m_cpu_hz;
};

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
