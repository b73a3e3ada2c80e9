// SPDX-License-Identifier: Apache-2.0
// Runs one worked example and prints what the counters of the PMU say of it, by its name and in the
// notation of the expected values. Arguments: NAME and 0 or 1, or "list".
//
// At the end it executes the example once more, its sequence (0) or its twin (1), with nothing else
// different. So the difference of two runs' totals is that of the sequence as well.
#include "unit.h"

#include <stddef.h>
#include <stdint.h>

#define PASSES_OF_SEQUENCE 0x50000000u ///< sequence, twin, sequence: see run_example.S
#define PASSES_OF_TWIN 0x70000000u     ///< sequence, twin, twin
#define LAST_RUN 0x80000000u           ///< for `go`

struct example {
    const char* name;
    uint32_t start;
    uint32_t shown; ///< bit n: register rn is printed
};

struct vector {
    uint32_t start;  ///< of its example
    uint32_t offset; ///< from the first vector, 0x00 to 0x3C
    uint32_t is_branch;
    uint32_t word; ///< the instruction, or where it branches
};

extern const struct example first_example[];
extern const struct example last_example[];
extern const struct vector first_vector[];
extern const struct vector last_vector[];
extern const uint8_t first_event[];
extern const uint8_t last_event[];
extern const uint32_t final_registers[4];

void call_example(uint32_t start, uint32_t passes, uint32_t go);
void vector_unexpected(void);
void run(void);

// --- semihosting ---------------------------------------------------------------------------------

static uint32_t semihosting(uint32_t operation, const void* parameter) {
    register uint32_t r0 __asm__("r0") = operation;
    register const void* r1 __asm__("r1") = parameter;
    __asm__ volatile("svc 0x123456" : "+r"(r0) : "r"(r1) : "memory", "lr");
    return r0;
}

static void print(const char* text) {
    semihosting(0x04, text); // SYS_WRITE0
}

static void end(int exit_code) {
    semihosting(0x18, (const void*)(exit_code == 0 ? 0x20026u : 0x20000u)); // SYS_EXIT
}

/// Prints `value` in that base with at least `digits` digits.
static void print_number(uint32_t value, unsigned base, unsigned digits) {
    char text[12];
    char* at = text + sizeof text - 1;
    *at = '\0';
    for (; value != 0 || digits != 0; value /= base) {
        *--at = "0123456789ABCDEF"[value % base];
        digits -= digits != 0;
    }
    print(at);
}

// --- examples ------------------------------------------------------------------------------------

static int is_name(const char* name, const char* words) {
    for (; *name != '\0'; ++name, ++words) {
        if (*name != *words) {
            return 0;
        }
    }
    return *words == ' ' || *words == '\0';
}

static uint32_t branch(uint32_t from, uint32_t to) {
    return 0xEA000000u | ((to - from - 8) >> 2 & 0x00FFFFFFu);
}

static void write_vectors(uint32_t start) {
    for (uint32_t offset = 0; offset < 0x40; offset += 4) {
        uint32_t word = branch(offset, (uint32_t)vector_unexpected);
        for (const struct vector* v = first_vector; v != last_vector; ++v) {
            if (v->start == start && v->offset == offset) {
                word = v->is_branch ? branch(offset, v->word) : v->word;
            }
        }
        __asm__ volatile("str %0, [%1]" ::"r"(word), "r"(offset) : "memory");
    }
}

static void print_counts(const struct example* e) {
    const unsigned counters = unit_counters();
    for (const uint8_t* event = first_event; event < last_event; event += counters) {
        uint32_t of_twin[4];
        uint32_t of_sequence[4];
        const unsigned left = (unsigned)(last_event - event);
        const unsigned used = left < counters ? left : counters;
        const uint32_t go = unit_select(event, used);
        call_example(e->start, PASSES_OF_TWIN, go);
        unit_read(of_twin);
        unit_select(event, used);
        call_example(e->start, PASSES_OF_SEQUENCE, go);
        unit_read(of_sequence);
        for (unsigned n = 0; n < used; ++n) {
            const uint32_t count = of_sequence[n] - of_twin[n];
            if (count != 0) {
                print(" ");
                print_number(event[n], 16, 2);
                print("=");
                if (count >> 31) { // the twin counts more: an error, to be read
                    print("-");
                }
                print_number(count >> 31 ? 0u - count : count, 10, 1);
            }
        }
    }
}

static void run_example(const struct example* e, uint32_t last) {
    write_vectors(e->start);
    print(e->name);
    print_counts(e);
    for (unsigned n = 0; n < 4; ++n) {
        if (e->shown >> n & 1) {
            print(" r");
            print_number(n, 10, 1);
            print("=0x");
            print_number(final_registers[n], 16, 8);
        }
    }
    print("\n");
    call_example(e->start, PASSES_OF_SEQUENCE | last << 29, unit_select(first_event, 1) | LAST_RUN);
}

static void list(void) {
    for (const struct example* e = first_example; e != last_example; ++e) {
        print(e->name);
        print("\n");
    }
}

/// \return the word after the next blank, or the end
static const char* next_word(const char* words) {
    while (*words != ' ' && *words != '\0') {
        ++words;
    }
    return *words == ' ' ? words + 1 : words;
}

void run(void) {
    static char text[1024];
    struct {
        char* text;
        uint32_t size;
    } command_line = {text, sizeof text};
    semihosting(0x15, &command_line); // SYS_GET_CMDLINE; no blank in the program's name
    const char* const name = next_word(text);
    if (is_name("list", name)) {
        list();
        end(0);
    }
    const uint32_t last = (uint32_t)*next_word(name) - '0';
    const struct example* found = NULL;
    for (const struct example* e = first_example; e != last_example; ++e) {
        if (is_name(e->name, name)) {
            found = e;
        }
    }
    if (found == NULL || last > 1) {
        print("expected the name of an example and 0 or 1, got ");
        print(name);
        print("\n");
        end(1);
    }
    run_example(found, last);
}
