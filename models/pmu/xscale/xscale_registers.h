// SPDX-License-Identifier: Apache-2.0
// The registers of the XScale core's PMU, XSC1 (XScale Core Developer's Manual, section 8.2).
#pragma once

#include <pmu/xscale_common/xsc_tables.h>

namespace PMU_API pmu {

/// PMNC, Performance Monitor Control Register. evtCount1 is the upper field: the ARM1136 has them
/// the other way round.
namespace xscale_pmnc {
inline constexpr register_field evtCount1 = unpredictable_after_reset(
    {"evtCount1", 27, 20, field_access::read_write, "event counted by PMN1"});
inline constexpr register_field evtCount0 = unpredictable_after_reset(
    {"evtCount0", 19, 12, field_access::read_write, "event counted by PMN0"});
inline constexpr register_field flag_CCNT = unpredictable_after_reset(
    {"flag_CCNT", 10, 10, field_access::write_one_to_clear, "overflow flag of CCNT"});
inline constexpr register_field flag_PMN1 = unpredictable_after_reset(
    {"flag_PMN1", 9, 9, field_access::write_one_to_clear, "overflow flag of PMN1"});
inline constexpr register_field flag_PMN0 = unpredictable_after_reset(
    {"flag_PMN0", 8, 8, field_access::write_one_to_clear, "overflow flag of PMN0"});
inline constexpr register_field inten_CCNT{"inten_CCNT", 6, 6, field_access::read_write,
                                           "interrupt enable of CCNT"};
inline constexpr register_field inten_PMN1{"inten_PMN1", 5, 5, field_access::read_write,
                                           "interrupt enable of PMN1"};
inline constexpr register_field inten_PMN0{"inten_PMN0", 4, 4, field_access::read_write,
                                           "interrupt enable of PMN0"};
using xsc_pmnc::C;
using xsc_pmnc::D;
using xsc_pmnc::E;
using xsc_pmnc::P;

inline constexpr register_field fields[] = {evtCount1, evtCount0,  flag_CCNT,  flag_PMN1,
                                            flag_PMN0, inten_CCNT, inten_PMN1, inten_PMN0,
                                            D,         C,          P,          E};
} // namespace xscale_pmnc

/// Position of each register in the map.
enum class xscale_register : std::size_t { PMNC, CCNT, PMN0, PMN1 };

inline constexpr register_desc xscale_register_table[] = {
    xsc_register("PMNC", 0, 0, 0, xscale_pmnc::fields, "Performance Monitor Control Register"),
    xsc_register("CCNT", 1, 0, 0, unpredictable_value_field, "Clock Counter"),
    xsc_register("PMN0", 2, 0, 0, unpredictable_value_field, "Performance Count Register 0"),
    xsc_register("PMN1", 3, 0, 0, unpredictable_value_field, "Performance Count Register 1"),
};

inline constexpr register_map_of<xscale_register, xscale_register_table> xscale_registers;

} // namespace pmu
