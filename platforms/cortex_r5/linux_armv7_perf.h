// SPDX-License-Identifier: Apache-2.0
// The register accesses of the Linux perf driver for ARMv7 (specification, section 9.7).
#pragma once

#include <cortex_r5/cortex_r5_cp15.h>
#include <demo/perf_plan.h>

#include <cstdint>

namespace platform::cortex_r5 {

/// Does to the Cortex-R5 PMU what Linux does to an ARMv7 one: set and clear registers, an event
/// counter by way of PMSELR, and a handler that writes PMOVSR back and reloads each counter that
/// overflowed while all of them go on. Cycles go to PMCCNTR, the events to the event counters.
class linux_armv7_perf final : public demo::perf_driver {
public:
    explicit linux_armv7_perf(components::stub_cpu& cpu)
        : demo::perf_driver(counters), m_cp15(cpu) {}

    void probe() override;
    void add(unsigned counter, std::uint32_t event, std::uint32_t period) override;
    void start() override;
    bool interrupt() override;
    void stop() override;

private:
    using reg = pmu::cortex_r5_register;
    static constexpr unsigned counters = pmu::cortex_r5_counters::event_counters + 1;

    /// The register that counts, after it has been selected.
    reg select(unsigned counter);
    void disable(unsigned counter);

    cortex_r5_cp15 m_cp15;
};

} // namespace platform::cortex_r5
