// SPDX-License-Identifier: Apache-2.0
// The registers of the ARM Dual-Timer Module SP804 (ARM DDI 0271).
#pragma once

#include <components/primecell_id.h>
#include <pmu/core/register_map.h>

#include <cstddef>

namespace platform::components {

constexpr unsigned sp804_timer_count = 2;

/// Position of each register in the map.
enum class sp804_register : std::size_t {
    Timer1Load,
    Timer1Value,
    Timer1Control,
    Timer1IntClr,
    Timer1RIS,
    Timer1MIS,
    Timer1BGLoad,
    Timer2Load,
    Timer2Value,
    Timer2Control,
    Timer2IntClr,
    Timer2RIS,
    Timer2MIS,
    Timer2BGLoad,
    TimerPeriphID0,                    ///< the first of four
    TimerPCellID0 = TimerPeriphID0 + 4 ///< the first of four
};

namespace sp804_value {
inline constexpr pmu::register_field fields[] = {
    {"VALUE", 31, 0, pmu::field_access::read_only, "current count"}};
} // namespace sp804_value

namespace sp804_control {
using pmu::field_access;
using pmu::register_field;
inline constexpr register_field TimerEn{"TimerEn", 7, 7, field_access::read_write,
                                        "the timer counts"};
inline constexpr register_field TimerMode{"TimerMode", 6, 6, field_access::read_write,
                                          "0: free-running, 1: periodic"};
inline constexpr register_field IntEnable{"IntEnable", 5, 5, field_access::read_write,
                                          "interrupt enable"};
inline constexpr register_field TimerPre{"TimerPre", 3, 2, field_access::read_write,
                                         "clock divided by 0: 1, 1: 16, 2: 256"};
inline constexpr register_field TimerSize{"TimerSize", 1, 1, field_access::read_write,
                                          "0: 16 bits, 1: 32 bits"};
inline constexpr register_field OneShot{"OneShot", 0, 0, field_access::read_write, "1: stops at 0"};
inline constexpr register_field fields[] = {TimerEn,  TimerMode, IntEnable,
                                            TimerPre, TimerSize, OneShot};
} // namespace sp804_control

namespace sp804_interrupt {
using pmu::field_access;
inline constexpr pmu::register_field clear[] = {
    {"CLEAR", 31, 0, field_access::action, "a write of anything clears the interrupt"}};
inline constexpr pmu::register_field raw[] = {
    {"RIS", 0, 0, field_access::read_only, "the count has reached 0"}};
inline constexpr pmu::register_field masked[] = {
    {"MIS", 0, 0, field_access::read_only, "the same, and the interrupt is enabled"}};
} // namespace sp804_interrupt

inline constexpr pmu::register_desc sp804_register_table[] = {
    rw_register("Timer1Load", 0x00, pmu::value_field,
                "the count begins here, now and after each period"),
    ro_register("Timer1Value", 0x04, sp804_value::fields, "current count", 0xFFFF'FFFF),
    rw_register("Timer1Control", 0x08, sp804_control::fields, "control", 0x20),
    rw_register("Timer1IntClr", 0x0C, sp804_interrupt::clear, "clears the interrupt; reads as 0"),
    ro_register("Timer1RIS", 0x10, sp804_interrupt::raw, "interrupt before its enable"),
    ro_register("Timer1MIS", 0x14, sp804_interrupt::masked, "interrupt after its enable"),
    rw_register("Timer1BGLoad", 0x18, pmu::value_field, "as Timer1Load, for the next period on"),
    rw_register("Timer2Load", 0x20, pmu::value_field,
                "the count begins here, now and after each period"),
    ro_register("Timer2Value", 0x24, sp804_value::fields, "current count", 0xFFFF'FFFF),
    rw_register("Timer2Control", 0x28, sp804_control::fields, "control", 0x20),
    rw_register("Timer2IntClr", 0x2C, sp804_interrupt::clear, "clears the interrupt; reads as 0"),
    ro_register("Timer2RIS", 0x30, sp804_interrupt::raw, "interrupt before its enable"),
    ro_register("Timer2MIS", 0x34, sp804_interrupt::masked, "interrupt after its enable"),
    rw_register("Timer2BGLoad", 0x38, pmu::value_field, "as Timer2Load, for the next period on"),
    primecell_id("TimerPeriphID0", 0xFE0, 0x04),
    primecell_id("TimerPeriphID1", 0xFE4, 0x18),
    primecell_id("TimerPeriphID2", 0xFE8, 0x14),
    primecell_id("TimerPeriphID3", 0xFEC, 0x00),
    primecell_id("TimerPCellID0", 0xFF0, 0x0D),
    primecell_id("TimerPCellID1", 0xFF4, 0xF0),
    primecell_id("TimerPCellID2", 0xFF8, 0x05),
    primecell_id("TimerPCellID3", 0xFFC, 0xB1),
};

inline constexpr pmu::register_map_of<sp804_register, sp804_register_table, 6> sp804_registers;

} // namespace platform::components
