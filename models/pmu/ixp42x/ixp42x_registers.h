// SPDX-License-Identifier: Apache-2.0
// The registers of the IXP42X's PMU, XSC2 (IXP42X Developer's Manual, section 3.7).
#pragma once

#include <pmu/xscale_common/xsc_tables.h>

namespace PMU_API pmu {

/// PMNC, Performance Monitor Control Register.
namespace ixp42x_pmnc {
inline constexpr register_field ID{"ID", 31, 24, field_access::read_only, "PMU identification"};
using xsc_pmnc::C;
using xsc_pmnc::D;
using xsc_pmnc::E;
using xsc_pmnc::P;

inline constexpr register_field fields[] = {ID, D, C, P, E};
/// What ID reads as (IXD-3).
constexpr std::uint32_t id_value = 0x14;
} // namespace ixp42x_pmnc

/// INTEN, Interrupt Enable Register.
namespace ixp42x_inten {
inline constexpr register_field fields[] = {
    {"PMN3", 4, 4, field_access::read_write, "interrupt enable of PMN3"},
    {"PMN2", 3, 3, field_access::read_write, "interrupt enable of PMN2"},
    {"PMN1", 2, 2, field_access::read_write, "interrupt enable of PMN1"},
    {"PMN0", 1, 1, field_access::read_write, "interrupt enable of PMN0"},
    {"CCNT", 0, 0, field_access::read_write, "interrupt enable of CCNT"},
};
} // namespace ixp42x_inten

/// FLAG, Overflow Flag Status Register.
namespace ixp42x_flag {
inline constexpr register_field fields[] = {
    {"PMN3", 4, 4, field_access::write_one_to_clear, "overflow flag of PMN3"},
    {"PMN2", 3, 3, field_access::write_one_to_clear, "overflow flag of PMN2"},
    {"PMN1", 2, 2, field_access::write_one_to_clear, "overflow flag of PMN1"},
    {"PMN0", 1, 1, field_access::write_one_to_clear, "overflow flag of PMN0"},
    {"CCNT", 0, 0, field_access::write_one_to_clear, "overflow flag of CCNT"},
};
} // namespace ixp42x_flag

/// EVTSEL, Event Select Register.
namespace ixp42x_evtsel {
inline constexpr register_field evtCount3 = unpredictable_after_reset(
    {"evtCount3", 31, 24, field_access::read_write, "event counted by PMN3"});
inline constexpr register_field evtCount2 = unpredictable_after_reset(
    {"evtCount2", 23, 16, field_access::read_write, "event counted by PMN2"});
inline constexpr register_field evtCount1 = unpredictable_after_reset(
    {"evtCount1", 15, 8, field_access::read_write, "event counted by PMN1"});
inline constexpr register_field evtCount0 = unpredictable_after_reset(
    {"evtCount0", 7, 0, field_access::read_write, "event counted by PMN0"});

inline constexpr register_field fields[] = {evtCount3, evtCount2, evtCount1, evtCount0};
} // namespace ixp42x_evtsel

/// Position of each register in the map.
enum class ixp42x_register : std::size_t {
    PMNC,
    CCNT,
    INTEN,
    FLAG,
    EVTSEL,
    PMN0,
    PMN1,
    PMN2,
    PMN3
};

inline constexpr register_desc ixp42x_register_table[] = {
    xsc_register("PMNC", 0, 1, ixp42x_pmnc::ID.in_place(ixp42x_pmnc::id_value), ixp42x_pmnc::fields,
                 "Performance Monitor Control Register"),
    xsc_register("CCNT", 1, 1, 0, unpredictable_value_field, "Clock Counter"),
    xsc_register("INTEN", 4, 1, 0, ixp42x_inten::fields, "Interrupt Enable Register"),
    xsc_register("FLAG", 5, 1, 0, ixp42x_flag::fields, "Overflow Flag Status Register"),
    xsc_register("EVTSEL", 8, 1, 0, ixp42x_evtsel::fields, "Event Select Register"),
    xsc_register("PMN0", 0, 2, 0, unpredictable_value_field, "Performance Count Register 0"),
    xsc_register("PMN1", 1, 2, 0, unpredictable_value_field, "Performance Count Register 1"),
    xsc_register("PMN2", 2, 2, 0, unpredictable_value_field, "Performance Count Register 2"),
    xsc_register("PMN3", 3, 2, 0, unpredictable_value_field, "Performance Count Register 3"),
};

inline constexpr register_map_of<ixp42x_register, ixp42x_register_table> ixp42x_registers;

} // namespace pmu
