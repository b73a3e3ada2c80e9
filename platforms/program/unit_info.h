// SPDX-License-Identifier: Apache-2.0
// What the access-program language needs to know about a part: its registers, options, pins and
// events, as data.
#pragma once

#include <pmu/core/event_table.h>
#include <pmu/core/parameter_map.h>
#include <pmu/core/register_map.h>
#include <program/pin_map.h>

#include <bitset>
#include <climits>
#include <cstdint>
#include <string>
#include <vector>

namespace platform::program {

/// An event as a program names it.
struct event_reference {
    std::string source;       ///< `S0` to `M2` where it is given, else empty; capital letters
    std::uint64_t number = 0; ///< as written
    unsigned wires = 1;       ///< n of `*n`
    bool secure = false;      ///< `:secure`
};

/// What an event of a program means to the part.
struct event_lines {
    std::uint32_t id = 0;             ///< what the batch interface takes
    std::vector<std::uint16_t> lines; ///< what `events` and `pulse` raise, below line_set's size
};

/// The levels of all event lines of a part, the event bus first.
using line_set = std::bitset<512>;

/// The part that a program is written for.
class unit_info {
public:
    virtual ~unit_info() = default;

    virtual const char* name() const = 0;  ///< as the command line spells it, `arm1136`
    virtual const char* title() const = 0; ///< as its manual spells it, `ARM1136JF-S`
    virtual const pmu::register_map& registers() const = 0;

    /// Whether registers are accessed by MCR and MRC, and by loads and stores otherwise.
    virtual bool is_coprocessor() const = 0;
    virtual std::uint64_t window_size() const = 0; ///< bytes
    /// What `option NAME, VALUE` sets.
    virtual const pmu::parameter_map& options() const = 0;
    virtual const pin_map& pins() const = 0;

    /// Lines that `bus` drives, from line 0 on; 0: the part has no bus with a stated layout.
    virtual unsigned bus_bits() const = 0;

    /// Finds the event that a program names.
    /// \param for_batch whether it is to be counted (needs no line) or raised (needs one)
    /// \param error receives `expected ..., got ...` where the event cannot be used so
    /// \return whether `found` is valid
    virtual bool resolve(const event_reference& reference, bool for_batch, event_lines& found,
                         std::string& error) const = 0;
    /// How a program names an event of the part's tables.
    virtual event_reference reference_to(const pmu::event_desc& e) const {
        return {"", e.number, 1, false};
    }
};

/// All that describes a part whose events are in one table.
struct unit_description {
    const char* name;
    const char* title;
    const pmu::register_map* registers;
    bool is_coprocessor;
    std::uint64_t window_size; ///< bytes
    const pmu::parameter_map* options;
    const pin_map* pins;
    unsigned bus_bits;
    const pmu::event_table* events;
    unsigned line_limit; ///< `events` and `pulse` raise lines below this number only
    /// The first line of the events' numbering that is no line of the bus, where the bus is wider
    /// than that. In a line_set these lines follow all of the bus.
    unsigned first_beside_bus = UINT_MAX;
};

/// A part whose events are in one table: `0x07` raises the lowest line of the event, `0x07*2` two.
class table_unit final : public unit_info {
public:
    explicit table_unit(const unit_description& description) : m_part(description) {}

    const char* name() const override { return m_part.name; }
    const char* title() const override { return m_part.title; }
    const pmu::register_map& registers() const override { return *m_part.registers; }
    bool is_coprocessor() const override { return m_part.is_coprocessor; }
    std::uint64_t window_size() const override { return m_part.window_size; }
    const pmu::parameter_map& options() const override { return *m_part.options; }
    const pin_map& pins() const override { return *m_part.pins; }
    unsigned bus_bits() const override { return m_part.bus_bits; }
    bool resolve(const event_reference& reference, bool for_batch, event_lines& found,
                 std::string& error) const override;

private:
    unit_description m_part;
};

} // namespace platform::program
