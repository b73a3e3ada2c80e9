// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_firmware.h>

#include <arm1136/arm1136_platform.h>
#include <arm11_common/arm11_activity.h>
#include <arm11_common/arm11_firmware.h>

namespace platform::arm1136 {

namespace {

std::unique_ptr<iss::firmware_platform> make(const iss::firmware_setup& asked) {
    const program::unit_info& unit = arm1136_unit();
    const pmu::arm1136_config parameters = iss::options_of(asked, unit).to(pmu::arm1136_parameters);
    iss::firmware_setup setup = iss::completed(asked, iss::cpu_type::arm1136, unit);
    arm11_common::set_settling(setup.cpu, parameters);
    return std::make_unique<iss::one_bus_firmware_platform<pmu::arm1136_pmu>>(
        setup, parameters, arm11_common::arm11_lines(), arm11_common::arm11_event_kinds(),
        pmu::arm1136_events, &pmu::arm1136_pmu::DEBUG_STATE);
}

} // namespace

const iss::firmware_part& arm1136_firmware() {
    static const iss::firmware_part part =
        arm11_common::arm11_firmware_part<pmu::arm1136_core, pmu::arm1136_events>(
            arm1136_part(), iss::cpu_type::arm1136, arm11_common::arm11_event_kinds(), make);
    return part;
}

} // namespace platform::arm1136
