// SPDX-License-Identifier: Apache-2.0
// The register accesses of TI's MCU+ SDK: CSL functions and PMU_init (specification, section 9.6).
#pragma once

#include <cortex_r5/cortex_r5_cp15.h>
#include <demo/perf_plan.h>

#include <cstdint>

namespace platform::cortex_r5 {

/// Counts with the functions of CSL_armR5Pmu, started up by PMU_init. Its counters are 0 to 2 and
/// 31, which is PMCCNTR. All of them are enabled one by one while PMCR.E stays 1; a counter that
/// overflowed is set anew by the handler while it goes on.
class ti_csl_pmu final : public demo::perf_driver {
public:
    explicit ti_csl_pmu(components::stub_cpu& cpu)
        : demo::perf_driver(event_counters + 1), m_cp15(cpu) {}

    /// PMU_init: everything counts when it returns.
    void probe() override;
    void add(unsigned counter, std::uint32_t event, std::uint32_t period) override;
    void start() override;
    bool interrupt() override;
    void stop() override;

private:
    using reg = pmu::cortex_r5_register;
    static constexpr unsigned event_counters = pmu::cortex_r5_counters::event_counters;
    static constexpr unsigned cycle_counter = 31; ///< as CSL numbers PMCCNTR

    /// CSL's number of a counter of perf_driver.
    static constexpr unsigned csl_number(unsigned counter) {
        return counter == 0 ? cycle_counter : counter - 1;
    }

    // CSL_armR5Pmu and what follows in the name; n is 0 to 2, or 31.

    void cfg(bool divide, bool export_events, bool user);
    void enable_all_cntrs(bool enable);
    unsigned get_num_cntrs() const;
    /// Event counters only: PMCCNTR has no event to select.
    void cfg_cntr(unsigned n, std::uint32_t event);
    void enable_cntr_overflow_intr(unsigned n, bool enable);
    void enable_cntr(unsigned n, bool enable);
    std::uint32_t read_cntr(unsigned n);
    void set_cntr(unsigned n, std::uint32_t value);
    std::uint32_t read_cntr_overflow_status() const;
    void clear_cntr_overflow_status(std::uint32_t mask);
    void reset_cycle_cnt();
    void reset_cntrs();

    /// The register that counts, after it has been selected.
    reg select(unsigned n);

    cortex_r5_cp15 m_cp15;
};

} // namespace platform::cortex_r5
