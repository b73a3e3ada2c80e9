// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_firmware.h>

#include <ixp42x/ixp42x_platform.h>
#include <xscale_common/xsc_firmware.h>

namespace platform::ixp42x {

namespace {

constexpr unsigned event_counters = 4;
constexpr std::uint32_t all_counters = 0x1F; ///< in INTEN and FLAG: CCNT is bit 0

std::uint32_t address(pmu::ixp42x_register r) {
    return pmu::ixp42x_registers[r].address;
}

/// EVTSEL is written while E is 0 (section 3.7.3).
void start(iss::register_port& unit, const std::vector<std::uint32_t>& events) {
    using namespace pmu::ixp42x_pmnc;
    using namespace pmu::ixp42x_evtsel;
    using xscale_common::xsc_event_at;
    unit.write(address(pmu::ixp42x_register::PMNC), 0);
    unit.write(address(pmu::ixp42x_register::EVTSEL),
               evtCount0.in_place(xsc_event_at(events, 0)) |
                   evtCount1.in_place(xsc_event_at(events, 1)) |
                   evtCount2.in_place(xsc_event_at(events, 2)) |
                   evtCount3.in_place(xsc_event_at(events, 3)));
    unit.write(address(pmu::ixp42x_register::FLAG), all_counters);
    unit.write(address(pmu::ixp42x_register::INTEN), all_counters);
    unit.write(address(pmu::ixp42x_register::PMNC), C.mask() | P.mask() | E.mask());
}

void stop(iss::register_port& unit) {
    unit.write(address(pmu::ixp42x_register::PMNC), 0);
}

std::uint32_t take_overflows(iss::register_port& unit) {
    const std::uint32_t flags = unit.read(address(pmu::ixp42x_register::FLAG)) & all_counters;
    unit.write(address(pmu::ixp42x_register::FLAG), flags);
    return flags >> 1U | (flags & 1U) << event_counters;
}

std::uint32_t select(iss::register_port& /*unit*/, unsigned counter) {
    constexpr pmu::ixp42x_register counters[] = {
        pmu::ixp42x_register::PMN0, pmu::ixp42x_register::PMN1, pmu::ixp42x_register::PMN2,
        pmu::ixp42x_register::PMN3, pmu::ixp42x_register::CCNT};
    return address(counters[counter]);
}

constexpr iss::counting_driver driver{event_counters, start, stop, take_overflows, select};

} // namespace

const iss::firmware_part& ixp42x_firmware() {
    return xscale_common::xsc_firmware<pmu::ixp42x_pmu, iss::cpu_type::ixp42x, ixp42x_part,
                                       pmu::ixp42x_parameters, pmu::xsc_core_events, driver>();
}

} // namespace platform::ixp42x
