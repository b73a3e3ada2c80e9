// SPDX-License-Identifier: Apache-2.0
// The registers of the ARM PrimeCell PL190 vectored interrupt controller (ARM DDI 0181).
#pragma once

#include <pmu/core/register_map.h>

#include <cstddef>
#include <cstdint>

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

namespace pl190_id {
inline constexpr pmu::register_field fields[] = {
    {"ID", 7, 0, pmu::field_access::read_only, "one byte of the identification"}};
} // namespace pl190_id

/// A register as all of them are: User mode while PROTECTION is 0, blind to security.
template <std::size_t N>
constexpr pmu::register_desc pl190_describe(const char* name, std::uint32_t address,
                                            pmu::register_access access,
                                            const pmu::register_field (&fields)[N],
                                            const char* description, std::uint32_t reset = 0) {
    return {name,  address, access,     pmu::user_rule::when_enabled, pmu::nonsecure_rule::always,
            reset, fields,  description};
}

constexpr pmu::register_desc pl190_slot_address(const char* name, unsigned slot) {
    return pl190_describe(name, 0x100 + 4 * slot, pmu::register_access::read_write,
                          pmu::value_field, "handler address of the slot");
}

constexpr pmu::register_desc pl190_slot_control(const char* name, unsigned slot) {
    return pl190_describe(name, 0x200 + 4 * slot, pmu::register_access::read_write,
                          pl190_vectcntl::fields, "line and enable of the slot");
}

constexpr pmu::register_desc pl190_identification(const char* name, std::uint32_t address,
                                                  std::uint32_t value) {
    return pl190_describe(name, address, pmu::register_access::read_only, pl190_id::fields,
                          "identification", value);
}

inline constexpr pmu::register_desc pl190_register_table[] = {
    pl190_describe("IRQSTATUS", 0x000, pmu::register_access::read_only, pl190_lines::status,
                   "requested, enabled and selected as IRQ"),
    pl190_describe("FIQSTATUS", 0x004, pmu::register_access::read_only, pl190_lines::status,
                   "requested, enabled and selected as FIQ"),
    pl190_describe("RAWINTR", 0x008, pmu::register_access::read_only, pl190_lines::status,
                   "requested by the line or by software"),
    pl190_describe("INTSELECT", 0x00C, pmu::register_access::read_write, pl190_lines::stored,
                   "0: IRQ, 1: FIQ"),
    pl190_describe("INTENABLE", 0x010, pmu::register_access::read_write, pl190_lines::set,
                   "enables lines"),
    pl190_describe("INTENCLEAR", 0x014, pmu::register_access::read_write, pl190_lines::clear,
                   "disables lines; reads as 0"),
    pl190_describe("SOFTINT", 0x018, pmu::register_access::read_write, pl190_lines::set,
                   "requests by software"),
    pl190_describe("SOFTINTCLEAR", 0x01C, pmu::register_access::read_write, pl190_lines::clear,
                   "withdraws requests by software; reads as 0"),
    pl190_describe("PROTECTION", 0x020, pmu::register_access::read_write, pl190_protection::fields,
                   "keeps User mode out"),
    pl190_describe("VECTADDR", 0x030, pmu::register_access::read_write, pl190_vectaddr::fields,
                   "handler address of the interrupt to serve"),
    pl190_describe("DEFVECTADDR", 0x034, pmu::register_access::read_write, pmu::value_field,
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
    pl190_identification("PERIPHID0", 0xFE0, 0x90),
    pl190_identification("PERIPHID1", 0xFE4, 0x11),
    pl190_identification("PERIPHID2", 0xFE8, 0x04),
    pl190_identification("PERIPHID3", 0xFEC, 0x00),
    pl190_identification("PCELLID0", 0xFF0, 0x0D),
    pl190_identification("PCELLID1", 0xFF4, 0xF0),
    pl190_identification("PCELLID2", 0xFF8, 0x05),
    pl190_identification("PCELLID3", 0xFFC, 0xB1),
};

/// The enumerators name the first slot of each kind, and the first of four identification
/// registers.
constexpr std::size_t pl190_unnamed_registers = std::size_t{2} * (pl190_slot_count - 1) + 6;

inline constexpr pmu::register_map_of<pl190_register, pl190_register_table, pl190_unnamed_registers>
    pl190_registers;

} // namespace platform::components
