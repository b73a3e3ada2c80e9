// SPDX-License-Identifier: Apache-2.0
// The registers of the BCM2835 system timer (Broadcom, "BCM2835 ARM Peripherals", chapter 12).
#pragma once

#include <components/primecell_id.h>
#include <pmu/core/register_map.h>

#include <cstddef>

namespace platform::components {

constexpr unsigned bcm2835_timer_channels = 4;

/// Position of each register in the map.
enum class bcm2835_timer_register : std::size_t { CS, CLO, CHI, C0, C1, C2, C3 };

namespace bcm2835_timer_cs {
using pmu::field_access;
inline constexpr pmu::register_field fields[] = {
    {"M3", 3, 3, field_access::write_one_to_clear, "the counter has come to C3"},
    {"M2", 2, 2, field_access::write_one_to_clear, "the counter has come to C2"},
    {"M1", 1, 1, field_access::write_one_to_clear, "the counter has come to C1"},
    {"M0", 0, 0, field_access::write_one_to_clear, "the counter has come to C0"}};
} // namespace bcm2835_timer_cs

namespace bcm2835_timer_counter {
inline constexpr pmu::register_field fields[] = {
    {"CNT", 31, 0, pmu::field_access::read_only, "half of the counter"}};
} // namespace bcm2835_timer_counter

namespace bcm2835_timer_compare {
inline constexpr pmu::register_field fields[] = {
    {"CMP", 31, 0, pmu::field_access::read_write, "compared with CLO"}};
} // namespace bcm2835_timer_compare

inline constexpr pmu::register_desc bcm2835_timer_register_table[] = {
    rw_register("CS", 0x00, bcm2835_timer_cs::fields, "matches"),
    ro_register("CLO", 0x04, bcm2835_timer_counter::fields, "counter, bits 31:0"),
    ro_register("CHI", 0x08, bcm2835_timer_counter::fields, "counter, bits 63:32"),
    rw_register("C0", 0x0C, bcm2835_timer_compare::fields, "compare 0"),
    rw_register("C1", 0x10, bcm2835_timer_compare::fields, "compare 1"),
    rw_register("C2", 0x14, bcm2835_timer_compare::fields, "compare 2"),
    rw_register("C3", 0x18, bcm2835_timer_compare::fields, "compare 3"),
};

inline constexpr pmu::register_map_of<bcm2835_timer_register, bcm2835_timer_register_table>
    bcm2835_timer_registers;

} // namespace platform::components
