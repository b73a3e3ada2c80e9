// SPDX-License-Identifier: Apache-2.0
// The registers of a part as data: fields, rows and the map of all. Decode, reset, write rules,
// documentation, access programs and traces all read the same table.
#pragma once

#include <pmu/core/access.h>
#include <pmu/core/enumerators.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>

namespace PMU_API pmu {

// --- a register: its fields, its reset value and who may access it --------------------

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
    [[gnu::noinline]] constexpr bool admits(access_attributes who, bool is_write,
                                            access_state unit) const {
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

// --- the map of a part ----------------------------------------------------------------

/// A register of which there are several at one address. Software first selects one of them. What
/// shows registers from outside, a trace or a report, shows each.
struct banked_register {
    const char* name;      ///< as the manual spells it, with its number
    std::uint32_t address; ///< of the register through which software sees it
    unsigned bank;         ///< its number, from 0
};

/// The banked registers of a part.
class banked_registers {
public:
    /// None.
    constexpr banked_registers() = default;
    /// Those of an array, which must outlive this.
    template <std::size_t N>
    constexpr explicit banked_registers(const banked_register (&registers)[N])
        : m_registers(registers), m_size(N) {}

    /// The registers, in their order.
    constexpr const banked_register* begin() const { return m_registers; }
    constexpr const banked_register* end() const { return m_registers + m_size; }
    /// How many registers there are.
    constexpr std::size_t size() const { return m_size; }

private:
    const banked_register* m_registers = nullptr;
    std::size_t m_size = 0;
};

/// Finds a register by its address with one look: a hash that brings no two registers of a part
/// together. For a constant table it is searched for at compile time.
/// \tparam N registers, at most 64
template <std::size_t N>
class register_hash {
    static_assert(N >= 1 && N <= 64, "a hash without collisions needs room");

public:
    /// \throw std::invalid_argument, or no compilation: two registers have one address
    constexpr explicit register_hash(const register_desc (&registers)[N]) {
        constexpr unsigned tries = 10'000;
        for (unsigned i = 0; !takes_all(registers); ++i) {
            if (i == tries) {
                throw std::invalid_argument("two registers have one address");
            }
            m_factor *= 0x2C92'77B5U; // odd times odd: no factor comes twice
        }
    }

    /// What stands where a register with a given address would be found.
    struct place {
        std::uint32_t address = 0;  ///< of a register: the one here, if there is one
        std::uint16_t position = 0; ///< of the register here, in the table
        bool is_open = false;       ///< to every access that is privileged and secure
    };
    /// Where the register with this address is, if there is one.
    constexpr const place& place_of(std::uint32_t address) const { return m_places[slot(address)]; }

private:
    // So many slots that some factor in a hundred or so brings no two registers together: 16 for
    // the 4 registers of an ARM1136, 256 for the 37 of a CCI-400, of 8 bytes each.
    static constexpr unsigned bits() {
        unsigned n = 2;
        while ((std::size_t{1} << n) < 4 * N || (std::size_t{8} << n) < N * N) {
            ++n;
        }
        return n;
    }
    static constexpr std::size_t slots = std::size_t{1} << bits();

    constexpr std::size_t slot(std::uint32_t address) const {
        return address * m_factor >> (32 - bits());
    }

    // Fills the slots with m_factor. An empty one has the address of a register that is elsewhere,
    // so that nobody who looks there finds what he looks for.
    constexpr bool takes_all(const register_desc (&registers)[N]) {
        bool is_taken[slots] = {};
        for (std::size_t i = 0; i < N; ++i) {
            const register_desc& r = registers[i];
            const std::size_t at = slot(r.address);
            if (is_taken[at]) {
                return false;
            }
            is_taken[at] = true;
            m_places[at].address = r.address;
            m_places[at].position = static_cast<std::uint16_t>(i);
            m_places[at].is_open = r.access != register_access::write_only;
        }
        for (std::size_t at = 0; at < slots; ++at) {
            if (!is_taken[at]) {
                m_places[at].address = registers[0].address;
            }
        }
        return true;
    }

    std::uint32_t m_factor = 0x9E37'79B1;
    place m_places[slots] = {};
};

/// All registers of a part, in the order of its manual, whatever the part: what tools read. It
/// refers to a table, which outlives it.
class register_map {
public:
    /// All registers of a table.
    template <std::size_t N>
    constexpr explicit register_map(const register_desc (&registers)[N])
        : m_registers(registers), m_size(N) {}
    /// The same with banked registers behind some of them.
    template <std::size_t N, std::size_t M>
    constexpr register_map(const register_desc (&registers)[N], const banked_register (&banked)[M])
        : m_registers(registers), m_size(N), m_banked(banked) {}

    /// The registers that share an address, where software selects one. Most parts have none.
    constexpr const banked_registers& banked() const { return m_banked; }

    /// The registers, in their order.
    constexpr const register_desc* begin() const { return m_registers; }
    constexpr const register_desc* end() const { return m_registers + m_size; }
    /// How many registers there are.
    constexpr std::size_t size() const { return m_size; }
    /// The register at a position, 0 to size() - 1.
    constexpr const register_desc& operator[](std::size_t i) const { return m_registers[i]; }

    /// The register at a byte offset, or nullptr.
    constexpr const register_desc* find(std::uint32_t address) const {
        for (const register_desc& r : *this) {
            if (r.address == address) {
                return &r;
            }
        }
        return nullptr;
    }

    /// The position of a register of this map.
    constexpr std::size_t index_of(const register_desc& r) const {
        return static_cast<std::size_t>(&r - m_registers);
    }

private:
    const register_desc* m_registers;
    std::size_t m_size;
    banked_registers m_banked;
};

/// The registers of one part, by the enumeration of their positions. That each enumerator is
/// spelled as the register at its position, and that none is left over, is checked when it
/// compiles; so is that no two registers have one address.
/// \tparam Table an array of register_desc
/// \tparam Unnamed rows without an enumerator, such as those of the second of several equal
/// counters
template <class Enum, const auto& Table, std::size_t Unnamed = 0>
class register_map_of : public register_map {
public:
    constexpr register_map_of() : register_map(Table) {}
    /// With banked registers behind some of them.
    template <std::size_t M>
    constexpr explicit register_map_of(const banked_register (&banked)[M])
        : register_map(Table, banked) {}

    using register_map::operator[];
    /// A register by its name.
    constexpr const register_desc& operator[](Enum r) const { return Table[index_of(r)]; }

    using register_map::index_of;
    /// The position of a register.
    constexpr std::size_t index_of(Enum r) const { return static_cast<std::size_t>(r); }

    /// How many registers there are.
    static constexpr std::size_t count = std::size(Table);
    /// The position of the register at a byte offset, or `count` where there is none.
    constexpr std::size_t position(std::uint32_t address) const {
        const auto& at = place_of(address);
        return at.address == address ? at.position : count;
    }
    /// The register at a byte offset, or nullptr.
    constexpr const register_desc* find(std::uint32_t address) const {
        const std::size_t i = position(address);
        return i != count ? Table + i : nullptr;
    }
    /// See register_hash.
    constexpr const auto& place_of(std::uint32_t address) const { return hash.place_of(address); }

private:
    static constexpr register_hash<std::size(Table)> hash{Table};
    static_assert(are_positions<Enum>(Table), "an enumerator is not the position of its register");
    static_assert(are_all_positions<Enum>(Table, Unnamed), "a register has no enumerator");
};

/// The answer to "may this access happen, and to which register".
struct decoded_access {
    response status = response::address_error; ///< `ok`: it may
    std::size_t index = 0;                     ///< into the register map, valid if status is ok
};

/// Looks the address up and applies the register's access rules.
/// \param map the registers of the part
/// \param address byte offset in the target's window
/// \param who attributes of the access
/// \param is_write true: a write
/// \param unit `access_state()`: what the rules ask of the unit's state, where they do
/// \param refusal what an access gets that the rules do not admit
template <class Enum, const auto& Table, std::size_t Unnamed, class Unit>
[[gnu::always_inline]] constexpr decoded_access
decode(const register_map_of<Enum, Table, Unnamed>& map, std::uint32_t address,
       access_attributes who, bool is_write, const Unit& unit,
       response refusal = response::command_error) {
    const auto& at = map.place_of(address);
    if (at.address != address) {
        return {};
    }
    const bool is_admitted = (at.is_open && who.privileged && who.secure) ||
                             map[at.position].admits(who, is_write, unit());
    return {is_admitted ? response::ok : refusal, at.position};
}

} // namespace pmu
