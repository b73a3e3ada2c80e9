// SPDX-License-Identifier: Apache-2.0
// The registers of the ARM PrimeCell PL190 vectored interrupt controller (ARM DDI 0181).
#pragma once

#include <components/primecell_id.h>
#include <pmu/core/register_map.h>

#include <cstddef>

namespace platform::components {

constexpr unsigned pl190_line_count = 32;
constexpr unsigned pl190_slot_count = 16;

/// Position of each register in the map.
enum class pl190_register : std::size_t {
    IRQSTATUS,
    FIQSTATUS,
    RAWINTR,
    INTSELECT,
    INTENABLE,
    INTENCLEAR,
    SOFTINT,
    SOFTINTCLEAR,
    PROTECTION,
    VECTADDR,
    DEFVECTADDR,
    VECTADDR0,                                ///< the first of one a slot
    VECTCNTL0 = VECTADDR0 + pl190_slot_count, ///< the first of one a slot
    PERIPHID0 = VECTCNTL0 + pl190_slot_count, ///< the first of four
    PCELLID0 = PERIPHID0 + 4                  ///< the first of four
};

/// One bit or one value for each of the 32 lines.
namespace pl190_lines {
using pmu::field_access;
using pmu::register_field;
inline constexpr register_field status[] = {
    {"LINES", 31, 0, field_access::read_only, "one bit a line"}};
inline constexpr register_field stored[] = {
    {"LINES", 31, 0, field_access::read_write, "one bit a line"}};
inline constexpr register_field set[] = {
    {"LINES", 31, 0, field_access::write_one_to_set, "one bit a line"}};
inline constexpr register_field clear[] = {
    {"LINES", 31, 0, field_access::action, "1 clears the bit of the set register"}};
} // namespace pl190_lines

namespace pl190_protection {
inline constexpr pmu::register_field ENABLE{"ENABLE", 0, 0, pmu::field_access::read_write,
                                            "1: User mode may not access any register"};
inline constexpr pmu::register_field fields[] = {ENABLE};
} // namespace pl190_protection

namespace pl190_vectaddr {
inline constexpr pmu::register_field fields[] = {
    {"ADDRESS", 31, 0, pmu::field_access::action,
     "a read enters the interrupt of this address, a write of anything leaves it"}};
} // namespace pl190_vectaddr

namespace pl190_vectcntl {
inline constexpr pmu::register_field E{"E", 5, 5, pmu::field_access::read_write, "slot enable"};
inline constexpr pmu::register_field SOURCE{"SOURCE", 4, 0, pmu::field_access::read_write,
                                            "line that the slot serves"};
inline constexpr pmu::register_field fields[] = {E, SOURCE};
} // namespace pl190_vectcntl

constexpr pmu::register_desc pl190_slot_address(const char* name, unsigned slot) {
    return rw_register(name, 0x100 + 4 * slot, pmu::value_field, "handler address of the slot");
}

constexpr pmu::register_desc pl190_slot_control(const char* name, unsigned slot) {
    return rw_register(name, 0x200 + 4 * slot, pl190_vectcntl::fields,
                       "line and enable of the slot");
}

inline constexpr pmu::register_desc pl190_register_table[] = {
    ro_register("IRQSTATUS", 0x000, pl190_lines::status, "requested, enabled and selected as IRQ"),
    ro_register("FIQSTATUS", 0x004, pl190_lines::status, "requested, enabled and selected as FIQ"),
    ro_register("RAWINTR", 0x008, pl190_lines::status, "requested by the line or by software"),
    rw_register("INTSELECT", 0x00C, pl190_lines::stored, "0: IRQ, 1: FIQ"),
    rw_register("INTENABLE", 0x010, pl190_lines::set, "enables lines"),
    rw_register("INTENCLEAR", 0x014, pl190_lines::clear, "disables lines; reads as 0"),
    rw_register("SOFTINT", 0x018, pl190_lines::set, "requests by software"),
    rw_register("SOFTINTCLEAR", 0x01C, pl190_lines::clear,
                "withdraws requests by software; reads as 0"),
    rw_register("PROTECTION", 0x020, pl190_protection::fields, "keeps User mode out"),
    rw_register("VECTADDR", 0x030, pl190_vectaddr::fields,
                "handler address of the interrupt to serve"),
    rw_register("DEFVECTADDR", 0x034, pmu::value_field,
                "handler address of every line without a slot"),
    pl190_slot_address("VECTADDR0", 0),
    pl190_slot_address("VECTADDR1", 1),
    pl190_slot_address("VECTADDR2", 2),
    pl190_slot_address("VECTADDR3", 3),
    pl190_slot_address("VECTADDR4", 4),
    pl190_slot_address("VECTADDR5", 5),
    pl190_slot_address("VECTADDR6", 6),
    pl190_slot_address("VECTADDR7", 7),
    pl190_slot_address("VECTADDR8", 8),
    pl190_slot_address("VECTADDR9", 9),
    pl190_slot_address("VECTADDR10", 10),
    pl190_slot_address("VECTADDR11", 11),
    pl190_slot_address("VECTADDR12", 12),
    pl190_slot_address("VECTADDR13", 13),
    pl190_slot_address("VECTADDR14", 14),
    pl190_slot_address("VECTADDR15", 15),
    pl190_slot_control("VECTCNTL0", 0),
    pl190_slot_control("VECTCNTL1", 1),
    pl190_slot_control("VECTCNTL2", 2),
    pl190_slot_control("VECTCNTL3", 3),
    pl190_slot_control("VECTCNTL4", 4),
    pl190_slot_control("VECTCNTL5", 5),
    pl190_slot_control("VECTCNTL6", 6),
    pl190_slot_control("VECTCNTL7", 7),
    pl190_slot_control("VECTCNTL8", 8),
    pl190_slot_control("VECTCNTL9", 9),
    pl190_slot_control("VECTCNTL10", 10),
    pl190_slot_control("VECTCNTL11", 11),
    pl190_slot_control("VECTCNTL12", 12),
    pl190_slot_control("VECTCNTL13", 13),
    pl190_slot_control("VECTCNTL14", 14),
    pl190_slot_control("VECTCNTL15", 15),
    primecell_id("PERIPHID0", 0xFE0, 0x90),
    primecell_id("PERIPHID1", 0xFE4, 0x11),
    primecell_id("PERIPHID2", 0xFE8, 0x04),
    primecell_id("PERIPHID3", 0xFEC, 0x00),
    primecell_id("PCELLID0", 0xFF0, 0x0D),
    primecell_id("PCELLID1", 0xFF4, 0xF0),
    primecell_id("PCELLID2", 0xFF8, 0x05),
    primecell_id("PCELLID3", 0xFFC, 0xB1),
};

/// The enumerators name the first slot of each kind, and the first of four identification
/// registers.
constexpr std::size_t pl190_unnamed_registers = std::size_t{2} * (pl190_slot_count - 1) + 6;

inline constexpr pmu::register_map_of<pl190_register, pl190_register_table, pl190_unnamed_registers>
    pl190_registers;

} // namespace platform::components
