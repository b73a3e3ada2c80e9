// SPDX-License-Identifier: Apache-2.0
#include <xscale/xscale_firmware.h>

#include <xscale/xscale_platform.h>
#include <xscale_common/xsc_firmware.h>

namespace platform::xscale {

namespace {

std::uint32_t address(pmu::xscale_register r) {
    return pmu::xscale_registers[r].address;
}

void start(iss::register_port& unit, const std::vector<std::uint32_t>& events) {
    using namespace pmu::xscale_pmnc;
    using xscale_common::xsc_event_at;
    unit.write(address(pmu::xscale_register::PMNC),
               evtCount0.in_place(xsc_event_at(events, 0)) |
                   evtCount1.in_place(xsc_event_at(events, 1)) | flag_CCNT.mask() |
                   flag_PMN1.mask() | flag_PMN0.mask() | inten_CCNT.mask() | inten_PMN1.mask() |
                   inten_PMN0.mask() | C.mask() | P.mask() | E.mask());
}

void stop(iss::register_port& unit) {
    unit.write(address(pmu::xscale_register::PMNC), 0);
}

/// What is written back clears the flags that were set.
std::uint32_t take_overflows(iss::register_port& unit) {
    using namespace pmu::xscale_pmnc;
    const std::uint32_t pmnc = unit.read(address(pmu::xscale_register::PMNC));
    unit.write(address(pmu::xscale_register::PMNC), pmnc);
    return (pmnc & (flag_CCNT.mask() | flag_PMN1.mask() | flag_PMN0.mask())) >> flag_PMN0.lsb;
}

std::uint32_t select(iss::register_port& /*unit*/, unsigned counter) {
    constexpr pmu::xscale_register counters[] = {
        pmu::xscale_register::PMN0, pmu::xscale_register::PMN1, pmu::xscale_register::CCNT};
    return address(counters[counter]);
}

constexpr iss::counting_driver driver{2, start, stop, take_overflows, select};

} // namespace

const iss::firmware_part& xscale_firmware() {
    return xscale_common::xsc_firmware<pmu::xscale_pmu, iss::cpu_type::xscale, xscale_part,
                                       pmu::xscale_parameters, pmu::xsc_events, driver>();
}

} // namespace platform::xscale
