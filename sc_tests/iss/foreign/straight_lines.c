// SPDX-License-Identifier: Apache-2.0
// Counts straight lines of instructions twice, with newlib's own start code and linker script.
#include "counter.h"

#include <inttypes.h>
#include <stdio.h>

int main(void) {
    start_counting();
    for (int pass = 0; pass < 2; ++pass) {
        // What lies between the two MRC beside the line: see counter.S.
        printf("%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", count_0(read_counter),
               count_1(read_counter), count_10(read_counter), count_1000(read_counter));
    }
    return 0;
}
