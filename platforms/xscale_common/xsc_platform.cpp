// SPDX-License-Identifier: Apache-2.0
#include <xscale_common/xsc_platform.h>

namespace platform::xscale_common {

program::unit_description xsc_unit(const char* name, const char* title,
                                   const pmu::register_map& registers,
                                   const pmu::event_table& events, std::uint8_t assp_event_mask,
                                   const program::option_info& more_options) {
    return {
        name,
        title,
        &registers,
        true,
        pmu::coprocessor_window_size,
        {
            {"reset_policy", 0, 0, 1, "bits that reset leaves open: 0 zero, 1 reset_pattern"},
            {"reset_pattern", 0, 0, UINT32_MAX, "what reset_policy 1 puts there"},
            {"assp_event_mask", assp_event_mask, 0, UINT8_MAX,
             "bit k: the product defines event 0x10 + k"},
            {"unp_read_mask", 0, 0, UINT32_MAX, "what bits that read as unpredictable read as"},
            more_options,
        },
        {
            {"PMUIRQ", true, 1, "interrupt request"},
        },
        pmu::xsc_event_bus_width,
        &events,
        pmu::xsc_first_product_event,
    };
}

void configure_xsc(pmu::xsc_config& config, const std::vector<std::uint64_t>& option_values) {
    config.unpredictable.policy =
        option_values[xsc_reset_policy] != 0 ? pmu::reset_policy::pattern : pmu::reset_policy::zero;
    config.unpredictable.pattern = static_cast<std::uint32_t>(option_values[xsc_reset_pattern]);
    config.unp_read_mask = static_cast<std::uint32_t>(option_values[xsc_unp_read_mask]);
}

} // namespace platform::xscale_common
