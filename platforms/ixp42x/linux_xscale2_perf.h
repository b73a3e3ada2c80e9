// SPDX-License-Identifier: Apache-2.0
// The register accesses of the Linux perf driver for XSC2 (specification, section 8).
#pragma once

#include <pmu/ixp42x/ixp42x_registers.h>
#include <xscale_common/linux_xsc_perf.h>

namespace platform::ixp42x {

/// Read-modify-writes of EVTSEL and INTEN, FLAG written back as it was read. Unused counters are
/// parked on event 0xFF. Cycles go to CCNT, events to PMN1, PMN0, PMN3, PMN2 in this order.
class linux_xscale2_perf final : public xscale_common::linux_xsc_perf {
public:
    static constexpr unsigned event_counters = 4;

    explicit linux_xscale2_perf(components::stub_cpu& cpu)
        : xscale_common::linux_xsc_perf(cpu, pmu::ixp42x_registers, event_counters) {}

protected:
    std::size_t register_of(unsigned counter) const override;
    void enable(unsigned counter, std::uint32_t event) override;
    void disable(unsigned counter) override;
    void resume() override;
    void halt() override;
    std::uint32_t acknowledge() override;
    std::uint32_t flag_of(unsigned counter) const override;

private:
    std::uint32_t read(pmu::ixp42x_register r);
    void write(pmu::ixp42x_register r, std::uint32_t value);
    std::uint32_t read_pmnc();
    void select(unsigned counter, std::uint32_t event, bool interrupts);
};

} // namespace platform::ixp42x
