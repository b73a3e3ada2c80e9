// SPDX-License-Identifier: Apache-2.0
// A product of two square matrices in one of two orders of its loops, which the first argument
// names: ijk walks down the columns of the second matrix, ikj along its rows. Each matrix has 9
// KiB. What the caches make of it is counted from outside: pmu_run stat, or a sweep.
#include "check.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define N 48

static int32_t a[N][N];
static int32_t b[N][N];
static int32_t c[N][N];

static __attribute__((noipa)) void multiply_ijk(void) {
    for (unsigned i = 0; i < N; ++i) {
        for (unsigned j = 0; j < N; ++j) {
            int32_t sum = 0;
            for (unsigned k = 0; k < N; ++k) {
                sum += a[i][k] * b[k][j];
            }
            c[i][j] = sum;
        }
    }
}

static __attribute__((noipa)) void multiply_ikj(void) {
    for (unsigned i = 0; i < N; ++i) {
        for (unsigned k = 0; k < N; ++k) {
            const int32_t factor = a[i][k];
            for (unsigned j = 0; j < N; ++j) {
                c[i][j] += factor * b[k][j];
            }
        }
    }
}

int main(int argc, char** argv) {
    const char* const order = argc > 1 ? argv[1] : "ijk";
    const int is_ijk = strcmp(order, "ijk") == 0;
    check(is_ijk || strcmp(order, "ikj") == 0, "expected ijk or ikj, got %s", order);
    // b turns the columns of a: column j of the product is 2 times column N - 1 - j.
    for (unsigned i = 0; i < N; ++i) {
        for (unsigned j = 0; j < N; ++j) {
            a[i][j] = (int32_t)(100 * i + j);
        }
        b[i][N - 1 - i] = 2;
    }
    if (is_ijk) {
        multiply_ijk();
    } else {
        multiply_ikj();
    }
    for (unsigned i = 0; i < N; ++i) {
        for (unsigned j = 0; j < N; ++j) {
            const int32_t expected = (int32_t)(2 * (100 * i + N - 1 - j));
            check(c[i][j] == expected, "row %u, column %u: %" PRId32 ", expected %" PRId32, i, j,
                  c[i][j], expected);
        }
    }
    return check_result("matrix_multiply");
}
