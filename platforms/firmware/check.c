// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "pmu.h"

#include <stdarg.h>
#include <stdio.h>

static unsigned checks;
static unsigned failures;

bool check(bool holds, const char* format, ...) {
    ++checks;
    if (!holds) {
        ++failures;
        va_list arguments;
        va_start(arguments, format);
        printf("FAILED: ");
        vprintf(format, arguments);
        printf("\n");
        va_end(arguments);
    }
    return holds;
}

int check_result(const char* program) {
    printf("%s on %s: ", program, pmu_name());
    if (failures == 0) {
        printf("all %u checks held\n", checks);
        return 0;
    }
    printf("%u of %u checks FAILED\n", failures, checks);
    return 1;
}
