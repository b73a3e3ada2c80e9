// SPDX-License-Identifier: Apache-2.0
// The parameters of a part as data: one table that its checks, configuration by name and text,
// listings and access programs all read.
#pragma once

#include <pmu/core/enumerators.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace PMU_API pmu {

// --- how many members a struct has, so that a table can be held against it ----------------

/// Stands for a value of any type but a class: what an initializer list has for one member.
struct any_scalar {
    /// Never called.
    template <class T, class = std::enable_if_t<!std::is_class_v<T>>>
    constexpr operator T() const noexcept; // NOLINT(google-explicit-constructor)
};

/// The same, one for each number.
template <std::size_t>
using one_any_scalar = any_scalar;

/// Whether an aggregate can be initialized with so many scalars.
template <class T, class Numbers, class = void>
struct takes_scalars : std::false_type {};
template <class T, std::size_t... I>
struct takes_scalars<T, std::index_sequence<I...>, std::void_t<decltype(T{one_any_scalar<I>{}...})>>
    : std::true_type {};

/// How many members an aggregate has that are no classes. Those of its bases and of members that
/// are aggregates themselves count, since an initializer list may leave out their braces.
template <class T, std::size_t Counted = 0>
constexpr std::size_t member_count() {
    static_assert(std::is_aggregate_v<T>, "members can be counted where nothing but they exist");
    if constexpr (takes_scalars<T, std::make_index_sequence<Counted + 1>>::value) {
        return member_count<T, Counted + 1>();
    } else {
        return Counted;
    }
}

// --- parameters ---------------------------------------------------------------------------

/// How the values of a parameter are written.
enum class parameter_kind : std::uint8_t {
    flag,   ///< yes or no, by a word or as 0 and 1; `false` and `true` are always understood
    number, ///< a decimal number
    bits,   ///< a hexadecimal number
    choice, ///< one of several words, most of which have a number too
};

/// What there is to know of one parameter, whatever the part.
struct parameter_desc {
    const char* name;              ///< as in configure(), in `option` and in report ids
    parameter_kind kind;           ///< how its values are written
    std::uint64_t min;             ///< the lowest number that can be given
    std::uint64_t max;             ///< the highest one
    const std::string_view* words; ///< for flag and choice: the value n is the word n
    std::size_t word_count;        ///< 0 for number and bits; those above `max` have no number
    const char* description;       ///< one line
    const char* source;            ///< a decision in the part's README, or what the manual says
    std::uint64_t default_value;   ///< that of a configuration which nobody has changed

    /// Whether the parameter can have this value.
    constexpr bool admits(std::uint64_t value) const {
        return word_count != 0 ? value < word_count : value >= min && value <= max;
    }
    /// The value as text, which read() takes; one that it cannot have as a number.
    std::string text_of(std::uint64_t value) const;
    /// The default as text.
    std::string default_text() const { return text_of(default_value); }
    /// What it can be: `a number from 0 to 1000`, or `popcount (0) or binary (1)`.
    std::string range() const;
    /// Reads a value: a word in any case, or a number, decimal, hexadecimal (`0x`) or binary
    /// (`0b`). \return whether that is a value of this parameter; if not, `value` is left alone
    bool read(std::string_view text, std::uint64_t& value) const;
};

/// A parameter with a value that it cannot have: the error `/pmu/<part>/<parameter>`.
struct parameter_fault {
    const char* part = nullptr;                ///< as in report ids
    const parameter_desc* parameter = nullptr; ///< nullptr: nothing is wrong
    std::uint64_t value = 0;                   ///< what it was set to

    /// Whether something is wrong.
    constexpr explicit operator bool() const { return parameter != nullptr; }
    /// What is wrong: the part, the parameter, what it can be, and the value.
    std::string sentence() const;
};

/// All parameters of a part, whatever the part: what tools read. It refers to a table, which
/// outlives it.
class parameter_map {
public:
    /// `size` parameters of a part, which is spelled as in report ids.
    constexpr parameter_map(const char* part, const parameter_desc* parameters, std::size_t size)
        : m_part(part), m_parameters(parameters), m_size(size) {}

