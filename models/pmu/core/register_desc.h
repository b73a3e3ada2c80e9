// SPDX-License-Identifier: Apache-2.0
// What a part's table says of a register: its fields, its reset value and who may access it.
#pragma once

#include <pmu/core/access.h>

#include <cstddef>
#include <cstdint>

namespace PMU_API pmu {

/// What software can do with a field.
enum class field_access : std::uint8_t {
    read_write,         ///< stores what is written
    read_only,          ///< writes are ignored
    write_one_to_clear, ///< writing 1 clears the bit, writing 0 leaves it
    write_one_to_set,   ///< writing 1 sets the bit, writing 0 leaves it
    action,             ///< writing 1 does something, nothing is stored, reads as zero
};

/// What the manual says about a field after reset.
enum class field_reset : std::uint8_t {
    value,         ///< it takes the register's reset value
    unpredictable, ///< the manual leaves it open: see register_desc::reset_with()
};

/// One field of a register, bits msb to lsb.
struct register_field {
    const char* name;                             ///< as the manual spells it
    std::uint8_t msb;                             ///< 0 to 31
    std::uint8_t lsb;                             ///< 0 to msb
    field_access access;                          ///< what software can do with it
    const char* description;                      ///< one line
    field_reset after_reset = field_reset::value; ///< whether the manual says what reset leaves

    /// The bits of the field in a register word.
    constexpr std::uint32_t mask() const {
        return (0xFFFF'FFFFU >> (31U - msb)) & (0xFFFF'FFFFU << lsb);
    }
    /// The field's value in a register word.
    constexpr std::uint32_t of(std::uint32_t word) const { return (word & mask()) >> lsb; }
    /// A register word with this value in the field and zero elsewhere.
    constexpr std::uint32_t in_place(std::uint32_t value) const { return value << lsb & mask(); }
    /// Whether any bit of the field is set.
    constexpr bool is_set(std::uint32_t word) const { return (word & mask()) != 0; }
};

/// A field, marked as one whose value after reset the manual leaves open.
constexpr register_field unpredictable_after_reset(register_field field) {
    field.after_reset = field_reset::unpredictable;
    return field;
}

/// What an access to the whole register does, before its fields are looked at.
enum class register_access : std::uint8_t {
    read_write, ///< as the fields say
    read_only,  ///< a write is answered OK and ignored
    write_only, ///< a read is refused
};

/// Which User-mode accesses are allowed.
enum class user_rule : std::uint8_t {
    refused,                 ///< none
    when_enabled,            ///< reads and writes, while access_state::user_enabled
    when_enabled_read,       ///< reads, while access_state::user_enabled
    when_validation_enabled, ///< reads and writes, while access_state::user_validation_enabled
    read_always,             ///< reads
    always,                  ///< reads and writes
};

/// Which Non-secure accesses are allowed.
enum class nonsecure_rule : std::uint8_t {
    always,      ///< reads and writes
    when_opened, ///< reads and writes, while access_state::nonsecure_opened
    refused,     ///< none
};

/// What the unit's state says to the rules above.
struct access_state {
    bool user_enabled = false;            ///< User mode may use the unit
    bool nonsecure_opened = false;        ///< Non-secure accesses may use it
    bool user_validation_enabled = false; ///< User mode may use the validation registers
};

/// One register. The masks follow from the fields.
class register_desc {
public:
    /// A row of a register table, its cells in the order of the members.
    template <std::size_t N>
    constexpr register_desc(const char* the_name, std::uint32_t at, register_access allowed,
                            user_rule user_may, nonsecure_rule nonsecure_may,
                            std::uint32_t reset_value, const register_field (&the_fields)[N],
                            const char* text)
        : name(the_name), address(at), access(allowed), user(user_may), nonsecure(nonsecure_may),
          reset(reset_value), fields(the_fields), field_count(N), description(text),
          writable(mask_of(the_fields, field_access::read_write)),
          read_only(mask_of(the_fields, field_access::read_only)),
          write_one_to_clear(mask_of(the_fields, field_access::write_one_to_clear)),
          write_one_to_set(mask_of(the_fields, field_access::write_one_to_set)),
          action(mask_of(the_fields, field_access::action)),
          unpredictable(unpredictable_of(the_fields)) {}

