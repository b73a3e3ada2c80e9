// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_firmware.h>

#include <arm1136/arm1136_activity.h>
#include <arm1136/arm1136_platform.h>
#include <arm1136/arm1136_unit.h>

#include <algorithm>

namespace platform {

namespace {

std::unique_ptr<firmware_platform> make(const firmware_setup& asked) {
    const unit_info& unit = arm1136_unit();
    const pmu::arm1136_config parameters = arm1136_configuration(option_values_of(asked, unit));
    firmware_setup setup = completed(asked, cpu_type::arm1136, unit);
    setup.cpu.settle_cycles =
        std::max(parameters.start_delay_cycles, parameters.stop_delay_cycles) + 1;
    return std::make_unique<one_bus_firmware_platform<pmu::arm1136_pmu>>(
        setup, parameters, parameters.irq_active_low, arm1136_lines(), arm1136_events(),
        pmu::arm1136_events);
}

} // namespace

const firmware_part& arm1136_firmware() {
    static const firmware_part part{
        arm1136_part(),     cpu_type::arm1136,
        arm1136_events(),   only_table<pmu::arm1136_events>,
        {0x20, 0x21, 0x22}, make,
    };
    return part;
}

} // namespace platform
