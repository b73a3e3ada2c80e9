// SPDX-License-Identifier: Apache-2.0
// Mutants that are switched on at run time: switched.awk writes sources with all of them,
// scripts/mutate builds those once, and a process has the one whose number is in the environment.
// What the compiler evaluates is never mutated.
//
//   TLM_PMU_MUTANT          number of the mutant that is on; none without it
//   TLM_PMU_MUTANTS_REACHED a file with a byte for each number, which becomes 1 once the process
//   gets there
#pragma once

#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <type_traits>
#include <unistd.h>

#pragma GCC visibility push(default) // one state, whatever is in a shared library
namespace mutant {

constexpr int capacity = 1 << 16;
inline unsigned char nobody_asks[capacity];
inline unsigned char* reached = nobody_asks;
inline int active = -1;

inline bool begin() {
    if (const char* number = std::getenv("TLM_PMU_MUTANT")) {
        active = std::atoi(number);
    }
    if (const char* path = std::getenv("TLM_PMU_MUTANTS_REACHED")) {
        const int file = open(path, O_RDWR);
        void* const bytes =
            file < 0 ? MAP_FAILED
                     : mmap(nullptr, capacity, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (bytes == MAP_FAILED) {
            std::abort();
        }
        close(file);
        reached = static_cast<unsigned char*>(bytes); // of a child as well
    }
    return true;
}
inline const bool has_begun = begin();

inline bool get_there(int number) {
    reached[number] = 1;
    return active == number;
}
constexpr bool is_on(int number) {
    return !__builtin_is_constant_evaluated() && get_there(number);
}

// true, false and numbers
template <class Value>
constexpr Value value(int number, Value original, Value other) {
    return is_on(number) ? other : original;
}

// `x && y` is written `x && held(..) || goes_on(..) && y`, and `x || y` as well: y is evaluated
// when it would be, and neighbours bind as they did.
inline bool is_held = false;
inline bool held(int number, bool is_or) {
    const bool result = is_or != is_on(number);
    is_held = !result; // else goes_on() is not called
    return result;
}
inline bool goes_on(int number, bool is_or) {
    const bool was_held = is_held;
    is_held = false;
    return is_or != is_on(number) || was_held;
}

// `!x` is written `negation{..} * x`, and `~x` `complement{..} * x`.
struct negation {
    int number;
};
template <class Value>
constexpr bool operator*(negation mark, Value&& value) {
    return is_on(mark.number) ? static_cast<bool>(value) : !value;
}
struct complement {
    int number;
};
template <class Value>
constexpr auto operator*(complement mark, Value&& value) {
    using result = decltype(~value);
    return is_on(mark.number) ? static_cast<result>(value) : ~value;
}

// `x == y` is written `x == infix{..} == y`, and so on; `x += y` is `x += infix{..} += y`. Where
// the other operator has no such result, the mutant is never reached.
struct infix {
    int number;
};
template <class Operand>
struct pending {
    Operand&& operand;
    int number;
};

#define TLM_PMU_MUTANT_OPERATOR(name, original, other)                                             \
    template <class Left, class Right, class Result, class = void>                                 \
    struct name : std::false_type {};                                                              \
    template <class Left, class Right, class Result>                                               \
    struct name<Left, Right, Result,                                                               \
                std::void_t<decltype(std::declval<Left>() other std::declval<Right>())>>           \
        : std::is_same<decltype(std::declval<Left>() other std::declval<Right>()), Result> {};     \
    template <class Left>                                                                          \
    constexpr pending<Left> operator original(Left&& left, infix mark) {                           \
        return {static_cast<Left&&>(left), mark.number};                                           \
    }                                                                                              \
    template <class Left, class Right>                                                             \
    constexpr decltype(auto) operator original(pending<Left>&& left, Right&& right) {              \
        using result =                                                                             \
            decltype(static_cast<Left&&>(left.operand) original static_cast<Right&&>(right));      \
        if constexpr (name<Left&&, Right&&, result>::value) {                                      \
            if (is_on(left.number)) {                                                              \
                return static_cast<result>(static_cast<Left&&>(left.operand)                       \
                                               other static_cast<Right&&>(right));                 \
            }                                                                                      \
        }                                                                                          \
        return static_cast<result>(static_cast<Left&&>(left.operand)                               \
                                       original static_cast<Right&&>(right));                      \
    }

#define TLM_PMU_MUTANT_ASSIGNMENT(name, original, other)                                           \
    template <class Left, class Right, class = void>                                               \
    struct name : std::false_type {};                                                              \
    template <class Left, class Right>                                                             \
    struct name<Left, Right,                                                                       \
                std::void_t<decltype(std::declval<Left>() other std::declval<Right>())>>           \
        : std::true_type {};                                                                       \
    template <class Right>                                                                         \
    constexpr pending<Right> operator original(infix mark, Right&& right) {                        \
        return {static_cast<Right&&>(right), mark.number};                                         \
    }                                                                                              \
    template <class Left, class Right>                                                             \
    constexpr Left& operator original(Left& left, pending<Right>&& right) {                        \
        if constexpr (name<Left&, Right&&>::value) {                                               \
            if (is_on(right.number)) {                                                             \
                left other static_cast<Right&&>(right.operand);                                    \
                return left;                                                                       \
            }                                                                                      \
        }                                                                                          \
        left original static_cast<Right&&>(right.operand);                                         \
        return left;                                                                               \
    }

TLM_PMU_MUTANT_OPERATOR(has_not_equal, ==, !=)
TLM_PMU_MUTANT_OPERATOR(has_equal, !=, ==)
TLM_PMU_MUTANT_OPERATOR(has_at_most, <, <=)
TLM_PMU_MUTANT_OPERATOR(has_less, <=, <)
TLM_PMU_MUTANT_OPERATOR(has_at_least, >, >=)
TLM_PMU_MUTANT_OPERATOR(has_more, >=, >)
TLM_PMU_MUTANT_OPERATOR(has_minus, +, -)
TLM_PMU_MUTANT_OPERATOR(has_plus, -, +)
TLM_PMU_MUTANT_OPERATOR(has_and, |, &)
TLM_PMU_MUTANT_OPERATOR(has_or, &, |)
TLM_PMU_MUTANT_OPERATOR(has_right, <<, >>)
TLM_PMU_MUTANT_OPERATOR(has_left, >>, <<)
TLM_PMU_MUTANT_ASSIGNMENT(has_take, +=, -=)
TLM_PMU_MUTANT_ASSIGNMENT(has_keep, |=, &=)
TLM_PMU_MUTANT_ASSIGNMENT(has_set, &=, |=)

#undef TLM_PMU_MUTANT_OPERATOR
#undef TLM_PMU_MUTANT_ASSIGNMENT

} // namespace mutant
#pragma GCC visibility pop