    const char* name;             ///< as the manual spells it
    std::uint32_t address;        ///< byte offset in the target's window
    register_access access;       ///< what an access does to the whole register
    user_rule user;               ///< which User-mode accesses are allowed
    nonsecure_rule nonsecure;     ///< which Non-secure accesses are allowed
    std::uint32_t reset;          ///< value after reset
    const register_field* fields; ///< in the order of the manual
    std::size_t field_count;      ///< how many fields
    const char* description;      ///< one line

    std::uint32_t writable;           ///< bits that store what is written
    std::uint32_t read_only;          ///< bits that read something and ignore writes
    std::uint32_t write_one_to_clear; ///< bits that a written 1 clears
    std::uint32_t write_one_to_set;   ///< bits that a written 1 sets
    std::uint32_t action;             ///< bits that do something when written 1
    std::uint32_t unpredictable;      ///< bits whose value after reset the manual leaves open

    /// The fields, in their order.
    const register_field* begin() const { return fields; }
    const register_field* end() const { return fields + field_count; }

    /// The stored word after software writes `value` over `old`. Plain fields take the value. A 1
    /// clears or sets where the field says so. Everything else stays.
    constexpr std::uint32_t written(std::uint32_t old, std::uint32_t value) const {
        const std::uint32_t stored = (old & ~writable) | (value & writable);
        return (stored & ~(value & write_one_to_clear)) | (value & write_one_to_set);
    }

    /// The stored word after a debugger writes `value` over `old`. Fields and flags take the bits
    /// as given; actions and read-only bits ignore them.
    constexpr std::uint32_t poked(std::uint32_t old, std::uint32_t value) const {
        const std::uint32_t stored = writable | write_one_to_clear | write_one_to_set;
        return (old & ~stored) | (value & stored);
    }

    /// The stored word after reset, where `fill` stands for what the manual leaves open.
    constexpr std::uint32_t reset_with(std::uint32_t fill) const {
        return (reset & ~unpredictable) | (fill & unpredictable);
    }

    /// Bits that read something: all but reserved bits and actions.
    constexpr std::uint32_t readable() const {
        return writable | read_only | write_one_to_clear | write_one_to_set;
    }

    /// Whether the rules let this access through.
    constexpr bool admits(access_attributes who, bool is_write, access_state unit) const {
        const bool is_refused_to_all = !is_write && access == register_access::write_only;
        if ((who.privileged && who.secure) || is_refused_to_all) {
            return !is_refused_to_all;
        }
        return (who.privileged || admits_user(is_write, unit)) &&
               (who.secure || admits_nonsecure(unit));
    }

private:
    constexpr bool admits_nonsecure(access_state unit) const {
        return nonsecure == nonsecure_rule::always ||
               (nonsecure == nonsecure_rule::when_opened && unit.nonsecure_opened);
    }

    constexpr bool admits_user(bool is_write, access_state unit) const {
        switch (user) {
        case user_rule::refused: return false;
        case user_rule::when_enabled: return unit.user_enabled;
        case user_rule::when_enabled_read: return unit.user_enabled && !is_write;
        case user_rule::when_validation_enabled: return unit.user_validation_enabled;
        case user_rule::read_always: return !is_write;
        case user_rule::always: return true;
        }
        return false;
    }

    template <std::size_t N>
    static constexpr std::uint32_t mask_of(const register_field (&of)[N], field_access kind) {
        std::uint32_t mask = 0;
        for (const register_field& f : of) {
            mask |= f.access == kind ? f.mask() : 0U;
        }
        return mask;
    }

    template <std::size_t N>
    static constexpr std::uint32_t unpredictable_of(const register_field (&of)[N]) {
        std::uint32_t mask = 0;
        for (const register_field& f : of) {
            mask |= f.after_reset == field_reset::unpredictable ? f.mask() : 0U;
        }
        return mask;
    }
};

/// The only field of a register that is nothing but a 32-bit value.
inline constexpr register_field value_field[] = {
    {"VALUE", 31, 0, field_access::read_write, "32-bit value"}};
/// The same for a register whose value after reset the manual leaves open.
inline constexpr register_field unpredictable_value_field[] = {
    unpredictable_after_reset(value_field[0])};

} // namespace pmu
