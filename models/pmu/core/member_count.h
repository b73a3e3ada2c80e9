// SPDX-License-Identifier: Apache-2.0
// How many members a struct has, at compile time, so that a table with a row for each of them can
// be held against it.
#pragma once

#include <pmu/core/api.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace PMU_API pmu {

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

} // namespace pmu
