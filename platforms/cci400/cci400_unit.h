// SPDX-License-Identifier: Apache-2.0
// The CCI-400 PMU as access programs see it: options, pins, event lines.
#pragma once

#include <pmu/cci400/cci400_core.h>
#include <program/unit_info.h>

#include <cstdint>
#include <vector>

namespace platform::cci400 {

/// Events are `S0:0x00` to `M2:0x1F`, with `:secure` after it for Secure transactions. The lines of
/// Non-secure transactions come first, then those of Secure ones; each by its ESR code.
const program::unit_info& cci400_unit();

/// Positions in the unit's pins.
enum class cci400_pin : std::size_t {
    NIDEN,
    SPNIDEN,
    ECOREVNUM,
    nEVNTCNTOVERFLOW,
    EVNTBUS,
    PMUIRQ,
};

/// The configuration that the options of a program ask for.
/// \param option_values one for each option of the unit, in its order
pmu::cci400_config cci400_configuration(const std::vector<std::uint64_t>& option_values);

} // namespace platform::cci400
