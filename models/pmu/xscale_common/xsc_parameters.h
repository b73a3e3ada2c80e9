// SPDX-License-Identifier: Apache-2.0
// The parameters that both XScale PMUs have.
#pragma once

#include <pmu/core/parameter_map.h>
#include <pmu/core/reset_fill.h>

#include <array>
#include <cstdint>

namespace PMU_API pmu {

/// Parameters of both XScale variants. The decisions XD-1 and XD-2, in the README of the XScale,
/// and IXD-1 and IXD-2, in that of the IXP42X, give the reasons for the defaults.
struct xsc_config {
    reset_fill unpredictable;        ///< bits whose reset value the manual leaves open
    std::uint32_t unp_read_mask = 0; ///< what the bits that are unpredictable to read read as
    bool irq_active_low = false;     ///< inverts the PMUIRQ pin only
};

/// The decisions of a variant on what both have.
struct xsc_sources {
    const char* reset;          ///< on what reset leaves open
    const char* reads;          ///< on bits that are unpredictable to read
    const char* product_events; ///< on the events of the product
};

/// The rows of a variant: those that both have, and its own one.
/// \tparam Config an xsc_config with the member `assp_event_mask`
template <class Config>
constexpr std::array<parameter_row<Config>, 7>
xsc_parameter_rows(const xsc_sources& sources, const parameter_row<Config>& own) {
    using row = parameter_row<Config>;
    constexpr std::size_t random = 1; // no access program can know what that makes
    return {
        row::template choice<&xsc_config::unpredictable, &reset_fill::policy>(
            "reset_policy", "what reset puts into bits that the manual leaves open", sources.reset,
            random),
        row::template bits<&xsc_config::unpredictable, &reset_fill::pattern>(
            "reset_pattern", "the word of the reset_policy `pattern`", sources.reset),
        row::template bits<&xsc_config::unpredictable, &reset_fill::seed>(
            "reset_seed", "of the words of the reset_policy `random`", sources.reset),
        row::template bits<&Config::assp_event_mask>(
            "assp_event_mask", "bit k: the product defines event 0x10 + k", sources.product_events),
        row::template bits<&xsc_config::unp_read_mask>(
            "unp_read_mask", "what bits that are unpredictable to read read as", sources.reads),
        row::template flag<&xsc_config::irq_active_low>(
            "irq_active_low", "inverts the pin PMUIRQ only", "a matter of the chip"),
        own,
    };
}

} // namespace pmu
