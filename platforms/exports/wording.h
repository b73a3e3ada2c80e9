// SPDX-License-Identifier: Apache-2.0
// What the formats have in common: what a row of a table says, in words and numbers.
#pragma once

#include <exports/part_tables.h>
#include <pmu/core/enumerators.h>
#include <process/words.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace platform::exports {

using process::hex;

/// `RW`, `RO` or `WO`.
const char* short_name(pmu::register_access access);
/// `RW`, `RO`, `W1C`, `W1S`, or `W1, reads 0`.
const char* short_name(pmu::field_access access);
/// The enumerator's name.
template <class Rule>
std::string_view name_of(Rule rule) {
    return pmu::enumerator_names<Rule>[static_cast<std::size_t>(rule)];
}
/// `read-write`, `read-only`, `write-one-to-clear`, `write-one-to-set` or `action`.
const char* long_name(pmu::field_access access);
/// `read-write`, `read-only` or `write-only`, as SVD and IP-XACT have it.
const char* long_name(pmu::register_access access);

/// What software can do with a field, the register's own rule included.
pmu::register_access effective_access(const pmu::register_desc& r, const pmu::register_field& f);
/// Whether writes of a field do something else than to store, and can happen.
bool has_write_effect(const pmu::register_desc& r, const pmu::register_field& f);
/// That effect, as SVD and IP-XACT have it: `oneToClear`, `oneToSet` or `modify`.
const char* modified_write(pmu::field_access access);

/// The bits whose value after reset the manual gives.
std::uint32_t reset_mask(const pmu::register_desc& r);
/// Whether the manual gives a field's value after reset.
bool has_reset(const pmu::register_field& f);
/// The value of a register or field after reset, `unpredictable`, `see fields` or `-`.
std::string reset_text(const pmu::register_desc& r);
std::string reset_text(const pmu::register_field& f, const pmu::register_desc& r);

/// `p15, 0, c15, c12, 0`: the operands of MCR and MRC, without the core's register.
std::string operands(std::uint32_t address);
/// `Performance monitoring unit of the PART`.
std::string description(const program::unit_info& unit);
/// The description of a register; that of a coprocessor register ends in how it is accessed.
std::string description(const program::unit_info& unit, const pmu::register_desc& r);
/// What the address of a register counts from.
std::string window(const program::unit_info& unit);

/// `[27:20]` or `[3]`.
std::string bits(const pmu::register_field& f);

/// The lines that an event looks at: bits of the event bus, or of the inputs beside it.
struct line_numbers {
    std::vector<unsigned> bus;
    std::vector<unsigned> inputs;
};
line_numbers lines_of(const pmu::event_desc& e, const event_list& list);
/// The same as `[5]`, `[6:5]` or `input[0]`; or what makes the event happen without a line.
std::string lines_text(const pmu::event_desc& e, const event_list& list);

/// Capital letters, and `_` for what is no letter and no digit.
std::string macro_name(const std::string& name);

} // namespace platform::exports
