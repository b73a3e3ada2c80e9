// SPDX-License-Identifier: Apache-2.0
// The CCI-400 PMU as access programs see it: options, pins, event lines.
#pragma once

#include <pmu/cci400/cci400_core.h>
#include <program/unit_info.h>

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

} // namespace platform::cci400
