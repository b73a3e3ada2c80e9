// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

#include "pmu.h"
#include "vic.h"

#include <stdio.h>
#include <stdlib.h>

struct perf_event* create(u32 type, u64 config, u64 period, struct perf_event* leader,
                          perf_overflow_handler_t handler, void* context) {
    const struct perf_event_attr attr = {.type = type, .config = config, .sample_period = period};
    struct perf_event* const event = perf_create(&attr, leader, handler, context);
    if (!check(!IS_ERR(event), "event %u:0x%llX, period %llu: error %ld", type, config, period,
               PTR_ERR(event))) {
        exit(1);
    }
    return event;
}

struct perf_event* create_off(u32 type, u64 config) {
    const struct perf_event_attr attr = {.type = type, .config = config, .disabled = 1};
    struct perf_event* const event = perf_create(&attr, NULL, NULL, NULL);
    if (!check(!IS_ERR(event), "event %u:0x%llX: error %ld", type, config, PTR_ERR(event))) {
        exit(1);
    }
    return event;
}

int refusal(u32 type, u64 config, struct perf_event* leader) {
    const struct perf_event_attr attr = {.type = type, .config = config};
    struct perf_event* const event = perf_create(&attr, leader, NULL, NULL);
    if (IS_ERR(event)) {
        return (int)PTR_ERR(event);
    }
    perf_release(event);
    return 0;
}

// Never inlined: what it takes itself is the same wherever it is called.
__attribute__((noipa)) u64 measure(struct perf_event* event, block code, uint32_t n) {
    const u64 before = perf_read_quickly(event);
    code(n);
    return perf_read_quickly(event) - before;
}

void write_number(const char* text, u64 number) {
    char digits[17];
    for (unsigned k = 0; k < 16; ++k) {
        const unsigned digit = number >> (60 - 4 * k) & 0xF;
        digits[k] = (char)('0' + digit + (digit + 6) / 16 * ('A' - '9' - 1));
    }
    digits[16] = '\0';
    fputs(text, stdout);
    fputs(digits, stdout);
}

int main(int argc, char** argv) {
    const struct step* step = steps;
    while (argc > 1 && step->name != NULL && strcmp(step->name, argv[1]) != 0) {
        ++step;
    }
    if (argc < 2 || step->name == NULL) {
        printf("expected the name of a step:");
        for (step = steps; step->name != NULL; ++step) {
            printf(" %s", step->name);
        }
        printf("; got \"%s\"\n", argc < 2 ? "" : argv[1]);
        return 1;
    }
    run_initcalls();
    step->run(argc - 2, argv + 2);
    check(kernel_warnings() == 0, "%u warnings of the kernel", kernel_warnings());
    check(vic_spurious() == 0, "%u IRQ exceptions without a request", vic_spurious());
    return check_result(argv[1]);
}
