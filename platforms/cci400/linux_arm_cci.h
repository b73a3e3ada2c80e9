// SPDX-License-Identifier: Apache-2.0
// The register accesses of the Linux perf driver for the CCI-400 (specification, section 10).
#pragma once

#include <demo/perf_demo.h>
#include <pmu/cci400/cci400_registers.h>

#include <cstdint>

namespace platform::cci400 {

/// Does to the CCI-400 PMU what Linux does since version 4.6, by Non-secure accesses: counters are
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
