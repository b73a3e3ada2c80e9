// SPDX-License-Identifier: Apache-2.0
#include <arm1136/arm1136_platform.h>

#include <arm11_common/arm11_aliases.h>

template class platform::arm11_common::arm11_platform<pmu::arm1136_pmu>;

namespace platform::arm1136 {

namespace {

constexpr program::pin_map_of<arm11_common::arm11_pin, arm11_common::arm11_pins> pins;

} // namespace

const program::unit_info& arm1136_unit() {
    static const program::table_unit unit({
        "arm1136",
        "ARM1136JF-S",
        &pmu::arm1136_registers,
        true,
        pmu::coprocessor_window_size,
        &pmu::arm1136_parameters,
        &pins,
        pmu::arm1136_event_bus_width,
        &pmu::arm1136_events,
        pmu::arm1136_event_bus_width,
    });
    return unit;
}

const part::part_entry& arm1136_part() {
    static const part::part_entry entry{
        arm1136_unit(),
        {{&pmu::arm1136_events, arm11_common::arm11_aliases}},
        [](const components::clock_choice& clock,
           const program::option_values& options) -> std::unique_ptr<part::pmu_platform> {
            return std::make_unique<arm1136_platform>("platform", clock,
                                                      options.to(pmu::arm1136_parameters));
        },
        arm1136_demo,
    };
    return entry;
}

} // namespace platform::arm1136
