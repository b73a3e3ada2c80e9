// SPDX-License-Identifier: Apache-2.0
#include <xscale/xscale_unit.h>

#include <xscale_common/xsc_platform.h>

namespace platform::xscale {

const program::unit_info& xscale_unit() {
    static const program::table_unit unit(xscale_common::xsc_unit(
        "xscale", "Intel XScale core", pmu::xscale_registers, pmu::xsc_events,
        pmu::xscale_config{}.assp_event_mask,
        {"erratum_a_stepping", 0, 0, 1, "an overflow clears the flags of earlier ones"}));
    return unit;
}

pmu::xscale_config xscale_configuration(const std::vector<std::uint64_t>& option_values) {
    pmu::xscale_config config;
    xscale_common::configure_xsc(config, option_values);
    config.assp_event_mask =
        static_cast<std::uint8_t>(option_values[xscale_common::xsc_assp_event_mask]);
    config.erratum_a_stepping = option_values[xscale_common::xsc_option_of_part] != 0;
    return config;
}

} // namespace platform::xscale
