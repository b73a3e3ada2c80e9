// SPDX-License-Identifier: Apache-2.0
// The register accesses of the Linux perf driver for ARMv6 (specification, section 8.1).
#pragma once

#include <demo/perf_demo.h>
#include <pmu/arm1136/arm1136_parameters.h>
#include <pmu/arm1136/arm1136_registers.h>

#include <cstdint>

namespace platform::arm1136 {

/// Does to the ARM1136 PMU what Linux does: every PMNC update is a read-modify-write, unused
/// counters are parked on event 0x20, the handler writes PMNC back to clear the flags and reloads
/// each counter that overflowed. Cycles go to CCNT, the first event to PMN1, the second to PMN0.
class linux_armv6_perf final : public demo::perf_driver {
public:
    explicit linux_armv6_perf(components::stub_cpu& cpu) : demo::perf_driver(3), m_cpu(cpu) {}

    void add(unsigned counter, std::uint32_t event, std::uint32_t period) override;
    void start() override;
    bool interrupt() override;
    void stop() override;

    /// Of a unit with the parameters that the demonstration leaves alone.
    unsigned start_delay() const override { return pmu::arm1136_config{}.start_delay_cycles; }

private:
    std::uint32_t read(pmu::arm1136_register r);
    void write(pmu::arm1136_register r, std::uint32_t value);
    void disable(unsigned counter);
    void enable(unsigned counter, std::uint32_t event);
    void set_period(unsigned counter);
    void update(unsigned counter);

    components::stub_cpu& m_cpu;
};

} // namespace platform::arm1136
