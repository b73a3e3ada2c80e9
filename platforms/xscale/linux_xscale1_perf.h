// SPDX-License-Identifier: Apache-2.0
// The register accesses of the Linux perf driver for XSC1 (specification, section 8).
#pragma once

#include <pmu/xscale/xscale_registers.h>
#include <xscale_common/linux_xsc_perf.h>

namespace platform::xscale {

/// Every update is a read-modify-write of PMNC, so every one clears the flags that are set. Unused
/// counters are parked on event 0xFF. Cycles go to CCNT, the first event to PMN1, the second to
/// PMN0.
class linux_xscale1_perf final : public xscale_common::linux_xsc_perf {
public:
    static constexpr unsigned event_counters = 2;

    explicit linux_xscale1_perf(components::stub_cpu& cpu)
        : xscale_common::linux_xsc_perf(cpu, pmu::xscale_registers, event_counters) {}

protected:
    std::size_t register_of(unsigned counter) const override;
    void enable(unsigned counter, std::uint32_t event) override;
    void disable(unsigned counter) override;
    void resume() override;
    void halt() override;
    std::uint32_t acknowledge() override;
    std::uint32_t flag_of(unsigned counter) const override;

private:
    std::uint32_t read_pmnc();
    void write_pmnc(std::uint32_t value);
};

} // namespace platform::xscale
