// SPDX-License-Identifier: Apache-2.0
// The registers of the BCM2835 interrupt controller (Broadcom, "BCM2835 ARM Peripherals", chapter
// 7), by their offsets from the first one.
#pragma once

#include <components/primecell_id.h>
#include <pmu/core/register_map.h>

#include <cstddef>

namespace platform::components {

constexpr unsigned bcm2835_gpu_lines = 64; ///< GPU IRQ 0 to 63
constexpr unsigned bcm2835_arm_lines = 8;  ///< those of the ARM alone, after them

/// GPU interrupts that IRQ_basic_pending has bits of its own for, the first in bit 10.
inline constexpr unsigned bcm2835_shortcuts[] = {7, 9, 10, 18, 19, 53, 54, 55, 56, 57, 62};

/// Position of each register in the map.
enum class bcm2835_ic_register : std::size_t {
    IRQ_basic_pending,
    IRQ_pending_1,
    IRQ_pending_2,
    FIQ_control,
    Enable_IRQs_1,
    Enable_IRQs_2,
    Enable_Basic_IRQs,
    Disable_IRQs_1,
    Disable_IRQs_2,
    Disable_Basic_IRQs,
};

namespace bcm2835_ic_basic {
using pmu::field_access;
using pmu::register_field;
inline constexpr register_field SHORTCUTS{"SHORTCUTS", 20, 10, field_access::read_only,
                                          "GPU IRQ 7, 9, 10, 18, 19, 53 to 57 and 62"};
inline constexpr register_field PENDING_2{"PENDING_2", 9, 9, field_access::read_only,
                                          "one in IRQ_pending_2 that has no shortcut"};
inline constexpr register_field PENDING_1{"PENDING_1", 8, 8, field_access::read_only,
                                          "one in IRQ_pending_1 that has no shortcut"};
inline constexpr register_field ARM{"ARM", 7, 0, field_access::read_only,
                                    "timer, mailbox, doorbells 0 and 1, GPU 0 and 1 halted, "
                                    "illegal access types 1 and 0"};
inline constexpr register_field pending[] = {SHORTCUTS, PENDING_2, PENDING_1, ARM};
inline constexpr register_field enables[] = {
    {"ARM", 7, 0, field_access::write_one_to_set, "one bit a line of IRQ_basic_pending"}};
inline constexpr register_field disables[] = {
    {"ARM", 7, 0, field_access::write_one_to_clear, "one bit a line of IRQ_basic_pending"}};
} // namespace bcm2835_ic_basic

namespace bcm2835_ic_lines {
using pmu::field_access;
inline constexpr pmu::register_field pending[] = {
    {"LINES", 31, 0, field_access::read_only, "one bit a GPU interrupt"}};
inline constexpr pmu::register_field enables[] = {
    {"LINES", 31, 0, field_access::write_one_to_set, "one bit a GPU interrupt"}};
inline constexpr pmu::register_field disables[] = {
    {"LINES", 31, 0, field_access::write_one_to_clear, "one bit a GPU interrupt"}};
} // namespace bcm2835_ic_lines

namespace bcm2835_ic_fiq {
using pmu::field_access;
using pmu::register_field;
inline constexpr register_field ENABLE{"ENABLE", 7, 7, field_access::read_write, "FIQ enable"};
inline constexpr register_field SOURCE{"SOURCE", 6, 0, field_access::read_write,
                                       "0 to 63: GPU IRQ; 64 to 71: bit 0 to 7 of "
                                       "IRQ_basic_pending; others: none"};
inline constexpr register_field fields[] = {ENABLE, SOURCE};
} // namespace bcm2835_ic_fiq

inline constexpr pmu::register_desc bcm2835_ic_register_table[] = {
    ro_register("IRQ_basic_pending", 0x00, bcm2835_ic_basic::pending,
                "requested and enabled, of the ARM"),
    ro_register("IRQ_pending_1", 0x04, bcm2835_ic_lines::pending,
                "requested and enabled, GPU IRQ 0 to 31"),
    ro_register("IRQ_pending_2", 0x08, bcm2835_ic_lines::pending,
                "requested and enabled, GPU IRQ 32 to 63"),
    rw_register("FIQ_control", 0x0C, bcm2835_ic_fiq::fields, "the one source of FIQ"),
    rw_register("Enable_IRQs_1", 0x10, bcm2835_ic_lines::enables, "enables GPU IRQ 0 to 31"),
    rw_register("Enable_IRQs_2", 0x14, bcm2835_ic_lines::enables, "enables GPU IRQ 32 to 63"),
    rw_register("Enable_Basic_IRQs", 0x18, bcm2835_ic_basic::enables, "enables those of the ARM"),
    rw_register("Disable_IRQs_1", 0x1C, bcm2835_ic_lines::disables, "disables GPU IRQ 0 to 31"),
    rw_register("Disable_IRQs_2", 0x20, bcm2835_ic_lines::disables, "disables GPU IRQ 32 to 63"),
    rw_register("Disable_Basic_IRQs", 0x24, bcm2835_ic_basic::disables,
                "disables those of the ARM"),
};

inline constexpr pmu::register_map_of<bcm2835_ic_register, bcm2835_ic_register_table>
    bcm2835_ic_registers;

} // namespace platform::components
