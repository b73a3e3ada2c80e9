// SPDX-License-Identifier: Apache-2.0
// The names of enumerators at compile time, so that a table and the enumeration of its rows can be
// held against each other.
#pragma once

#include <pmu/core/api.h>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace PMU_API pmu {

/// How an enumerator is spelled, without its scope; empty for a value that none has. The compiler
/// puts it into the name of this function: g++ and clang++ both do.
template <auto Value>
constexpr std::string_view enumerator_name() {
    std::string_view text = __PRETTY_FUNCTION__; // ... Value = pmu::color::red ...
    constexpr std::string_view key = "Value = ";
    text.remove_prefix(text.find(key) + key.size());
    text = text.substr(0, text.find_first_of(";]"));
    const std::size_t scope = text.rfind(':');
    const std::size_t cast = text.rfind(')'); // (pmu::color)7; (anonymous namespace)::color::red
    const bool is_value = cast != std::string_view::npos && cast > scope;
    return scope == std::string_view::npos || is_value ? std::string_view{}
                                                       : text.substr(scope + 1);
}

/// The characters of enumerator_name(), and a zero.
template <auto Value>
constexpr auto enumerator_characters() {
    constexpr std::string_view name = enumerator_name<Value>();
    std::array<char, name.size() + 1> characters{};
    for (std::size_t i = 0; i < name.size(); ++i) {
        characters[i] = name[i];
    }
    return characters;
}
/// enumerator_characters(), which a pointer can point to.
template <auto Value>
inline constexpr auto kept_enumerator_characters = enumerator_characters<Value>();
/// enumerator_name() for a row of a table, which so has its name from its enumerator.
template <auto Value>
constexpr const char* enumerator_text() {
    return kept_enumerator_characters<Value>.data();
}

/// Whether each enumerator is the position of the row with its name. An enumeration may leave out
/// rows, such as those of the second of several equal counters, but has none beyond the table.
/// \tparam Enum has enumerators 0 and up \param rows have a `name`
template <class Enum, std::size_t Next = 0, class Row, std::size_t N>
constexpr bool are_positions(const Row (&rows)[N]) {
    constexpr std::size_t looks_beyond = 64;
    if constexpr (Next == N + looks_beyond) {
        return true;
    } else {
        constexpr std::string_view name = enumerator_name<static_cast<Enum>(Next)>();
        if (!name.empty() && (Next >= N || name != rows[Next % N].name)) {
            return false;
        }
        return are_positions<Enum, Next + 1>(rows);
    }
}

/// How many enumerators have the values 0, 1 and so on, without a gap.
template <class Enum, std::size_t Counted = 0>
constexpr std::size_t enumerator_count() {
    if constexpr (enumerator_name<static_cast<Enum>(Counted)>().empty()) {
        return Counted;
    } else {
        return enumerator_count<Enum, Counted + 1>();
    }
}

/// How many of the values 0 and up have an enumerator.
template <class Enum, std::size_t... I>
constexpr std::size_t enumerators_among(std::index_sequence<I...> /*values*/) {
    return (std::size_t{0} + ... +
            (enumerator_name<static_cast<Enum>(I)>().empty() ? std::size_t{0} : std::size_t{1}));
}

/// As are_positions(), and all rows but so many have an enumerator.
template <class Enum, class Row, std::size_t N>
constexpr bool are_all_positions(const Row (&rows)[N], std::size_t unnamed = 0) {
    return are_positions<Enum>(rows) &&
           enumerators_among<Enum>(std::make_index_sequence<N>()) + unnamed == N;
}

/// enumerator_name(), each an evaluation of its own: clang++ has a limit for one.
template <auto Value>
inline constexpr std::string_view kept_enumerator_name = enumerator_name<Value>();

/// The names of the enumerators with these values.
template <class Enum, std::size_t... I>
constexpr std::array<std::string_view, sizeof...(I)>
enumerator_names_at(std::index_sequence<I...> /*values*/) {
    return {kept_enumerator_name<static_cast<Enum>(I)>...};
}
/// The names of the enumerators 0, 1 and so on, by value.
template <class Enum>
inline constexpr auto enumerator_names =
    enumerator_names_at<Enum>(std::make_index_sequence<enumerator_count<Enum>()>());

/// Whether each enumerator below 256 is the number of the row with its name, and each row has one:
/// what are_all_positions() is for numbers with gaps.
/// \tparam Enum its underlying type is fixed \param first, last rows with a `name` and a `number`
/// of its own
template <class Enum, class Row>
constexpr bool are_all_numbers(const Row* first, const Row* last) {
    constexpr auto names = enumerator_names_at<Enum>(std::make_index_sequence<256>());
    std::size_t found = 0;
    for (const std::string_view name : names) {
        found += name.empty() ? 0U : 1U;
    }
    for (const Row* row = first; row != last; ++row) {
        const std::size_t number = row->number;
        if (number >= names.size() || names[number] != row->name) {
            return false;
        }
        --found;
    }
    return found == 0;
}

} // namespace pmu