    /// The part, as in report ids.
    constexpr const char* part() const { return m_part; }
    /// The parameters, in their order.
    constexpr const parameter_desc* begin() const { return m_parameters; }
    constexpr const parameter_desc* end() const { return m_parameters + m_size; }
    /// How many parameters there are.
    constexpr std::size_t size() const { return m_size; }
    /// The parameter at a position, 0 to size() - 1.
    constexpr const parameter_desc& operator[](std::size_t i) const { return m_parameters[i]; }
    /// The position of a parameter of this map.
    constexpr std::size_t index_of(const parameter_desc& p) const {
        return static_cast<std::size_t>(&p - m_parameters);
    }

    /// The parameter with this name, in any case, or nullptr.
    const parameter_desc* find(std::string_view name) const;
    /// The parameter with this name, in any case.
    /// \throw std::invalid_argument there is none; the message lists those that there are
    const parameter_desc& at(std::string_view name) const;
    /// The value that a text stands for: see parameter_desc::read().
    /// \throw std::invalid_argument none of this parameter; the message names part, parameter,
    /// what it can be, and the text
    std::uint64_t value_of(const parameter_desc& p, std::string_view text) const;

private:
    const char* m_part;
    const parameter_desc* m_parameters;
    std::size_t m_size;
};

/// The words of a flag that has no others.
inline constexpr std::string_view false_and_true[] = {"false", "true"};

/// A row of a parameter table: a parameter, and where it is in the configuration. The default is
/// that of the configuration. A row is made by one of the functions, each of which takes the way
/// to the member: `&config::member`, or `&config::inner, &inner::member`.
template <class Config>
struct parameter_row {
    parameter_desc desc;                       ///< what there is to know of it
    std::uint64_t (*get)(const Config&);       ///< its value
    void (*set)(Config&, std::uint64_t value); ///< makes it a value that it admits

    /// A bool, and its words for 0 and 1.
    template <auto... Path>
    static constexpr parameter_row flag(const char* name, const char* description,
                                        const char* source,
                                        const std::string_view (&words)[2] = false_and_true) {
        static_assert(std::is_same_v<member_type<Path...>, bool>, "a flag is a bool");
        return make<Path...>({name, parameter_kind::flag, 0, 1, words, 2, description, source, 0});
    }

    /// An unsigned number from `min` to `max`.
    template <auto... Path>
    static constexpr parameter_row number(const char* name, std::uint64_t min, std::uint64_t max,
                                          const char* description, const char* source) {
        static_assert(std::is_unsigned_v<member_type<Path...>>, "a number has no sign");
        return make<Path...>(
            {name, parameter_kind::number, min, max, nullptr, 0, description, source, 0});
    }

    /// Bits: all that the member has.
    template <auto... Path>
    static constexpr parameter_row bits(const char* name, const char* description,
                                        const char* source) {
        using value = member_type<Path...>;
        static_assert(std::is_unsigned_v<value>, "bits have no sign");
        return make<Path...>({name, parameter_kind::bits, 0, std::numeric_limits<value>::max(),
                              nullptr, 0, description, source, 0});
    }

    /// An enumeration from 0 on, without gaps; its words are the enumerators. The last ones may
    /// have no number: `unnumbered` says how many.
    template <auto... Path>
    static constexpr parameter_row choice(const char* name, const char* description,
                                          const char* source, std::size_t unnumbered = 0) {
        constexpr const auto& words = enumerator_names<member_type<Path...>>;
        return make<Path...>({name, parameter_kind::choice, 0, words.size() - unnumbered - 1,
                              words.data(), words.size(), description, source, 0});
    }

private:
    template <class Object, class Member, class... Rest>
    static constexpr auto& member(Object& object, Member first, Rest... rest) {
        if constexpr (sizeof...(Rest) == 0) {
            return object.*first;
        } else {
            return member(object.*first, rest...);
        }
    }
    template <auto... Path>
    using member_type = std::decay_t<decltype(member(std::declval<Config&>(), Path...))>;

