// SPDX-License-Identifier: Apache-2.0
// The registers in the CCI-400's window (ARM DDI 0470): PMCR, the counter blocks, global control
// and identification.
#pragma once

#include <pmu/core/register_map.h>

#include <cstddef>
#include <cstdint>

namespace PMU_API pmu {

/// Bytes in the register window, which starts at PERIPHBASE + 0x90000.
constexpr std::uint64_t cci400_window_size = 0x1'0000;
/// Event counters; the cycle counter is not among them.
constexpr unsigned cci400_counters = 4;

/// PMCR, Performance Monitor Control Register (Table 3.7).
namespace cci400_pmcr {
inline constexpr register_field N{"N", 15, 11, field_access::read_only, "number of event counters"};
inline constexpr register_field DP{"DP", 5, 5, field_access::read_write,
                                   "CCNT does not count while NIDEN is LOW"};
inline constexpr register_field EX{"EX", 4, 4, field_access::read_write,
                                   "export of the events on EVNTBUS"};
inline constexpr register_field CCD{"CCD", 3, 3, field_access::read_write,
                                    "CCNT counts every 64th cycle"};
inline constexpr register_field CCR{"CCR", 2, 2, field_access::action, "reset CCNT to zero"};
inline constexpr register_field RST{"RST", 1, 1, field_access::action,
                                    "reset the event counters to zero"};
inline constexpr register_field CEN{"CEN", 0, 0, field_access::read_write, "enable all counters"};

inline constexpr register_field fields[] = {N, DP, EX, CCD, CCR, RST, CEN};
} // namespace cci400_pmcr

/// The fields of a counter block.
namespace cci400_block {
inline constexpr register_field SRC{"SRC", 7, 5, field_access::read_write,
                                    "interface: 0 to 4 are S0 to S4, 5 to 7 are M0 to M2"};
inline constexpr register_field NUM{"NUM", 4, 0, field_access::read_write,
                                    "event number on that interface"};
inline constexpr register_field EN{"EN", 0, 0, field_access::read_write,
                                   "this counter counts while PMCR.CEN is 1"};
inline constexpr register_field OVF{"OVF", 0, 0, field_access::write_one_to_clear,
                                    "the counter wrapped"};

inline constexpr register_field select_fields[] = {SRC, NUM};
inline constexpr register_field control_fields[] = {EN};
inline constexpr register_field overflow_fields[] = {OVF};
} // namespace cci400_block

/// Secure Access Register.
namespace cci400_sar {
inline constexpr register_field NS{
    "NS", 0, 0, field_access::read_write,
    "Non-secure accesses reach the registers outside of the PMU as well"};
inline constexpr register_field fields[] = {NS};
} // namespace cci400_sar

/// The fields of the global control registers.
namespace cci400_global {
inline constexpr register_field control_override_fields[] = {
    {"DISABLE_RETRY_REDUCTION_BUFFERS", 5, 5, field_access::read_write, "not modelled"},
    {"DISABLE_PRIORITY_PROMOTION", 4, 4, field_access::read_write, "not modelled"},
    {"TERMINATE_BARRIERS", 3, 3, field_access::read_write, "not modelled"},
    {"DISABLE_SPECULATIVE_FETCHES", 2, 2, field_access::read_write, "not modelled"},
    {"DVM_MESSAGE_DISABLE", 1, 1, field_access::read_write, "not modelled"},
    {"SNOOP_DISABLE", 0, 0, field_access::read_write, "not modelled"}};
inline constexpr register_field speculation_control_fields[] = {
    {"DISABLE_S", 20, 16, field_access::read_write,
     "no speculative fetches for S4 to S0, one bit each; not modelled"},
    {"DISABLE_M", 2, 0, field_access::read_write,
     "no speculative fetches on M2 to M0, one bit each; not modelled"}};
inline constexpr register_field status_fields[] = {
    {"PENDING", 0, 0, field_access::read_only, "a control change is pending: never here"}};
inline constexpr register_field imprecise_error_fields[] = {
    {"S", 20, 16, field_access::write_one_to_clear, "imprecise error on S4 to S0: never here"},
    {"M", 2, 0, field_access::write_one_to_clear, "imprecise error on M2 to M0: never here"}};
} // namespace cci400_global

/// Fields of the identification registers.
namespace cci400_id {
inline constexpr register_field Revision{"Revision", 7, 4, field_access::read_only,
                                         "revision code, the parameter `revision`"};
inline constexpr register_field RevAnd{"RevAnd", 7, 4, field_access::read_only,
                                       "the pins ECOREVNUM"};

inline constexpr register_field pidr0_fields[] = {
    {"Part_0", 7, 0, field_access::read_only, "part number 0x420, bits 7:0"}};
inline constexpr register_field pidr1_fields[] = {
    {"DES_0", 7, 4, field_access::read_only, "JEP106 identity of the designer, bits 3:0"},
    {"Part_1", 3, 0, field_access::read_only, "part number, bits 11:8"}};
inline constexpr register_field pidr2_fields[] = {
    Revision,
    {"JEDEC", 3, 3, field_access::read_only, "a JEP106 identity is used"},
    {"DES_1", 2, 0, field_access::read_only, "JEP106 identity of the designer, bits 6:4"}};
inline constexpr register_field pidr3_fields[] = {
    RevAnd, {"CMOD", 3, 0, field_access::read_only, "modified by the customer"}};
inline constexpr register_field pidr4_fields[] = {
    {"SIZE", 7, 4, field_access::read_only, "4 KiB blocks"},
    {"DES_2", 3, 0, field_access::read_only, "JEP106 continuation code of the designer"}};
inline constexpr register_field reserved_fields[] = {
    {"VALUE", 7, 0, field_access::read_only, "reserved"}};
inline constexpr register_field preamble_fields[] = {
    {"PRMBL", 7, 0, field_access::read_only, "preamble byte"}};
} // namespace cci400_id

/// Position of each register in the map. From ESR0 on come the counter blocks, one after the other,
/// with four registers each.
enum class cci400_register : std::size_t {
    CONTROL_OVERRIDE,
    SPECULATION_CONTROL,
    SAR,
    STATUS,
    IMPRECISE_ERROR,
    PMCR,
    PIDR4,
    PIDR5,
    PIDR6,
    PIDR7,
    PIDR0,
    PIDR1,
    PIDR2,
    PIDR3,
    CIDR0,
    CIDR1,
    CIDR2,
    CIDR3,
    CCNT,
    CCNT_CTRL,
    CCNT_OVF,
    ESR0,
    ECNT0,
    ECTRL0,
    EOVF0,
};

/// First byte of the range whose reserved words are the PMU's for the security rules (D15).
constexpr std::uint32_t cci400_pmu_first = 0x9000;
/// Last byte of that range.
constexpr std::uint32_t cci400_pmu_last = 0xDFFF;
/// Offset of PMCR.
constexpr std::uint32_t cci400_pmcr_offset = 0x0100;
/// Whether a register at this offset is one of the PMU: PMCR, or in that range.
constexpr bool cci400_is_of_pmu(std::uint32_t offset) {
    return offset == cci400_pmcr_offset ||
           (offset >= cci400_pmu_first && offset <= cci400_pmu_last);
}
/// First byte of the slave interfaces' registers, which are not modelled (D18).
constexpr std::uint32_t cci400_slaves_first = 0x1000;
/// Last byte of those.
constexpr std::uint32_t cci400_slaves_last = 0x5FFF;

/// A register of the PMU: Secure and Non-secure accesses alike (section 2.5.4).
template <std::size_t N>
constexpr register_desc cci400_pmu_register(const char* name, std::uint32_t offset,
                                            std::uint32_t reset, const register_field (&fields)[N],
                                            const char* description) {
    return {name,
            offset,
            register_access::read_write,
            user_rule::always,
            nonsecure_rule::always,
            reset,
            fields,
            description};
}

/// Offset of counter block n, 0 to 3.
constexpr std::uint32_t cci400_block_offset(unsigned n) {
    return 0xA000 + n * 0x1000;
}
/// ESRn.
constexpr register_desc cci400_event_select(const char* name, unsigned n) {
    return cci400_pmu_register(name, cci400_block_offset(n), 0, cci400_block::select_fields,
                               "Event Select Register");
}
/// ECNTn.
constexpr register_desc cci400_event_count(const char* name, unsigned n) {
    return cci400_pmu_register(name, cci400_block_offset(n) + 0x4, 0, value_field,
                               "Event Count Register");
}
/// ECTRLn.
constexpr register_desc cci400_counter_control(const char* name, unsigned n) {
    return cci400_pmu_register(name, cci400_block_offset(n) + 0x8, 0, cci400_block::control_fields,
                               "Counter Control Register");
}
/// EOVFn.
constexpr register_desc cci400_counter_overflow(const char* name, unsigned n) {
    return cci400_pmu_register(name, cci400_block_offset(n) + 0xC, 0, cci400_block::overflow_fields,
                               "Overflow Flag Status Register");
}

/// A global register: Non-secure accesses as SAR says, or never.
template <std::size_t N>
constexpr register_desc cci400_global_register(const char* name, std::uint32_t offset,
                                               register_access access, nonsecure_rule nonsecure,
                                               const register_field (&fields)[N],
                                               const char* description) {
    return {name, offset, access, user_rule::always, nonsecure, 0, fields, description};
}

/// An identification register: read-only, Non-secure accesses as SAR says.
template <std::size_t N>
constexpr register_desc cci400_id_register(const char* name, std::uint32_t offset,
                                           std::uint32_t value, const register_field (&fields)[N],
                                           const char* description) {
    return {name,
            offset,
            register_access::read_only,
            user_rule::always,
            nonsecure_rule::when_opened,
            value,
            fields,
            description};
}

inline constexpr register_desc cci400_register_table[] = {
    cci400_global_register("CONTROL_OVERRIDE", 0x0000, register_access::read_write,
                           nonsecure_rule::refused, cci400_global::control_override_fields,
                           "Control Override Register"),
    cci400_global_register("SPECULATION_CONTROL", 0x0004, register_access::read_write,
                           nonsecure_rule::when_opened, cci400_global::speculation_control_fields,
                           "Speculation Control Register"),
    cci400_global_register("SAR", 0x0008, register_access::read_write, nonsecure_rule::refused,
                           cci400_sar::fields, "Secure Access Register"),
    cci400_global_register("STATUS", 0x000C, register_access::read_only,
                           nonsecure_rule::when_opened, cci400_global::status_fields,
                           "Status Register"),
    cci400_global_register("IMPRECISE_ERROR", 0x0010, register_access::read_write,
                           nonsecure_rule::when_opened, cci400_global::imprecise_error_fields,
                           "Imprecise Error Register"),
    cci400_pmu_register("PMCR", cci400_pmcr_offset, cci400_counters << cci400_pmcr::N.lsb,
                        cci400_pmcr::fields, "Performance Monitor Control Register"),
    cci400_id_register("PIDR4", 0x0FD0, 0x44, cci400_id::pidr4_fields, "Peripheral ID4 Register"),
    cci400_id_register("PIDR5", 0x0FD4, 0x00, cci400_id::reserved_fields,
                       "Peripheral ID5 Register"),
    cci400_id_register("PIDR6", 0x0FD8, 0x00, cci400_id::reserved_fields,
                       "Peripheral ID6 Register"),
    cci400_id_register("PIDR7", 0x0FDC, 0x00, cci400_id::reserved_fields,
                       "Peripheral ID7 Register"),
    cci400_id_register("PIDR0", 0x0FE0, 0x20, cci400_id::pidr0_fields, "Peripheral ID0 Register"),
    cci400_id_register("PIDR1", 0x0FE4, 0xB4, cci400_id::pidr1_fields, "Peripheral ID1 Register"),
    cci400_id_register("PIDR2", 0x0FE8, 0x6B, cci400_id::pidr2_fields, "Peripheral ID2 Register"),
    cci400_id_register("PIDR3", 0x0FEC, 0x00, cci400_id::pidr3_fields, "Peripheral ID3 Register"),
    cci400_id_register("CIDR0", 0x0FF0, 0x0D, cci400_id::preamble_fields, "Component ID0 Register"),
    cci400_id_register("CIDR1", 0x0FF4, 0xF0, cci400_id::preamble_fields, "Component ID1 Register"),
    cci400_id_register("CIDR2", 0x0FF8, 0x05, cci400_id::preamble_fields, "Component ID2 Register"),
    cci400_id_register("CIDR3", 0x0FFC, 0xB1, cci400_id::preamble_fields, "Component ID3 Register"),
    cci400_pmu_register("CCNT", 0x9004, 0, value_field, "Cycle Counter Register"),
    cci400_pmu_register("CCNT_CTRL", 0x9008, 0, cci400_block::control_fields,
                        "Cycle Counter Control Register"),
    cci400_pmu_register("CCNT_OVF", 0x900C, 0, cci400_block::overflow_fields,
                        "Cycle Counter Overflow Flag Status Register"),
    cci400_event_select("ESR0", 0),
    cci400_event_count("ECNT0", 0),
    cci400_counter_control("ECTRL0", 0),
    cci400_counter_overflow("EOVF0", 0),
    cci400_event_select("ESR1", 1),
    cci400_event_count("ECNT1", 1),
    cci400_counter_control("ECTRL1", 1),
    cci400_counter_overflow("EOVF1", 1),
    cci400_event_select("ESR2", 2),
    cci400_event_count("ECNT2", 2),
    cci400_counter_control("ECTRL2", 2),
    cci400_counter_overflow("EOVF2", 2),
    cci400_event_select("ESR3", 3),
    cci400_event_count("ECNT3", 3),
    cci400_counter_control("ECTRL3", 3),
    cci400_counter_overflow("EOVF3", 3),
};

/// Registers of the event counters 1 to 3, which have no enumerators: cci400_block_offset() counts.
constexpr std::size_t cci400_unnamed_registers = std::size_t{4} * (cci400_counters - 1);

inline constexpr register_map_of<cci400_register, cci400_register_table, cci400_unnamed_registers>
    cci400_registers;

} // namespace pmu
