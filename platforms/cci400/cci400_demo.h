// SPDX-License-Identifier: Apache-2.0
// What a demonstration counts on a CCI-400, and by which driver: the traffic of a processor
// cluster, some of another's and of a display controller's, and a memory interface.
#pragma once

#include <cci400/traffic_source.h>
#include <cci400/wired_cci400.h>
#include <demo/perf_demo.h>

namespace platform::cci400 {

/// Shows the traffic on the event lines of the PMU. During construction only.
void drive_traffic(traffic_source& source, wired_cci400& unit);

/// The plan without a title. Each overflow line has its interrupt.
/// \param source whose totals are right; it is restarted with every pass
demo::demo_plan cci400_plan(traffic_source& source);

/// The register accesses of the Linux perf driver for the CCI-400 (drivers/perf/arm-cci.c). Does
/// to the CCI-400 PMU what Linux does since version 4.6, by Non-secure accesses: counters are
/// enabled and loaded while CEN is 0, the handler stops all counters, clears each flag that it
/// finds and reloads the counters behind them. Linux counts 2^31 from interrupt to interrupt; here
/// the period is the demonstration's.
class linux_arm_cci final : public demo::perf_driver {
public:
    explicit linux_arm_cci(components::stub_cpu& cpu)
        : demo::perf_driver(pmu::cci400_counters + 1), m_cpu(cpu) {}

    void probe() override;
    void add(unsigned counter, std::uint32_t event, std::uint32_t period) override;
    void start() override;
    bool interrupt() override;
    void stop() override;

private:
    std::uint32_t read(std::uint32_t offset);
    void write(std::uint32_t offset, std::uint32_t value);
    void set_cen(bool enable);
    void reload(unsigned counter);
    void update(unsigned counter);

    components::stub_cpu& m_cpu;
};

} // namespace platform::cci400