    template <auto... Path>
    static constexpr std::uint64_t get_at(const Config& config) {
        return static_cast<std::uint64_t>(member(config, Path...));
    }
    template <auto... Path>
    static constexpr void set_at(Config& config, std::uint64_t value) {
        member(config, Path...) = static_cast<member_type<Path...>>(value);
    }
    template <auto... Path>
    static constexpr parameter_row make(parameter_desc desc) {
        desc.default_value = get_at<Path...>(Config{});
        return {desc, get_at<Path...>, set_at<Path...>};
    }
};

/// Whether names are unique, defaults are possible, and each row has a member of its own that can
/// hold its lowest and its highest number.
template <class Config, class Rows>
constexpr bool are_sound_parameters(const Rows& rows) {
    for (const parameter_row<Config>& row : rows) {
        const parameter_desc& p = row.desc;
        Config changed{};
        row.set(changed, p.min);
        if (!p.admits(p.default_value) || p.min >= p.max || row.get(changed) != p.min) {
            return false;
        }
        row.set(changed, p.max);
        if (row.get(changed) != p.max) {
            return false;
        }
        row.set(changed, p.default_value == p.max ? p.min : p.max);
        for (const parameter_row<Config>& other : rows) {
            const bool is_same = &other == &row;
            const bool is_changed = other.get(changed) != other.desc.default_value;
            const bool has_name = std::string_view(other.desc.name) == p.name;
            if (is_changed != is_same || has_name != is_same) {
                return false;
            }
        }
    }
    return true;
}

/// The parameters of one part, with its configuration. That every member of the configuration has
/// a row, one that fits it, is checked when it compiles.
/// \tparam Config the configuration, an aggregate
/// \tparam Rows an array of parameter_row
template <class Config, const auto& Rows>
class parameter_map_of : public parameter_map {
public:
    /// \param part as in report ids
    constexpr explicit parameter_map_of(const char* part)
        : parameter_map(part, descs.data(), descs.size()) {}

    /// The value of a parameter of this map.
    constexpr std::uint64_t get(const Config& config, const parameter_desc& p) const {
        return Rows[index_of(p)].get(config);
    }
    /// Sets a parameter of this map to a value that it admits.
    constexpr void set(Config& config, const parameter_desc& p, std::uint64_t value) const {
        Rows[index_of(p)].set(config, value);
    }

    /// The first parameter with a value that it cannot have, if there is one.
    constexpr parameter_fault find_fault(const Config& config) const {
        for (const parameter_desc& p : *this) {
            const std::uint64_t value = get(config, p);
            if (!p.admits(value)) {
                return {part(), &p, value};
            }
        }
        return {};
    }

    /// Sets a parameter by its name, in any case, to what a text says: see parameter_desc::read().
    /// \throw std::invalid_argument no such parameter, or none of its values. The message names
    /// part, parameter, what is possible, and the text; the configuration is as it was
    void configure(Config& config, std::string_view name, std::string_view text) const {
        const parameter_desc& p = at(name);
        set(config, p, value_of(p, text));
    }
    /// The value of a parameter as text, which configure() takes.
    /// \throw std::invalid_argument no such parameter
    std::string text_of(const Config& config, std::string_view name) const {
        const parameter_desc& p = at(name);
        return p.text_of(get(config, p));
    }

private:
    static constexpr std::size_t count = std::size(Rows);
    static constexpr auto descs = [] {
        std::array<parameter_desc, count> all{};
        for (std::size_t i = 0; i < count; ++i) {
            all[i] = Rows[i].desc;
        }
        return all;
    }();

    static_assert(member_count<Config>() <= count, "a member of the configuration has no row");
    static_assert(member_count<Config>() >= count, "there are more rows than members");
    static_assert(are_sound_parameters<Config>(Rows),
                  "two rows have one name or one member, or a default or a range does not fit");
};

} // namespace pmu
