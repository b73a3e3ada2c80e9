// SPDX-License-Identifier: Apache-2.0
#include <cci400/cci400_demo.h>
#include <cci400/cci400_platform.h>
#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/cortex_r5_cp15.h>
#include <cortex_r5/cortex_r5_plan.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <demo/perf_session.h>
#include <system/system_platform.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace platform::system {

namespace {

namespace pmcr = pmu::cortex_r5_pmcr;

constexpr std::uint32_t pmcr_control = 0x3F; ///< what Linux writes back of PMCR

/// The bit of a counter in the registers that have one a counter. Counter 0 counts cycles.
std::uint32_t bit_of_counter(unsigned counter) {
    return counter == 0 ? pmu::cortex_r5_counters::cycle_bit : 1U << (counter - 1);
}

/// The register accesses of the Linux perf driver for ARMv7 (drivers/perf/arm_v7_pmu.c). Does to
/// the Cortex-R5 PMU what Linux does to an ARMv7 one: set and clear registers, an event counter by
/// way of PMSELR, and a handler that writes PMOVSR back and reloads each counter that overflowed
/// while all of them go on. Cycles go to PMCCNTR, the events to the event counters.
class linux_armv7_perf final : public demo::perf_driver {
public:
    explicit linux_armv7_perf(components::stub_cpu& cpu)
        : demo::perf_driver(counters), m_cp15(cpu) {}

    void probe() override {
        if (pmcr::N.of(m_cp15.read(reg::PMCR)) != counters - 1) {
            throw std::runtime_error("PMCR.N is not 3");
        }
        for (unsigned i = 0; i < counters; ++i) {
            disable(i);
        }
        m_cp15.write(reg::PMCR, pmcr::P.mask() | pmcr::C.mask());
    }
    void add(unsigned counter, std::uint32_t event, std::uint32_t period) override {
        m_counters[counter] = demo::sampled_counter(period);
        m_cp15.write(reg::PMCNTENCLR, bit_of_counter(counter));
        m_cp15.write(select(counter), m_counters[counter].reload());
        if (counter != 0) {
            select(counter);
            m_cp15.write(reg::PMXEVTYPER, event);
        }
        m_cp15.write(reg::PMINTENSET, bit_of_counter(counter));
        m_cp15.write(reg::PMCNTENSET, bit_of_counter(counter));
    }
    void start() override {
        m_cp15.write(reg::PMCR, (m_cp15.read(reg::PMCR) | pmcr::E.mask()) & pmcr_control);
    }
    bool interrupt() override {
        const std::uint32_t flags = m_cp15.read(reg::PMOVSR);
        if (flags == 0) {
            return false;
        }
        m_cp15.write(reg::PMOVSR, flags);
        for (unsigned i = 0; i < counters; ++i) {
            demo::sampled_counter& c = m_counters[i];
            if (c.is_used() && (flags & bit_of_counter(i)) != 0) {
                c.take_interrupt();
                const reg counter = select(i);
                c.take(m_cp15.read(counter));
                m_cp15.write(counter, c.reload());
            }
        }
        return true;
    }
    void stop() override {
        m_cp15.write(reg::PMCR, m_cp15.read(reg::PMCR) & pmcr_control & ~pmcr::E.mask());
        for (unsigned i = 0; i < counters; ++i) {
            if (m_counters[i].is_used()) {
                disable(i);
                m_counters[i].take(m_cp15.read(select(i)));
                m_counters[i].release();
            }
        }
    }

private:
    using reg = pmu::cortex_r5_register;
    static constexpr unsigned counters = pmu::cortex_r5_counters::event_counters + 1;

    /// The register that counts, after it has been selected.
    reg select(unsigned counter) {
        if (counter == 0) {
            return reg::PMCCNTR;
        }
        m_cp15.write(reg::PMSELR, counter - 1);
        return reg::PMXEVCNTR;
    }
    void disable(unsigned counter) {
        m_cp15.write(reg::PMCNTENCLR, bit_of_counter(counter));
        m_cp15.write(reg::PMINTENCLR, bit_of_counter(counter));
        m_cp15.write(reg::PMOVSR, bit_of_counter(counter));
    }

    cortex_r5::cortex_r5_cp15 m_cp15;
};

/// The events that a CPU counts here, for four passes, as many as the CCI-400's events take.
constexpr std::uint32_t cpu_events[] = {0x01, 0x03, 0x04, 0x08, 0x5E, 0x09,
                                        0x10, 0x12, 0x40, 0x41, 0x43, 0x58};

/// A CPU with what it does, and with its driver.
struct cpu_side {
    activity::activity_source source;
    demo::demo_plan plan;
    linux_armv7_perf driver;
    demo::perf_session session;

    cpu_side(unsigned n, cortex_r5_node& node, const part::demo_request& request)
        : source(("activity" + std::to_string(n)).c_str(), request.clock.period, request.seed + n,
                 cortex_r5::cortex_r5_pipeline()),
          plan(cortex_r5::cortex_r5_plan(source)), driver(node.cpu),
          session(node.cpu, n == 0 ? demo::vic_output::irq : demo::vic_output::fiq, request,
                  n == 0 ? "System" : "") {
        cortex_r5::drive_activity(source, node);
        plan.unit = "CPU" + std::to_string(n) + " ";
        plan.interrupt_lines = {components::memory_map::pmuirq_line + n};
        plan.restart_activity = [this, n](std::uint64_t seed) { source.restart(seed + n); };
        const auto is_left_out = [](const demo::demo_event& e) {
            return std::find(std::begin(cpu_events), std::end(cpu_events), e.number) ==
                   std::end(cpu_events);
        };
        plan.events.erase(std::remove_if(plan.events.begin(), plan.events.end(), is_left_out),
                          plan.events.end());
        session.add(driver, plan);
    }
};

} // namespace

bool system_demo(const part::demo_request& request, std::ostream& out) {
    system_platform target("platform", request.clock);
    cpu_side cpu0(0, target.r5[0], request);
    cpu_side cpu1(1, target.r5[1], request);

    cci400::traffic_source traffic("traffic", request.clock.period);
    cci400::drive_traffic(traffic, target.cci);
    demo::demo_plan plan = cci400::cci400_plan(traffic);
    plan.unit = "CCI ";
    plan.interrupt_lines = {cci400::wired_cci400::pmuirq_line};
    cci400::linux_arm_cci driver(target.r5[0].cpu);
    cpu0.session.add(driver, plan);

    if (request.on_begin) {
        const part::part_entry& r5 = cortex_r5::cortex_r5_part();
        request.on_begin({{"CPU 0", &r5, components::watch(target.r5[0].unit)},
                          {"CPU 1", &r5, components::watch(target.r5[1].unit)},
                          {"CCI-400", &cci400::cci400_part(), components::watch(target.cci.unit)}});
    }
    const bool held = demo::run_sessions("Two Cortex-R5 and a CCI-400, Linux perf drivers",
                                         {&cpu0.session, &cpu1.session}, request.clock.period, out);
    if (request.on_end) {
        request.on_end(held);
    }
    return held;
}

} // namespace platform::system
