// SPDX-License-Identifier: Apache-2.0
// Code as programs have it: calls, branches, loads, and a store in about eight instructions. The
// linker script gives data pages of their own.
#include "bench_program.h"

enum { WORDS = 1024, SORTED = 24 };

static uint32_t words[WORDS];

/// A hash that reads and updates memory all over the array.
static __attribute__((noinline)) uint32_t scatter(uint32_t seed) {
    uint32_t sum = 0;
    for (unsigned k = 0; k < 32; ++k) {
        seed = next_random(seed);
        uint32_t* const word = &words[seed >> 22];
        sum += *word >> 3;
        if ((sum & 15u) != 0) {
            *word = seed ^ sum;
        }
    }
    return sum;
}

/// Sorts a few words, in place.
static __attribute__((noinline)) uint32_t sort(uint32_t seed) {
    uint32_t* const values = &words[seed % (WORDS - SORTED)];
    for (unsigned k = 1; k < SORTED; ++k) {
        const uint32_t value = values[k];
        unsigned place = k;
        while (place > 0 && values[place - 1] > value) {
            values[place] = values[place - 1];
            --place;
        }
        values[place] = value;
    }
    return values[0] ^ values[SORTED - 1];
}

/// Copies a few words and changes them on the way.
static __attribute__((noinline)) void copy(uint32_t seed) {
    const uint32_t* const from = &words[seed % (WORDS / 2)];
    uint32_t* const to = &words[WORDS / 2];
    for (unsigned k = 0; k < 32; ++k) {
        to[k] = from[k] << 1 ^ seed;
    }
}

/// A recursion, whose calls go through the stack.
static __attribute__((noinline)) uint32_t depth(uint32_t node) {
    return node == 0 ? 0 : 1 + depth(node >> 1);
}

uint32_t work(uint32_t iterations) {
    uint32_t sum = 0;
    for (uint32_t n = 0; n < iterations; ++n) {
        sum += scatter(n);
        sum ^= sort(sum);
        copy(sum);
        sum += depth(sum | 1u);
    }
    return sum;
}
