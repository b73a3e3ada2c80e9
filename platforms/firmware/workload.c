// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

/// Code of its own section, which calls nothing and is not merged into others.
#define WORK(function) __attribute__((noipa, section("code_of_" #function)))
#define WORK_ENTRY(title, function)                                                                \
    { title, function, __start_code_of_##function, __stop_code_of_##function }
#define WORK_SECTION(function)                                                                     \
    extern const char __start_code_of_##function[], __stop_code_of_##function[]

WORK_SECTION(work_crc);
WORK_SECTION(work_sort);
WORK_SECTION(work_matrix);
WORK_SECTION(work_search);
WORK_SECTION(work_recursion);

static inline uint32_t next_random(uint32_t value) {
    return value * 1664525u + 1013904223u;
}

/// CRC-32 of 700 bytes, bit by bit: the heaviest.
WORK(work_crc) static uint32_t work_crc(uint32_t seed) {
    uint32_t crc = 0xFFFFFFFFu;
    for (unsigned byte = 0; byte < 700; ++byte) {
        seed = next_random(seed);
        crc ^= seed >> 24;
        for (unsigned bit = 0; bit < 8; ++bit) {
            crc = crc & 1u ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
        }
    }
    return ~crc;
}

/// Insertion sort of 96 words.
WORK(work_sort) static uint32_t work_sort(uint32_t seed) {
    enum { SIZE = 96 };
    uint32_t values[SIZE];
    for (unsigned k = 0; k < SIZE; ++k) {
        seed = next_random(seed);
        unsigned place = k;
        while (place > 0 && values[place - 1] > seed) {
            values[place] = values[place - 1];
            --place;
        }
        values[place] = seed;
    }
    return values[0] ^ values[SIZE / 2] ^ values[SIZE - 1];
}

/// Product of two matrices of 11 rows and columns.
WORK(work_matrix) static uint32_t work_matrix(uint32_t seed) {
    enum { SIZE = 11 };
    uint32_t a[SIZE][SIZE];
    uint32_t sum = 0;
    for (unsigned row = 0; row < SIZE; ++row) {
        for (unsigned column = 0; column < SIZE; ++column) {
            seed = next_random(seed);
            a[row][column] = seed >> 16;
        }
    }
    for (unsigned row = 0; row < SIZE; ++row) {
        for (unsigned column = 0; column < SIZE; ++column) {
            uint32_t product = 0;
            for (unsigned k = 0; k < SIZE; ++k) {
                product += a[row][k] * a[k][column];
            }
            sum = sum * 31 + product;
        }
    }
    return sum;
}

/// Occurrences of a short text in a long one.
WORK(work_search) static uint32_t work_search(uint32_t seed) {
    static const char text[] = "the quick brown fox jumps over the lazy dog and the dog sleeps; "
                               "then the fox steals the bone of the dog, then the dog wakes up";
    static const char wanted[] = "the dog";
    uint32_t found = seed & 1u;
    for (unsigned pass = 0; pass < 4; ++pass) {
        for (const char* at = text; *at != '\0'; ++at) {
            unsigned k = 0;
            while (wanted[k] != '\0' && at[k] == wanted[k]) {
                ++k;
            }
            found += wanted[k] == '\0';
        }
    }
    return found;
}

/// A Fibonacci number by recursion: the lightest.
WORK(work_recursion) static uint32_t work_recursion(uint32_t n) {
    n = n > 8 ? 8 : n;
    return n < 2 ? n : work_recursion(n - 1) + work_recursion(n - 2);
}

const struct work works[WORK_COUNT] = {
    WORK_ENTRY("crc", work_crc),
    WORK_ENTRY("sort", work_sort),
    WORK_ENTRY("matrix", work_matrix),
    WORK_ENTRY("search", work_search),
    WORK_ENTRY("recursion", work_recursion),
};

size_t work_at(uint32_t pc) {
    size_t k = 0;
    while (k < WORK_COUNT && (pc < (uint32_t)works[k].start || pc >= (uint32_t)works[k].stop)) {
        ++k;
    }
    return k;
}
