// SPDX-License-Identifier: Apache-2.0
// Two parts to write programs for: one on a coprocessor with the tables of the ARM1136JF-S, and a
// memory-mapped one whose events have a source.
#pragma once

#include <program/unit_info.h>

#include <string>

namespace platform::program {

/// Registers PMNC, CCNT, PMN0, PMN1; options DELAY 0 to 1000 and POLARITY 0 to 1; input pins ETM
/// (2 bits), LEVEL (1) and WORD (32); output pins EVNTBUS (20) and PMUIRQ (1); 20 lines on the bus.
const unit_info& coprocessor_unit();

/// Registers PMCR at 0x100 and CCNT at 0x9004; option REVISION 0 to 15; input pin NIDEN (1); output
/// pins EVNTBUS (159) and OVERFLOW (5); events S0 to S4 and M0 to M2, 32 each, `:secure` or not;
/// no layout for `bus`.
const unit_info& memory_mapped_unit();

} // namespace platform::program
