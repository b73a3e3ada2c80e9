// SPDX-License-Identifier: Apache-2.0
#include <xscale/xscale_firmware.h>

#include <xscale/xscale_platform.h>
#include <xscale_common/xsc_firmware.h>

namespace platform::xscale {

namespace {

struct sampling_driver {
    using reg = pmu::xscale_register;

    template <class Registers>
    static void start(Registers& registers, std::vector<std::uint32_t> events) {
        using namespace pmu::xscale_pmnc;
        events.resize(2);
        const std::uint32_t selected =
            evtCount0.in_place(events[0]) | evtCount1.in_place(events[1]);
        const std::uint32_t pmnc = pmu::xscale_registers[reg::PMNC].address;
        registers.write(pmnc, selected);
        registers.write(pmnc, selected | C.mask() | P.mask() | E.mask());
    }
    template <class Registers>
    static void load(Registers& registers, unsigned counter, std::uint32_t value) {
        constexpr reg counters[] = {reg::PMN0, reg::PMN1, reg::CCNT};
        registers.write(pmu::xscale_registers[counters[counter]].address, value);
    }
};

} // namespace

const iss::firmware_part& xscale_firmware() {
    return xscale_common::xsc_firmware<pmu::xscale_pmu, sampling_driver, iss::cpu_type::xscale,
                                       xscale_part, pmu::xscale_parameters, pmu::xsc_events>();
}

} // namespace platform::xscale
