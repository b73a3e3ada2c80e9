// SPDX-License-Identifier: Apache-2.0
// The registers of the Cortex-R5 PMU (ARM DDI 0460, CP15 c9 and the validation registers of c15).
#pragma once

#include <pmu/core/coprocessor_address.h>
#include <pmu/core/register_map.h>

#include <cstddef>
#include <cstdint>

namespace PMU_API pmu {

/// PMCR, Performance Monitor Control Register.
namespace cortex_r5_pmcr {
inline constexpr register_field IMP{"IMP", 31, 24, field_access::read_only,
                                    "implementer code, 0x41"};
inline constexpr register_field IDCODE{"IDCODE", 23, 16, field_access::read_only,
                                       "identification code, 0x15"};
inline constexpr register_field N{"N", 15, 11, field_access::read_only,
                                  "number of event counters, 3"};
inline constexpr register_field DP{"DP", 5, 5, field_access::read_write,
                                   "PMCCNTR stops while counting is prohibited"};
inline constexpr register_field X{"X", 4, 4, field_access::read_write,
                                  "export of the events on EVNTBUS"};
inline constexpr register_field D{"D", 3, 3, field_access::read_write,
                                  "PMCCNTR counts every 64th cycle"};
inline constexpr register_field C{"C", 2, 2, field_access::action, "reset PMCCNTR to zero"};
inline constexpr register_field P{"P", 1, 1, field_access::action,
                                  "reset the event counters to zero"};
inline constexpr register_field E{"E", 0, 0, field_access::read_write, "enable all counters"};

inline constexpr register_field fields[] = {IMP, IDCODE, N, DP, X, D, C, P, E};
} // namespace cortex_r5_pmcr

/// What the registers with one bit a counter have in common.
namespace cortex_r5_counters {
/// How many event counters a unit has.
constexpr std::size_t event_counters = 3;

/// The bit of PMCCNTR; bit n is that of event counter n.
constexpr std::uint32_t cycle_bit = 0x8000'0000U;

inline constexpr register_field set_fields[] = {
    {"C", 31, 31, field_access::write_one_to_set, "set the bit of PMCCNTR"},
    {"P2", 2, 2, field_access::write_one_to_set, "set the bit of event counter 2"},
    {"P1", 1, 1, field_access::write_one_to_set, "set the bit of event counter 1"},
    {"P0", 0, 0, field_access::write_one_to_set, "set the bit of event counter 0"},
};
inline constexpr register_field clear_fields[] = {
    {"C", 31, 31, field_access::write_one_to_clear, "clear the bit of PMCCNTR"},
    {"P2", 2, 2, field_access::write_one_to_clear, "clear the bit of event counter 2"},
    {"P1", 1, 1, field_access::write_one_to_clear, "clear the bit of event counter 1"},
    {"P0", 0, 0, field_access::write_one_to_clear, "clear the bit of event counter 0"},
};
inline constexpr register_field increment_fields[] = {
    {"P2", 2, 2, field_access::action, "increment event counter 2"},
    {"P1", 1, 1, field_access::action, "increment event counter 1"},
    {"P0", 0, 0, field_access::action, "increment event counter 0"},
};
} // namespace cortex_r5_counters

/// The fields of the other registers.
namespace cortex_r5_fields {
inline constexpr register_field pmselr[] = {
    {"SEL", 4, 0, field_access::read_write,
     "event counter behind PMXEVTYPER and PMXEVCNTR; 3 to 31: none", field_reset::unpredictable}};
inline constexpr register_field pmxevtyper[] = {{"SEL", 7, 0, field_access::read_write,
                                                 "event that the counter counts",
                                                 field_reset::unpredictable}};
inline constexpr register_field pmuserenr[] = {
    {"EN", 0, 0, field_access::read_write, "User mode may access the counters"}};
inline constexpr register_field cflr[] = {
    {"LOCATION", 31, 0, field_access::read_write,
     "location word of the last correctable cache or TCM error", field_reset::unpredictable}};
inline constexpr register_field csor[] = {
    {"DCACHE", 7, 4, field_access::action, "data cache size to report; no effect on the PMU"},
    {"ICACHE", 3, 0, field_access::action,
     "instruction cache size to report; no effect on the PMU"},
};
} // namespace cortex_r5_fields

/// Position of each register in the map. The names of the validation registers are short for
/// "nVAL IRQ Enable Set Register" and so on.
enum class cortex_r5_register : std::size_t {
    PMCR,
    PMCNTENSET,
    PMCNTENCLR,
    PMOVSR,
    PMSWINC,
    PMSELR,
    PMCCNTR,
    PMXEVTYPER,
    PMXEVCNTR,
    PMUSERENR,
    PMINTENSET,
    PMINTENCLR,
    VIRQSET,
    VFIQSET,
    VRSTSET,
    VDBGSET,
    VIRQCLR,
    VFIQCLR,
    VRSTCLR,
    VDBGCLR,
    CFLR,
    CSOR,
};

/// Address of a register of the unit in the coprocessor window: `p15, 0, crn, crm, opc2`.
constexpr std::uint32_t cortex_r5_address(unsigned crn, unsigned crm, unsigned opc2) {
    return encode({15, 0, crn, crm, opc2});
}

/// A register that software may read and write, in every security state.
template <std::size_t N>
constexpr register_desc cortex_r5_word(const char* name, std::uint32_t address, user_rule user,
                                       std::uint32_t reset, const register_field (&fields)[N],
                                       const char* description) {
    return {name,   address,    register_access::read_write, user, nonsecure_rule::always, reset,
            fields, description};
}

inline constexpr register_desc cortex_r5_register_table[] = {
    cortex_r5_word("PMCR", cortex_r5_address(9, 12, 0), user_rule::when_enabled, 0x4115'1800,
                   cortex_r5_pmcr::fields, "Performance Monitor Control Register"),
    cortex_r5_word("PMCNTENSET", cortex_r5_address(9, 12, 1), user_rule::when_enabled, 0,
                   cortex_r5_counters::set_fields, "Count Enable Set Register"),
    cortex_r5_word("PMCNTENCLR", cortex_r5_address(9, 12, 2), user_rule::when_enabled, 0,
                   cortex_r5_counters::clear_fields, "Count Enable Clear Register"),
    cortex_r5_word("PMOVSR", cortex_r5_address(9, 12, 3), user_rule::when_enabled, 0,
                   cortex_r5_counters::clear_fields, "Overflow Flag Status Register"),
    cortex_r5_word("PMSWINC", cortex_r5_address(9, 12, 4), user_rule::when_enabled, 0,
                   cortex_r5_counters::increment_fields, "Software Increment Register"),
    cortex_r5_word("PMSELR", cortex_r5_address(9, 12, 5), user_rule::when_enabled, 0,
                   cortex_r5_fields::pmselr, "Event Counter Selection Register"),
    cortex_r5_word("PMCCNTR", cortex_r5_address(9, 13, 0), user_rule::when_enabled, 0,
                   unpredictable_value_field, "Cycle Count Register"),
    cortex_r5_word("PMXEVTYPER", cortex_r5_address(9, 13, 1), user_rule::when_enabled, 0,
                   cortex_r5_fields::pmxevtyper, "Event Type Selection Register"),
    cortex_r5_word("PMXEVCNTR", cortex_r5_address(9, 13, 2), user_rule::when_enabled, 0,
                   unpredictable_value_field, "Event Count Register"),
    cortex_r5_word("PMUSERENR", cortex_r5_address(9, 14, 0), user_rule::read_always, 0,
                   cortex_r5_fields::pmuserenr, "User Enable Register"),
    cortex_r5_word("PMINTENSET", cortex_r5_address(9, 14, 1), user_rule::refused, 0,
                   cortex_r5_counters::set_fields, "Interrupt Enable Set Register"),
    cortex_r5_word("PMINTENCLR", cortex_r5_address(9, 14, 2), user_rule::refused, 0,
                   cortex_r5_counters::clear_fields, "Interrupt Enable Clear Register"),
    cortex_r5_word("VIRQSET", cortex_r5_address(15, 1, 0), user_rule::when_validation_enabled, 0,
                   cortex_r5_counters::set_fields, "nVAL IRQ Enable Set Register"),
    cortex_r5_word("VFIQSET", cortex_r5_address(15, 1, 1), user_rule::when_validation_enabled, 0,
                   cortex_r5_counters::set_fields, "nVAL FIQ Enable Set Register"),
    cortex_r5_word("VRSTSET", cortex_r5_address(15, 1, 2), user_rule::when_validation_enabled, 0,
                   cortex_r5_counters::set_fields, "nVAL Reset Enable Set Register"),
    cortex_r5_word("VDBGSET", cortex_r5_address(15, 1, 3), user_rule::when_validation_enabled, 0,
                   cortex_r5_counters::set_fields, "VAL Debug Request Enable Set Register"),
    cortex_r5_word("VIRQCLR", cortex_r5_address(15, 1, 4), user_rule::when_validation_enabled, 0,
                   cortex_r5_counters::clear_fields, "nVAL IRQ Enable Clear Register"),
    cortex_r5_word("VFIQCLR", cortex_r5_address(15, 1, 5), user_rule::when_validation_enabled, 0,
                   cortex_r5_counters::clear_fields, "nVAL FIQ Enable Clear Register"),
    cortex_r5_word("VRSTCLR", cortex_r5_address(15, 1, 6), user_rule::when_validation_enabled, 0,
                   cortex_r5_counters::clear_fields, "nVAL Reset Enable Clear Register"),
    cortex_r5_word("VDBGCLR", cortex_r5_address(15, 1, 7), user_rule::when_validation_enabled, 0,
                   cortex_r5_counters::clear_fields, "VAL Debug Request Enable Clear Register"),
    cortex_r5_word("CFLR", cortex_r5_address(15, 3, 0), user_rule::refused, 0,
                   cortex_r5_fields::cflr, "Correctable Fault Location Register"),
    {"CSOR", cortex_r5_address(15, 14, 0), register_access::write_only, user_rule::refused,
     nonsecure_rule::always, 0, cortex_r5_fields::csor, "Cache Size Override Register"},
};

/// The registers of the three event counters. Software sees those of one counter at a time, the
/// one that PMSELR selects, as PMXEVTYPER and PMXEVCNTR.
inline constexpr banked_register cortex_r5_bank[] = {
    {"PMXEVTYPER0", cortex_r5_address(9, 13, 1), 0},
    {"PMXEVTYPER1", cortex_r5_address(9, 13, 1), 1},
    {"PMXEVTYPER2", cortex_r5_address(9, 13, 1), 2},
    {"PMXEVCNTR0", cortex_r5_address(9, 13, 2), 0},
    {"PMXEVCNTR1", cortex_r5_address(9, 13, 2), 1},
    {"PMXEVCNTR2", cortex_r5_address(9, 13, 2), 2},
};

inline constexpr register_map_of<cortex_r5_register, cortex_r5_register_table> cortex_r5_registers{
    cortex_r5_bank};

} // namespace pmu
