// SPDX-License-Identifier: Apache-2.0
#include <cortex_r5/cortex_r5_activity.h>
#include <cortex_r5/cortex_r5_cp15.h>
#include <cortex_r5/cortex_r5_plan.h>
#include <cortex_r5/cortex_r5_platform.h>
#include <cortex_r5/xilinx_bsp.h>
#include <demo/perf_demo.h>
#include <demo/perf_plan.h>

#include <stdexcept>

namespace platform::cortex_r5 {

namespace {

namespace pmcr = pmu::cortex_r5_pmcr;

constexpr std::uint64_t reset_edges = 4; ///< between the two vendors' software

/// What PMU_init makes the event counters count: ICACHE_MISS, DCACHE_ACCESS, DCACHE_MISS.
constexpr std::uint32_t initial_events[] = {0x01, 0x04, 0x03};

/// The register accesses of TI's MCU+ SDK: CSL functions and PMU_init.
/// Counts with the functions of CSL_armR5Pmu, started up by PMU_init. Its counters are 0 to 2 and
/// 31, which is PMCCNTR. All of them are enabled one by one while PMCR.E stays 1; a counter that
/// overflowed is set anew by the handler while it goes on.
class ti_csl_pmu final : public demo::perf_driver {
public:
    explicit ti_csl_pmu(components::stub_cpu& cpu)
        : demo::perf_driver(event_counters + 1), m_cp15(cpu) {}

    /// PMU_init: everything counts when it returns.
    void probe() override {
        if (get_num_cntrs() != event_counters) {
            throw std::runtime_error("PMCR.N is not 3");
        }
        cfg(false, false, true);
        for (unsigned n = 0; n < event_counters; ++n) {
            cfg_cntr(n, initial_events[n]);
        }
        for (unsigned n = 0; n < event_counters; ++n) {
            enable_cntr_overflow_intr(n, false);
        }
        enable_cntr_overflow_intr(cycle_counter, false);
        reset_cntrs();
        reset_cycle_cnt();
        enable_all_cntrs(true);
        for (unsigned n = 0; n < event_counters; ++n) {
            enable_cntr(n, true);
        }
        enable_cntr(cycle_counter, true);
    }
    void add(unsigned counter, std::uint32_t event, std::uint32_t period) override {
        const unsigned n = csl_number(counter);
        m_counters[counter] = demo::sampled_counter(period);
        enable_cntr(n, false);
        if (n != cycle_counter) {
            cfg_cntr(n, event);
        }
        set_cntr(n, m_counters[counter].reload());
        clear_cntr_overflow_status(1U << n);
        enable_cntr_overflow_intr(n, true);
    }
    void start() override {
        for (unsigned i = 0; i < m_counters.size(); ++i) {
            if (m_counters[i].is_used()) {
                enable_cntr(csl_number(i), true);
            }
        }
    }
    bool interrupt() override {
        const std::uint32_t status = read_cntr_overflow_status();
        if (status == 0) {
            return false;
        }
        clear_cntr_overflow_status(status);
        for (unsigned i = 0; i < m_counters.size(); ++i) {
            demo::sampled_counter& c = m_counters[i];
            const unsigned n = csl_number(i);
            if (c.is_used() && (status & 1U << n) != 0) {
                c.take_interrupt();
                c.take(read_cntr(n));
                set_cntr(n, c.reload());
            }
        }
        return true;
    }
    void stop() override {
        for (unsigned i = 0; i < m_counters.size(); ++i) {
            if (m_counters[i].is_used()) {
                const unsigned n = csl_number(i);
                enable_cntr(n, false);
                enable_cntr_overflow_intr(n, false);
                clear_cntr_overflow_status(1U << n);
                m_counters[i].take(read_cntr(n));
                m_counters[i].release();
            }
        }
    }

private:
    using reg = pmu::cortex_r5_register;
    static constexpr unsigned event_counters = pmu::cortex_r5_counters::event_counters;
    static constexpr unsigned cycle_counter = 31; ///< as CSL numbers PMCCNTR

    /// CSL's number of a counter of perf_driver.
    static constexpr unsigned csl_number(unsigned counter) {
        return counter == 0 ? cycle_counter : counter - 1;
    }

    // CSL_armR5Pmu and what follows in the name; n is 0 to 2, or 31.

    void cfg(bool divide, bool export_events, bool user) {
        m_cp15.modify(reg::PMCR, pmcr::D.mask() | pmcr::X.mask(),
                      pmcr::D.in_place(divide) | pmcr::X.in_place(export_events));
        m_cp15.write(reg::PMUSERENR, user ? 1 : 0);
    }
    void enable_all_cntrs(bool enable) {
        m_cp15.modify(reg::PMCR, pmcr::E.mask(), pmcr::E.in_place(enable));
    }
    unsigned get_num_cntrs() const { return pmcr::N.of(m_cp15.read(reg::PMCR)); }
    /// Event counters only: PMCCNTR has no event to select.
    void cfg_cntr(unsigned n, std::uint32_t event) {
        m_cp15.write(reg::PMSELR, n & 0x1FU);
        m_cp15.write(reg::PMXEVTYPER, event & 0xFFU);
    }
    void enable_cntr_overflow_intr(unsigned n, bool enable) {
        m_cp15.write(enable ? reg::PMINTENSET : reg::PMINTENCLR, 1U << n);
    }
    void enable_cntr(unsigned n, bool enable) {
        m_cp15.write(enable ? reg::PMCNTENSET : reg::PMCNTENCLR, 1U << n);
    }
    std::uint32_t read_cntr(unsigned n) { return m_cp15.read(select(n)); }
    void set_cntr(unsigned n, std::uint32_t value) { m_cp15.write(select(n), value); }
    std::uint32_t read_cntr_overflow_status() const { return m_cp15.read(reg::PMOVSR); }
    void clear_cntr_overflow_status(std::uint32_t mask) { m_cp15.write(reg::PMOVSR, mask); }
    void reset_cycle_cnt() { m_cp15.modify(reg::PMCR, 0, pmcr::C.mask()); }
    void reset_cntrs() { m_cp15.modify(reg::PMCR, 0, pmcr::P.mask()); }

    /// The register that counts, after it has been selected.
    reg select(unsigned n) {
        if (n == cycle_counter) {
            return reg::PMCCNTR;
        }
        m_cp15.write(reg::PMSELR, n & 0x1FU);
        return reg::PMXEVCNTR;
    }

    cortex_r5_cp15 m_cp15;
};

} // namespace

bool cortex_r5_demo(const part::demo_request& request, std::ostream& out) {
    cortex_r5_platform target("platform", request.clock, {});
    activity::activity_source source("activity", request.clock.period, request.seed,
                                     cortex_r5_pipeline());
    drive_activity(source, target);
    demo::demo_plan plan = cortex_r5_plan(source);
    plan.title = "Cortex-R5, TI CSL PMU driver";
    plan.prologue = [&] {
        check_xilinx_bsp(target, source, request.seed, out);
        source.stop();
        target.set_reset(true);
        target.cpu.pass(reset_edges);
        target.set_reset(false);
        target.cpu.outputs_may_change();
    };
    ti_csl_pmu driver(target.cpu);
    return demo::run_perf_demo(target, driver, plan, request, out);
}

} // namespace platform::cortex_r5
