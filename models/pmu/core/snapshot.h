// SPDX-License-Identifier: Apache-2.0
// Snapshots: the state of a unit as bytes, the same from every compiler and on every machine.
#pragma once

#include <pmu/core/counter.h>
#include <pmu/core/snapshot_error.h>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace PMU_API pmu {

// The format. Numbers are little-endian, without sign; a text is a byte with its length and as many
// letters; a flag is a byte, 0 or 1.
//
//   bytes      what
//   8          the kind, in letters: see snapshot_kind
//   4          the version, 1
//   4          n, the length of the body, at most snapshot_longest
//   n          the body
//   4          CRC-32 (of IEEE 802.3) of everything before
//
// The body of a core (PMU-CORE):
//
//   text       the part, as in report ids
//   1          how many parameters; for each, in the order of the table, its name (text) and its
//              value (8)
//   ...        what the core's state_of() lists, in that order: a number or flag in its own size, a
//              counter32 in 4 bytes, a cycle_counter in 8 (64ths of a count), arrays from element 0
//
// The body of a module (PMU-UNIT) is that of its core and then what timed_unit_snapshot.h says.

/// What a snapshot is of, as its first eight letters.
using snapshot_kind = std::string_view;
inline constexpr snapshot_kind core_snapshot = "PMU-CORE"; ///< a core without a module
inline constexpr snapshot_kind unit_snapshot = "PMU-UNIT"; ///< a module

/// The version of the format. One that differs is refused.
constexpr std::uint32_t snapshot_version = 1;
/// The longest body, in bytes. A longer one is not written, and not read.
constexpr std::uint32_t snapshot_longest = std::uint32_t{1} << 24;

/// Whether a type lists its state: `state_of(object)` is a tuple of references to all that a
/// snapshot has of it.
template <class T, class = void>
struct lists_state : std::false_type {};
template <class T>
struct lists_state<T, std::void_t<decltype(T::state_of(std::declval<T&>()))>> : std::true_type {};

/// Makes a body.
class snapshot_writer {
public:
    /// Adds the low bytes of a number, the lowest first.
    /// \param value the number; higher bytes are left out
    /// \param size 1 to 8 bytes
    void number(std::uint64_t value, unsigned size);
    /// Adds a text of at most 255 letters. \throw snapshot_error it is longer
    void text(std::string_view letters);
    /// Adds the state of an object: a number, a counter, an array, or what lists its own.
    template <class T>
    void state(const T& object) {
        if constexpr (std::is_same_v<T, counter32>) {
            number(object.value(), sizeof(std::uint32_t));
        } else if constexpr (std::is_same_v<T, cycle_counter>) {
            number(object.parts(), sizeof(std::uint64_t));
        } else if constexpr (std::is_unsigned_v<T>) {
            number(object, sizeof(T));
        } else if constexpr (lists_state<T>::value) {
            std::apply([this](const auto&... members) { (this->state(members), ...); },
                       T::state_of(object));
        } else {
            for (const auto& element : object) {
                state(element);
            }
        }
    }

    /// What there is so far.
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// Reads a body, which outlives it. Whoever has read the last value asks for the end.
class snapshot_reader {
public:
    /// \param body as read_snapshot() returns it
    explicit snapshot_reader(std::string_view body) : m_body(body) {}

    /// The next number. \param size 1 to 8 bytes \throw snapshot_error the body ends before
    std::uint64_t number(unsigned size);
    /// The next flag. \throw snapshot_error it is neither 0 nor 1, or the body ends before
    bool flag();
    /// The next text. \throw snapshot_error the body ends before
    std::string text();
    /// The next bytes, as they are. \throw snapshot_error the body ends before
    std::string bytes(std::size_t size) { return std::string(next(size)); }
    /// Reads the state of an object, as snapshot_writer::state() adds it.
    /// \param object takes it
    /// \param normalise `normalise(object)` makes possible what is impossible, and nothing else
    /// \throw snapshot_error it had something to do, or the body ends before
    template <class T, class Normalise>
    void state(T& object, Normalise normalise) {
        const std::size_t begin = m_position;
        take(object);
        normalise(object);
        snapshot_writer again;
        again.state(object);
        if (again.bytes() != m_body.substr(begin, m_position - begin)) {
            refuse_state();
        }
    }
    /// \throw snapshot_error there is more
    void end() const;

