// SPDX-License-Identifier: Apache-2.0
#include <ixp42x/ixp42x_unit.h>

#include <xscale_common/xsc_platform.h>

namespace platform::ixp42x {

const program::unit_info& ixp42x_unit() {
    static const program::table_unit unit(
        xscale_common::xsc_unit("ixp42x", "Intel IXP42X", pmu::ixp42x_registers,
                                pmu::xsc_core_events, pmu::ixp42x_config{}.assp_event_mask,
                                {"pmu_id", pmu::ixp42x_pmnc::id_value, 0, UINT8_MAX, "PMNC.ID"}));
    return unit;
}

pmu::ixp42x_config ixp42x_configuration(const std::vector<std::uint64_t>& option_values) {
    pmu::ixp42x_config config;
    xscale_common::configure_xsc(config, option_values);
    config.assp_event_mask =
        static_cast<std::uint8_t>(option_values[xscale_common::xsc_assp_event_mask]);
    config.pmu_id = static_cast<std::uint8_t>(option_values[xscale_common::xsc_option_of_part]);
    return config;
}

} // namespace platform::ixp42x
