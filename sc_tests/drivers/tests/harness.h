// SPDX-License-Identifier: Apache-2.0
// A program of steps: its first argument names the one that it takes.
#pragma once

#include "check.h"
#include "kernel.h"
#include "perf.h"

typedef void (*block)(uint32_t n);

struct step {
    const char* name;
    void (*run)(int argc, char** argv); ///< the arguments after its name
};

/// Up to a step without a name; main() takes them from here.
extern const struct step steps[];

/// An event, which must be there.
struct perf_event* create(u32 type, u64 config, u64 period, struct perf_event* leader,
                          perf_overflow_handler_t handler, void* context);
/// As create(), off and without a period.
struct perf_event* create_off(u32 type, u64 config);
/// The error that creating an event gives, 0: none.
int refusal(u32 type, u64 config, struct perf_event* leader);
/// What an event counts in a call of the code, with what reading takes: the same each time.
u64 measure(struct perf_event* event, block code, uint32_t n);
/// Text and sixteen digits, by the same instructions and accesses whatever the number is.
void write_number(const char* text, u64 number);