    /// \throw snapshot_error always: the snapshot holds what no unit can have
    [[noreturn]] static void refuse_state();

private:
    template <class T>
    void take(T& object) {
        if constexpr (std::is_same_v<T, counter32>) {
            object.set(static_cast<std::uint32_t>(number(sizeof(std::uint32_t))));
        } else if constexpr (std::is_same_v<T, cycle_counter>) {
            object.set_parts(number(sizeof(std::uint64_t)));
        } else if constexpr (std::is_same_v<T, bool>) {
            object = flag();
        } else if constexpr (std::is_unsigned_v<T>) {
            object = static_cast<T>(number(sizeof(T)));
        } else if constexpr (lists_state<T>::value) {
            std::apply([this](auto&... members) { (this->take(members), ...); },
                       T::state_of(object));
        } else {
            for (auto& element : object) {
                take(element);
            }
        }
    }
    std::string_view next(std::size_t size);

    std::string_view m_body;
    std::size_t m_position = 0;
};

/// Writes a whole snapshot.
/// \throw snapshot_error the body is longer than snapshot_longest, or the stream takes no more
void write_snapshot(std::ostream& out, snapshot_kind kind, std::string_view body);
/// Reads a whole snapshot and nothing after it. It allocates no more than what the stream has, and
/// no more than snapshot_longest.
/// \return the body \throw snapshot_error it is damaged, of another kind or version, or ends early
std::string read_snapshot(std::istream& in, snapshot_kind kind);

/// \throw snapshot_error always: names the parameter and both values
[[noreturn]] void refuse_parameter(const char* name, const std::string& saved,
                                   const std::string& here);
/// Reads the name of a part or a parameter.
/// \param in the body
/// \param what it is the name of
/// \param name what it must be
/// \throw snapshot_error another name
void expect_name(snapshot_reader& in, const char* what, std::string_view name);

/// Adds a core to a body: its part, its parameters and its state.
template <class Core>
void write_core(snapshot_writer& out, const Core& unit) {
    const auto& all = Core::all_parameters();
    out.text(Core::part);
    out.number(all.size(), 1);
    for (const auto& p : all) {
        out.text(p.name);
        out.number(all.get(unit.parameters(), p), sizeof(std::uint64_t));
    }
    out.state(unit);
}

/// Reads a core.
/// \param in the body
/// \param like has the parameters that the core must have
/// \throw snapshot_error another part, other parameters, or a state that no unit can have
template <class Core>
Core read_core(snapshot_reader& in, const Core& like) {
    const auto& all = Core::all_parameters();
    expect_name(in, "part", Core::part);
    if (in.number(1) != all.size()) {
        snapshot_reader::refuse_state();
    }
    for (const auto& p : all) {
        expect_name(in, "parameter", p.name);
        const std::uint64_t saved = in.number(sizeof(std::uint64_t));
        const std::uint64_t here = all.get(like.parameters(), p);
        if (saved != here) {
            refuse_parameter(p.name, p.text_of(saved), p.text_of(here));
        }
    }
    Core unit(like.parameters());
    in.state(unit, [](Core& core) { core.normalise(); });
    return unit;
}

/// Saves a core without a module. \throw snapshot_error the stream takes no more
template <class Core>
void save_core(std::ostream& out, const Core& unit) {
    snapshot_writer body;
    write_core(body, unit);
    write_snapshot(out, core_snapshot, body.bytes());
}

/// Restores a core without a module; its parameters are those of the one saved.
/// \throw snapshot_error as read_snapshot() and read_core(); the core is as it was
template <class Core>
void restore_core(std::istream& in, Core& unit) {
    const std::string body = read_snapshot(in, core_snapshot);
    snapshot_reader reader(body);
    const Core read = read_core(reader, unit);
    reader.end();
    unit = read;
}

} // namespace pmu
