// SPDX-License-Identifier: Apache-2.0
#include <xscale_common/xsc_platform.h>

namespace platform::xscale_common {

namespace {

constexpr program::pin_info pin_table[] = {
    {"PMUIRQ", true, 1, "interrupt request", 0},
};
constexpr program::pin_map_of<xsc_pin, pin_table> pins;

} // namespace

program::unit_description xsc_unit(const char* name, const char* title,
                                   const pmu::register_map& registers,
                                   const pmu::event_table& events,
                                   const pmu::parameter_map& parameters) {
    return {
        name,
        title,
        &registers,
        true,
        pmu::coprocessor_window_size,
        &parameters,
        &pins,
        pmu::xsc_event_bus_width,
        &events,
        pmu::xsc_first_product_event,
    };
}

} // namespace platform::xscale_common
