// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_firmware.h>

#include <ixp42x/ixp42x_platform.h>
#include <xscale_common/xsc_firmware.h>

namespace platform::ixp42x {

namespace {

struct sampling_driver {
    using reg = pmu::ixp42x_register;

    template <class Registers>
    static void start(Registers& registers, std::vector<std::uint32_t> events) {
        using namespace pmu::ixp42x_evtsel;
        using namespace pmu::ixp42x_pmnc;
        events.resize(4);
        const std::uint32_t pmnc = pmu::ixp42x_registers[reg::PMNC].address;
        registers.write(pmnc, 0);
        registers.write(pmu::ixp42x_registers[reg::EVTSEL].address,
                        evtCount0.in_place(events[0]) | evtCount1.in_place(events[1]) |
                            evtCount2.in_place(events[2]) | evtCount3.in_place(events[3]));
        registers.write(pmnc, C.mask() | P.mask() | E.mask());
    }
    template <class Registers>
    static void load(Registers& registers, unsigned counter, std::uint32_t value) {
        constexpr reg counters[] = {reg::PMN0, reg::PMN1, reg::PMN2, reg::PMN3, reg::CCNT};
        registers.write(pmu::ixp42x_registers[counters[counter]].address, value);
    }
};

} // namespace

const iss::firmware_part& ixp42x_firmware() {
    return xscale_common::xsc_firmware<pmu::ixp42x_pmu, sampling_driver, iss::cpu_type::ixp42x,
                                       ixp42x_part, pmu::ixp42x_parameters, pmu::xsc_core_events>();
}

} // namespace platform::ixp42x
